"""Waiting without sleep until a condition of the world comes true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

LOOK_AGAIN: Final = 0.25
"""Seconds between checks without a change here, because the bot itself may have changed."""

Found = TypeVar("Found")


class WaitTimeout(AssertionError):
    """A condition did not come true in time."""


class Pulse:
    """Wakes all waiting tasks whenever something has changed."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None

    def beat(self) -> None:
        """Have all waiting tasks check their conditions again, because something has changed."""
        if self._next is not None and not self._next.done():
            self._next.set_result(None)
        self._next = None

    async def until(self, condition: Callable[[], Found], *, within: float = 60.0) -> Found:
        """Wait until `condition` returns a true value, and return it.

        Check it after each change, and now and then. Raise `WaitTimeout` after `within` seconds.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        while not (result := condition()):
            if self._next is None:
                self._next = loop.create_future()
            left = deadline - loop.time()
            if left <= 0:
                raise WaitTimeout(f"not within {within} seconds: {_describe(condition)}")
            await asyncio.wait({self._next}, timeout=min(left, LOOK_AGAIN))
        return result


def _describe(condition: Callable[[], object]) -> str:
    code = getattr(condition, "__code__", None)
    if code is None:
        return repr(condition)
    return f"{condition.__qualname__} at {code.co_filename}:{code.co_firstlineno}"
