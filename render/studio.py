"""Pictures for coroutines: drawn in two threads behind a bounded queue, and cached."""

import asyncio
import contextlib
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, assert_never

from bot.text import ngettext
from render.balance import Balance, draw_balance
from render.banner import BannerImage, draw_still
from render.bed import draw
from render.brackets import BracketChart, draw_bracket
from render.card import Card, draw_card
from render.crosstable import Crosstable, draw_crosstable
from render.faces import Portraits, draw_portraits
from render.leaderboard import Poster, draw_poster
from render.path import LessonPath, draw_path
from render.rating_curve import RatingCurve, draw_rating_curve
from render.replay import Motion, draw_motion
from render.scene import Scene
from render.welcome import GrowingUp, draw_growing_up

THREADS: Final = 2
QUEUE: Final = 32
WAITING: Final = 256
CACHE_BYTES: Final = 8 * 2**20
LIMIT: Final = 20.0
"""The most seconds that one picture may take; on an idle machine it takes milliseconds."""
CLOSING: Final = 5.0
"""How many seconds a closing studio waits for pictures in progress."""
MOST_HUNG: Final = 4
"""With this many hung pictures, no thread is replaced, because threads can't be killed."""

Subject = (
    Scene
    | Poster
    | Crosstable
    | BracketChart
    | RatingCurve
    | Balance
    | Portraits
    | LessonPath
    | GrowingUp
    | Motion
    | BannerImage
    | Card
)
"""Everything that can be drawn."""


def drawn(subject: Subject) -> bytes:
    """Draw a subject; return a GIF if it moves, else a PNG."""
    match subject:
        case Scene():
            return draw(subject)
        case Poster():
            return draw_poster(subject)
        case Crosstable():
            return draw_crosstable(subject)
        case BracketChart():
            return draw_bracket(subject)
        case RatingCurve():
            return draw_rating_curve(subject)
        case Balance():
            return draw_balance(subject)
        case Portraits():
            return draw_portraits(subject)
        case LessonPath():
            return draw_path(subject)
        case GrowingUp():
            return draw_growing_up(subject)
        case Motion():
            return draw_motion(subject)
        case BannerImage():
            return draw_still(subject)
        case Card():
            return draw_card(subject)
        case _:
            assert_never(subject)


class StudioClosedError(RuntimeError):
    """A picture was requested from a closed studio."""

    def __init__(self) -> None:
        super().__init__("the studio is closed and draws no further pictures")


class NoPicture(Exception):
    """A picture cannot be drawn now, but perhaps later. The base of the reasons."""


class StudioBusy(NoPicture):
    """The studio has reached its limit of requests for different pictures."""

    def __init__(self, waiting: int) -> None:
        super().__init__(waiting)
        self.waiting = waiting

    def __str__(self) -> str:
        return f"{self.waiting} pictures wait already, and the studio accepts no further one"


class PictureTimedOut(NoPicture):
    """A picture took longer than its limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"a picture was not drawn within {self.seconds:g} seconds"


class _AbandonedError(Exception):
    """All requests for a picture were cancelled before its drawing began."""


@dataclass(slots=True, eq=False)
class _Drawing:
    """A picture for a thread to draw; its future belongs to the event loop."""

    draw: Callable[[], bytes]
    future: "asyncio.Future[bytes]"
    begun_at: float | None = None
    is_given_up: bool = False

    @property
    def is_begun(self) -> bool:
        return self.begun_at is not None

    def left(self, limit: float) -> float:
        """Return how many seconds of `limit` are left; all of them until a thread begins it."""
        begun_at = self.begun_at
        return limit if begun_at is None else begun_at + limit - time.monotonic()


class _DrawingThreads:
    """Threads that draw pictures; they are daemons, so they do not keep the program running.

    The standard library's executor would not let the program end while a thread hangs.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._at_work = 0
        self._lock = threading.Lock()
        self._drawings = queue.SimpleQueue[_Drawing | None]()

    def begin(self, draw: Callable[[], bytes]) -> _Drawing:
        """Queue a drawing for the next free thread."""
        drawing = _Drawing(draw, asyncio.get_running_loop().create_future())
        while self._at_work < self._threads:
            self._add()
        self._drawings.put(drawing)
        return drawing

    def give_up(self, drawing: _Drawing, *, may_replace: bool) -> None:
        """Stop counting the thread of a drawing; if `may_replace`, start another one."""
        with self._lock:
            drawing.is_given_up = True
            self._at_work -= 1
        if may_replace:
            self._add()

    def close(self) -> None:
        """Let each thread end after its current drawing."""
        for _ in range(self._at_work):
            self._drawings.put(None)

    def _add(self) -> None:
        with self._lock:
            self._at_work += 1
        threading.Thread(target=self._work, name="studio", daemon=True).start()

    def _work(self) -> None:
        while (drawing := self._drawings.get()) is not None:
            if drawing.future.cancelled():
                continue
            drawing.begun_at = time.monotonic()
            png: bytes | None = None
            error: BaseException | None = None
            try:
                png = drawing.draw()
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                drawing.future.get_loop().call_soon_threadsafe(_settle, drawing.future, png, error)
            if drawing.is_given_up and not self._is_taken_back():
                return

    def _is_taken_back(self) -> bool:
        """Count a thread again after it hung, unless it was replaced; return whether it counts."""
        with self._lock:
            is_needed = self._at_work < self._threads
            self._at_work += is_needed
            return is_needed


def _settle(
    drawing: "asyncio.Future[bytes]", png: bytes | None, error: BaseException | None
) -> None:
    """Set the result or the error of a drawing's future, unless it was cancelled."""
    if drawing.done():
        return
    if png is None:
        drawing.set_exception(error or AssertionError("drawings are bytes"))
    else:
        drawing.set_result(png)


