from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.ladders.rules import (
    NOT_AGAIN_WITHIN,
    OFF_WITHIN,
    Climb,
    Ladder,
    LadderMeeting,
    LadderObstacle,
    OpenChallenge,
    Order,
    RungId,
    after_no_answer,
    after_win,
    challengeable,
    climb_on_time,
    is_off,
    joined,
    left,
    obstacle_between,
    one_down,
    reach,
    weekly_falls,
)
from bot.match.identity import Instant
from tests.kit.ladders import rungs_of

NOW = Instant(1_000_000_000.0)
FIVE: Order = tuple(rungs_of(5))
ONE, TWO, THREE, FOUR, LAST = FIVE


def test_the_range_of_challenges_grows_with_the_ladder() -> None:
    assert [reach(number) for number in (2, 19, 20, 59, 60, 79, 80)] == [3, 3, 5, 5, 6, 7, 8]


def test_players_can_challenge_those_just_above_them() -> None:
    ladder = Ladder(FIVE)
    assert challengeable(ladder, LAST, NOW) == (TWO, THREE, FOUR)
    assert challengeable(ladder, ONE, NOW) == ()
    assert obstacle_between(ladder, LAST, ONE, NOW) is LadderObstacle.TOO_FAR
    assert obstacle_between(ladder, ONE, TWO, NOW) is LadderObstacle.NOT_ABOVE
    assert obstacle_between(ladder, RungId(9), TWO, NOW) is LadderObstacle.NOT_ON_LADDER


def test_resting_users_are_skipped() -> None:
    ladder = Ladder(FIVE, frozenset({THREE, FOUR}))
    assert challengeable(ladder, LAST, NOW) == (ONE, TWO)
    assert obstacle_between(ladder, LAST, FOUR, NOW) is LadderObstacle.RESTING


def test_players_with_an_open_or_recent_match_do_not_meet_again() -> None:
    meeting = Ladder(FIVE, challenges=(OpenChallenge(LAST, FOUR),))
    assert obstacle_between(meeting, LAST, FOUR, NOW) is LadderObstacle.MEETING
    met = Ladder(FIVE, meetings=(LadderMeeting(FOUR, LAST, NOW),))
    almost = Instant(NOW + NOT_AGAIN_WITHIN - 1)
    assert obstacle_between(met, LAST, FOUR, almost) is LadderObstacle.MET_LATELY
    assert obstacle_between(met, LAST, FOUR, Instant(almost + 1)) is None


def test_a_player_may_have_two_open_challenges_in_each_direction() -> None:
    own = Ladder(FIVE, challenges=(OpenChallenge(LAST, FOUR), OpenChallenge(LAST, TWO)))
    assert obstacle_between(own, LAST, THREE, NOW) is LadderObstacle.OWN_OPEN
    others = Ladder(FIVE, challenges=(OpenChallenge(LAST, TWO), OpenChallenge(THREE, TWO)))
    assert obstacle_between(others, FOUR, TWO, NOW) is LadderObstacle.OTHERS_OPEN


def test_a_challenger_who_wins_takes_the_losers_place() -> None:
    assert after_win(FIVE, FOUR, TWO) == (ONE, FOUR, TWO, THREE, LAST)
    assert after_win(FIVE, FOUR, TWO, Climb.ONE_PLACE) == (ONE, TWO, FOUR, THREE, LAST)


def test_no_one_moves_if_the_challenger_is_above_or_a_player_has_left() -> None:
    assert after_win(FIVE, TWO, FOUR) == FIVE
    assert after_win(left(FIVE, TWO), FOUR, TWO) == (ONE, THREE, FOUR, LAST)
    assert after_no_answer(FIVE, TWO, FOUR) == FIVE


def test_an_unanswered_challenge_swaps_the_two_players() -> None:
    assert after_no_answer(FIVE, FOUR, TWO) == (ONE, FOUR, THREE, TWO, LAST)


def test_a_win_on_time_counts_in_full_once_both_have_played() -> None:
    assert climb_on_time((4, 4)) is Climb.FULL
    assert climb_on_time((9, 3)) is Climb.ONE_PLACE


def test_a_loss_on_time_costs_a_place_except_for_the_last_player() -> None:
    assert one_down(FIVE, ONE) == (TWO, ONE, THREE, FOUR, LAST)
    assert one_down(FIVE, LAST) == FIVE


@pytest.mark.parametrize(
    ("falling", "after"),
    [
        ((ONE,), (TWO, ONE, THREE, FOUR, LAST)),
        ((ONE, TWO), (THREE, ONE, TWO, FOUR, LAST)),
        ((TWO, FOUR), (ONE, THREE, TWO, LAST, FOUR)),
        ((LAST,), FIVE),
        (FIVE, FIVE),
    ],
)
def test_resting_players_fall_below_active_ones(falling: Order, after: Order) -> None:
    assert weekly_falls(FIVE, falling) == after


def test_three_losses_on_time_within_sixty_days_remove_a_player() -> None:
    moments = [NOW, NOW, NOW]
    assert is_off(moments, Instant(NOW + OFF_WITHIN))
    assert not is_off(moments, Instant(NOW + OFF_WITHIN + 1))
    assert not is_off(moments[:2], NOW)


def test_users_join_once_at_the_bottom() -> None:
    assert joined(FIVE, RungId(9))[-1] == 9
    assert joined(FIVE, ONE) == FIVE


@given(st.integers(2, 80), st.integers(0, 2**32))
def test_players_shown_as_challengeable_can_be_challenged(size: int, seed: int) -> None:
    chance = Random(seed)
    order = tuple(chance.sample(rungs_of(size), size))
    ladder = Ladder(
        order,
        frozenset(chance.sample(order, size // 4)),
        tuple(OpenChallenge(*chance.sample(order, 2)) for _ in range(size // 4)),
    )
    for challenger in chance.sample(order, min(size, 8)):
        offered = challengeable(ladder, challenger, NOW)
        assert offered == tuple(
            each for each in order if obstacle_between(ladder, challenger, each, NOW) is None
        )
        assert len(offered) <= reach(size)
    assert challengeable(ladder, RungId(999), NOW) == ()


@given(st.integers(2, 70), st.integers(0, 2**32))
def test_no_event_repeats_or_loses_a_player(size: int, seed: int) -> None:
    chance = Random(seed)
    order = tuple(chance.sample(rungs_of(size), size))
    one, other = chance.sample(order, 2)
    resting = chance.sample(order, chance.randint(0, size))
    for after in (
        *(after_win(order, one, other, climb) for climb in Climb),
        after_no_answer(order, one, other),
        one_down(order, one),
        weekly_falls(order, resting),
        joined(left(order, one), one),
    ):
        assert sorted(after) == sorted(order)


def test_a_user_who_has_just_begun_to_rest_does_not_fall_yet() -> None:
    assert weekly_falls(FIVE, (ONE,), (TWO,)) == (TWO, THREE, ONE, FOUR, LAST)
    assert weekly_falls(FIVE, (), (TWO,)) == FIVE
