"""Days in a row on which somebody solved the puzzle of the day."""

from dataclasses import dataclass, replace
from typing import Final, Self

from bot.match.puzzle_day import PuzzleDay


@dataclass(frozen=True, slots=True)
class PuzzleStreak:
    """How many puzzles somebody solved, and for how many days in a row, up to the last day.

    `running` is over once a day has gone by without a puzzle solved: ask `on`.
    """

    solved: int = 0
    running: int = 0
    longest: int = 0
    last_day: PuzzleDay | None = None

    def on(self, today: PuzzleDay) -> int:
        """Give the days in a row as they count today: today's puzzle may still be solved."""
        if self.last_day is None or self.last_day < today - 1:
            return 0
        return self.running

    def solving(self, day: PuzzleDay, today: PuzzleDay) -> Self:
        """Give the streak once the puzzle of a day was solved; an older day's lengthens nothing."""
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
        )

    def giving_up(self, day: PuzzleDay, today: PuzzleDay) -> Self:
        """Give the streak once the solution of a day was shown; an older day's ends nothing."""
        return replace(self, running=0) if day == today else self


NO_PUZZLES: Final = PuzzleStreak()
