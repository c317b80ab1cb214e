"""What every benchmark gives: figures, each with the budget it is held to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from time import perf_counter, process_time
from typing import TypeVar, assert_never

Item = TypeVar("Item")


class Effort(Enum):
    """How much is measured: enough to write down, or just enough to guard."""

    FULL = 1.0
    QUICK = 0.05

    def of(self, times: int) -> int:
        """Return how often to do what is done that many times in full."""
        return max(1, round(times * self.value))

    def some(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return all, or as many from all parts as `of` tells."""
        return items[:: len(items) // self.of(len(items))]


class Bound(Enum):
    """On which side of its budget a figure should be."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


NOISE = 4.0
"""A guard lets a figure be that many times worse than its budget: machines differ and are busy."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a figure should be; `slack` is how many times worse a guard lets it be."""

    bound: Bound
    value: float
    slack: float = NOISE

    def is_met(self, value: float) -> bool:
        """Return whether the budget is kept."""
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
    """Budget what should be small."""
    return Budget(Bound.AT_MOST, value, slack)


def at_least(value: float, slack: float = NOISE) -> Budget:
    """Budget what should be large."""
    return Budget(Bound.AT_LEAST, value, slack)


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the results. `note` says beside what it was measured."""

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
        """Return the budget with its unit; nothing where there is none."""
        if self.budget is None:
            return ""
        return f"{self.budget.bound.value} {number(self.budget.value)} {self.unit}".strip()

    @property
    def verdict(self) -> str:
        """Say whether the budget is met, for people."""
        if self.budget is None:
            return ""
        return "met" if self.budget.is_met(self.value) else "**missed**"


def number(value: float) -> str:
    """Write a number with the digits that mean something."""
    if value >= 10_000_000:
        return f"{value / 1_000_000:.1f} M"
    if value >= 1000:
        return f"{value:,.0f}".replace(",", " ")
    digits = 0 if value == round(value) else 1 if value >= 100 else 2
    return f"{value:.{digits}f}"


def milliseconds(task: Callable[[], object]) -> float:
    """Return how long a task takes."""
    began = perf_counter()
    task()
    return (perf_counter() - began) * 1000


def rate_of(task: Callable[[], int], seconds: float) -> float:
    """Return how many of what the task counts it does in a second of the processor's time.

    That is what one core does, even while others use it. The best of three, each of which takes a
    third of the seconds.
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
