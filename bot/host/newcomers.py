"""People new to the game, who are brought the rules once: with a challenge or at a match."""

from bot.host.clock import Clock
from bot.match.identity import UserId
from bot.store import newcomers
from bot.store.database import Database


class Newcomers:
    """Who is owed the rules. They are noted once shown, so what could not be shown is owed on."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def owed(self, user: UserId) -> bool:
        """Tell whether the person has challenged or sat down, and was never brought the rules."""
        async with self._database.reading() as reading:
            return await newcomers.owed(reading, user)

    async def brought(self, user: UserId) -> None:
        """Note that the person was brought the rules unasked, unless they were deleted since."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await newcomers.owed(writing, user):
                await newcomers.told(writing, user, now)

    async def told(self, user: UserId) -> None:
        """Note that the person was brought the rules."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await newcomers.told(writing, user, now)
