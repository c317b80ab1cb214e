"""Ids as Discord makes them: their upper bits are the time of creation, so they sort by time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NewType

Snowflake = NewType("Snowflake", int)

EPOCH_MILLISECONDS = 1_420_070_400_000
_TIMESTAMP_SHIFT = 22
_MOST_DIGITS = 20


class SnowflakeSource:
    """Makes ids that always increase, even if the wall clock is set back."""

    __slots__ = ("_clock", "_last")

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        # Looked up at each call, because tests set `time.time`.
        self._clock = clock or (lambda: time.time())
        self._last = 0

    def next(self) -> Snowflake:
        """Return the id of an object that is created now."""
        milliseconds = int(self._clock() * 1000) - EPOCH_MILLISECONDS
        self._last = max(self._last + 1, milliseconds << _TIMESTAMP_SHIFT)
        return Snowflake(self._last)


def is_id(text: str) -> bool:
    """Return whether a text can be an id: digits, at most as many as a number of 64 bits has."""
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def iso(moment: float) -> str:
    """Return an instant in epoch seconds as Discord writes it in JSON."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
