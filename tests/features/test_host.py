"""The host as a whole: whose database it is, what it remembers, what time it is."""

import time
from pathlib import Path
from random import Random

import pytest

from bot.db.errors import AnotherBotsDatabase
from bot.db.program import StoredValue
from bot.jobs.clock import MovableClock, SystemClock
from bot.match.identity import Seconds
from bot.services import open_services
from tests.kit.clocks import StandingClock


async def test_a_database_belongs_to_the_first_bot_that_uses_it(
    path: Path, clock: StandingClock
) -> None:
    for _ in range(2):
        async with open_services(path, clock, Random(0)) as services:
            await services.belong_to(5)
            with pytest.raises(AnotherBotsDatabase) as caught:
                await services.belong_to(6)
            assert (caught.value.path, caught.value.owner) == (path, 5)
            assert caught.value.application == 6


async def test_values_are_remembered(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(0)) as services:
        assert await services.load_value(StoredValue.COMMANDS) is None
        await services.store_value(StoredValue.COMMANDS, "digest")
    async with open_services(path, clock, Random(0)) as services:
        assert await services.load_value(StoredValue.COMMANDS) == "digest"


def test_the_system_clock_tells_the_machines_time() -> None:
    before = time.time()
    assert before <= SystemClock().now() <= time.time()


def test_a_movable_clock_only_moves_forward() -> None:
    clock = MovableClock(Seconds(10.0))
    before = time.time()
    clock.advance(Seconds(90.0))
    assert before + 100 <= clock.now() <= time.time() + 100
    assert clock.ahead == Seconds(100.0)
    with pytest.raises(ValueError, match="5"):
        clock.advance(Seconds(-5.0))
    assert clock.ahead == Seconds(100.0)
