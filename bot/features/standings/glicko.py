"""Glicko-2: a player's strength, its deviation and its volatility.

Source: Mark E. Glickman, "Example of the Glicko-2 system", as revised in 2012. The comments name
its steps, and its Greek letters are written out.

The rating table of a server and ruleset is computed from its results, in the order in which the
matches ended. The ratings stored match by match must equal that computation, to the last bit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, log, pi, sqrt
from typing import Final, NewType, Self

from bot.match.clock import DAY
from bot.match.ending import Score
from bot.match.identity import Instant, PlayerKey, Seconds

CENTRE: Final = 1500.0
SCALE: Final = 173.7178
"""Rating points for one unit of the system's own scale."""
TAU: Final = 0.5
"""How much results may change a volatility; the paper finds 0.3 to 1.2 reasonable."""
CONVERGED: Final = 0.000001
WIDEST: Final = 350.0
"""The deviation of a new player. A longer absence does not make it any wider."""


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
    """A game against an opponent of that rating; a win scores 1, a draw 0.5, a loss 0."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after rating periods without a game; fractions of a period count too."""
    phi = sqrt(rating.phi**2 + periods * rating.volatility**2)
    return Rating(rating.points, min(phi * SCALE, WIDEST), rating.volatility)


def rated(rating: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """Return a rating, not aged yet, after the games of some rating periods."""
    if not games:
        return aged(rating, periods)
    # Steps 3 and 4: the variance and the improvement, estimated from the games alone.
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
    """Return the expected score of one game, from 0 to 1."""
    return 1.0 / (1.0 + exp(-_weight(opponent.phi) * (rating.mu - opponent.mu)))


def _weight(phi: float) -> float:
    """Return how much a game counts against an opponent whose own strength is uncertain."""
    return 1.0 / sqrt(1.0 + 3.0 * phi**2 / pi**2)


def _volatility(rating: Rating, variance: float, delta: float) -> float:
    """Find the new volatility by the Illinois algorithm, as in step 5: by halving and secants."""
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


PERIOD: Final = Seconds(5 * DAY)
SETTLED_BELOW: Final = 110.0
"""A rating is provisional until its deviation is under this many points."""
IN_FULL: Final = 5
"""How many matches with one opponent in a season count in full; later ones count less and less."""
FEWEST_OPPONENTS: Final = 2
"""How many different opponents a player needs to be ranked."""
CARRIED: Final = 0.5
"""The share of a season's change that a player carries into the next season."""
CARRIED_DEVIATION: Final = 150.0
"""The least deviation of a carried rating."""

Scope = NewType("Scope", int)
"""The time that a rating covers: a season, by its number in the database, or `ALL_TIME`."""
ALL_TIME: Final = Scope(0)


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in a scope, and the counts of the results behind it.

    `rated_at` is the end of their last rated match, `None` before the first. `opponents` counts
    different ones.
    """

    rating: Rating = UNRATED
    rated_at: Instant | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    opponents: int = 0

    @property
    def matches(self) -> int:
        """How many rated matches they have played."""
        return self.wins + self.draws + self.losses

    def at(self, now: Instant) -> Rating:
        """Return the rating at a moment: the longer the player was away, the less certain it is."""
        if self.rated_at is None:
            return self.rating
        return aged(self.rating, max(0.0, now - self.rated_at) / PERIOD)


NEVER_RATED: Final = PlayerRating()


def is_provisional(rating: Rating) -> bool:
    """Return whether a rating says little yet."""
    return rating.deviation >= SETTLED_BELOW


def is_ranked(player: PlayerRating) -> bool:
    """Return whether a player has met enough opponents to be ranked."""
    return player.opponents >= FEWEST_OPPONENTS


def weight_of(earlier: int) -> float:
    """Return a match's weight, at most 1, after `earlier` ones with the opponent in the season."""
    return min(1.0, IN_FULL / (earlier + 1))


def rerated(
    player: PlayerRating, opponent: PlayerRating, score: Score, weight: float, now: Instant
) -> PlayerRating:
    """Return a player's rating after a match that ended now, except the count of opponents.

    Both ratings are those before the match, so that the order of the players does not matter.
    """
    before = player.at(now)
    after = rated(before, [Game(opponent.at(now), score.value)], periods=0.0)
    return replace(
        player,
        rating=_interpolated(before, after, weight),
        rated_at=now,
        wins=player.wins + (score is Score.WIN),
        draws=player.draws + (score is Score.DRAW),
        losses=player.losses + (score is Score.LOSS),
    )


def carried(last: PlayerRating) -> PlayerRating:
    """Return the rating that a player of an earlier season begins a season with."""
    points = CENTRE + CARRIED * (last.rating.points - CENTRE)
    deviation = max(last.rating.deviation, CARRIED_DEVIATION)
    return PlayerRating(Rating(points, deviation, last.rating.volatility), last.rated_at)


@dataclass(frozen=True, slots=True)
class PointsAtStake:
    """By how many points a match would change a rating, rounded as ratings are shown."""

    win: int
    draw: int
    loss: int


def at_stake(
    player: PlayerRating, opponent: PlayerRating, earlier: int, now: Instant
) -> PointsAtStake:
    """Return the points at stake in a match that ended now.

    `earlier` counts the season's matches against the same opponent before it.
    """
    shown = round(player.rating.points)
    changes = [
        round(rerated(player, opponent, score, weight_of(earlier), now).rating.points) - shown
        for score in (Score.WIN, Score.DRAW, Score.LOSS)
    ]
    return PointsAtStake(*changes)


def _interpolated(before: Rating, after: Rating, weight: float) -> Rating:
    """Return the rating at the share `weight` of the way from one rating to another."""
    if weight >= 1.0:
        return after
    return Rating(
        before.points + weight * (after.points - before.points),
        before.deviation + weight * (after.deviation - before.deviation),
        before.volatility + weight * (after.volatility - before.volatility),
    )


Pair = tuple[PlayerKey, PlayerKey]


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A rated match that has ended. `score` is orange's.

    `voided_at` is when a moderator voided the result, if one did.
    """

    id: int
    season: Scope
    rated_at: Instant
    orange: PlayerKey
    gray: PlayerKey
    score: Score
    voided_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class RatingStep:
    """How a result changed one player's rating in one scope, and the inputs of that change."""

    result: int
    scope: Scope
    player: PlayerKey
    before: PlayerRating
    after: PlayerRating
    weight: float


@dataclass(slots=True)
class RatingTable:
    """The ratings of a server and ruleset as they grow, result by result.

    `ended` says when each finished season ended: a result that is voided later does not change that
    season.
    """

    ended: Mapping[Scope, Instant]
    ratings: dict[tuple[Scope, PlayerKey], PlayerRating] = field(default_factory=dict)
    meetings: Counter[tuple[Scope, Pair]] = field(default_factory=Counter)
    _latest: dict[PlayerKey, Scope] = field(default_factory=dict)
    _damping: Counter[tuple[Scope, Scope, Pair]] = field(default_factory=Counter)

    @classmethod
    def of(cls, results: Iterable[RatedResult], ended: Mapping[Scope, Instant]) -> Self:
        """Rate all results from the beginning."""
        table = cls(ended)
        for result in results:
            table.rate(result)
        return table

    def rate(self, result: RatedResult) -> list[RatingStep]:
        """Rate one more result, in each scope in which it counts."""
        steps = []
        for scope in (ALL_TIME, result.season):
            if self._counts(result, scope):
                steps += self._rate_in(scope, result)
        return steps

    def _counts(self, result: RatedResult, scope: Scope) -> bool:
        if result.voided_at is None:
            return True
        ended = self.ended.get(scope)
        return ended is not None and result.voided_at > ended

    def _rate_in(self, scope: Scope, result: RatedResult) -> list[RatingStep]:
        pair = pair_of(result.orange, result.gray)
        orange, gray = self._rating_of(scope, result.orange), self._rating_of(scope, result.gray)
        weight = weight_of(self._damping[scope, result.season, pair])
        self._damping[scope, result.season, pair] += 1
        is_first = self.meetings[scope, pair] == 0
        self.meetings[scope, pair] += 1
        steps = rated_pair(result, scope, orange, gray, weight, newly_met=is_first)
        for step in steps:
            self.ratings[scope, step.player] = step.after
        return steps

    def _rating_of(self, scope: Scope, player: PlayerKey) -> PlayerRating:
        known = self.ratings.get((scope, player))
        if scope == ALL_TIME:
            return known or NEVER_RATED
        last = self._latest.get(player)
        self._latest[player] = scope
        if known is not None:
            return known
        return NEVER_RATED if last is None else carried(self.ratings[last, player])


def rated_pair(
    result: RatedResult,
    scope: Scope,
    orange: PlayerRating,
    gray: PlayerRating,
    weight: float,
    *,
    newly_met: bool,
) -> list[RatingStep]:
    """Rate both players of a result by their ratings before it."""
    sides = (
        (result.orange, orange, gray, result.score),
        (result.gray, gray, orange, result.score.other),
    )
    steps = []
    for player, before, opponent, score in sides:
        after = rerated(before, opponent, score, weight, result.rated_at)
        after = replace(after, opponents=before.opponents + newly_met)
        steps.append(RatingStep(result.id, scope, player, before, after, weight))
    return steps


def pair_of(one: PlayerKey, other: PlayerKey) -> Pair:
    """Return two players in an order that does not depend on their seats."""
    return (min(one, other), max(one, other))
