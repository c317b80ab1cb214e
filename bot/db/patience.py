"""How long to wait for a server on behalf of a person, who has to be told in time."""

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
"""Seconds after the moment in which whoever has no answer can still be told that it was in vain."""
REST: Final = 0.1
"""Seconds for which each thing is waited for meanwhile."""
TO_UNDO: Final = 0.3
"""Seconds in which a transaction can be undone at any time: its connection is lost otherwise."""


@dataclass(eq=False, slots=True)
class PatienceOver(NotStored):
    """The server may be well, but somebody has waited for it for as long as they can."""

    reason: str


@dataclass(slots=True)
class _Patience:
    until: float
    is_answered: Callable[[], bool]
    has_stored: bool = False
    """Whether anything was stored meanwhile that may be what is asked for."""

    def left(self) -> float | None:
        """Return for how many seconds may be waited from now on; None for as long as need be.

        What is begun long after the moment is for nobody who waits.
        """
        left = self.until - time.monotonic()
        if self.is_answered() or left < -LET_DOWN_FOR:
            return None
        return max(left, REST)


_GOING_ON: Final[set[asyncio.Task[Any]]] = set()
_OF_WHO_ACTS: Final[ContextVar[_Patience | None]] = ContextVar("patience", default=None)


@contextmanager
def waiting_at_most(seconds: float, is_answered: Callable[[], bool]) -> Iterator[None]:
    """Let no wait for a server inside the block go on beyond so many seconds from now.

    One that would have raises `PatienceOver`, and soon so does each right after it. Who is answered
    by then may have asked for something long, and whatever is begun then takes its time.
    """
    patience = _Patience(time.monotonic() + seconds, is_answered)
    token = _OF_WHO_ACTS.set(patience)
    try:
        yield
    finally:
        _OF_WHO_ACTS.reset(token)
        # A connection or a task that was begun inside keeps its context for as long as it lives,
        # and would keep the interaction that can say whether it is answered.
        patience.is_answered = _is_over


def _is_over() -> bool:
    """Return that the user no longer waits."""
    return True


def note_stored() -> None:
    """Record that something was stored for whoever acts."""
    patience = _OF_WHO_ACTS.get()
    if patience is not None:
        patience.has_stored = True


def has_stored_nothing() -> bool:
    """Return whether it is certain that nothing was stored for whoever acts."""
    patience = _OF_WHO_ACTS.get()
    return patience is not None and not patience.has_stored


async def wait_it_out() -> None:
    """Wait for as long as whoever acts can, unless they are answered."""
    patience = _OF_WHO_ACTS.get()
    left = None if patience is None else patience.left()
    if left is not None:
        await asyncio.sleep(left)


@contextmanager
def undoing() -> Iterator[None]:
    """Let somebody whose time is up wait a little longer inside the block, where all is undone."""
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
    """Wait for a server inside the block. Raise `PatienceOver` when it takes too long."""
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
    """Hold a lock whose holder waits for a server. Raise `PatienceOver` when it takes too long."""
    async with patient():
        await lock.acquire()
    try:
        yield
    finally:
        lock.release()


async def to_its_end(work: Coroutine[Any, Any, Done]) -> Done:
    """Wait for something that goes on although whoever waits gives it up.

    Raise `PatienceOver` then; if they are cancelled, so is the work.
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
    """Forget work that has ended. Whoever begins it next hears why it failed."""
    _GOING_ON.discard(task)
    if not task.cancelled():
        task.exception()
