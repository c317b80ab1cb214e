"""How much is tried where more of the same is always possible.

The README's test command has to end within minutes, so it tries little of much. `.ci/long` sets
`BOOP_TESTS=thorough` and takes its time.
"""

import os
from typing import Final, TypeVar

IS_THOROUGH: Final = os.environ.get("BOOP_TESTS") == "thorough"

T = TypeVar("T")


def effort(quick: T, thorough: T) -> T:
    """Return what is tried in the run at hand."""
    return thorough if IS_THOROUGH else quick
