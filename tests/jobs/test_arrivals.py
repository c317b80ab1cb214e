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
        """Answer an interaction that Discord received so long ago; return the computed delay."""
        with self.arrivals.answering(ORANGE, self.clock.moment - seconds):
            return self.arrivals.transit_time()


def test_a_delay_is_computed_from_the_snowflake() -> None:
    machine = Machine()
    assert machine.way_of(0.4) == pytest.approx(0.4)
    assert machine.arrivals.transit_time() == 0.0


def test_time_that_passes_during_an_answer_is_part_of_the_delay() -> None:
    machine = Machine()
    with machine.arrivals.answering(ORANGE, machine.clock.moment):
        machine.clock.advance(1.5)
        assert machine.arrivals.transit_time() == 1.5
        machine.arrivals.stored()
        assert machine.arrivals.transit_time() == 0.0


@pytest.mark.parametrize("off", [30.0, -30.0])
def test_a_wrong_clock_is_corrected_by_the_shortest_delay(off: float) -> None:
    machine = Machine(off)
    for _ in range(KNOWN_FROM):
        machine.way_of(0.1)
    assert machine.way_of(2.1) == pytest.approx(2.0)
    assert machine.way_of(0.1) == pytest.approx(0.0)


@pytest.mark.parametrize("step", [300.0, -300.0])
@pytest.mark.parametrize("known", [KNOWN_FROM, COMPARED])
def test_a_step_of_the_system_clock_changes_no_delay(step: float, known: int) -> None:
    machine = Machine()
    for _ in range(known):
        machine.way_of(0.1)
    machine.off += step
    assert machine.way_of(0.1) == pytest.approx(0.0)
    assert machine.way_of(2.1) == pytest.approx(2.0)


def test_a_corrected_clock_is_trusted_while_few_delays_are_known() -> None:
    machine = Machine(300.0)
    for _ in range(KNOWN_FROM - 2):
        assert machine.way_of(0.1) == LONGEST_WAY
    machine.off = 0.0
    assert machine.way_of(0.4) == pytest.approx(0.4)


def test_a_fast_clock_is_compared_with_the_delays_of_the_last_hour() -> None:
    machine = Machine()
    for _ in range(2 * COMPARED):
        machine.way_of(0.1)
        # The clock is a thousandth too fast, so delays seem longer.
        machine.clock.advance(60)
        machine.fast += 0.06
    assert machine.way_of(0.1) <= 0.001 * COMPARED_FOR + 0.1


def test_delays_are_limited_to_the_longest_plausible_one() -> None:
    assert Machine().way_of(10**9) == LONGEST_WAY
    assert Machine().way_of(-(10**9)) == 0.0


def test_an_earlier_interaction_counts_until_it_is_stored_or_too_late_to_answer() -> None:
    machine = Machine()
    moment = machine.clock.moment
    with machine.arrivals.answering(ORANGE, moment):
        assert not machine.arrivals.is_any_before(moment, [ORANGE])
        assert machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
        assert not machine.arrivals.is_any_before(Instant(moment + 1), [GRAY])
        machine.clock.advance(ANSWERED_WITHIN)
        assert not machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
    assert not machine.arrivals.is_any_before(Instant(moment + 1), [ORANGE])
