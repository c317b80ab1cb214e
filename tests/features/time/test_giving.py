"""Days that one player gives the other."""

from dataclasses import replace

import pytest

from bot.features.time.vacation import leave
from bot.game import Seat, read_turn
from bot.match.clock import DAY, HOUR, Bank, NoLimit, PerMove, TimeControl, TurnClock, Weekends
from bot.match.errors import MatchOver, NotAPlayer
from bot.match.identity import Instant, PerSeat, Seconds
from bot.match.match import Match
from bot.match.playing import (
    MOST_DAYS,
    ClockNotRunning,
    GivenAlready,
    NoTimeToGive,
    TooMuchTime,
    add_day,
    may_add_day,
    play,
    resign,
)
from tests.kit.matches import GRAY, NOON, ORANGE, STRANGER, match

THREE_DAYS = PerMove(Seconds(3 * DAY))
BANK = Bank(DAY, HOUR, Seconds(2 * DAY))


def timed(control: TimeControl, weekends: Weekends = Weekends.PLAYED) -> Match:
    return replace(match(), clock=TurnClock.started(control, NOON, weekends))


def test_the_deadline_of_the_opponents_turn_moves_by_a_day() -> None:
    before = timed(THREE_DAYS)
    after = add_day(before, GRAY, NOON)
    assert after.clock.deadline == NOON + 4 * DAY
    assert after.clock.given == PerSeat(0, 1)
    assert after.revision == before.revision + 1


def test_a_day_is_given_once_a_turn() -> None:
    given = add_day(timed(BANK), GRAY, NOON)
    with pytest.raises(GivenAlready):
        add_day(given, GRAY, NOON)
    assert not may_add_day(given, Seat.GRAY)
    assert add_day(given, ORANGE, NOON).clock.given == PerSeat(1, 1)
    played = play(given, ORANGE, read_turn("Kc3"), NOON).match
    assert add_day(played, GRAY, NOON).clock.given == PerSeat(0, 1)


def test_a_given_day_counts_for_one_turn() -> None:
    given = add_day(timed(THREE_DAYS), GRAY, NOON)
    played = play(given, ORANGE, read_turn("Kc3"), NOON).match
    assert played.clock.given == PerSeat(0, 0)
    assert played.clock.deadline == NOON + 3 * DAY


def test_a_day_given_on_a_friday_is_a_monday_where_weekends_do_not_count() -> None:
    given = add_day(timed(PerMove(HOUR), Weekends.PAUSED), GRAY, NOON)
    assert given.clock.deadline == NOON + HOUR + 3 * DAY


def test_a_running_bank_gets_the_day_on_its_deadline_and_keeps_the_rest() -> None:
    given = add_day(timed(BANK), GRAY, NOON)
    assert given.clock.deadline == NOON + 2 * DAY
    played = play(given, ORANGE, read_turn("Kc3"), Instant(NOON + HOUR)).match
    assert played.clock.orange_bank == 2 * DAY


def test_a_bank_that_does_not_run_grows() -> None:
    before = timed(BANK)
    given = add_day(before, ORANGE, NOON)
    assert given.clock.gray_bank == 2 * DAY
    assert given.clock.deadline == before.clock.deadline
    assert given.clock.given == PerSeat(1, 0)
    played = play(given, ORANGE, read_turn("Kc3"), NOON).match
    assert played.clock.deadline == NOON + 2 * DAY


def test_a_stopped_clock_gets_an_additional_day() -> None:
    away = leave(timed(THREE_DAYS), Seat.ORANGE, Instant(NOON + 9 * DAY), NOON)
    given = add_day(away, GRAY, NOON)
    assert (given.clock.held, given.clock.deadline) == (4 * DAY, None)


@pytest.mark.parametrize(
    "control", [PerMove(Seconds(29.5 * DAY)), Bank(Seconds(29.5 * DAY), DAY, DAY)]
)
def test_at_most_thirty_days_can_be_given(control: TimeControl) -> None:
    full = timed(control)
    with pytest.raises(TooMuchTime) as refused:
        add_day(full, GRAY, NOON)
    assert refused.value.has == 29.5 * DAY
    later = add_day(full, GRAY, Instant(NOON + DAY / 2))
    assert later.clock.deadline == NOON + (MOST_DAYS + 0.5) * DAY


def test_at_most_thirty_days_can_be_given_to_a_bank_that_does_not_run() -> None:
    full = timed(Bank(Seconds(29.5 * DAY), DAY, DAY))
    with pytest.raises(TooMuchTime) as refused:
        add_day(full, ORANGE, NOON)
    assert refused.value.has == 29.5 * DAY


def test_impossible_gifts_are_refused() -> None:
    with pytest.raises(NoTimeToGive):
        add_day(timed(NoLimit()), GRAY, NOON)
    with pytest.raises(ClockNotRunning):
        add_day(timed(THREE_DAYS), ORANGE, NOON)
    with pytest.raises(NotAPlayer):
        add_day(timed(THREE_DAYS), STRANGER, NOON)
    with pytest.raises(MatchOver):
        add_day(resign(timed(THREE_DAYS), ORANGE, NOON), GRAY, NOON)


@pytest.mark.parametrize(
    ("control", "seats"),
    [(THREE_DAYS, {Seat.GRAY}), (BANK, {*Seat}), (NoLimit(), set())],
)
def test_giving_is_offered_only_if_it_is_possible(control: TimeControl, seats: set[Seat]) -> None:
    current = timed(control)
    assert {seat for seat in Seat if may_add_day(current, seat)} == seats
    over = resign(current, ORANGE, NOON)
    assert not any(may_add_day(over, seat) for seat in Seat)
