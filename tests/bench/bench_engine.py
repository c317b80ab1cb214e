"""How fast the opponent thinks, on one core.

The compiled figures come from a separate process, which imports numba first; without numba they are
left out. Depths are measured on the slowest of three positions in the middle of a match.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time

from bot.engine import LEVELS, Level, Thought, Work, think
from bot.engine.levels import consider
from bot.game import Position, read_position
from tests.bench.bench_game import MIDDLE
from tests.bench.compiling import compiled
from tests.bench.figures import Budget, Effort, Figure, at_most, rate_of

SECONDS = 1.5
POSITIONS = (
    MIDDLE,
    "6/1k4/2K3/3k2/6/6 o 7,0 6,0",
    "6/1kC3/2K1c1/3k2/1K2C1/6 o 3,1 3,2",
)
DEPTHS = {4: at_most(5), 6: at_most(200)}
TOO_LONG = 5000.0
"""Milliseconds per turn beyond which a level is offered only with the extra `fast`."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the search, plain and compiled, and the levels."""
    if effort is Effort.FULL:
        yield Figure("search in plain Python", nodes_rate(), "nodes a second")
    slowest = next(level for level in reversed(LEVELS) if not level.needs_fast)
    took = level_time(slowest, 1, POSITIONS if effort is Effort.FULL else (MIDDLE,))
    yield Figure(f"level {slowest.number} in plain Python, a turn", took, "ms", at_most(TOO_LONG))
    for name, (value, unit) in compiled("bench_engine", effort).items():
        yield Figure(name, value, unit, _budget(name))


def _budget(name: str) -> Budget | None:
    return next((budget for depth, budget in DEPTHS.items() if f"depth {depth}" in name), None)


def compiled_figures(effort: Effort) -> dict[str, tuple[float, str]]:
    """Measure the figures of the compiled search."""
    figures = {
        f"alpha-beta compiled, mid-game, depth {depth}": (depth_time(depth), "ms")
        for depth in DEPTHS
    }
    if effort is Effort.FULL:
        figures = {"search compiled": (nodes_rate(), "nodes a second"), **figures}
        for level in LEVELS[-2:]:
            figures[f"level {level.number} compiled, a turn"] = (level_time(level, 3), "ms")
    return figures


def nodes_rate() -> float:
    """Return the positions per second of a search."""
    positions = _positions()
    return rate_of(
        lambda: sum(think(position, (), Work(nodes=20_000)).nodes for position in positions),
        SECONDS,
    )


def depth_time(depth: int) -> float:
    """Return the time of a search to this depth in the slowest of the positions."""
    work = Work(depth=depth, nodes=10**8)
    return max(_best_of(5, partial(think, each, (), work)) for each in _positions())


def level_time(level: Level, tries: int, positions: Sequence[str] = POSITIONS) -> float:
    """Return the time that a level thinks about the slowest of the positions."""
    found = map(read_position, positions)
    return max(_best_of(tries, partial(consider, level, each, ())) for each in found)


def _best_of(tries: int, task: Callable[[], Thought]) -> float:
    """Return the shortest time of several tries, in milliseconds of processor time."""
    took = []
    for _ in range(tries):
        began = process_time()
        task()
        took.append(process_time() - began)
    return min(took) * 1000


def _positions() -> list[Position]:
    return [read_position(text) for text in POSITIONS]
