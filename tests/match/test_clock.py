"""Clocks: deadlines, the result of running out of time, and how time is kept."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import Seat, read_turn
from bot.match.clock import (
    DAY,
    HOUR,
    Bank,
    NoLimit,
    PerMove,
    Share,
    TimeControl,
    TurnClock,
    Weekends,
    read_time,
    write_time,
)
from bot.match.identity import Instant, PerSeat, Seconds
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import play, resign, run_out
from tests.kit.matches import GRAY, NOON, ORANGE, match

SPANS = st.integers(1, 10**7).map(lambda seconds: Seconds(float(seconds)))
CONTROLS: st.SearchStrategy[TimeControl] = st.one_of(
    SPANS.map(PerMove), st.builds(Bank, SPANS, SPANS, SPANS), st.just(NoLimit())
)
THREE_DAYS = PerMove(Seconds(3 * DAY))


def timed(control: TimeControl) -> Match:
    return replace(match(), clock=TurnClock.started(control, NOON))


def after(seconds: float) -> Instant:
    return Instant(NOON + seconds)


@given(CONTROLS)
def test_time_control_round_trips(control: TimeControl) -> None:
    assert read_time(write_time(control)) == control


@pytest.mark.parametrize("text", ["", "soon", "1+", "1+2<", "1<2"])
def test_text_that_is_not_a_time_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a time control"):
        read_time(text)


def test_each_turn_has_the_same_time_from_its_beginning() -> None:
    first = timed(THREE_DAYS)
    assert first.clock.deadline == after(3 * DAY)
    later = after(2 * DAY)
    second = play(first, ORANGE, read_turn("Kc3"), later).match
    assert (second.clock.began_at, second.clock.deadline) == (later, later + 3 * DAY)


def test_a_bank_grows_with_each_turn_of_its_own_seat_up_to_the_cap() -> None:
    bank = Bank(DAY, HOUR, Seconds(DAY + HOUR / 2))
    clock = TurnClock.started(bank, NOON)
    clock = clock.pressed(Seat.ORANGE, after(10 * HOUR))
    assert (clock.orange_bank, clock.gray_bank) == (15 * HOUR, DAY)
    assert clock.deadline == after(10 * HOUR + DAY)
    clock = clock.pressed(Seat.GRAY, after(10 * HOUR))
    assert (clock.orange_bank, clock.gray_bank) == (15 * HOUR, DAY + HOUR / 2)
    assert clock.deadline == after(25 * HOUR)


def test_a_reminder_is_due_after_the_share_that_is_preferred() -> None:
    clock = TurnClock.started(PerMove(Seconds(10 * HOUR)), NOON)
    assert clock.reminder_at() == after(8 * HOUR)
    assert clock.reminder_at(Share.HALF) == after(5 * HOUR)
    assert clock.reminder_at(Share.NINE_TENTHS) == after(9 * HOUR)
    assert clock.reminder_at(Share.NEVER) is None


def test_passed_reminder_shares_apply_to_the_remaining_time() -> None:
    clock = TurnClock.started(PerMove(Seconds(10 * HOUR)), NOON)
    moments = {share: clock.next_reminder_at(after(8 * HOUR), share) for share in Share}
    assert moments == {
        Share.NEVER: None,
        Share.HALF: after(9 * HOUR),
        Share.FOUR_FIFTHS: after(9.6 * HOUR),
        Share.NINE_TENTHS: after(9 * HOUR),
    }


def test_without_a_limit_nothing_ever_runs_out() -> None:
    endless = timed(NoLimit())
    assert endless.clock.reminder_at() is None
    assert endless.clock.next_reminder_at(NOON) is None
    assert run_out(endless, after(10**9)) is None
    assert play(endless, ORANGE, read_turn("Kc3"), after(10**9)).match.clock.deadline is None


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    waiting = timed(THREE_DAYS)
    assert run_out(waiting, after(3 * DAY - 1)) is None
    assert run_out(waiting, after(3 * DAY)) is not None


def test_time_running_out_aborts_a_match_until_both_have_moved_and_loses_it_afterwards() -> None:
    first = timed(THREE_DAYS)
    second = play(first, ORANGE, read_turn("Kc3"), NOON).match
    third = play(second, GRAY, read_turn("Kd5"), NOON).match
    for early in (first, second):
        ended = run_out(early, after(9 * DAY))
        assert ended is not None
        assert ended.outcome == Outcome(EndReason.ABORTED, None)
    ended = run_out(third, after(9 * DAY))
    assert ended is not None
    assert ended.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert ended.draft is None
    assert ended.revision == third.revision + 1


def test_a_match_that_is_over_does_not_run_out() -> None:
    over = resign(timed(THREE_DAYS), ORANGE, NOON)
    assert run_out(over, after(9 * DAY)) is None


FRIDAY_EVENING = Instant(NOON + 10 * HOUR)
"""The tests' noon is eight o'clock on a Friday."""
NEVER_ON_WEEKENDS = Weekends.PAUSED


def test_a_day_without_weekends_from_friday_ends_on_monday() -> None:
    control = PerMove(DAY)
    clock = TurnClock.started(control, FRIDAY_EVENING, NEVER_ON_WEEKENDS)
    assert clock.deadline == FRIDAY_EVENING + 3 * DAY
    assert clock.left(Instant(FRIDAY_EVENING + 2 * DAY)) == 18 * HOUR
    assert clock.reminder_at() == FRIDAY_EVENING + 2 * DAY + 0.8 * DAY


def test_weekends_are_left_out_of_every_turn() -> None:
    control = PerMove(DAY)
    clock = TurnClock.started(control, NOON, NEVER_ON_WEEKENDS)
    clock = clock.pressed(Seat.ORANGE, FRIDAY_EVENING)
    assert (clock.weekends, clock.deadline) == (NEVER_ON_WEEKENDS, FRIDAY_EVENING + 3 * DAY)


def test_a_bank_does_not_shrink_over_a_weekend() -> None:
    bank = Bank(DAY, HOUR, Seconds(2 * DAY))
    clock = TurnClock.started(bank, FRIDAY_EVENING, NEVER_ON_WEEKENDS)
    sunday = Instant(FRIDAY_EVENING + 2 * DAY)
    assert clock.pressed(Seat.ORANGE, sunday).orange_bank == DAY - 6 * HOUR + HOUR


def test_a_stopped_clock_resumes_with_the_remaining_time() -> None:
    clock = TurnClock.started(THREE_DAYS, NOON).stopped(after(DAY))
    assert (clock.deadline, clock.held, clock.stopped_at) == (None, 2 * DAY, after(DAY))
    assert clock.reminder_at() is None
    assert not clock.has_run_out(after(99 * DAY))
    running = clock.going_on(Seat.ORANGE, after(11 * DAY))
    assert running.deadline == after(13 * DAY)
    assert (running.held, running.stopped_at) == (None, None)
    assert running.reminder_at() == after(12.4 * DAY)


def test_stopping_or_resuming_twice_has_no_effect() -> None:
    running = TurnClock.started(THREE_DAYS, NOON)
    stopped = running.stopped(after(DAY))
    assert stopped.stopped(after(2 * DAY)) == stopped
    assert running.going_on(Seat.ORANGE, after(DAY)) == running
    endless = TurnClock.started(NoLimit(), NOON)
    assert endless.stopped(after(DAY)) == endless


def test_a_turn_of_a_player_who_is_away_begins_stopped() -> None:
    clock = TurnClock.started(THREE_DAYS, NOON)
    clock = replace(clock, away=clock.away.with_value(Seat.GRAY, after(9 * DAY)))
    turned = clock.pressed(Seat.ORANGE, after(DAY))
    assert (turned.deadline, turned.held) == (None, 3 * DAY)
    back = clock.pressed(Seat.ORANGE, after(9 * DAY))
    assert (back.deadline, back.held) == (after(12 * DAY), None)
    at_once = TurnClock.started(THREE_DAYS, NOON, away=PerSeat(after(DAY), None))
    assert at_once.held == 3 * DAY


def test_a_user_who_moves_while_their_clock_is_stopped_keeps_the_rest_of_the_bank() -> None:
    bank = Bank(DAY, HOUR, Seconds(2 * DAY))
    clock = TurnClock.started(bank, NOON).stopped(after(10 * HOUR))
    turned = clock.pressed(Seat.ORANGE, after(9 * DAY))
    assert turned.orange_bank == 15 * HOUR
    assert (turned.deadline, turned.held) == (after(10 * DAY), None)


def test_a_bank_above_its_cap_stays_and_does_not_grow() -> None:
    bank = Bank(DAY, HOUR, DAY)
    clock = TurnClock.started(bank, NOON).banking(Seat.ORANGE, DAY).anew(Seat.ORANGE, NOON)
    assert clock.pressed(Seat.ORANGE, after(HOUR)).orange_bank == 2 * DAY - HOUR


def test_a_passed_reminder_is_due_again_when_time_is_added() -> None:
    clock = TurnClock.started(PerMove(Seconds(14 * DAY)), NOON)
    assert clock.next_reminder_at(NOON) == clock.reminder_at()
    longer = clock.longer(DAY)
    assert longer.reminder_at() == after(12 * DAY)
    assert longer.next_reminder_at(after(13 * DAY)) == after(13 * DAY + 0.8 * 2 * DAY)
