"""The protocol of random numbers, which are always an argument, so that the rules stay pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Choice = TypeVar("Choice")


class Chance(Protocol):
    """A source of chance, such as `random.Random` or `random.SystemRandom`."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""


def pick(choices: Sequence[Choice], chance: Chance) -> Choice:
    """Choose one of them, each with equal probability."""
    return choices[int(chance.random() * len(choices))]
