"""The moment at which Discord received an interaction, even if the machine's clock is wrong."""

import pytest

from bot.jobs.arrivals import (
    ANSWERED_WITHIN,
    COMPARED,
    COMPARED_FOR,
    KNOWN_FROM,
    LONGEST_WAY,
    Arrivals,
)
from bot.jobs.clock import Tick
from bot.match.identity import Instant, Seconds
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE


class Machine:
    """A machine whose clock is off by some seconds."""

    def __init__(self, off: float = 0.0) -> None:
        self.clock = StandingClock()
        self.off = off
        self.fast = 0.0
        self.arrivals = Arrivals(self.clock, self.read)

    def read(self) -> Tick:
        elapsed = Seconds(self.clock.moment + self.fast)
        return Tick(Instant(elapsed + self.off), elapsed)

    def way_of(self, seconds: float) -> float:
        """Answer what Discord got so long ago; return how long the bot takes its way for."""
        with self.arrivals.answering(ORANGE, self.clock.moment - seconds):
            return self.arrivals.way()


def test_a_way_is_what_the_snowflake_says() -> None:
    machine = Machine()
    assert machine.way_of(0.4) == pytest.approx(0.4)
    assert machine.arrivals.way() == 0.0


def test_what_passes_while_it_is_answered_is_part_of_the_way() -> None:
    machine = Machine()
    with machine.arrivals.answering(ORANGE, machine.clock.moment):
        machine.clock.advance(1.5)
        assert machine.arrivals.way() == 1.5
        machine.arrivals.stored()
        assert machine.arrivals.way() == 0.0


@pytest.mark.parametrize("off", [30.0, -30.0])
def test_a_clock_that_is_wrong_is_known_by_the_quickest_way(off: float) -> None:
    machine = Machine(off)
    for _ in range(KNOWN_FROM):
        machine.way_of(0.1)
    assert machine.way_of(2.1) == pytest.approx(2.0)
    assert machine.way_of(0.1) == pytest.approx(0.0)


@pytest.mark.parametrize("step", [300.0, -300.0])
@pytest.mark.parametrize("known", [KNOWN_FROM, COMPARED])
def test_a_step_of_the_machines_clock_changes_no_way(step: float, known: int) -> None:
    machine = Machine()
    for _ in range(known):
        machine.way_of(0.1)
    machine.off += step
    assert machine.way_of(0.1) == pytest.approx(0.0)
    assert machine.way_of(2.1) == pytest.approx(2.0)


def test_a_clock_that_is_set_right_is_believed_while_few_ways_are_known() -> None:
    machine = Machine(300.0)
    for _ in range(KNOWN_FROM - 2):
        assert machine.way_of(0.1) == LONGEST_WAY
    machine.off = 0.0
    assert machine.way_of(0.4) == pytest.approx(0.4)


def test_a_machine_that_runs_fast_is_compared_with_the_ways_of_the_last_hour() -> None:
    machine = Machine()
    for _ in range(2 * COMPARED):
        machine.way_of(0.1)
        # A thousandth too fast: what was so long ago seems longer ago.
        machine.clock.advance(60)
        machine.fast += 0.06
    assert machine.way_of(0.1) <= 0.001 * COMPARED_FOR + 0.1


def test_no_way_is_longer_than_is_believed() -> None:
    assert Machine().way_of(10**9) == LONGEST_WAY
    assert Machine().way_of(-(10**9)) == 0.0


def test_what_came_before_a_moment_is_known_until_it_is_stored_or_too_late_to_answer() -> None:
    machine = Machine()
    moment = machine.clock.moment
    with machine.arrivals.answering(ORANGE, moment):
        assert not machine.arrivals.is_any_before(moment, [ORANGE])
        assert machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
        assert not machine.arrivals.is_any_before(Instant(moment + 1), [GRAY])
        machine.clock.advance(ANSWERED_WITHIN)
        assert not machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
    assert not machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
