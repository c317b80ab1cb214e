"""Practice ratings: a user's strength, from matches against the levels of the bot.

The levels play the same everywhere, so a rating spans all servers. It is Glicko-2, as for rated
matches; a level's own points never change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, assert_never

from bot.features.standings.glicko import PERIOD, UNRATED, Game, Rating, aged, expected_score, rated
from bot.match.ending import Score, has_result
from bot.match.identity import Instant, Ply
from bot.match.match import EndReason, Match
from bot.match.terms import LevelNumber, Measurement

LEVEL_DEVIATION: Final = 50.0
"""The deviation of a level's points: users differ in what they find hard."""
WIDEST_GAP: Final = 400.0
"""A surprising result counts as if the level were at most this many points away."""
FLOOR: Final = 100.0
"""No rating falls below this many points, because the lowest level may not have many more."""
FEWEST_TURNS: Final = Ply(2)
"""The fewest turns of a match that counts: both players have moved once."""

Levels = Mapping[LevelNumber, float]
"""The points of levels."""


@dataclass(frozen=True, slots=True)
class PracticeResult:
    """The result of a match that ended at `rated_at`. `points` are the level's.

    `voided_at` is when a moderator voided the result, if one did.
    """

    level: LevelNumber
    points: float
    score: Score
    rated_at: Instant
    voided_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class PracticeRating:
    """A user's practice rating in a ruleset, and its history.

    `rated_at` is the end of the last match that counts; `best` is the highest level beaten.
    """

    rating: Rating = UNRATED
    rated_at: Instant | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    best: LevelNumber | None = None

    @property
    def matches(self) -> int:
        """How many matches count."""
        return self.wins + self.draws + self.losses

    def at(self, now: Instant) -> Rating:
        """Return the rating at a moment: the longer the user was away, the wider its deviation."""
        if self.rated_at is None:
            return self.rating
        return aged(self.rating, max(0.0, now - self.rated_at) / PERIOD)


UNPRACTISED: Final = PracticeRating()


@dataclass(frozen=True, slots=True)
class LevelRange:
    """The two levels that a user is between; the same one twice if they are about equal.

    `below` is `None` under the lowest level, `above` is `None` over the highest.
    """

    below: LevelNumber | None
    above: LevelNumber | None


def score_of(match: Match) -> Score | None:
    """Return the score of the user who played the bot; `None` if the match does not count."""
    if match.bot is None or match.outcome is None or match.ply < FEWEST_TURNS:
        return None
    if match.bot.practice.measured is Measurement.NO or not has_result(match.outcome):
        return None
    if match.outcome.why is EndReason.AGREEMENT:
        # The bot accepts a draw unless its position is better, so a draw takes no strength.
        return None
    match match.outcome.winner:
        case None:
            return Score.DRAW
        case winner if winner is match.bot.seat:
            return Score.LOSS
        case _:
            # A result that came while the bot was away says nothing about the user's strength.
            return None if match.outcome.why in (EndReason.TIME, EndReason.LEFT) else Score.WIN


def practised(before: PracticeRating, result: PracticeResult) -> PracticeRating:
    """Return a user's rating after a match; a void one changes nothing."""
    if result.voided_at is not None:
        return before
    before_match = before.at(result.rated_at)
    level = Rating(_points_of(result, before_match.points), LEVEL_DEVIATION)
    after = rated(before_match, [Game(level, result.score.value)], periods=0.0)
    done = replace(
        before,
        rating=replace(after, points=max(after.points, FLOOR)),
        rated_at=result.rated_at,
    )
    match result.score:
        case Score.WIN:
            return replace(done, wins=done.wins + 1, best=_higher_level(done.best, result.level))
        case Score.DRAW:
            return replace(done, draws=done.draws + 1)
        case Score.LOSS:
            return replace(done, losses=done.losses + 1)
        case _:
            assert_never(result.score)


def course(results: Iterable[PracticeResult]) -> list[PracticeRating]:
    """Return a user's rating before the first of their matches and after each of them."""
    ratings = [UNPRACTISED]
    for result in results:
        ratings.append(practised(ratings[-1], result))
    return ratings


def even_level(rating: Rating, levels: Levels) -> LevelNumber:
    """Return the level with the most even chances for a rating, the lower of two."""

    def apart(number: LevelNumber) -> tuple[float, int]:
        level = Rating(levels[number], LEVEL_DEVIATION)
        return abs(expected_score(rating, level) - 0.5), number

    return min(levels, key=apart)


def among(points: float, levels: Levels) -> LevelRange:
    """Return the levels that a rating is between."""
    nearest = min(levels, key=lambda number: (abs(levels[number] - points), number))
    if abs(levels[nearest] - points) <= LEVEL_DEVIATION:
        return LevelRange(nearest, nearest)
    lower = [number for number in levels if levels[number] < points]
    higher = [number for number in levels if levels[number] > points]
    return LevelRange(
        max(lower, key=levels.__getitem__, default=None),
        min(higher, key=levels.__getitem__, default=None),
    )


def _points_of(result: PracticeResult, own: float) -> float:
    """Return the level's points, at most `WIDEST_GAP` from the user's if the result surprises."""
    points = result.points
    if result.score is not Score.LOSS:
        points = min(points, own + WIDEST_GAP)
    if result.score is not Score.WIN:
        points = max(points, own - WIDEST_GAP)
    return points


def _higher_level(best: LevelNumber | None, level: LevelNumber) -> LevelNumber:
    return level if best is None else max(best, level)
