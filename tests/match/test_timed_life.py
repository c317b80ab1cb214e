"""A match's life under a clock: days are given, players go on vacation, time passes."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.features.time.vacation import come_back, leave
from bot.game import RULESETS, Ruleset, Seat
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
    between,
    later,
)
from bot.match.identity import Instant, PerSeat, Seconds, UserId
from bot.match.playing import (
    MOST_DAYS,
    ClockNotRunning,
    CompleteTurn,
    DraftedTurn,
    GivenAlready,
    NoTimeToGive,
    TooMuchTime,
    add_day,
    run_out,
)
from tests.kit.matches import GRAY, ORANGE
from tests.kit.random_match import RandomMatch
from tests.kit.thoroughness import quick_or_thorough
from tests.match.test_weekends import lies_in_a_weekend

CONTROLS: st.SearchStrategy[TimeControl] = st.one_of(
    st.sampled_from([HOUR, DAY, Seconds(3 * DAY), Seconds(14 * DAY)]).map(PerMove),
    st.just(Bank(DAY, HOUR, Seconds(2 * DAY))),
    st.just(NoLimit()),
)
PLAYERS = st.sampled_from([ORANGE, GRAY])
SPANS = st.integers(1, int(2.5 * DAY)).map(float)


class TimedLife(RandomMatch):
    """A `Life` whose `left` is the expected time left for the turn, computed step by step.

    It leaves out the refused actions of `Life` and resignations, so that matches last long enough.
    """

    try_to_place = try_a_whole_turn = try_to_resign = None  # type: ignore[assignment]
    try_to_claim_a_draw = place_legally_and_name_an_entry = None  # type: ignore[assignment]

    @initialize(
        ruleset=st.sampled_from(RULESETS),
        pick=st.integers(0, 3),
        turns=st.integers(0, 8),
        control=CONTROLS,
        weekends=st.sampled_from(Weekends),
    )
    def begin(
        self, ruleset: Ruleset, pick: int, turns: int, control: TimeControl, weekends: Weekends
    ) -> None:
        super().begin(ruleset=ruleset, pick=pick, turns=turns)
        clock = TurnClock.started(control, self.now, weekends).anew(
            self.match.position.to_move, self.now
        )
        self.match = replace(self.match, clock=clock)
        start = control.start if isinstance(control, Bank) else None
        self.banks = PerSeat(start, start)
        self.away: dict[UserId, Instant] = {}
        self.given = PerSeat(0, 0)
        self.expect_turn()

    def expect_turn(self) -> None:
        control = self.match.clock.control
        seat = self.match.position.to_move
        self.left = control.seconds if isinstance(control, PerMove) else self.banks.of(seat)
        self.given = PerSeat(0, 0)
        self.rests = self.away.get(self.match.seats.user_of(seat), self.now) > self.now

    def tick(self) -> Instant:
        self.pass_time(1.0)
        return self.now

    def pass_time(self, seconds: float) -> None:
        before, self.now = self.now, Instant(self.now + seconds)
        if self.left is not None and not self.rests:
            spent = between(self.match.clock.weekends, before, self.now)
            self.left = Seconds(max(0.0, self.left - spent))

    def check_turn(self, done: CompleteTurn | DraftedTurn) -> None:
        mover = self.match.position.to_move
        super().check_turn(done)
        if isinstance(done, CompleteTurn):
            control = self.match.clock.control
            if isinstance(control, Bank) and self.left is not None:
                most = max(self.left, control.cap)
                kept = Seconds(min(self.left + control.increment, most))
                self.banks = self.banks.with_value(mover, kept)
            self.expect_turn()

    @rule(seconds=SPANS)
    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)

    @precondition(lambda self: self.match.outcome is None)
    @rule(user=PLAYERS)
    def give(self, user: UserId) -> None:
        before, control = self.match, self.match.clock.control
        seat = before.seat_of(user)
        assert seat is not None
        runs = before.position.to_move is not seat
        if isinstance(control, NoLimit):
            with pytest.raises(NoTimeToGive):
                add_day(before, user, self.now)
            return
        if not runs and isinstance(control, PerMove):
            with pytest.raises(ClockNotRunning):
                add_day(before, user, self.now)
            return
        if self.given.of(seat):
            with pytest.raises(GivenAlready):
                add_day(before, user, self.now)
            return
        if self.has_enough(seat.other):
            with pytest.raises(TooMuchTime):
                add_day(before, user, self.now)
            return
        self.match = add_day(before, user, self.now)
        assert self.match.revision == before.revision + 1
        self.given = self.given.with_value(seat, self.given.of(seat) + 1)
        if not runs:
            self.banks = self.banks.with_value(
                seat.other, Seconds((self.banks.of(seat.other) or 0) + DAY)
            )
        elif before.clock.has_run_out(self.now):
            # A player who gives a day too late is told that the match is over; here it is only
            # computed.
            self.left = self.match.clock.left(self.now)
        else:
            self.left = Seconds((self.left or 0.0) + DAY)

    @precondition(lambda self: self.match.outcome is None)
    @rule(days=st.integers(1, 4))
    def give_the_player_to_move(self, days: int) -> None:
        user = self.match.to_move
        assert user is not None
        for _ in range(days):
            self.give(user=self.match.opponent_of(user))

    def has_enough(self, seat: Seat) -> bool:
        """Return whether another day would take the seat's deadline or bank over the maximum."""
        clock = self.match.clock
        if self.match.position.to_move is not seat:
            return (self.banks.of(seat) or 0.0) + DAY > MOST_DAYS * DAY
        if clock.deadline is None:
            return (self.left or 0.0) + DAY > MOST_DAYS * DAY
        return later(clock.weekends, clock.deadline, DAY) > self.now + MOST_DAYS * DAY

    @precondition(lambda self: self.match.outcome is None)
    @rule(user=PLAYERS, days=st.integers(1, 9))
    def go_on_vacation(self, user: UserId, days: int) -> None:
        seat = self.match.seat_of(user)
        if user in self.away or seat is None or run_out(self.match, self.now):
            return
        until = Instant(self.now + days * DAY)
        before, self.match = self.match, leave(self.match, seat, until, self.now)
        self.away[user] = until
        self.rests |= self.match.position.to_move is seat
        assert (self.match.revision, self.match.changed_at) == (
            before.revision + 1,
            before.changed_at,
        )

    @precondition(lambda self: self.match.outcome is None and self.away)
    @rule(user=PLAYERS)
    def return_from_vacation(self, user: UserId) -> None:
        seat = self.match.seat_of(user)
        if self.away.pop(user, None) is None or seat is None:
            return
        self.match = come_back(self.match, seat, self.now)
        if self.match.position.to_move is seat:
            self.rests = False

    @invariant()
    def time_left_equals_computed_time(self) -> None:
        if self.match.outcome is None:
            assert self.match.clock.left(self.now) == pytest.approx(self.left)

    @invariant()
    def clock_either_runs_or_rests_or_has_no_limit(self) -> None:
        clock = self.match.clock
        if isinstance(clock.control, NoLimit):
            assert (clock.deadline, clock.held, clock.stopped_at) == (None, None, None)
        else:
            assert (clock.deadline is None) == (clock.held is not None)
            assert (clock.held is None) == (clock.stopped_at is None)
        if self.match.outcome is None and clock.control != NoLimit():
            assert (clock.held is not None) == self.rests

    @invariant()
    def deadline_and_reminder_are_outside_weekends(self) -> None:
        clock = self.match.clock
        shares = (Share.HALF, Share.FOUR_FIFTHS, Share.NINE_TENTHS)
        first = [clock.reminder_at(share) for share in shares]
        following = [clock.next_reminder_at(self.now, share) for share in shares]
        for moment in (clock.deadline, *first, *following):
            if moment is not None and clock.weekends is Weekends.PAUSED:
                assert not lies_in_a_weekend(moment)
        if clock.deadline is None:
            assert not any([*first, *following])
        else:
            half, most, nearly_all = filter(None, first)
            assert clock.began_at <= half <= most <= nearly_all <= clock.deadline

    @invariant()
    def days_given_are_counted(self) -> None:
        if self.match.outcome is None:
            assert self.match.clock.given == self.given
            banks = PerSeat(self.match.clock.orange_bank, self.match.clock.gray_bank)
            for seat in Seat:
                assert banks.of(seat) == pytest.approx(self.banks.of(seat))


TestTimedLife = TimedLife.TestCase
TestTimedLife.settings = settings(
    max_examples=quick_or_thorough(20, 300),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
