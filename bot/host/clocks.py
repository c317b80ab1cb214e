"""Deadlines: what is due next, and time that nobody loses because the bot was away."""

from typing import Final

from bot.host.clock import Clock
from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds
from bot.store import challenges, clocks, matches, notices
from bot.store.database import Database
from bot.store.program import Remembered, recall, remember

BEAT_EVERY: Final = 30.0
"""Seconds between two heartbeats."""
LONGEST_GAP: Final = Seconds(120.0)
"""Seconds without a heartbeat that are no outage yet."""


class Clocks:
    """What happens by the mere passing of time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def beat(self) -> None:
        """Note that the bot runs."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await remember(writing, Remembered.HEARTBEAT, repr(float(now)))

    async def wake(self) -> Seconds:
        """Give everybody back the time that the bot was away, and tell how long that was.

        A gap of up to `LONGEST_GAP` is none. It happens once: the heartbeat is noted with it.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            last = await recall(writing, Remembered.HEARTBEAT)
            gap = Seconds(0.0 if last is None else now - float(last))
            if gap <= LONGEST_GAP:
                gap = Seconds(0.0)
            else:
                await clocks.move(writing, gap, now, Instant(now + DAY))
            await remember(writing, Remembered.HEARTBEAT, repr(float(now)))
        return gap

    async def next_deadline(self) -> Instant | None:
        """Give the moment at which the next thing is due: a reminder, a forfeit, an expiry."""
        async with self._database.reading() as reading:
            moments = [
                await matches.next_deadline(reading),
                await notices.next_reminder(reading),
                await challenges.next_expiry(reading),
            ]
        return min((moment for moment in moments if moment is not None), default=None)
