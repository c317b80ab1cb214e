"""A watch on the event loop: every callback that held it for long, and every collection.

Times are of the monotonic clock, which all processes of a machine share. A callback's own time is
the processor's, for the loop's thread alone: on a busy machine the wall's includes waiting for
other programs.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, thread_time

WORTH_NOTING = 0.0005
"""Seconds; what took less is counted and not recorded."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A callback, or a collection inside one: when it began, and how many seconds it took."""

    what: str
    began: float
    wall: float
    own: float


@dataclass(slots=True)
class Watch:
    """All that was seen."""

    holds: list[Hold] = field(default_factory=list)
    collections: list[Hold] = field(default_factory=list)
    _collecting: tuple[float, float] = (0.0, 0.0)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch every callback of every loop, and every collection."""
        run = asyncio.Handle._run

        def watched(handle: asyncio.Handle) -> None:
            began, own = monotonic(), thread_time()
            run(handle)
            wall = monotonic() - began
            if wall >= WORTH_NOTING:
                self.holds.append(Hold(name_of(handle), began, wall, thread_time() - own))

        setattr(asyncio.Handle, "_run", watched)  # noqa: B010 - it is not ours to assign
        gc.callbacks.append(self._collect)
        try:
            yield
        finally:
            gc.callbacks.remove(self._collect)
            setattr(asyncio.Handle, "_run", run)  # noqa: B010 - nor to give back

    def _collect(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = monotonic(), thread_time()
            return
        began, own = self._collecting
        what = f"generation {about['generation']}"
        self.collections.append(Hold(what, began, monotonic() - began, thread_time() - own))


def name_of(handle: asyncio.Handle) -> str:
    """Name what a callback does: the coroutine that it carries on, or the function."""
    callback = getattr(handle, "_callback", None)
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        return getattr(owner.get_coro(), "__qualname__", "a task")
    # Nothing is written out with repr: aiohttp's answers remember what they were asked too soon.
    return getattr(callback, "__qualname__", type(callback).__name__)
