"""Who is new: people are shown the rules once, and servers are greeted once."""

from collections.abc import Collection
from typing import Final

from bot.db.database import Database
from bot.db.program import Remembered, recall, remember
from bot.db.statements import execute
from bot.features.people import queries as member_queries
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, UserId

CHUNK: Final = 500
"""Servers recorded in one transaction, so that a great many do not hold the event loop."""


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

    async def found(self, guilds: Collection[GuildId]) -> None:
        """Record in which servers the bot is, and have those greeted that are new.

        It may have been added to them while it was away. The first time nothing is known of any, so
        nobody is greeted for whom the bot may be an old acquaintance.
        """
        async with self._database.reading() as reading:
            is_first = await recall(reading, Remembered.SERVERS) is None
            known = await member_queries.known_servers(reading)
        now, new = self._clock.now(), sorted(set(guilds) - known)
        for chunk in (new[at : at + CHUNK] for at in range(0, len(new), CHUNK)):
            async with self._database.writing() as writing:
                for guild in () if is_first else chunk:
                    await member_queries.begin_greeting(writing, guild, now)
                await execute(*(member_queries.know_server(writing, guild, now) for guild in chunk))
        if is_first:
            async with self._database.writing() as writing:
                await remember(writing, Remembered.SERVERS, "known")

    async def joined(self, guild: GuildId) -> None:
        """Have a server greeted to which the bot was added, unless it was before."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await member_queries.begin_greeting(writing, guild, now)
