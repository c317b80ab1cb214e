"""How long to wait for a server on behalf of a user, who must be answered in time."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.errors import NotStored

Done = TypeVar("Done")

_TOO_SLOW: Final = "the server is too slow to answer"
LET_DOWN_FOR: Final = 0.8
"""How long after the deadline the bot can still tell a waiting user that the action failed."""
REST: Final = 0.1
"""The longest wait for each step in the time after the deadline."""
TO_UNDO: Final = 0.3
"""How long undoing a transaction may always take; after that its connection is dropped."""


class PatienceOver(NotStored):
    """The server may be healthy, but the user can wait no longer."""


@dataclass(slots=True)
class _Patience:
    until: float
    is_answered: Callable[[], bool]
    has_stored: bool = False
    """Whether anything was stored meanwhile; it may be what the user asked for."""

    def left(self) -> float | None:
        """Return how many seconds to wait from now on; None for no limit.

        No user waits for work that begins long after the deadline, so it has no limit.
        """
        left = self.until - time.monotonic()
        if self.is_answered() or left < -LET_DOWN_FOR:
            return None
        return max(left, REST)


_GOING_ON: Final[set[asyncio.Task[Any]]] = set()
_OF_WHO_ACTS: Final[ContextVar[_Patience | None]] = ContextVar("patience", default=None)


@contextmanager
def waiting_at_most(seconds: float, is_answered: Callable[[], bool]) -> Iterator[None]:
    """Limit each wait for a server inside the block to that many seconds from now.

    A longer wait raises `PatienceOver`, and waits right after it have only a short limit. There is
    no limit once the user is answered: they may have asked for something that takes long.
    """
    patience = _Patience(time.monotonic() + seconds, is_answered)
    token = _OF_WHO_ACTS.set(patience)
    try:
        yield
    finally:
        _OF_WHO_ACTS.reset(token)
        # A connection or a task that begins inside the block keeps its context for as long as it
        # lives. Through `is_answered`, the context would keep the interaction alive.
        patience.is_answered = lambda: True


def note_stored() -> None:
    """Record that something was stored for the acting user."""
    patience = _OF_WHO_ACTS.get()
    if patience is not None:
        patience.has_stored = True


def has_stored_nothing() -> bool:
    """Return whether it is certain that nothing was stored for the acting user."""
    patience = _OF_WHO_ACTS.get()
    return patience is not None and not patience.has_stored


async def wait_it_out() -> None:
    """Sleep until the acting user can wait no longer; return at once if they are answered."""
    patience = _OF_WHO_ACTS.get()
    left = None if patience is None else patience.left()
    if left is not None:
        await asyncio.sleep(left)


@contextmanager
def undoing() -> Iterator[None]:
    """Allow a little more time inside the block, which undoes a transaction."""
    patience = _OF_WHO_ACTS.get()
    if patience is None or patience.left() is None:
        yield
        return
    until = max(patience.until, time.monotonic() + TO_UNDO)
    token = _OF_WHO_ACTS.set(_Patience(until, lambda: patience.is_answered()))
    try:
        yield
    finally:
        _OF_WHO_ACTS.reset(token)


@asynccontextmanager
async def patient() -> AsyncIterator[None]:
    """Wait for a server inside the block. Raise `PatienceOver` if it takes too long."""
    patience = _OF_WHO_ACTS.get()
    left = None if patience is None else patience.left()
    if left is None:
        yield
        return
    try:
        async with asyncio.timeout(left) as limit:
            yield
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise PatienceOver(_TOO_SLOW) from error


@asynccontextmanager
async def held(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Hold a lock inside the block. Raise `PatienceOver` if getting it takes too long."""
    async with patient():
        await lock.acquire()
    try:
        yield
    finally:
        lock.release()


async def to_its_end(work: Coroutine[Any, Any, Done]) -> Done:
    """Wait for work that continues even if the user can wait no longer.

    Raise `PatienceOver` if the user can wait no longer. Cancel the work if the waiting task is
    cancelled.
    """
    task = asyncio.get_running_loop().create_task(work, context=Context())
    try:
        async with patient():
            return await asyncio.shield(task)
    except PatienceOver:
        _GOING_ON.add(task)
        task.add_done_callback(_let_go)
        raise
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        raise


def _let_go(task: asyncio.Task[Any]) -> None:
    """Retrieve the work's error, lest asyncio log it; the next attempt reports its own."""
    _GOING_ON.discard(task)
    if not task.cancelled():
        task.exception()
