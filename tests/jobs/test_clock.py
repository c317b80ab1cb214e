"""The time of matches runs steadily, even if the machine's clock is changed."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.db.errors import DatabaseDamaged
from bot.db.program import StoredValue
from bot.features.matches.jobs import TimeOut
from bot.jobs.clock import BELIEVED_AFTER, STEP, MovableClock, SystemClock, Tick, Timeline
from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds
from bot.services import open_services
from tests.kit.matches import NOON
from tests.kit.service_matches import begin, play, run_due_jobs

LIMIT = 3 * DAY
"""The time for each turn if the challenge does not name one."""
YEAR = 365 * DAY
BOOT = Tick(NOON, Seconds(1000.0), "one")

passings = st.floats(0, 3 * DAY)
offs = st.floats(-2 * YEAR, 2 * YEAR)


@dataclass(slots=True)
class Machine:
    """A machine whose clock can be set, on which time passes."""

    tick: Tick = BOOT

    def read(self) -> Tick:
        return self.tick

    def wait(self, seconds: float) -> None:
        wall, elapsed = self.tick.wall + seconds, self.tick.elapsed + seconds
        self.tick = replace(self.tick, wall=Instant(wall), elapsed=Seconds(elapsed))

    def set_by(self, seconds: float) -> None:
        self.tick = replace(self.tick, wall=Instant(self.tick.wall + seconds))


@given(st.lists(st.tuples(passings, offs), max_size=30))
def test_time_never_runs_backwards_and_only_a_believed_jump_exceeds_a_step(
    steps: list[tuple[float, float]],
) -> None:
    machine = Machine()
    timeline = Timeline.beginning(machine.tick)
    for waited, by in steps:
        machine.wait(waited)
        machine.set_by(by)
        later = timeline.after(machine.tick)
        assert later.at >= timeline.at
        was_believed = timeline.doubt is not None and later.doubt is None
        if not was_believed:
            assert later.at <= timeline.at + waited + STEP + 1e-3
        timeline = later


@given(st.lists(st.tuples(st.floats(0, BELIEVED_AFTER / 40), offs), max_size=30))
def test_a_clock_corrected_within_the_hour_has_no_effect(
    steps: list[tuple[float, float]],
) -> None:
    machine = Machine()
    timeline = Timeline.beginning(machine.tick)
    passed = wrong_by = 0.0
    for waited, by in steps:
        machine.wait(waited)
        passed += waited
        jump = by if abs(by) > 2 * STEP else 3 * STEP
        if wrong_by:
            jump = -wrong_by
        machine.set_by(jump)
        wrong_by = 0.0 if wrong_by else jump
        timeline = timeline.after(machine.tick)
    machine.set_by(-wrong_by)
    assert timeline.after(machine.tick).at == pytest.approx(NOON + passed, abs=1e-3)


@given(st.lists(st.tuples(st.floats(STEP, DAY), st.floats(-STEP / 2, STEP / 2)), max_size=30))
def test_small_corrections_are_followed(steps: list[tuple[float, float]]) -> None:
    machine = Machine()
    timeline = Timeline.beginning(machine.tick)
    for waited, by in steps:
        machine.wait(waited)
        machine.set_by(by)
        timeline = timeline.after(machine.tick)
        assert timeline.doubt is None
        assert abs(timeline.at - machine.tick.wall) <= STEP


@given(st.floats(2 * STEP, 2 * YEAR))
def test_a_lasting_jump_ahead_is_followed(by: float) -> None:
    machine = Machine()
    timeline = Timeline.beginning(machine.tick)
    machine.set_by(by)
    timeline = timeline.after(machine.tick)
    machine.wait(BELIEVED_AFTER - 1)
    assert timeline.after(machine.tick).at == pytest.approx(NOON + BELIEVED_AFTER - 1)
    machine.wait(2)
    assert timeline.after(machine.tick).at == machine.tick.wall


@given(st.floats(2 * STEP, DAY))
def test_after_a_lasting_jump_back_time_catches_up(by: float) -> None:
    machine = Machine()
    timeline = Timeline.beginning(machine.tick)
    machine.set_by(-by)
    for _ in range(60):
        machine.wait(BELIEVED_AFTER + 1)
        later = timeline.after(machine.tick)
        assert later.at >= timeline.at
        assert later.at >= machine.tick.wall
        timeline = later
    assert timeline.at == pytest.approx(machine.tick.wall, abs=STEP)


@given(passings, offs, offs)
def test_a_stored_timeline_reads_back(waited: float, by: float, at: float) -> None:
    machine = Machine()
    machine.wait(waited)
    machine.set_by(by)
    timeline = Timeline(Instant(NOON + at), machine.tick)
    assert Timeline.of_text(timeline.written()) == timeline


async def test_a_turn_played_while_the_clock_was_a_year_back_does_not_lose(path: Path) -> None:
    machine = Machine()
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
        machine.set_by(-YEAR)
        machine.wait(60)
        await services.clocks.beat()
        await play(services, number, "Kc3", "Kd5")
        machine.set_by(YEAR)
        machine.wait(60)
        await services.clocks.beat()
        assert await run_due_jobs(services) == []
        match = await services.matches.find(number)
        assert match.clock.deadline == pytest.approx(NOON + 60 + LIMIT)


@pytest.mark.parametrize("years", [1, -1])
async def test_an_outage_is_detected_even_if_the_clock_was_set_before_it(
    path: Path, years: int
) -> None:
    machine = Machine()
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
        machine.set_by(years * YEAR)
        machine.wait(300)
        await services.clocks.beat()
        machine.set_by(-years * YEAR)
    machine.wait(DAY)
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        assert await services.clocks.beat() == pytest.approx(DAY)
        match = await services.matches.find(number)
        assert match.clock.deadline == pytest.approx(NOON + LIMIT + DAY + 300)


async def test_the_sleep_of_the_machine_is_an_outage(path: Path) -> None:
    machine = Machine()
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
        machine.wait(4 * DAY)
        assert await services.clocks.beat() == pytest.approx(4 * DAY)
        assert await run_due_jobs(services) == []
        assert (await services.matches.find(number)).clock.deadline == NOON + LIMIT + 4 * DAY


async def test_a_machine_that_starts_with_a_clock_far_behind_costs_nothing(path: Path) -> None:
    """Some machines have no clock of their own, and get the time only after the start."""
    machine = Machine()
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
    machine.tick = Tick(Instant(0.0), Seconds(5.0), "another")
    async with open_services(path, SystemClock(machine.read), Random(1)) as services:
        await services.clocks.beat()
        assert services.clock.now() == NOON
        machine.wait(60)
        machine.tick = replace(machine.tick, wall=Instant(NOON + DAY))
        await services.clocks.beat()
        assert services.clock.now() == pytest.approx(NOON + 60)
        machine.wait(BELIEVED_AFTER)
        assert await services.clocks.beat() == pytest.approx(DAY - 60 + BELIEVED_AFTER)
        assert await run_due_jobs(services) == []
        deadline = (await services.matches.find(number)).clock.deadline
        assert deadline is not None
        assert deadline > machine.tick.wall


async def test_a_director_moves_time_independently_of_the_machines_clock(path: Path) -> None:
    machine = Machine()
    clock = MovableClock(Seconds(0.0), machine.read)
    async with open_services(path, clock, Random(1)) as services:
        await services.clocks.beat()
        number = (await begin(services)).id
        machine.set_by(-YEAR)
        await services.clocks.leap(clock, Seconds(LIMIT + 1))
        assert await services.clocks.beat() == Seconds(0.0)
        assert await run_due_jobs(services) == [TimeOut(number)]


async def test_a_malformed_timeline_is_damage(path: Path) -> None:
    async with open_services(path, SystemClock(), Random(1)) as services:
        await services.store_value(StoredValue.TIMELINE, "nan x y z")
    with pytest.raises(DatabaseDamaged, match="stored_values"):
        async with open_services(path, SystemClock(), Random(1)):
            pass
