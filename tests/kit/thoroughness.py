"""How many cases a run of the tests tries.

The README's test commands have to end within minutes, so they try few cases of each kind.
`.ci/long` sets `BOOP_TESTS=thorough`, runs the tests with the marker `night` too, and takes hours.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

IS_THOROUGH: Final = os.environ.get("BOOP_TESTS") == "thorough"

T = TypeVar("T")


def quick_or_thorough(quick: T, thorough: T) -> T:
    """Return `thorough` in a thorough run, else `quick`."""
    return thorough if IS_THOROUGH else quick


def sampled(cases: Sequence[object], *kept: int) -> "list[ParameterSet]":
    """Return the cases of a test; mark all but those at the indexes `kept` as `night`.

    Each test keeps different cases, so that each run tries most of them in one test or another.
    """
    if not kept or max(kept) >= len(cases):
        raise ValueError(f"of {len(cases)} cases, {kept} are not all there")
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if place in kept else pytest.mark.night,
        )
        for place, case in enumerate(cases)
    ]
