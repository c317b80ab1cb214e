"""The protocol of random numbers. They are always an argument, so the rules stay pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Choice = TypeVar("Choice")


class Chance(Protocol):
    """A source of chance, such as `random.Random` or `random.SystemRandom`."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""


def pick(choices: Sequence[Choice], chance: Chance) -> Choice:
    """Return one of the choices, each with equal probability."""
    return choices[int(chance.random() * len(choices))]
