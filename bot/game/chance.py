"""Where chance comes from: always an argument, so that the rules stay pure."""

from typing import Protocol


class Chance(Protocol):
    """A source of chance, such as `random.Random` or `random.SystemRandom`."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""
