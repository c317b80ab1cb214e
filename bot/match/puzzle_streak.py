"""Days in a row on which somebody solved the puzzle of the day."""

from dataclasses import dataclass, replace
from typing import Final, Self

from bot.match.clock import DAY
from bot.match.identity import Instant
from bot.match.puzzle_day import PuzzleDay


@dataclass(frozen=True, slots=True)
class PuzzleStreak:
    """How many puzzles somebody solved, and for how many days in a row, up to the last day.

    `running` is over once a day has gone by without a puzzle solved: ask `on`. `until` is when the
    last day was to end.
    """

    solved: int = 0
    running: int = 0
    longest: int = 0
    last_day: PuzzleDay | None = None
    until: Instant | None = None

    def on(self, today: PuzzleDay) -> int:
        """Give the days in a row as they count today: today's puzzle may still be solved."""
        if self.last_day is None or self.last_day < today - 1:
            return 0
        return self.running

    def carried(self, today: PuzzleDay, begins: Instant) -> Self:
        """Give the streak as it counts today, a day that begins then.

        Where the hour was moved, a day may have been short: only one of 24 hours can be missed.
        """
        if self.until is None or begins - self.until >= DAY:
            return self
        yesterday = PuzzleDay(today - 1)
        return replace(self, last_day=max(yesterday, self.last_day or yesterday))

    def solving(self, day: PuzzleDay, today: PuzzleDay, until: Instant) -> Self:
        """Give the streak once the puzzle of a day was solved; an older day's lengthens nothing.

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
        """Give the streak once the solution of a day was shown; an older day's ends nothing."""
        return replace(self, running=0) if day == today else self


NO_PUZZLES: Final = PuzzleStreak()
