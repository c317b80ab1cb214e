"""How many rounds tests try that could go on for ever.

The README's test commands have to end within minutes, so they try little of much. `.ci/long` sets
`BOOP_TESTS=thorough`, runs what has the marker `night`, and takes its time.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

IS_THOROUGH: Final = os.environ.get("BOOP_TESTS") == "thorough"

T = TypeVar("T")


def effort(quick: T, thorough: T) -> T:
    """Return the value for the current run."""
    return thorough if IS_THOROUGH else quick


def sampled(cases: Sequence[object], *kept: int) -> "list[ParameterSet]":
    """Return the cases of a test; `.ci/run` tries those at these places, and `.ci/long` all.

    Each of a test's cases takes as long as another, so each test keeps cases of its own.
    """
    if not kept or max(kept) >= len(cases):
        raise ValueError(f"of {len(cases)} cases, {kept} cannot be kept")
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if place in kept else pytest.mark.night,
        )
        for place, case in enumerate(cases)
    ]
