"""Looking after the threads that matches live in, which sleep when nothing is said for long."""

from typing import Final

from bot.db.database import Database
from bot.db.statements import execute
from bot.features.boards import queries
from bot.features.matches.due import ThreadLook
from bot.jobs import jobs
from bot.jobs.clock import Clock
from bot.match.identity import ChannelId, MatchId

CHUNK: Final = 500
"""Threads read at a time, so that a great many do not hold the event loop."""


class Threads:
    """Which threads are looked at because of what Discord reports of them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def fell_asleep(self, channel: ChannelId) -> None:
        """Have a thread looked at now, if a match that goes on has it for a venue."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            found = await queries.matches_in_thread(writing, channel)
            await execute(*(jobs.hasten(writing, ThreadLook(match), now) for match in found))

    async def lived_in(self, after: MatchId) -> list[tuple[MatchId, ChannelId]]:
        """List some of the threads of live matches, those of the matches after that one."""
        async with self._database.reading() as reading:
            return await queries.lived_in(reading, after, CHUNK)
