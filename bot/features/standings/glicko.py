"""Glicko-2: what a player's strength is taken to be, how surely, and how steadily.

Source: Mark E. Glickman, "Example of the Glicko-2 system", as revised in 2012. The comments name
its steps, and its Greek letters are written out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

CENTRE: Final = 1500.0
SCALE: Final = 173.7178
"""How many points of a rating are one of the system's own."""
TAU: Final = 0.5
"""How much results may change a volatility; the paper finds 0.3 to 1.2 reasonable."""
CONVERGED: Final = 0.000001
WIDEST: Final = 350.0
"""The deviation of somebody of whom nothing is known. None is wider, however long they are away."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in points, its standard deviation, and the volatility."""

    points: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """The points on the system's own scale."""
        return (self.points - CENTRE) / SCALE

    @property
    def phi(self) -> float:
        """The deviation on the system's own scale."""
        return self.deviation / SCALE


UNRATED: Final = Rating()


@dataclass(frozen=True, slots=True)
class Game:
    """A game against somebody of that rating; a win scores 1, a draw 0.5, a loss 0."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after so many rating periods without a game; parts of one count too."""
    phi = sqrt(rating.phi**2 + periods * rating.volatility**2)
    return Rating(rating.points, min(phi * SCALE, WIDEST), rating.volatility)


def rated(rating: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """Return a rating after the games of so many rating periods, for which it has not aged yet."""
    if not games:
        return aged(rating, periods)
    # Steps 3 and 4: the variance that the games alone would give, and what they would improve.
    information = improvement = 0.0
    for game in games:
        expected = expected_score(rating, game.opponent)
        weight = _weight(game.opponent.phi)
        information += weight**2 * expected * (1.0 - expected)
        improvement += weight * (game.score - expected)
    variance = 1.0 / information
    # Steps 5 to 7.
    volatility = _volatility(rating, variance, variance * improvement)
    grown = rating.phi**2 + periods * volatility**2
    phi = 1.0 / sqrt(1.0 / grown + information)
    mu = rating.mu + phi**2 * improvement
    return Rating(CENTRE + SCALE * mu, min(phi * SCALE, WIDEST), volatility)


def expected_score(rating: Rating, opponent: Rating) -> float:
    """Return the score that is expected of one game, from 0 to 1."""
    return 1.0 / (1.0 + exp(-_weight(opponent.phi) * (rating.mu - opponent.mu)))


def _weight(phi: float) -> float:
    """Return how much a game tells against somebody whose own strength is uncertain."""
    return 1.0 / sqrt(1.0 + 3.0 * phi**2 / pi**2)


def _volatility(rating: Rating, variance: float, delta: float) -> float:
    """Find the new volatility, as step 5 does: by halving and secants, the Illinois algorithm."""
    phi = rating.phi
    before = log(rating.volatility**2)

    def height(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        surprise = exp(x) * (delta**2 - spread) / (2.0 * spread**2)
        return surprise - (x - before) / TAU**2

    near, far = before, _other_side(height, before, delta**2 - phi**2 - variance)
    at_near, at_far = height(near), height(far)
    while abs(far - near) > CONVERGED:
        between = near + (near - far) * at_near / (at_far - at_near)
        at_between = height(between)
        if at_between * at_far <= 0.0:
            near, at_near = far, at_far
        else:
            at_near /= 2.0
        far, at_far = between, at_between
    return exp(near / 2.0)


def _other_side(height: Callable[[float], float], before: float, excess: float) -> float:
    """Return a point on the other side of the root from where the search begins."""
    if excess > 0.0:
        return log(excess)
    steps = 1
    while height(before - steps * TAU) < 0.0:
        steps += 1
    return before - steps * TAU
