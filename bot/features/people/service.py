"""Who is new: people are shown the rules once, and servers are greeted once."""

from bot.db.database import Database
from bot.features.people import queries as member_queries
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, UserId


class Newcomers:
    """Who needs the rules, and which servers a greeting. What could not be shown is needed on."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def needs_rules(self, user: UserId) -> bool:
        """Return whether somebody has challenged or sat down, and never had the rules."""
        async with self._database.reading() as reading:
            return await member_queries.needs_rules(reading, user)

    async def rules_shown(self, user: UserId) -> None:
        """Record that the rules were shown unasked, unless the person was deleted since."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if await member_queries.needs_rules(writing, user):
                await member_queries.rules_shown(writing, user, now)

    async def rules_read(self, user: UserId) -> None:
        """Record that somebody has asked for the rules."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.rules_shown(writing, user, now)

    async def joined(self, guild: GuildId) -> None:
        """Have a server greeted to which the bot was added, unless it was before."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.begin_greeting(writing, guild, now)
