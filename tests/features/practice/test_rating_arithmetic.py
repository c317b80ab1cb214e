"""Practice ratings: how a match changes them, and where they lie among the levels."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.practice.ratings import (
    FLOOR,
    LEVEL_DEVIATION,
    UNPRACTISED,
    LevelRange,
    PracticeRating,
    PracticeResult,
    among,
    course,
    even_level,
    practised,
    score_of,
)
from bot.features.standings.glicko import PERIOD, UNRATED, Game, Rating, aged, rated
from bot.game import Seat
from bot.match.clock import DAY
from bot.match.ending import Score
from bot.match.identity import Instant, Ply
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import BotPlayer, LevelNumber, Measurement, Practice
from tests.kit.matches import NOON, match

LEVELS = {LevelNumber(1): 500.0, LevelNumber(2): 1100.0, LevelNumber(3): 1500.0}
THIRD = LevelNumber(3)

results = st.builds(
    PracticeResult,
    level=st.sampled_from([LevelNumber(each) for each in range(1, 9)]),
    points=st.floats(300, 4000),
    score=st.sampled_from(Score),
    rated_at=st.floats(0, 400 * DAY).map(Instant),
    voided_at=st.sampled_from([None, None, None, NOON]),
)
courses = st.lists(results, max_size=12).map(
    lambda found: sorted(found, key=lambda each: each.rated_at)
)


def result(score: Score, points: float = 1500.0, at: Instant = NOON) -> PracticeResult:
    return PracticeResult(THIRD, points, score, at)


def finished_match(
    why: EndReason = EndReason.LINE,
    winner: Seat | None = Seat.ORANGE,
    measured: Measurement = Measurement.YES,
    ply: int = 2,
) -> Match:
    """A match that is over, in which the bot plays gray."""
    practice = Practice(THIRD, measured=measured)
    return replace(
        match(),
        bot=BotPlayer(Seat.GRAY, practice),
        outcome=Outcome(why, winner),
        ply=Ply(ply),
    )


@pytest.mark.parametrize(
    ("ended", "score"),
    [
        (finished_match(), Score.WIN),
        (finished_match(winner=Seat.GRAY), Score.LOSS),
        (finished_match(EndReason.REPETITION, None), Score.DRAW),
        (finished_match(EndReason.RESIGNATION), Score.WIN),
        (finished_match(EndReason.RESIGNATION, Seat.GRAY), Score.LOSS),
        (finished_match(EndReason.TIME, Seat.GRAY), Score.LOSS),
        (finished_match(EndReason.LEFT, Seat.GRAY), Score.LOSS),
    ],
)
def test_a_match_with_a_result_counts(ended: Match, score: Score) -> None:
    assert score_of(ended) is score


@pytest.mark.parametrize(
    "ended",
    [
        finished_match(measured=Measurement.NO),
        finished_match(EndReason.AGREEMENT, None),
        finished_match(EndReason.ABORTED, None),
        finished_match(EndReason.CALLED_OFF, None),
        finished_match(EndReason.ENDED_BY_MODERATOR, None),
        finished_match(EndReason.RESIGNATION, Seat.GRAY, ply=1),
        finished_match(EndReason.TIME, Seat.ORANGE),
        finished_match(EndReason.LEFT, Seat.ORANGE),
        replace(finished_match(), outcome=None),
        replace(finished_match(), bot=None),
    ],
)
def test_other_matches_do_not_count(ended: Match) -> None:
    assert score_of(ended) is None


def test_the_seat_of_the_bot_says_who_has_won() -> None:
    practice = Practice(THIRD)
    ended = replace(finished_match(winner=Seat.GRAY), bot=BotPlayer(Seat.ORANGE, practice))
    assert score_of(ended) is Score.WIN


def test_a_first_match_is_glicko_against_the_points_of_the_level() -> None:
    after = practised(UNPRACTISED, result(Score.WIN))
    level = Rating(1500.0, LEVEL_DEVIATION)
    assert after.rating == rated(UNRATED, [Game(level, 1.0)], periods=0.0)
    assert (round(after.rating.points), round(after.rating.deviation)) == (1675, 248)
    assert (after.wins, after.draws, after.losses, after.best) == (1, 0, 0, THIRD)
    assert after.rated_at == NOON


def test_a_loss_and_a_draw_are_counted_and_beat_no_level() -> None:
    lost = practised(UNPRACTISED, result(Score.LOSS))
    assert (lost.wins, lost.losses, lost.best) == (0, 1, None)
    assert round(lost.rating.points) == 1325
    drawn = practised(UNPRACTISED, result(Score.DRAW))
    assert (drawn.draws, drawn.matches, drawn.best) == (1, 1, None)
    assert drawn.rating.points == pytest.approx(1500.0)


def test_the_highest_level_beaten_stays() -> None:
    lower = PracticeResult(LevelNumber(1), 500.0, Score.WIN, NOON)
    after = course([result(Score.WIN), lower])[-1]
    assert after.best == THIRD
    assert practised(practised(UNPRACTISED, lower), result(Score.WIN)).best == THIRD


def test_a_rating_ages_until_the_next_match() -> None:
    before = PracticeRating(Rating(1600.0, 60.0), NOON, wins=20)
    later = Instant(NOON + 90 * DAY)
    assert before.at(later) == aged(Rating(1600.0, 60.0), 90 * DAY / PERIOD)
    after = practised(before, result(Score.WIN, at=later))
    soon = practised(before, result(Score.WIN))
    assert after.rating.points > soon.rating.points


def test_beating_a_level_far_below_gains_almost_nothing() -> None:
    strong = PracticeRating(Rating(2400.0, 60.0), NOON, wins=40)
    after = practised(strong, result(Score.WIN, points=500.0))
    assert after.rating.points == pytest.approx(2400.0, abs=0.1)


@pytest.mark.parametrize("score", [Score.WIN, Score.DRAW])
def test_a_feat_against_a_level_far_above_counts_as_against_one_400_points_away(
    score: Score,
) -> None:
    for own in (UNPRACTISED, PracticeRating(Rating(1600.0, 60.0), NOON, wins=20)):
        near = practised(own, result(score, points=own.rating.points + 400.0))
        assert practised(own, result(score, points=3000.0)) == near
        assert near.rating.points > own.rating.points


@pytest.mark.parametrize("score", [Score.DRAW, Score.LOSS])
def test_a_slip_against_a_level_far_below_counts_as_against_one_400_points_away(
    score: Score,
) -> None:
    own = PracticeRating(Rating(2400.0, 60.0), NOON, wins=40)
    near = practised(own, result(score, points=2000.0))
    assert practised(own, result(score, points=500.0)) == near
    assert near.rating.points < own.rating.points


def test_a_loss_against_a_level_far_above_costs_next_to_nothing() -> None:
    own = PracticeRating(Rating(1000.0, 60.0), NOON, losses=20)
    after = practised(own, result(Score.LOSS, points=3000.0))
    assert after.rating.points == pytest.approx(1000.0, abs=0.1)


def test_no_rating_falls_below_the_minimum() -> None:
    found = PracticeRating(Rating(FLOOR + 1, 200.0), NOON)
    after = practised(found, result(Score.LOSS, points=300.0))
    assert after.rating.points == FLOOR


@given(courses)
def test_a_better_score_never_gives_fewer_points(played: list[PracticeResult]) -> None:
    before = course(played)[-1]
    points = [
        practised(before, PracticeResult(THIRD, 1500.0, score, Instant(401 * DAY))).rating.points
        for score in (Score.LOSS, Score.DRAW, Score.WIN)
    ]
    assert points == sorted(points)


@given(courses)
def test_a_void_result_is_as_if_it_had_never_been_played(played: list[PracticeResult]) -> None:
    current = [each for each in played if each.voided_at is None]
    assert course(played)[-1] == course(current)[-1]
    assert len(course(played)) == len(played) + 1


@given(courses)
def test_every_match_that_counts_is_counted_and_no_rating_leaves_its_bounds(
    played: list[PracticeResult],
) -> None:
    counted = [each for each in played if each.voided_at is None]
    for rating in course(played):
        assert rating.rating.points >= FLOOR
        assert 0 < rating.rating.deviation <= UNRATED.deviation
    last = course(played)[-1]
    assert last.matches == len(counted)
    beaten = [each.level for each in counted if each.score is Score.WIN]
    assert last.best == max(beaten, default=None)


@pytest.mark.parametrize(
    ("points", "level"), [(100, 1), (700, 1), (900, 2), (1100, 2), (1400, 3), (1500, 3), (3000, 3)]
)
def test_the_even_level_is_the_one_with_the_most_even_chances(points: float, level: int) -> None:
    assert even_level(Rating(points, 80.0), LEVELS) == level


def test_an_unrated_user_has_the_most_even_chances_at_the_third_level() -> None:
    assert even_level(UNRATED, LEVELS) == THIRD


@pytest.mark.parametrize(
    ("points", "below", "above"),
    [
        (449, None, 1),
        (450, 1, 1),
        (550, 1, 1),
        (551, 1, 2),
        (1049, 1, 2),
        (1262, 2, 3),
        (1480, 3, 3),
        (1551, 3, None),
    ],
)
def test_a_rating_is_at_a_level_or_between_two(
    points: float, below: int | None, above: int | None
) -> None:
    assert among(points, LEVELS) == LevelRange(
        None if below is None else LevelNumber(below),
        None if above is None else LevelNumber(above),
    )
