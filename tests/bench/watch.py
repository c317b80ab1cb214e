"""A watch on the event loop: every callback that blocks it for long, and every collection.

Times are of the monotonic clock, which all processes of a machine share. A callback's own time is
the processor time of the loop's thread: on a busy machine, wall time includes waiting for other
programs.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, thread_time

WORTH_NOTING = 0.0005
"""A callback of fewer seconds is counted but not recorded."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A callback, or a collection inside one: when it began, and its duration in seconds."""

    what: str
    began: float
    wall: float
    own: float


@dataclass(slots=True)
class Watch:
    """The recorded callbacks and collections."""

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
    """Return the name of a callback: of the coroutine that it continues, or of the function."""
    callback = getattr(handle, "_callback", None)
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        return getattr(owner.get_coro(), "__qualname__", "a task")
    # `repr` is not used, because it makes aiohttp's responses compute and keep values too early.
    return getattr(callback, "__qualname__", type(callback).__name__)
