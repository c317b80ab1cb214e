"""Waiting for the world to be as one wants it, without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

LOOK_AGAIN: Final = 0.25
"""Seconds after which it is looked again though nothing has changed here: the bot may have."""

Found = TypeVar("Found")


class WaitTimeout(AssertionError):
    """What was waited for did not come true in time."""


class Pulse:
    """Wakes everyone who waits whenever something has changed."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None

    def beat(self) -> None:
        """Have everybody who waits look again, since something has changed."""
        if self._next is not None and not self._next.done():
            self._next.set_result(None)
        self._next = None

    async def until(self, condition: Callable[[], Found], *, within: float = 60.0) -> Found:
        """Wait until `condition` gives something true, and return that.

        It is asked again after each change, and now and then; `WaitTimeout` after `within` seconds.
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
