import pytest

from bot.features.tournaments.legs import (
    Decision,
    EntrantId,
    Leg,
    LegResult,
    RestartLeg,
    Withdrawal,
    adjudicated,
    leg_after,
    leg_between,
    losses_on_time,
    withdrawal_of,
    without,
)
from bot.game import Seat
from bot.match.match import EndReason, Outcome
from tests.kit.drawn_groups import legs_of

ADA, BO, CLEO = EntrantId(1), EntrantId(2), EntrantId(3)
NO_FAULT = (
    EndReason.ABORTED,
    EndReason.CALLED_OFF,
    EndReason.ENDED_BY_MODERATOR,
    EndReason.BOT_GONE,
)


def test_a_pairing_is_written_in_one_way_and_remembers_its_seats() -> None:
    leg = leg_between(BO, ADA)
    assert (leg.first, leg.second, leg.first_seat) == (ADA, BO, Seat.GRAY)
    assert (leg.seats.orange, leg.seats.gray) == (BO, ADA)
    assert leg.opponent_of(BO) == ADA


@pytest.mark.parametrize("winner", [Seat.ORANGE, Seat.GRAY])
@pytest.mark.parametrize(
    "why",
    [EndReason.LINE, EndReason.RESIGNATION, EndReason.TIME, EndReason.LEFT, EndReason.FORFEIT],
)
def test_a_user_who_wins_the_match_wins_the_leg_in_either_seat(
    why: EndReason, winner: Seat
) -> None:
    for leg in (leg_between(ADA, BO), leg_between(BO, ADA)):
        after = leg_after(leg, Outcome(why, winner), 0)
        assert not isinstance(after, RestartLeg)
        assert after.points_of(leg.seats.of(winner)) == 1.0
        assert after.points_of(leg.seats.of(winner.other)) == 0.0


@pytest.mark.parametrize(
    "why", [EndReason.AGREEMENT, EndReason.DEAD, EndReason.MOST_TURNS, EndReason.FIVEFOLD]
)
def test_a_drawn_match_is_a_drawn_leg(why: EndReason) -> None:
    after = leg_after(leg_between(ADA, BO), Outcome(why, None), 0)
    assert not isinstance(after, RestartLeg)
    assert (after.result, after.decision) == (LegResult.DRAW, Decision.PLAYED)


@pytest.mark.parametrize("why", NO_FAULT)
def test_a_match_that_its_players_did_not_end_begins_again_once_and_then_is_a_draw(
    why: EndReason,
) -> None:
    leg = leg_between(ADA, BO)
    assert leg_after(leg, Outcome(why, None), 0) == RestartLeg()
    assert leg_after(leg, Outcome(why, None), 1) == adjudicated(leg)


def test_a_match_that_ran_out_of_time_is_a_called_leg() -> None:
    leg = leg_between(ADA, BO)
    assert leg_after(leg, Outcome(EndReason.ADJUDICATED, None), 0) == adjudicated(leg)


@pytest.mark.parametrize("why", [EndReason.BOTH_LEFT, EndReason.BOTH_FORFEIT])
def test_both_lose_if_both_have_left(why: EndReason) -> None:
    after = leg_after(leg_between(ADA, BO), Outcome(why, None), 0)
    assert not isinstance(after, RestartLeg)
    assert after.points_of(ADA) == after.points_of(BO) == 0.0
    assert after.counts


def test_every_way_in_which_a_match_ends_has_a_meaning() -> None:
    for why in EndReason:
        leg_after(leg_between(ADA, BO), Outcome(why, Seat.GRAY), 0)


def test_losses_on_time_are_counted_and_other_losses_are_not() -> None:
    legs = [
        leg_between(ADA, BO).lost_by(ADA, Decision.TIME),
        leg_between(CLEO, ADA).lost_by(ADA, Decision.TIME),
        leg_between(BO, CLEO).lost_by(CLEO, Decision.PLAYED),
    ]
    assert [losses_on_time(each, legs) for each in (ADA, BO, CLEO)] == [2, 0, 0]


def test_half_of_the_legs_are_enough_to_count() -> None:
    legs = legs_of("x 1 1 . .", "0 x . . .", "0 . x . .", ". . . x .", ". . . . x")
    assert withdrawal_of(ADA, legs, {}) is Withdrawal.LOST
    assert withdrawal_of(BO, legs, {}) is Withdrawal.ANNULLED


def test_legs_lost_by_leaving_are_not_finished() -> None:
    going = Leg(ADA, BO).lost_by(ADA, Decision.WITHDRAWN)
    assert withdrawal_of(ADA, [going, Leg(ADA, CLEO)], {}) is Withdrawal.ANNULLED
    neither = Leg(ADA, BO).decided(LegResult.NEITHER, Decision.WITHDRAWN)
    assert withdrawal_of(ADA, [neither, Leg(ADA, CLEO)], {}) is Withdrawal.ANNULLED
    won = Leg(ADA, BO).lost_by(BO, Decision.WITHDRAWN)
    assert withdrawal_of(ADA, [won, Leg(ADA, CLEO)], {}) is Withdrawal.LOST


def test_legs_against_those_who_do_not_count_are_left_out_of_the_half() -> None:
    legs = legs_of("x 1 . .", "0 x . .", ". . x .", ". . . x")
    assert withdrawal_of(BO, legs, {}) is Withdrawal.ANNULLED
    others = {EntrantId(4): Withdrawal.ANNULLED}
    assert withdrawal_of(BO, legs, others) is Withdrawal.LOST
    assert withdrawal_of(BO, legs, {ADA: Withdrawal.ANNULLED}) is Withdrawal.ANNULLED


def test_open_legs_of_an_eliminated_entrant_are_won_by_the_others() -> None:
    open_leg = leg_between(ADA, BO)
    assert without(ADA, open_leg, Withdrawal.LOST).points_of(BO) == 1.0
    assert without(ADA, open_leg, Withdrawal.ANNULLED).result is LegResult.VOID
    assert without(CLEO, open_leg, Withdrawal.LOST) == open_leg
    assert without(ADA, open_leg, Withdrawal.LOST, [ADA, BO]).result is LegResult.NEITHER
    finished = open_leg.lost_by(BO, Decision.PLAYED)
    assert without(ADA, finished, Withdrawal.ANNULLED) == finished
