"""The result of a series of matches: points, Elo, and a confidence interval."""

import math
from dataclasses import dataclass
from typing import Final

SURE: Final = 1.959964
"""Standard deviations to either side that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of the first of two: for each opening its points with either seat, 1, 0.5 or 0."""

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
        """The share of the points that the first has won."""
        return sum(map(sum, self.pairs)) / self.matches

    @property
    def share_as_orange(self) -> float:
        """The same for the matches in which the first moved first."""
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
    """Return Wilson's interval of a share, 95 %."""
    square = SURE * SURE / matches
    middle = (share + square / 2) / (1 + square)
    apart = SURE / (1 + square) * math.sqrt(share * (1 - share) / matches + square / (4 * matches))
    # Rounding would leave a share of all or nothing slightly outside of it.
    return max(middle - apart, 0.0) if share else 0.0, middle + apart if share < 1 else 1.0


def elo(share: float) -> float:
    """Return the difference in Elo that predicts that share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)
