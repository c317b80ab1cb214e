"""Pictures for coroutines: drawn in two threads, waited for in turn, kept for the next one."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, assert_never

from render.balance import Balance, draw_balance
from render.bed import draw
from render.curve import Curve, draw_curve
from render.faces import Portraits, draw_portraits
from render.leaderboard import Poster, draw_poster
from render.scene import Scene

THREADS: Final = 2
QUEUE: Final = 32
WAITING: Final = 256
CACHE_BYTES: Final = 8 * 2**20

Subject = Scene | Poster | Curve | Balance | Portraits
"""What there are pictures of."""


def drawn(subject: Subject) -> bytes:
    """Give the picture of anything that there are pictures of, as PNG."""
    match subject:
        case Scene():
            return draw(subject)
        case Poster():
            return draw_poster(subject)
        case Curve():
            return draw_curve(subject)
        case Balance():
            return draw_balance(subject)
        case Portraits():
            return draw_portraits(subject)
        case _:
            assert_never(subject)


class StudioClosedError(RuntimeError):
    """A picture was asked of a studio that has been closed."""

    def __init__(self) -> None:
        super().__init__("the studio is closed and draws no more pictures")


class StudioBusy(Exception):
    """As many different pictures are waited for as a studio takes."""

    def __init__(self, waiting: int) -> None:
        super().__init__(waiting)
        self.waiting = waiting

    def __str__(self) -> str:
        return f"{self.waiting} pictures are waited for, and the studio takes no more"


class _AbandonedError(Exception):
    """Nobody waits for this picture any more, and it was not begun."""


@dataclass(slots=True, eq=False)
class _Order:
    """A picture that is being made, and how many wait for it."""

    task: "asyncio.Task[bytes]"
    waiting: int = 0


class Studio:
    """Draws scenes off the event loop.

    At most `queue` pictures are with the threads at a time. At most `waiting` more wait for room
    there, and beyond that a studio refuses, so a flood costs no more than it can draw soon.
    Pictures that are asked for again come from a cache of at most `cache_bytes`, the one longest
    unused leaving first. All methods belong to one event loop.
    """

    def __init__(
        self,
        *,
        threads: int = THREADS,
        queue: int = QUEUE,
        waiting: int = WAITING,
        cache_bytes: int = CACHE_BYTES,
        draw: Callable[[Any], bytes] = drawn,
    ) -> None:
        self._draw = draw
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="studio")
        self._room = asyncio.Semaphore(queue)
        self._most = queue + waiting
        self._orders: dict[Subject, _Order] = {}
        self._cache: OrderedDict[Subject, bytes] = OrderedDict()
        self._cache_bytes = cache_bytes
        self._cached_bytes = 0
        self._drawn = 0
        self._closed = False

    @property
    def drawn(self) -> int:
        """How many pictures were drawn so far."""
        return self._drawn

    @property
    def cached(self) -> int:
        """How many pictures are kept now."""
        return len(self._cache)

    @property
    def cached_bytes(self) -> int:
        """How many bytes the kept pictures take."""
        return self._cached_bytes

    @property
    def queued(self) -> int:
        """How many different pictures are asked for now and not finished, drawn or waiting."""
        return len(self._orders)

    async def picture(self, scene: Subject) -> bytes:
        """Give the scene's picture as PNG.

        Equal scenes that are asked for at once are drawn once; a caller that is cancelled harms
        no other. Raises `StudioClosedError`, or `StudioBusy` where too many others wait.
        """
        if self._closed:
            raise StudioClosedError
        kept = self._cache.get(scene)
        if kept is not None:
            self._cache.move_to_end(scene)
            return kept
        order = self._orders.get(scene)
        if order is None:
            if len(self._orders) >= self._most:
                raise StudioBusy(len(self._orders))
            task = asyncio.create_task(self._make(scene))
            task.add_done_callback(_hear)
            order = self._orders[scene] = _Order(task)
        order.waiting += 1
        try:
            return await asyncio.shield(order.task)
        finally:
            order.waiting -= 1

    async def close(self) -> None:
        """Finish what the threads have begun; everything that waits raises `StudioClosedError`."""
        self._closed = True
        tasks = [order.task for order in self._orders.values()]
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown)

    async def _make(self, scene: Subject) -> bytes:
        try:
            async with self._room:
                if self._closed:
                    raise StudioClosedError
                if not self._orders[scene].waiting:
                    raise _AbandonedError
                loop = asyncio.get_running_loop()
                png = await loop.run_in_executor(self._executor, self._draw, scene)
            self._drawn += 1
            self._keep(scene, png)
            return png
        finally:
            del self._orders[scene]

    def _keep(self, scene: Subject, png: bytes) -> None:
        self._cache[scene] = png
        self._cached_bytes += len(png)
        while self._cached_bytes > self._cache_bytes:
            _, oldest = self._cache.popitem(last=False)
            self._cached_bytes -= len(oldest)


def _hear(task: "asyncio.Task[bytes]") -> None:
    """Take note of how a drawing ended, for those who wait may all have left."""
    if not task.cancelled():
        task.exception()
