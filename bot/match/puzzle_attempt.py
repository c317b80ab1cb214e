"""How far somebody is with the puzzle of a day."""

from dataclasses import dataclass, replace
from typing import Final, Self

from bot.match.identity import Instant
from bot.match.puzzle_day import PuzzleDay


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's attempt: the turns of the line that they found, and how often they missed one.

    `solved_day` is the day it was when they solved it, which is a later one where they were late.
    `shared_at` is when they told others of it.
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
        """How often they tried, once it is solved: a line found without a miss is one try."""
        return self.misses + 1

    def missing(self) -> Self:
        """Give the attempt after a wrong turn."""
        return replace(self, misses=self.misses + 1)

    def finding(self, turns: int, now: Instant, today: PuzzleDay) -> Self:
        """Give the attempt after a right turn of a line with so many of them."""
        found = self.found + 1
        if found < turns:
            return replace(self, found=found)
        return replace(self, found=found, solved_at=now, solved_day=today)

    def telling(self, now: Instant) -> Self:
        """Give the attempt of somebody who tells others that it is solved."""
        return replace(self, shared_at=now)

    def giving_up(self, now: Instant) -> Self:
        """Give the attempt of somebody who was shown the solution."""
        return replace(self, gave_up_at=now)


NO_ATTEMPT: Final = Attempt()
