"""Looking after the threads that matches live in.

Discord archives a thread in which nothing was said for a week, and a click in an archived thread
may never reach the bot. So a thread is woken as long as its match lives, and left to sleep after.
"""

from typing import Final

from bot.db.database import Database
from bot.features.boards import queries
from bot.jobs.clock import Clock
from bot.match.clock import DAY
from bot.match.identity import ChannelId, Instant, MatchId, Seconds

AGAIN_WITHIN: Final = Seconds(600.0)
"""Seconds after which a thread that could not be named is tried again."""
CHUNK: Final = 500
"""Threads read at a time, so that a great many do not hold the event loop."""


class Threads:
    """When each thread is looked at next."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def due(self, most: int) -> list[MatchId]:
        """List up to so many matches whose threads are to be looked at."""
        async with self._database.reading() as reading:
            return await queries.threads_due(reading, self._clock.now(), most)

    async def claim(self, number: MatchId) -> Instant | None:
        """Take it on oneself to look at a thread; give when it is due again, by which it is known.

        None when somebody has just done so.
        """
        now = self._clock.now()
        again_at = Instant(now + AGAIN_WITHIN)
        async with self._database.writing() as writing:
            claimed = await queries.claim_thread(writing, number, now, again_at)
        return again_at if claimed else None

    async def keep(self, number: MatchId, claimed: Instant) -> None:
        """Look at a thread that was claimed again in a day: all is well, or it may be then.

        It stays due where the match has ended, or its thread fallen asleep, since it was claimed.
        """
        async with self._database.writing() as writing:
            await queries.keep(writing, number, claimed, Instant(self._clock.now() + DAY))

    async def leave(self, number: MatchId) -> None:
        """Look no more at the thread of a match that is over."""
        async with self._database.writing() as writing:
            await queries.leave(writing, number)

    async def fell_asleep(self, channel: ChannelId) -> bool:
        """Have a thread looked at now. False when no match has it for a venue."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await queries.fell_asleep(writing, channel, now)

    async def lived_in(self, after: MatchId) -> list[tuple[MatchId, ChannelId]]:
        """List some of the threads of live matches, those of the matches after that one."""
        async with self._database.reading() as reading:
            return await queries.lived_in(reading, after, CHUNK)
