"""The result of a series of matches: points, Elo, and a confidence interval."""

import math
from dataclasses import dataclass
from typing import Final

SURE: Final = 1.959964
"""Standard deviations to either side that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The first player's points (1, 0.5 or 0) as orange and as gray, for each opening."""

    pairs: tuple[tuple[float, float], ...] = ()

    def with_pair(self, as_orange: float, as_gray: float) -> "Tally":
        """Return the tally with one more opening."""
        return Tally((*self.pairs, (as_orange, as_gray)))

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return 2 * len(self.pairs)

    def count(self, points: float) -> int:
        """Count the matches that gave this number of points."""
        return sum(result == points for pair in self.pairs for result in pair)

    @property
    def share(self) -> float:
        """The first player's share of all points."""
        return sum(map(sum, self.pairs)) / self.matches

    @property
    def share_as_orange(self) -> float:
        """The first player's share of the points as orange, who moves first."""
        return sum(pair[0] for pair in self.pairs) / len(self.pairs)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the true share.

        It is computed from the spread of the openings' points, because the two matches of an
        opening are correlated; without a spread, by Wilson's formula.
        """
        share, openings = self.share, len(self.pairs)
        spread = sum((sum(pair) / 2 - share) ** 2 for pair in self.pairs)
        if openings < 2 or spread == 0:
            return wilson(share, self.matches)
        apart = SURE * math.sqrt(spread / (openings - 1) / openings)
        return max(share - apart, 0.0), min(share + apart, 1.0)


def wilson(share: float, matches: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a share."""
    square = SURE * SURE / matches
    middle = (share + square / 2) / (1 + square)
    apart = SURE / (1 + square) * math.sqrt(share * (1 - share) / matches + square / (4 * matches))
    # Rounding would put a share of 0 or 1 slightly outside its own interval.
    return max(middle - apart, 0.0) if share else 0.0, middle + apart if share < 1 else 1.0


def elo(share: float) -> float:
    """Return the difference in Elo that predicts that share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)
