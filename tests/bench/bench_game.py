"""How fast the rules are, on one core.

The yardstick is the literal referee of the tests, which keeps the bed in a dictionary, at the same
task from the same position. The compiled figures come from a process of its own, which imports
numba first; without numba they are left out.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from bot.game import Position, legal_turns, play, read_position
from bot.game.perft import perft
from tests.bench.figures import Budget, Effort, Figure, at_least, rate_of
from tests.game import referee

SECONDS = 2.0
"""For how long each task is repeated in full."""

START = "6/6/6/6/6/6 o 8,0 8,0"
MIDDLE = "1k2K1/2c3/K2Ck1/1k1K2/3c1k/C1k1K1 o 0,2 1,0"
POSITIONS = {"from the start": START, "mid-game": MIDDLE}


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the kernel, plain and compiled, and what stands on it."""
    seconds = SECONDS * effort.value
    naive = {name: _referee_rate(text, seconds) for name, text in POSITIONS.items()}
    for name, rate in kernel_rates(2, seconds).items():
        yield _figure(f"kernel in plain Python, {name}", rate, naive[name], at_least(150_000))
    for name, rate in _compiled_rates(effort).items():
        yield _figure(f"kernel compiled, {name}", rate, naive[name], at_least(50_000_000))
    for name, text in POSITIONS.items():
        position = read_position(text)
        listed = rate_of(lambda position=position: len(list(legal_turns(position))), seconds)  # type: ignore[misc]
        yield _figure(f"`legal_turns` as objects, {name}", listed, naive[name], at_least(100_000))
        played = _play_rate(position, seconds)
        yield _figure(f"turns played as steps with events, {name}", played, naive[name], None)


def _figure(what: str, rate: float, naive: float, budget: Budget | None) -> Figure:
    note = f"× {rate / naive:,.1f} of the naive referee".replace(",", " ")
    return Figure(what, rate, "a second", budget, note)


def kernel_rates(depth: int, seconds: float) -> dict[str, float]:
    """Give the child positions a second, counted by walking the tree in the kernel."""
    rates = {}
    for name, text in POSITIONS.items():
        position = read_position(text)
        # A child is made for every turn on the way, not only for those at the last depth.
        made = sum(perft(position, below) for below in range(1, depth + 1))

        def walk(position: Position = position, made: int = made) -> int:
            perft(position, depth)
            return made

        rates[name] = rate_of(walk, seconds)
    return rates


def _play_rate(position: Position, seconds: float) -> float:
    turns = list(legal_turns(position))
    return rate_of(lambda: len([play(position, turn) for turn in turns]), seconds)


def _referee_rate(text: str, seconds: float) -> float:
    table = referee.read(text)
    return rate_of(lambda: sum(1 for _ in referee.turns(table)), seconds)


def _compiled_rates(effort: Effort) -> dict[str, float]:
    """Give what a fresh process measures with the kernel compiled."""
    if find_spec("numba") is None:
        return {}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench.compiled_kernel", effort.name],
        capture_output=True,
        text=True,
        check=True,
    )
    rates: dict[str, float] = json.loads(ran.stdout)
    return rates
