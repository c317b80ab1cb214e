"""Ratings computed anew from the results of a server and ruleset, in the order of their ends.

What is stored match by match must be what this gives, to the last bit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.features.standings.glicko import (
    ALL_TIME,
    NEVER_RATED,
    PlayerRating,
    Scope,
    carried,
    rerated,
    weight_of,
)
from bot.match.identity import Instant, PlayerKey
from bot.match.score import Score

Pair = tuple[PlayerKey, PlayerKey]


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A rated match that has ended. `score` is orange's.

    `voided_at` is when a moderator ruled that it does not count, if one did.
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
    """What a result made of one player's rating in one scope, and what it was computed from."""

    result: int
    scope: Scope
    player: PlayerKey
    before: PlayerRating
    after: PlayerRating
    weight: float


@dataclass(slots=True)
class RatingTable:
    """The ratings of a server and ruleset as they grow, result by result.

    `ended` says when each season ended that has: what is voided later changes it no more.
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
        orange, gray = self._before(scope, result.orange), self._before(scope, result.gray)
        weight = weight_of(self._damping[scope, result.season, pair])
        self._damping[scope, result.season, pair] += 1
        is_first = self.meetings[scope, pair] == 0
        self.meetings[scope, pair] += 1
        steps = rated_pair(result, scope, orange, gray, weight, newly_met=is_first)
        for step in steps:
            self.ratings[scope, step.player] = step.after
        return steps

    def _before(self, scope: Scope, player: PlayerKey) -> PlayerRating:
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
    """Rate both players of a result by their ratings from before it."""
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
    """Return two players in an order that does not depend on who sat where."""
    return (min(one, other), max(one, other))
