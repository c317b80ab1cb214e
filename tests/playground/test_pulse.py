"""Waiting until a condition is true."""

import asyncio

import pytest

from playground import WaitTimeout
from playground.pulse import Pulse

FOR_EVER = 1e6


async def test_a_condition_that_becomes_true_without_an_event_is_noticed() -> None:
    answers = iter([0, 0, 7])
    async with asyncio.timeout(60):
        assert await Pulse().until(lambda: next(answers), within=FOR_EVER) == 7


async def test_a_change_wakes_all_waiting_tasks() -> None:
    pulse = Pulse()
    seen: list[int] = []
    waiting = [asyncio.create_task(pulse.until(lambda: seen, within=FOR_EVER)) for _ in range(2)]
    await asyncio.sleep(0)
    seen.append(1)
    pulse.beat()
    async with asyncio.timeout(60):
        assert await asyncio.gather(*waiting) == [[1], [1]]


async def test_a_timeout_names_the_waiting_line() -> None:
    with pytest.raises(WaitTimeout, match=r"not within 0\.01 seconds: .* at .*test_pulse\.py"):
        await Pulse().until(lambda: False, within=0.01)