@dataclass(slots=True, eq=False)
class _PendingPicture:
    """A picture in progress, and how many requests wait for it."""

    task: "asyncio.Task[bytes]"
    waiting: int = 0


class Studio:
    """Draws pictures off the event loop.

    The threads get at most `queue` pictures at a time, and at most `waiting` more wait for them.
    The studio refuses further ones, so that a flood of requests costs only what can be drawn
    soon. The cache holds at most `cache_bytes`; it drops the least recently used picture first.

    The studio gives up a picture that takes longer than `limit` seconds, and replaces its thread.
    It does not begin the picture again while that thread still draws it. Call all methods from one
    event loop.
    """

    def __init__(
        self,
        *,
        threads: int = THREADS,
        queue: int = QUEUE,
        waiting: int = WAITING,
        cache_bytes: int = CACHE_BYTES,
        limit: float = LIMIT,
        draw: Callable[[Any], bytes] = drawn,
    ) -> None:
        self._draw = draw
        self._limit = limit
        self._drawing_threads = _DrawingThreads(threads)
        self._hung: set[Subject] = set()
        self._room = asyncio.Semaphore(queue)
        self._most = queue + waiting
        self._pending: dict[Subject, _PendingPicture] = {}
        self._cache: OrderedDict[Subject, bytes] = OrderedDict()
        self._cache_bytes = cache_bytes
        self._cached_bytes = 0
        self._drawn = 0
        self._closed = False

    @property
    def drawn(self) -> int:
        """The number of pictures drawn so far."""
        return self._drawn

    @property
    def cached(self) -> int:
        """The number of pictures in the cache."""
        return len(self._cache)

    @property
    def queued(self) -> int:
        """The number of different pictures that are being drawn or wait for it."""
        return len(self._pending)

    def faults(self) -> list[str]:
        """Return a sentence for `/healthz` if pictures hang; otherwise an empty list."""
        number = len(self._hung)
        if not number:
            return []
        return [
            ngettext(
                "{count} picture has been drawing for too long",
                "{count} pictures have been drawing for too long",
                number,
            )
        ]

    async def picture(self, scene: Subject) -> bytes:
        """Return the bytes of a picture, from the cache or drawn by `drawn`.

        Equal scenes that are requested at the same time are drawn once; cancelling one request does
        not affect the others. Raise `StudioClosedError`, `StudioBusy` if too many requests wait, or
        `PictureTimedOut` if the picture takes too long or too many pictures hang.
        """
        if self._closed:
            raise StudioClosedError
        kept = self._cache.get(scene)
        if kept is not None:
            self._cache.move_to_end(scene)
            return kept
        if scene in self._hung or len(self._hung) >= MOST_HUNG:
            raise PictureTimedOut(self._limit)
        pending = self._pending.get(scene)
        if pending is None:
            if len(self._pending) >= self._most:
                raise StudioBusy(len(self._pending))
            task = asyncio.create_task(self._make(scene))
            task.add_done_callback(_ignore_error)
            pending = self._pending[scene] = _PendingPicture(task)
        pending.waiting += 1
        try:
            return await asyncio.shield(pending.task)
        finally:
            pending.waiting -= 1

    async def close(self) -> None:
        """Wait for pictures in progress, at most `CLOSING` seconds.

        Requests that still wait for a thread raise `StudioClosedError`.
        """
        self._closed = True
        tasks = [pending.task for pending in self._pending.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=CLOSING)
            for task in late:
                task.cancel()
        self._drawing_threads.close()

    async def _make(self, scene: Subject) -> bytes:
        try:
            async with self._room:
                if self._closed:
                    raise StudioClosedError
                if not self._pending[scene].waiting:
                    raise _AbandonedError
                png = await self._draw_in_time(scene)
            self._drawn += 1
            self._keep(scene, png)
            return png
        finally:
            del self._pending[scene]

    async def _draw_in_time(self, scene: Subject) -> bytes:
        """Draw a picture in a thread; if the thread hangs, give the picture up.

        Replace the thread unless too many hang.
        """
        if len(self._hung) >= MOST_HUNG:
            raise PictureTimedOut(self._limit)
        drawing = self._drawing_threads.begin(partial(self._draw, scene))
        while True:
            left = drawing.left(self._limit)
            done, _ = await asyncio.wait([drawing.future], timeout=max(left, 0.0))
            if done:
                return drawing.future.result()
            if drawing.left(self._limit) <= 0.0:
                break
            if len(self._hung) >= MOST_HUNG and not drawing.is_begun:
                drawing.future.cancel()
                raise PictureTimedOut(self._limit)
        self._hung.add(scene)
        drawing.future.add_done_callback(partial(self._came_back, scene))
        self._drawing_threads.give_up(drawing, may_replace=len(self._hung) < MOST_HUNG)
        raise PictureTimedOut(self._limit)

    def _came_back(self, scene: Subject, drawing: "asyncio.Future[bytes]") -> None:
        """Record that the thread of a given-up picture has finished it."""
        self._hung.discard(scene)
        drawing.exception()

    def _keep(self, scene: Subject, png: bytes) -> None:
        self._cache[scene] = png
        self._cached_bytes += len(png)
        while self._cached_bytes > self._cache_bytes:
            _, oldest = self._cache.popitem(last=False)
            self._cached_bytes -= len(oldest)


def _ignore_error(task: "asyncio.Task[bytes]") -> None:
    """Retrieve the error of a task, because all its requests may have been cancelled."""
    if not task.cancelled():
        task.exception()
