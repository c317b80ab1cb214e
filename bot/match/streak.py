"""Wins one after another."""

from dataclasses import dataclass
from typing import Final

from bot.match.rating import Score


@dataclass(frozen=True, slots=True)
class Streak:
    """How many wins somebody has had in a row up to now, and at the most."""

    current: int = 0
    longest: int = 0

    def after(self, score: Score) -> "Streak":
        """Give the streak after one more match; a draw ends it as a loss does."""
        current = self.current + 1 if score is Score.WIN else 0
        return Streak(current, max(self.longest, current))


NO_STREAK: Final = Streak()
