"""Clocks by minutes: both players get ready first, and used time is lost."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.game import RULESETS, Ruleset, Seat, read_turn
from bot.match.clock import (
    FLAG_AFTER,
    NOBODY_AWAY,
    READY_WITHIN,
    Minutes,
    PerMove,
    TurnClock,
    Weekends,
    read_time,
    write_time,
)
from bot.match.ending import call_off, score_of
from bot.match.errors import NotAPlayer, NotReady, NotYourTurn
from bot.match.identity import Instant, PerSeat, Ply, Seconds
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import (
    CompleteTurn,
    DraftedTurn,
    NoTimeToGive,
    add_day,
    may_add_day,
    place,
    play,
    ready,
    run_out,
)
from bot.match.takebacks import Earlier, accept_takeback, ask_takeback
from bot.match.terms import Stakes
from tests.kit.matches import GRAY, NOON, ORANGE, STRANGER, match
from tests.kit.random_match import RandomMatch
from tests.kit.thoroughness import quick_or_thorough

FIVE = Minutes(Seconds(300.0), Seconds(3.0))


def after(seconds: float) -> Instant:
    return Instant(NOON + seconds)


def waiting_match(control: Minutes = FIVE) -> Match:
    return replace(match(), clock=TurnClock.started(control, NOON))


def running_match(control: Minutes = FIVE) -> Match:
    """Return a match whose players were ready at noon."""
    return ready(ready(waiting_match(control), ORANGE, NOON), GRAY, NOON)


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_minutes_round_trip(start: int, increment: int) -> None:
    control = Minutes(Seconds(float(start)), Seconds(float(increment)))
    assert read_time(write_time(control)) == control


def test_minutes_are_written_in_a_form_apart_from_other_time_controls() -> None:
    assert write_time(FIVE) == "300+3"
    assert read_time("259200") == PerMove(Seconds(259_200.0))


@pytest.mark.parametrize("order", [(ORANGE, GRAY), (GRAY, ORANGE)])
def test_the_clock_runs_once_both_are_ready(order: tuple[int, int]) -> None:
    first, second = (ORANGE, GRAY) if order[0] == ORANGE else (GRAY, ORANGE)
    one = ready(waiting_match(), first, after(20))
    assert one.clock.awaits_ready
    assert one.clock.deadline == after(READY_WITHIN)
    both = ready(one, second, after(50))
    assert not both.clock.awaits_ready
    assert (both.clock.began_at, both.clock.deadline) == (after(50), after(350))
    assert both.revision == one.revision + 1 == waiting_match().revision + 2


def test_a_player_who_is_ready_stays_ready() -> None:
    one = ready(waiting_match(), ORANGE, after(20))
    assert ready(one, ORANGE, after(40)) is one
    assert ready(running_match(), GRAY, after(40)) == running_match()
    with pytest.raises(NotAPlayer):
        ready(one, STRANGER, after(40))


def test_there_are_no_placements_before_both_are_ready() -> None:
    one = ready(waiting_match(), ORANGE, NOON)
    for user in (ORANGE, GRAY):
        with pytest.raises(NotReady):
            play(one, user, read_turn("Kc3"), NOON)
        with pytest.raises(NotReady):
            place(one, user, read_turn("Kc3"), NOON)
    with pytest.raises(NotYourTurn):
        play(running_match(), GRAY, read_turn("Kc3"), NOON)


def test_a_match_whose_players_are_not_ready_in_time_ends_without_a_result() -> None:
    one = ready(waiting_match(), ORANGE, after(10))
    assert run_out(one, after(READY_WITHIN - 1)) is None
    ended = run_out(one, after(READY_WITHIN))
    assert ended is not None
    assert ended.outcome == Outcome(EndReason.ABORTED, None)
    assert call_off(one, GRAY, after(20)).outcome == Outcome(EndReason.CALLED_OFF, None)


def test_used_time_is_lost_and_each_turn_adds_an_uncapped_increment() -> None:
    second = play(running_match(), ORANGE, read_turn("Kc3"), after(100)).match
    assert (second.clock.orange_bank, second.clock.gray_bank) == (203.0, 300.0)
    third = play(second, GRAY, read_turn("Kd5"), after(100)).match
    assert (third.clock.orange_bank, third.clock.gray_bank) == (203.0, 303.0)
    assert third.clock.deadline == after(303)


def test_the_flag_falls_a_moment_after_the_deadline() -> None:
    clock = running_match().clock
    assert clock.flag_at == after(300 + FLAG_AFTER)
    assert TurnClock.started(PerMove(Seconds(60.0)), NOON).flag_at == after(60)
    assert TurnClock().flag_at is None


def test_an_outage_extends_the_deadline() -> None:
    late = replace(running_match(), clock=running_match().clock.put_off(Seconds(40.0)))
    assert late.clock.deadline == after(340)
    moved = play(late, ORANGE, read_turn("Kc3"), after(60)).match
    assert moved.clock.orange_bank == 283.0
    assert TurnClock().put_off(Seconds(9.0)) == TurnClock()


def test_minutes_have_no_weekends_vacations_reminders_or_given_days() -> None:
    away: PerSeat[Instant | None] = PerSeat(after(9_999), after(9_999))
    clock = TurnClock.started(FIVE, NOON, Weekends.PAUSED, away)
    assert (clock.weekends, clock.away) == (Weekends.PLAYED, NOBODY_AWAY)
    live = running_match()
    assert live.clock.reminder_at() is None
    assert live.clock.next_reminder_at(NOON) is None
    assert not may_add_day(live, Seat.GRAY)
    with pytest.raises(NoTimeToGive):
        add_day(live, GRAY, NOON)


def test_a_takeback_gives_no_time_back() -> None:
    moved = play(running_match(), ORANGE, read_turn("Kc3"), after(100)).match
    requested = ask_takeback(moved, ORANGE, after(110))
    back = accept_takeback(requested, GRAY, Earlier(Ply(0), None, 1), after(150))
    assert (back.clock.orange_bank, back.clock.gray_bank) == (203.0, 250.0)
    assert back.clock.deadline == after(150 + 203)


def test_a_lost_flag_counts_once_six_turns_were_played() -> None:
    live = replace(running_match(), stakes=Stakes.RATED, ply=Ply(6))
    lost = run_out(live, after(300))
    assert lost is not None
    assert lost.outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert score_of(lost) is not None


class MinutesLife(RandomMatch):
    """A `Life` whose `banks` are each player's expected time, computed step by step."""

    try_to_place = try_a_whole_turn = try_to_resign = None  # type: ignore[assignment]
    try_to_claim_a_draw = place_legally_and_name_an_entry = None  # type: ignore[assignment]

    @initialize(
        ruleset=st.sampled_from(RULESETS),
        pick=st.integers(0, 3),
        turns=st.integers(0, 8),
        start=st.integers(60, 900),
        increment=st.integers(0, 10),
    )
    def begin(self, ruleset: Ruleset, pick: int, turns: int, start: int, increment: int) -> None:
        super().begin(ruleset=ruleset, pick=pick, turns=turns)
        control = Minutes(Seconds(float(start)), Seconds(float(increment)))
        clock = TurnClock.started(control, self.now)
        for seat in Seat:
            clock = clock.readied(seat, self.now)
        self.match = replace(self.match, clock=clock.anew(self.match.position.to_move, self.now))
        self.increment = control.increment
        self.banks = PerSeat(control.start, control.start)

    def tick(self) -> Instant:
        self.pass_time(0.25)
        return self.now

    def pass_time(self, seconds: float) -> None:
        self.now = Instant(self.now + seconds)
        if self.match.outcome is None:
            seat = self.match.position.to_move
            left = max(0.0, self.banks.of(seat) - seconds)
            self.banks = self.banks.with_value(seat, Seconds(left))

    def check_turn(self, done: CompleteTurn | DraftedTurn) -> None:
        mover = self.match.position.to_move
        super().check_turn(done)
        if isinstance(done, CompleteTurn):
            self.banks = self.banks.with_value(
                mover, Seconds(self.banks.of(mover) + self.increment)
            )

    @rule(seconds=st.floats(0.25, 60.0))
    def think(self, seconds: float) -> None:
        self.pass_time(seconds)

    @precondition(lambda self: self.match.outcome is None)
    @rule(seconds=st.floats(2.0, 600.0))
    def lose_time_to_an_outage(self, seconds: float) -> None:
        if self.match.clock.has_run_out(self.now):
            return
        self.now = Instant(self.now + seconds)
        clock = self.match.clock.put_off(Seconds(seconds))
        self.match = replace(self.match, clock=clock)

    @invariant()
    def time_left_equals_computed_time(self) -> None:
        if self.match.outcome is None:
            seat = self.match.position.to_move
            assert self.match.clock.left(self.now) == pytest.approx(self.banks.of(seat), abs=1e-3)
            other = self.match.clock.bank_of(seat.other)
            assert other == pytest.approx(self.banks.of(seat.other), abs=1e-3)

    @invariant()
    def flag_falls_when_the_time_is_used_up(self) -> None:
        if self.match.outcome is None:
            seat = self.match.position.to_move
            ended = run_out(self.match, self.now)
            assert (ended is not None) == self.match.clock.has_run_out(self.now)
            if self.banks.of(seat) > 1e-3:
                assert ended is None

    @invariant()
    def clock_never_stops(self) -> None:
        clock = self.match.clock
        assert (clock.held, clock.stopped_at, clock.weekends) == (None, None, Weekends.PLAYED)
        assert not clock.awaits_ready


TestMinutesLife = MinutesLife.TestCase
TestMinutesLife.settings = settings(
    max_examples=quick_or_thorough(20, 300),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
