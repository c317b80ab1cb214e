"""The cost of a position in plain Python, counted in calls, which no machine's speed changes."""

import sys
from collections.abc import Callable

import pytest

from bot.engine import Work, think
from bot.game import read_position
from bot.game.compiled import COMPILED
from tests.bench.bench_engine import POSITIONS

MOST_CALLS = 70
"""The average is 43 calls; until November 2026 it was 110."""
WORK = Work(nodes=1_000)


def calls_of(task: Callable[[], object]) -> int:
    """Count the calls of functions, including built-in ones."""
    count = 0

    def count_call(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        task()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.skipif(COMPILED, reason="compiled functions call nothing that could be counted")
def test_a_position_costs_few_calls_in_plain_python() -> None:
    positions = [read_position(text) for text in POSITIONS]
    nodes = sum(think(position, (), WORK).nodes for position in positions)
    calls = calls_of(lambda: [think(position, (), WORK) for position in positions])
    assert calls <= MOST_CALLS * nodes
