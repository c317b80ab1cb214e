"""How fast the rules are, on one core.

They are compared with the literal referee of the tests, which keeps the bed in a dictionary, at the
same task from the same position. The compiled figures come from a separate process, which imports
numba first; without numba they are left out.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from bot.game import RULESETS, Position, legal_turns, perft, play, read_position
from tests.bench.figures import Budget, Effort, Figure, at_least, rate_of
from tests.game.referee.text import read as read_table
from tests.game.referee.whole_turns import turns

SECONDS = 1.0
"""Seconds for which each task is repeated in full."""

START = "6/6/6/6/6/6 o 8,0 8,0"
MIDDLE = "1k2K1/2c3/K2Ck1/1k1K2/3c1k/C1k1K1 o 0,2 1,0"
POSITIONS = {"from the start": START, "mid-game": MIDDLE}

OTHERS = {
    "rows": "1k1k2/k4C/2k3/K1K1kK/2k3/k5 g 2,2 1,0",
    "junior": "3K2/3kK1/k1kK1k/2k2k/K1K3/1k1K1K o 1,0 1,0",
    "seam": "K3CK/k3C1/5k/k1c2k/5C/1k1cKC o 0,1 0,1 34-0 bc+0",
    "scarce": "6/2C1k1/6/1K1c2/6/6 g 0,0 0,0",
}
"""A position of each ruleset but `classic`, mid-game. Both seam pieces are on their way, because
the kernel multiplies counts by a seam piece in hand instead of playing it."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the kernel, plain and compiled, and the functions that use it."""
    seconds = SECONDS * effort.value
    naive = _referee_rates(seconds) if effort is Effort.FULL else {}
    for name, rate in kernel_rates(2, effort).items():
        budget = at_least(1_500_000) if name in POSITIONS else None
        yield _figure(f"kernel in plain Python, {name}", rate, naive.get(name), budget)
    for name, rate in _compiled_rates(effort).items():
        budget = at_least(60_000_000) if name in POSITIONS else None
        yield _figure(f"kernel compiled, {name}", rate, naive.get(name), budget)
    for name, text in POSITIONS.items():
        position = read_position(text)
        listed = rate_of(lambda position=position: len(list(legal_turns(position))), seconds)  # type: ignore[misc]
        what = f"`legal_turns` as objects, {name}"
        yield _figure(what, listed, naive.get(name), at_least(100_000))
        if effort is Effort.FULL:
            played = _play_rate(position, seconds)
            yield _figure(f"turns played as steps with events, {name}", played, naive[name], None)


def _figure(what: str, rate: float, naive: float | None, budget: Budget | None) -> Figure:
    note = "" if naive is None else f"× {rate / naive:,.1f} of the naive referee".replace(",", " ")
    return Figure(what, rate, "a second", budget, note)


def kernel_rates(depth: int, effort: Effort) -> dict[str, float]:
    """Return the child positions per second of a walk of the tree in the kernel."""
    rates = {}
    positions = {name: read_position(text) for name, text in POSITIONS.items()}
    if effort is Effort.FULL:
        positions |= {
            ruleset.name: read_position(OTHERS[ruleset.name], ruleset)
            for ruleset in RULESETS
            if ruleset.name in OTHERS
        }
    for name, position in positions.items():
        # Every turn makes a child, also above the last depth.
        made = sum(perft(position, below) for below in range(1, depth + 1))

        def walk(position: Position = position, made: int = made) -> int:
            perft(position, depth)
            return made

        rates[name] = rate_of(walk, SECONDS * effort.value)
    return rates


def _play_rate(position: Position, seconds: float) -> float:
    legal = list(legal_turns(position))
    return rate_of(lambda: len([play(position, turn) for turn in legal]), seconds)


def _referee_rates(seconds: float) -> dict[str, float]:
    rates = {name: _referee_rate("classic", text, seconds) for name, text in POSITIONS.items()}
    return rates | {name: _referee_rate(name, text, seconds) for name, text in OTHERS.items()}


def _referee_rate(ruleset: str, text: str, seconds: float) -> float:
    table = read_table(ruleset, text)
    return rate_of(lambda: sum(1 for _ in turns(ruleset, table)), seconds)


def _compiled_rates(effort: Effort) -> dict[str, float]:
    """Return the rates of the compiled kernel, measured in a fresh process."""
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
