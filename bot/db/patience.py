"""How long to wait for a server on behalf of a person, who has to be told in time."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from bot.errors import NotStored

_TOO_SLOW: Final = "the server is too slow to answer"
_LET_DOWN_FOR: Final = 1.0
"""Seconds in which nothing more is waited for, so that somebody hears that it was in vain."""


@dataclass(eq=False, slots=True)
class PatienceOver(NotStored):
    """The server may be well, but somebody has waited for it for as long as they can."""

    reason: str


@dataclass(slots=True)
class _Patience:
    until: float
    is_answered: Callable[[], bool]
    is_over: bool = False

    def left(self) -> float | None:
        """Return for how many seconds may be waited from now on; None for as long as need be.

        What is begun after the moment is for nobody who waits, unless they were just let down.
        """
        if self.is_answered():
            return None
        left = self.until - time.monotonic()
        if self.is_over:
            return 0.0 if left > -_LET_DOWN_FOR else None
        return left if left > 0 else None


_OF_WHO_ACTS: Final[ContextVar[_Patience | None]] = ContextVar("patience", default=None)


@contextmanager
def waiting_at_most(seconds: float, is_answered: Callable[[], bool]) -> Iterator[None]:
    """Let no wait for a server inside the block go on beyond so many seconds from now.

    One that would have, and each right after it, raises `PatienceOver`. Who is answered by then may
    have asked for something long, and whatever is begun then takes its time.
    """
    token = _OF_WHO_ACTS.set(_Patience(time.monotonic() + seconds, is_answered))
    try:
        yield
    finally:
        _OF_WHO_ACTS.reset(token)


@asynccontextmanager
async def patient() -> AsyncIterator[None]:
    """Wait for a server inside the block. Raise `PatienceOver` when it takes too long."""
    patience = _OF_WHO_ACTS.get()
    left = None if patience is None else patience.left()
    if patience is None or left is None:
        yield
        return
    try:
        async with asyncio.timeout(left) as limit:
            yield
    except TimeoutError as error:
        if not limit.expired():
            raise
        patience.is_over = True
        raise PatienceOver(_TOO_SLOW) from error


@asynccontextmanager
async def held(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Hold a lock whose holder waits for a server. Raise `PatienceOver` when it takes too long."""
    async with patient():
        await lock.acquire()
    try:
        yield
    finally:
        lock.release()
