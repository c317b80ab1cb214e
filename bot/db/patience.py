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
"""How long after the deadline a user without an answer can still be told that it failed."""
REST: Final = 0.1
"""The longest wait for each step meanwhile."""
TO_UNDO: Final = 0.3
"""How long undoing a transaction may take at any time: otherwise its connection is dropped."""


class PatienceOver(NotStored):
    """The server may be well, but a user has waited for it for as long as they can."""


@dataclass(slots=True)
class _Patience:
    until: float
    is_answered: Callable[[], bool]
    has_stored: bool = False
    """Whether anything was stored meanwhile that may be what the user asked for."""

    def left(self) -> float | None:
        """Return for how many seconds to wait from now on; None without a limit.

        Work that begins long after the deadline is not for a waiting user.
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

    A longer one raises `PatienceOver`, and soon so does each one right after it. If the user is
    answered by then, they may have asked for something long, and later work takes its time.
    """
    patience = _Patience(time.monotonic() + seconds, is_answered)
    token = _OF_WHO_ACTS.set(patience)
    try:
        yield
    finally:
        _OF_WHO_ACTS.reset(token)
        # A connection or a task that begins inside keeps its context for as long as it lives, and
        # would keep alive the interaction that knows whether it is answered.
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
    """Wait for as long as the acting user can, unless they are answered."""
    patience = _OF_WHO_ACTS.get()
    left = None if patience is None else patience.left()
    if left is not None:
        await asyncio.sleep(left)


@contextmanager
def undoing() -> Iterator[None]:
    """Allow a little more time inside the block, where everything is undone."""
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
    """Hold a lock whose holder waits for a server. Raise `PatienceOver` if that takes too long."""
    async with patient():
        await lock.acquire()
    try:
        yield
    finally:
        lock.release()


async def to_its_end(work: Coroutine[Any, Any, Done]) -> Done:
    """Wait for work that continues although the waiting user gives it up.

    Raise `PatienceOver` then; if the waiting task is cancelled, so is the work.
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
    """Retrieve the error of work that has ended. The next attempt reports why it fails."""
    _GOING_ON.discard(task)
    if not task.cancelled():
        task.exception()
