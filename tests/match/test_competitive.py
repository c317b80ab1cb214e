"""Competitive matches as values: others wait for their result."""

from dataclasses import replace

import pytest

from bot.game import Seat
from bot.match.clock import DAY, NoLimit, PerMove, TurnClock
from bot.match.ending import (
    Score,
    adjudicate,
    call_off,
    end_for_leaving,
    ends_without,
    forfeit,
    may_call_off,
    score_of,
)
from bot.match.errors import NoTakebacks, TooLateToCallOff
from bot.match.identity import Instant, Ply, Seconds
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import NoTimeToGive, add_day, may_add_day, run_out, show_boards
from bot.match.takebacks import ask_takeback, may_ask_takeback
from bot.match.terms import Conduct, Stakes
from tests.kit.matches import NOON, ORANGE, match, match_after_shuttle

LATE = Instant(NOON + 4 * DAY)


def competitive(turns: int = 0, stakes: Stakes = Stakes.RATED) -> Match:
    played, _ = match_after_shuttle(turns)
    clock = TurnClock.started(PerMove(Seconds(3 * DAY)), NOON)
    return replace(played, clock=clock, stakes=stakes, conduct=Conduct.COMPETITIVE)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_time_that_runs_out_is_a_loss_from_the_first_turn_on(turns: int) -> None:
    live = competitive(turns)
    over = run_out(live, LATE)
    assert over is not None
    assert over.outcome == Outcome(EndReason.TIME, live.position.to_move.other)
    assert score_of(over) is None


@pytest.mark.parametrize("turns", [0, 1])
def test_a_competitive_match_cannot_be_called_off(turns: int) -> None:
    live = competitive(turns)
    assert not may_call_off(live)
    with pytest.raises(TooLateToCallOff):
        call_off(live, ORANGE, NOON)


def test_no_turn_is_taken_back_and_no_day_is_given() -> None:
    live = competitive(4)
    assert not any(may_ask_takeback(live, seat) or may_add_day(live, seat) for seat in Seat)
    with pytest.raises(NoTakebacks):
        ask_takeback(live, ORANGE, NOON)
    with pytest.raises(NoTimeToGive):
        add_day(live, ORANGE, NOON)


def test_a_player_who_leaves_before_both_have_moved_loses() -> None:
    live = competitive()
    left = end_for_leaving(live, [Seat.GRAY], NOON)
    assert left.outcome == Outcome(EndReason.LEFT, Seat.ORANGE)
    assert end_for_leaving(live, list(Seat), NOON).outcome == Outcome(EndReason.BOTH_LEFT, None)


@pytest.mark.parametrize(
    ("out", "outcome"),
    [
        ([Seat.ORANGE], Outcome(EndReason.FORFEIT, Seat.GRAY)),
        ([Seat.GRAY], Outcome(EndReason.FORFEIT, Seat.ORANGE)),
        ([*Seat], Outcome(EndReason.BOTH_FORFEIT, None)),
    ],
)
def test_a_player_who_is_out_of_the_competition_loses_live_matches(
    out: list[Seat], outcome: Outcome
) -> None:
    live = competitive(3)
    assert forfeit(live, out, NOON).outcome == outcome
    late = forfeit(live, out, LATE)
    assert late.outcome == Outcome(EndReason.TIME, Seat.ORANGE), "time had run out before"
    assert forfeit(late, out, LATE) is late
    assert forfeit(live, [], NOON) is live


def test_a_forfeit_is_rated_after_four_turns_of_each() -> None:
    scores = [score_of(forfeit(competitive(turns), [Seat.GRAY], NOON)) for turns in (6, 7, 8)]
    assert scores == [None, None, Score.WIN]


def test_a_match_that_the_competition_cannot_wait_for_is_an_unrated_draw() -> None:
    live = competitive(8)
    over = adjudicate(live, NOON)
    assert over.outcome == Outcome(EndReason.ADJUDICATED, None)
    assert score_of(over) is None
    assert adjudicate(over, LATE) is over
    late = adjudicate(live, LATE)
    assert late.outcome == Outcome(EndReason.TIME, Seat.GRAY), "time had run out before"


@pytest.mark.parametrize("order", [[Seat.ORANGE, Seat.GRAY], [Seat.GRAY, Seat.ORANGE]])
def test_no_time_runs_for_a_seat_before_its_board(order: list[Seat]) -> None:
    clock = TurnClock.started(PerMove(Seconds(DAY)), NOON, awaits_board=frozenset(Seat))
    live = replace(match(), clock=clock)
    assert run_out(live, Instant(NOON + 99 * DAY)) is None
    for place, seat in enumerate(order):
        live = show_boards(live, [seat], Instant(NOON + place))
    assert live.clock.deadline == NOON + order.index(Seat.ORANGE) + DAY
    assert live.clock.awaits_board == frozenset()
    assert show_boards(live, Seat, LATE) is live
    assert live.ply == Ply(0)


def test_without_a_limit_nothing_waits_for_a_board() -> None:
    clock = TurnClock.started(NoLimit(), NOON, awaits_board=frozenset(Seat))
    live = show_boards(replace(match(), clock=clock), Seat, LATE)
    assert (live.clock.deadline, live.clock.awaits_board) == (None, frozenset())
    assert ends_without(live, NOON) is not None
