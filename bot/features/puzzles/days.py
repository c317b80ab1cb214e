"""The days of puzzles: each server has one puzzle a day, from a fixed hour on."""

from dataclasses import dataclass, replace
from typing import Final, NewType, Self

from bot.features.settings.zones.local_time import DailyHour
from bot.match.calendar import Day
from bot.match.clock import HOUR
from bot.match.identity import GuildId, Instant, Seconds

PuzzleDay = NewType("PuzzleDay", int)
"""The number of a day since the epoch. It begins at its server's hour."""

MOST_AHEAD: Final = 2
"""By how many days the day of a server's latest puzzle may be ahead of the current one.

That happens if its zone was moved from the farthest east to the farthest west.
"""
SHORTEST_DAY: Final = Seconds(23 * HOUR)
"""The length of a day on which the clocks are put forward."""

IN_PERSON: Final = GuildId(0)
"""Stands for direct messages, which have puzzles of their own; no server has this number."""


def begins_at(day: PuzzleDay, start: DailyHour) -> Instant:
    """Return the moment at which a day begins."""
    return start.on(day)


def day_at(now: Instant, start: DailyHour) -> PuzzleDay:
    """Return the day that a moment lies in."""
    return PuzzleDay(start.day_at(now))


def today(now: Instant, start: DailyHour, latest: PuzzleDay | None) -> PuzzleDay:
    """Return the current day of a server; `latest` is the day of its latest puzzle.

    A day that has begun goes on if the hour was moved later or the zone farther west, so that
    yesterday's puzzle cannot be solved a second time.
    """
    day = day_at(now, start)
    if latest is not None and day < latest <= day + MOST_AHEAD:
        return latest
    return day


def next_begins_at(now: Instant, start: DailyHour, day: PuzzleDay) -> Instant:
    """Return the moment after now at which a day later than this one begins."""
    return begins_at(PuzzleDay(max(day, day_at(now, start)) + 1), start)


def date_of(day: PuzzleDay, start: DailyHour) -> Day:
    """Return the date of the middle of a day in the server's zone."""
    there = start.date_of(day)
    return Day(there.year, there.month, there.day)


@dataclass(frozen=True, slots=True)
class PuzzleStreak:
    """How many puzzles a user solved, and for how many days in a row, up to the last day.

    `running` is outdated once a day passes without a solved puzzle: use `on`. `until` is when the
    last day was to end.
    """

    solved: int = 0
    running: int = 0
    longest: int = 0
    last_day: PuzzleDay | None = None
    until: Instant | None = None

    def on(self, today: PuzzleDay) -> int:
        """Return the number of days in a row as of today, whose puzzle may still be solved."""
        if self.last_day is None or self.last_day < today - 1:
            return 0
        return self.running

    def carried(self, today: PuzzleDay, begins: Instant) -> Self:
        """Return the streak as of today, a day that begins at `begins`.

        If the hour or the zone was moved, the day before may have been short; only a whole day
        breaks a streak.
        """
        if self.until is None or begins - self.until >= SHORTEST_DAY:
            return self
        yesterday = PuzzleDay(today - 1)
        return replace(self, last_day=max(yesterday, self.last_day or yesterday))

    def solving(self, day: PuzzleDay, today: PuzzleDay, until: Instant) -> Self:
        """Return the streak after the puzzle of a day was solved; an older day does not extend it.

        `until` is when today ends.
        """
        solved = self.solved + 1
        if day != today or (self.last_day is not None and self.last_day >= day):
            return replace(self, solved=solved)
        running = self.on(today) + 1
        return replace(
            self,
            solved=solved,
            running=running,
            longest=max(self.longest, running),
            last_day=day,
            until=until,
        )

    def giving_up(self, day: PuzzleDay, today: PuzzleDay) -> Self:
        """Return the streak after the solution of a day was shown; an older day breaks nothing."""
        return replace(self, running=0) if day == today else self


NO_PUZZLES: Final = PuzzleStreak()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A user's attempt: the turns of the line that they found, and their wrong turns.

    `solved_day` is the day on which they solved it, which may be later than the puzzle's.
    `shared_at` is when they shared it with others.
    """

    found: int = 0
    misses: int = 0
    solved_at: Instant | None = None
    solved_day: PuzzleDay | None = None
    gave_up_at: Instant | None = None
    shared_at: Instant | None = None

    @property
    def is_solved(self) -> bool:
        """Whether the whole line was found."""
        return self.solved_at is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to find: it was solved, or the solution was shown."""
        return self.solved_at is not None or self.gave_up_at is not None

    @property
    def tries(self) -> int:
        """How many attempts the solution took: one if there was no wrong turn."""
        return self.misses + 1

    def missing(self) -> Self:
        """Return the attempt after a wrong turn."""
        return replace(self, misses=self.misses + 1)

    def after_right_turn(self) -> Self:
        """Return the attempt after a right turn that leaves more to find."""
        return replace(self, found=self.found + 1)

    def solving(self, now: Instant, today: PuzzleDay) -> Self:
        """Return the attempt after the last right turn."""
        return replace(self, found=self.found + 1, solved_at=now, solved_day=today)

    def sharing(self, now: Instant) -> Self:
        """Return the attempt after its solution was shared."""
        return replace(self, shared_at=now)

    def giving_up(self, now: Instant) -> Self:
        """Return the attempt after the solution was shown."""
        return replace(self, gave_up_at=now)


NO_ATTEMPT: Final = Attempt()
