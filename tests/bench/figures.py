"""The figures that every benchmark yields, each with its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from time import perf_counter, process_time
from typing import TypeVar, assert_never

Item = TypeVar("Item")


class Effort(Enum):
    """How much is measured: enough for the page, or just enough for a guard."""

    FULL = 1.0
    QUICK = 0.05

    def of(self, times: int) -> int:
        """Return how often to do a task that is done `times` times in full."""
        return max(1, round(times * self.value))

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return all items, or a part spread over them that is as large as `of` says."""
        return items[:: len(items) // self.of(len(items))]


class Bound(Enum):
    """Whether a figure should be below or above its budget."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


NOISE = 4.0
"""A guard lets a figure be this many times worse than its budget: machines differ and are busy."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a figure; a guard lets the figure be `slack` times worse."""

    bound: Bound
    value: float
    slack: float = NOISE

    def is_met(self, value: float) -> bool:
        """Return whether the budget is met."""
        return self._reached(value, 1.0)

    def is_near(self, value: float) -> bool:
        """Return whether a guard lets the figure pass."""
        return self._reached(value, self.slack)

    def _reached(self, value: float, slack: float) -> bool:
        match self.bound:
            case Bound.AT_MOST:
                return value <= self.value * slack
            case Bound.AT_LEAST:
                return value >= self.value / slack
            case _:
                assert_never(self.bound)


def at_most(value: float, slack: float = NOISE) -> Budget:
    """Return a budget for a figure that should be small."""
    return Budget(Bound.AT_MOST, value, slack)


def at_least(value: float, slack: float = NOISE) -> Budget:
    """Return a budget for a figure that should be large."""
    return Budget(Bound.AT_LEAST, value, slack)


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the results. `note` says how it was measured."""

    what: str
    value: float
    unit: str
    budget: Budget | None = None
    note: str = ""

    @property
    def text(self) -> str:
        """Return the value with its unit."""
        return f"{number(self.value)} {self.unit}".strip()

    @property
    def target(self) -> str:
        """Return the budget with its unit, or nothing without a budget."""
        if self.budget is None:
            return ""
        return f"{self.budget.bound.value} {number(self.budget.value)} {self.unit}".strip()

    @property
    def verdict(self) -> str:
        """Return whether the budget is met, in words."""
        if self.budget is None:
            return ""
        return "met" if self.budget.is_met(self.value) else "**missed**"


def number(value: float) -> str:
    """Return a number with its significant digits."""
    if value >= 10_000_000:
        return f"{value / 1_000_000:.1f} M"
    if value >= 1000:
        return f"{value:,.0f}".replace(",", " ")
    digits = 0 if value == round(value) else 1 if value >= 100 else 2
    return f"{value:.{digits}f}"


def milliseconds(task: Callable[[], object]) -> float:
    """Return the milliseconds that a task takes."""
    began = perf_counter()
    task()
    return (perf_counter() - began) * 1000


def work(task: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that a task takes."""
    began = process_time()
    task()
    return (process_time() - began) * 1000


def yardstick() -> float:
    """Return the milliseconds of processor time that a fixed task in plain Python takes.

    A multiple of it that is measured in turn with it does not depend on the machine, so a guard
    needs little slack.
    """
    return work(_sum_up)


def by_yardstick(task: Callable[[], object]) -> float:
    """Return the processor time of a task as a multiple of the yardstick's before and after it."""
    before = yardstick()
    taken = work(task)
    return 2 * taken / (before + yardstick())


def _sum_up() -> int:
    sums: dict[int, int] = {}
    for each in range(50_000):
        rest = each * each % 997
        sums[rest] = sums.get(rest, 0) + each
    return len(sums)


def rate_of(task: Callable[[], int], seconds: float) -> float:
    """Return how many things a task does per second of processor time; the task returns a count.

    That is the rate of one core, even while other programs use it. The best of three tries counts,
    each of which takes a third of the seconds.
    """
    task()
    best = 0.0
    for _ in range(3):
        done = 0
        began = process_time()
        while (passed := process_time() - began) < seconds / 3:
            done += task()
        best = max(best, done / passed)
    return best
