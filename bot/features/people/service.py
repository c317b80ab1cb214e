"""Who is new, and is brought the rules once."""

from bot.db.database import Database
from bot.features.people import queries as member_queries
from bot.jobs.clock import Clock
from bot.match.identity import UserId


class Newcomers:
    """Who is owed the rules. They are noted once shown, so what could not be shown is owed on."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def owed(self, user: UserId) -> bool:
        """Return whether the person has challenged or sat down, and was never brought the rules."""
        async with self._database.reading() as reading:
            return await member_queries.owed(reading, user)

    async def brought(self, user: UserId) -> None:
        """Note that the person was brought the rules unasked, unless they were deleted since."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await member_queries.owed(writing, user):
                await member_queries.told(writing, user, now)

    async def told(self, user: UserId) -> None:
        """Note that the person was brought the rules."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.told(writing, user, now)
