"""Measure benchmarks, in full or as a guard, which is short and runs two at the same time."""

import importlib
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.bench.figures import Effort, Figure
from tests.kit import postgresql

TRIES = 3
"""How often a guard measures before it accepts a bad figure: other programs may disturb it."""
LANES = 2
"""The number of benchmarks that a guard first runs at the same time: each keeps about one core
busy."""


def measure(name: str, effort: Effort) -> Iterator[Figure]:
    """Run one benchmark."""
    bench = importlib.import_module(f"tests.bench.bench_{name}")
    yield from bench.figures(effort)


def print_figures(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Print each figure as it arrives, and yield it."""
    for figure in figures:
        parts = (figure.text, figure.target, figure.verdict.strip("*"), figure.note)
        sys.stdout.write("  ".join((figure.what, *filter(None, parts))) + "\n")
        sys.stdout.flush()
        yield figure


def guard(names: Iterable[str]) -> int:
    """Return 1 if a benchmark fails the guard each time that it runs, else 0.

    A benchmark that may be slow because of its neighbour runs again by itself.
    """
    names = list(names)
    with ProcessPoolExecutor(LANES, get_context("spawn")) as lanes:
        near = dict(zip(names, lanes.map(is_near_beside, names), strict=True))
    failed = [name for name in names if not (near[name] or is_near_alone(name))]
    for name in failed:
        sys.stdout.write(f"bench {name}: far beyond its budget, {TRIES} times\n")
    return 1 if failed else 0


def is_near_beside(name: str) -> bool:
    """Run a short benchmark in a lane's process, and leave no server behind."""
    try:
        return is_near(name)
    finally:
        postgresql.stop()


def is_near_alone(name: str) -> bool:
    """Return whether the benchmark passes in one of the remaining tries."""
    return any(is_near(name) for _ in range(TRIES - 1))


def is_near(name: str) -> bool:
    """Run a short benchmark, and return whether all its figures pass the guard."""
    figures = list(print_figures(measure(name, Effort.QUICK)))
    return all(figure.budget is None or figure.budget.is_near(figure.value) for figure in figures)
