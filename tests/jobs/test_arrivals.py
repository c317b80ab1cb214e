"""The moment at which Discord received an interaction, even if the machine's clock is wrong."""

import pytest

from bot.jobs.arrivals import ANSWERED_WITHIN, KNOWN_FROM, LONGEST_WAY, Arrivals
from bot.jobs.clock import Tick
from bot.match.identity import Instant, Seconds
from tests.features.clocks import StandingClock
from tests.match.table import GRAY, ORANGE


class Machine:
    """A machine whose clock is off by some seconds."""

    def __init__(self, off: float = 0.0) -> None:
        self.clock = StandingClock()
        self.off = off
        self.arrivals = Arrivals(self.clock, self.read)

    def read(self) -> Tick:
        return Tick(Instant(self.clock.moment + self.off), Seconds(self.clock.moment))

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
