"""Which matches count for ratings, by how much, and what is at stake."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.standings.glicko import (
    NEVER_RATED,
    PERIOD,
    UNRATED,
    WIDEST,
    PlayerRating,
    RatedResult,
    Rating,
    RatingTable,
    Scope,
    at_stake,
    carried,
    is_provisional,
    rerated,
    weight_of,
)
from bot.game import Seat
from bot.match.clock import DAY
from bot.match.ending import Score, score_of
from bot.match.identity import Instant, PlayerKey, Ply
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import Stakes
from tests.kit.matches import NOON, match

SETTLED = PlayerRating(Rating(1600, 60), NOON, wins=20, opponents=5)


def finished_match(outcome: Outcome | None, turns: int = 6, stakes: Stakes = Stakes.RATED) -> Match:
    return replace(match(outcome=outcome), ply=Ply(turns), stakes=stakes)


@pytest.mark.parametrize("why", EndReason)
def test_each_way_to_end_counts_or_does_not(why: EndReason) -> None:
    without = {
        EndReason.ABORTED,
        EndReason.CALLED_OFF,
        EndReason.BOTH_LEFT,
        EndReason.ENDED_BY_MODERATOR,
        EndReason.BOT_GONE,
        EndReason.BOTH_FORFEIT,
        EndReason.ADJUDICATED,
    }
    expected = None if why in without else Score.WIN
    assert score_of(finished_match(Outcome(why, Seat.ORANGE), turns=8)) is expected


def test_a_forfeit_counts_if_each_player_has_made_four_turns() -> None:
    forfeited = Outcome(EndReason.FORFEIT, Seat.ORANGE)
    assert score_of(finished_match(forfeited, turns=7)) is None
    assert score_of(finished_match(forfeited, turns=8)) is Score.WIN


def test_the_score_is_that_of_orange() -> None:
    assert score_of(finished_match(Outcome(EndReason.TIME, Seat.GRAY))) is Score.LOSS
    assert score_of(finished_match(Outcome(EndReason.AGREEMENT, None))) is Score.DRAW
    assert [score.other for score in Score] == [Score.LOSS, Score.DRAW, Score.WIN]


def test_casual_short_and_live_matches_do_not_count() -> None:
    won = Outcome(EndReason.RESIGNATION, Seat.ORANGE)
    assert score_of(finished_match(won, turns=5)) is None
    assert score_of(finished_match(won, stakes=Stakes.CASUAL)) is None
    assert score_of(finished_match(None)) is None


def test_the_first_five_matches_with_an_opponent_count_in_full_and_later_ones_less() -> None:
    weights = [weight_of(earlier) for earlier in range(20)]
    assert weights[:5] == [1.0] * 5
    assert weights[5:] == sorted(weights[5:], reverse=True)
    assert weights[9] == 0.5
    assert weights[19] == 0.25


def test_a_match_of_half_weight_changes_half_as_much() -> None:
    whole = rerated(SETTLED, NEVER_RATED, Score.LOSS, 1.0, NOON)
    half = rerated(SETTLED, NEVER_RATED, Score.LOSS, 0.5, NOON)
    assert half.rating.points - 1600 == pytest.approx((whole.rating.points - 1600) / 2)
    assert half.losses == whole.losses == 1


def test_a_newcomer_is_provisional_and_gets_settled() -> None:
    player, now = NEVER_RATED, NOON
    opponent = PlayerRating(Rating(1500, 50), NOON)
    assert is_provisional(player.rating)
    for played in range(30):
        now = Instant(now + 3600)
        score = Score.WIN if played % 2 else Score.LOSS
        player = rerated(player, replace(opponent, rated_at=now), score, 1.0, now)
    assert not is_provisional(player.rating)
    assert player.matches == 30


def test_time_away_makes_a_settled_rating_provisional_again_and_no_wider_than_unknown() -> None:
    after = [SETTLED.at(Instant(NOON + days * DAY)).deviation for days in (0, 30, 365, 3650, 36500)]
    assert after == sorted(after)
    assert after[0] == pytest.approx(60)
    assert after[1] < 110 < after[3]
    assert after[4] == WIDEST


def test_the_points_at_stake_equal_the_points_gained() -> None:
    other = PlayerRating(Rating(1700, 80), NOON)
    now = Instant(NOON + PERIOD)
    stake = at_stake(SETTLED, other, 0, now)
    assert stake.win > stake.draw > 0 > stake.loss
    won = rerated(SETTLED, other, Score.WIN, 1.0, now)
    assert round(won.rating.points) - 1600 == stake.win


def test_a_season_moves_ratings_half_way_to_the_average_and_widens_them() -> None:
    after = carried(SETTLED)
    assert after.rating == Rating(1550, 150, 0.06)
    assert (after.matches, after.opponents) == (0, 0)
    unsure = carried(PlayerRating(Rating(1400, 200), NOON))
    assert unsure.rating.deviation == 200


keys = st.integers(1, 5).map(PlayerKey)
pairs = st.tuples(keys, keys).filter(lambda pair: pair[0] != pair[1])


@st.composite
def results(draw: st.DrawFn) -> list[RatedResult]:
    """Results of two seasons, some of them voided, in or after their season."""
    number = draw(st.integers(1, 25))
    found = []
    for index in range(number):
        orange, gray = draw(pairs)
        at = Instant(NOON + index * 3600)
        season = Scope(1 if index < number // 2 else 2)
        void_after = draw(st.none() | st.integers(1, 40))
        voided_at = None if void_after is None else Instant(at + void_after * 3600)
        score = draw(st.sampled_from(Score))
        found.append(RatedResult(index + 1, season, at, orange, gray, score, voided_at))
    return found


@pytest.mark.long
@given(results())
def test_voided_results_are_as_if_they_had_never_been_played(rated: list[RatedResult]) -> None:
    """The table of a season that had ended before is an exception."""
    ends = {Scope(1): Instant(NOON + len(rated) // 2 * 3600)}
    table = RatingTable.of(rated, ends)
    of_all_time = RatingTable.of([each for each in rated if each.voided_at is None], ends)
    for (scope, player), rating in table.ratings.items():
        if scope == 0:
            assert of_all_time.ratings[scope, player] == rating
    kept = RatingTable.of(
        [
            replace(each, voided_at=None)
            for each in rated
            if each.voided_at is None or (each.season == 1 and each.voided_at > ends[Scope(1)])
        ],
        ends,
    )
    for (scope, player), rating in table.ratings.items():
        if scope == 1:
            assert kept.ratings[scope, player] == rating


@given(results())
def test_points_stay_bounded_and_counts_add_up(rated: list[RatedResult]) -> None:
    table = RatingTable.of(rated, {})
    counted = [each for each in rated if each.voided_at is None]
    of_all_time = [rating for (scope, _), rating in table.ratings.items() if scope == 0]
    assert sum(rating.matches for rating in of_all_time) == 2 * len(counted)
    assert sum(rating.wins for rating in of_all_time) == sum(
        rating.losses for rating in of_all_time
    )
    assert all(0 < rating.rating.points < 3000 for rating in of_all_time)
    assert all(0 < rating.opponents <= 4 for rating in of_all_time)
    assert RatingTable.of(rated, {}).ratings == table.ratings


def test_a_newcomer_begins_with_the_average_rating_and_a_high_deviation() -> None:
    assert (UNRATED.points, UNRATED.deviation) == (1500, 350)
