"""Deadlines: what is due next, and time that nobody loses because the bot was away."""

import asyncio
from typing import Final

from bot.host.clock import Clock, MovableClock, SystemClock, Timeline
from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds
from bot.store import (
    absences,
    challenges,
    clocks,
    departures,
    matches,
    notices,
    opponents,
    preferences,
    puzzle_posts,
    seasons,
    vacations,
    weekly_digests,
)
from bot.store.database import Database, Writing
from bot.store.errors import UnreadableRow
from bot.store.program import Remembered, recall, recall_number, remember

BEAT_EVERY: Final = Seconds(30.0)
"""Seconds between two heartbeats."""
LONGEST_GAP: Final = Seconds(120.0)
"""Seconds without a heartbeat that are no outage yet."""
PATIENCE: Final = Seconds(60 * DAY)
"""Seconds after which the matches of a server end that does not come within reach again."""


class Clocks:
    """What happens by the mere passing of time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._one_beat = asyncio.Lock()
        self._beat_at: Instant | None = None

    async def beat(self, every: Seconds = BEAT_EVERY) -> Seconds:
        """Note that the bot runs and can be reached, and give everybody back time it did not.

        Asked more often than `every`, it does nothing; with `LONGEST_GAP` nothing is noted but
        an outage, for it may go on for some. More than `LONGEST_GAP` since the
        last heartbeat was an outage, be it of the process, of its machine or of the way to
        Discord: every clock is moved by it, in one transaction with the new heartbeat, so it
        cannot happen twice. Gives how long the outage was.
        """
        async with self._one_beat:
            now = self._clock.now()
            if self._beat_at is not None and 0 <= now - self._beat_at < every:
                return Seconds(0.0)
            async with self._database.writing() as writing:
                last = await recall_number(writing, Remembered.HEARTBEAT)
                gap = Seconds(0.0 if last is None else now - last)
                if last is not None and gap > LONGEST_GAP:
                    await clocks.move(writing, Instant(last), now, Instant(now + DAY))
                await self._note(writing, now)
            self._beat_at = now
        return gap if gap > LONGEST_GAP else Seconds(0.0)

    async def leap(self, clock: MovableClock, by: Seconds) -> None:
        """Let time pass at once, as a playground's director does; it is no outage."""
        async with self._one_beat:
            clock.advance(by)
            now = clock.now()
            async with self._database.writing() as writing:
                await remember(writing, Remembered.CLOCK_AHEAD, repr(float(clock.ahead)))
                await self._note(writing, now)
            self._beat_at = now

    async def resume(self) -> None:
        """Go on with the time of matches from where the process before this one left it.

        So an outage is measured by what has passed on the machine, whatever its clock was set to
        meanwhile. Raise `UnreadableRow` if what that process left cannot be read.
        """
        if not isinstance(self._clock, SystemClock):
            return
        async with self._database.reading() as reading:
            left = await recall(reading, Remembered.TIMELINE)
        if left is None:
            return
        try:
            before = Timeline.of_text(left)
        except (AttributeError, TypeError, ValueError) as error:
            raise UnreadableRow("remembered", Remembered.TIMELINE.value) from error
        self._clock.resume(before)

    async def _note(self, writing: Writing, now: Instant) -> None:
        await remember(writing, Remembered.HEARTBEAT, repr(float(now)))
        if isinstance(self._clock, SystemClock):
            written = self._clock.timeline().written()
            await remember(writing, Remembered.TIMELINE, written)

    async def next_deadline(self) -> Instant | None:
        """Give when the next thing is due: a reminder, a forfeit, an expiry, a vacation's end.

        Of the bot's answers it is one that is not due yet: the bot thinks already where one is.
        """
        async with self._database.reading() as reading:
            longest = await absences.longest(reading)
            moments = [
                None if longest is None else Instant(longest + PATIENCE),
                await matches.next_deadline(reading),
                await notices.next_planned(reading),
                await opponents.next_answer(reading, self._clock.now()),
                await challenges.next_expiry(reading),
                await vacations.next_end(reading),
                await departures.next_ending(reading),
                await preferences.next_digest(reading),
                await seasons.next_end(reading),
                await weekly_digests.next_due(reading),
                await puzzle_posts.next_due(reading),
            ]
        return min((moment for moment in moments if moment is not None), default=None)
