"""Waiting until a condition is true."""

import asyncio

import pytest

from playground import WaitTimeout
from playground.pulse import Pulse

FOR_EVER = 1e6


async def test_what_comes_true_without_a_change_of_the_world_is_seen() -> None:
    answers = iter([0, 0, 7])
    async with asyncio.timeout(30):
        assert await Pulse().until(lambda: next(answers), within=FOR_EVER) == 7


async def test_a_change_is_seen_by_all_who_wait() -> None:
    pulse = Pulse()
    seen: list[int] = []
    waiting = [asyncio.create_task(pulse.until(lambda: seen, within=FOR_EVER)) for _ in range(2)]
    await asyncio.sleep(0)
    seen.append(1)
    pulse.beat()
    async with asyncio.timeout(30):
        assert await asyncio.gather(*waiting) == [[1], [1]]


async def test_what_does_not_come_true_is_said_with_the_place_that_waited() -> None:
    with pytest.raises(WaitTimeout, match=r"not within 0\.01 seconds: .* at .*test_pulse\.py"):
        await Pulse().until(lambda: False, within=0.01)
