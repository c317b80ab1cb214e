"""The studio draws pictures in threads, each once, and gives up those that hang."""

import asyncio
import gc
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.game import Position, Seat
from render.bed import draw
from render.scene import Ending, Scene
from render.studio import MOST_HUNG, PictureTimedOut, Studio, StudioBusy, StudioClosedError
from tests.kit.waiting import until
from tests.render.scenes import scenes

ROOT = Path(__file__).parents[2]
HUNG = """
import asyncio, contextlib, time
from bot.game import Position
from render.scene import Scene
from render.studio import PictureTimedOut, Studio

async def main():
    studio = Studio(limit=0.1, draw=lambda _: time.sleep(600))
    with contextlib.suppress(PictureTimedOut):
        await studio.picture(Scene(Position()))
    await studio.close()

asyncio.run(main())
"""
SCENES = [scene for _, scene in scenes()]
EMPTY = Scene(Position())
GRAY = Scene(Position(to_move=Seat.GRAY))


def name_of(scene: Scene) -> bytes:
    """Return different bytes of the same length for each scene."""
    return f"{hash(scene):+020x}".encode()


class Easel:
    """Draws only while the test lets it, and counts its drawings."""

    def __init__(self) -> None:
        self.drawn: Counter[Scene] = Counter()
        self.at_once = 0
        self.most_at_once = 0
        self._lock = threading.Lock()
        self._go = threading.Event()

    def __call__(self, scene: Scene) -> bytes:
        with self._lock:
            self.drawn[scene] += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        assert self._go.wait(10)
        with self._lock:
            self.at_once -= 1
        return name_of(scene)

    def begin(self) -> None:
        self._go.set()

    def stop(self) -> None:
        self._go.clear()


@asynccontextmanager
async def studio(
    drawing: Callable[[Scene], bytes],
    *,
    queue: int = 32,
    waiting: int = 256,
    cache_bytes: int = 2**20,
    limit: float = 600.0,
) -> AsyncIterator[Studio]:
    opened = Studio(
        draw=drawing, queue=queue, waiting=waiting, cache_bytes=cache_bytes, limit=limit
    )
    try:
        yield opened
    finally:
        if isinstance(drawing, Easel):
            drawing.begin()
        await opened.close()


async def settle() -> None:
    """Let all tasks run until they wait for a thread."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_studio_returns_the_drawn_picture() -> None:
    async with studio(draw) as opened:
        assert await opened.picture(EMPTY) == draw(EMPTY)
        assert (opened.drawn, opened.cached) == (1, 1)


async def test_a_picture_is_cached() -> None:
    easel = Easel()
    easel.begin()
    async with studio(easel) as opened:
        first = await opened.picture(EMPTY)
        assert await opened.picture(Scene(Position())) is first
        assert opened.drawn == 1
    assert easel.drawn == {EMPTY: 1}


async def test_simultaneous_requests_for_equal_scenes_draw_once() -> None:
    easel = Easel()
    async with studio(easel) as opened:
        waiting = [asyncio.create_task(opened.picture(Scene(Position()))) for _ in range(50)]
        await settle()
        easel.begin()
        assert len(set(await asyncio.gather(*waiting))) == 1
    assert easel.drawn == {EMPTY: 1}


async def test_two_pictures_are_drawn_at_a_time_and_the_others_wait_in_the_queue() -> None:
    easel = Easel()
    async with studio(easel, queue=4) as opened:
        waiting = [asyncio.create_task(opened.picture(scene)) for scene in SCENES]
        await settle()
        assert opened.queued == len(SCENES)
        assert sum(easel.drawn.values()) <= 2
        easel.begin()
        assert len(await asyncio.gather(*waiting)) == len(SCENES)
        assert opened.queued == 0
    assert easel.most_at_once <= 2


async def test_requests_beyond_the_queue_are_refused_and_queued_ones_are_drawn() -> None:
    easel = Easel()
    async with studio(easel, queue=4, waiting=6) as opened:
        accepted = [asyncio.create_task(opened.picture(scene)) for scene in SCENES[:10]]
        await settle()
        for scene in SCENES[10:]:
            with pytest.raises(StudioBusy, match="10 pictures wait already") as refusal:
                await opened.picture(scene)
            assert refusal.value.waiting == opened.queued == 10
        shared = [asyncio.create_task(opened.picture(SCENES[9])) for _ in range(100)]
        await settle()
        easel.begin()
        await asyncio.gather(*accepted, *shared)
        assert await opened.picture(SCENES[10]) == name_of(SCENES[10])
    assert easel.drawn == dict.fromkeys(SCENES[:11], 1)


async def test_a_cached_picture_is_returned_even_if_the_queue_is_full() -> None:
    easel = Easel()
    async with studio(easel, queue=1, waiting=0) as opened:
        easel.begin()
        kept = await opened.picture(EMPTY)
        easel.stop()
        waiting = asyncio.create_task(opened.picture(GRAY))
        await settle()
        assert await opened.picture(EMPTY) is kept
        easel.begin()
        await waiting


async def test_cancelled_work_leaves_the_queue_soon() -> None:
    easel = Easel()
    async with studio(easel, queue=1, waiting=1) as opened:
        first = asyncio.create_task(opened.picture(EMPTY))
        await settle()
        leaving = asyncio.create_task(opened.picture(GRAY))
        await settle()
        leaving.cancel()
        await settle()
        easel.begin()
        await first
        await settle()
        assert opened.queued == 0


async def test_a_cancelled_request_does_not_affect_others() -> None:
    easel = Easel()
    async with studio(easel) as opened:
        leaving, staying = (asyncio.create_task(opened.picture(EMPTY)) for _ in range(2))
        await settle()
        leaving.cancel()
        await settle()
        assert leaving.cancelled()
        easel.begin()
        assert await staying == name_of(EMPTY)


async def test_a_cancelled_picture_is_not_drawn() -> None:
    easel = Easel()
    async with studio(easel, queue=1) as opened:
        first = asyncio.create_task(opened.picture(EMPTY))
        await settle()
        second = asyncio.create_task(opened.picture(GRAY))
        await settle()
        second.cancel()
        await settle()
        easel.begin()
        await first
    assert easel.drawn == {EMPTY: 1}


async def test_the_least_recently_used_picture_is_evicted_first() -> None:
    easel = Easel()
    easel.begin()
    size = len(name_of(EMPTY))
    async with studio(easel, cache_bytes=2 * size + 2) as opened:
        for scene in (EMPTY, GRAY, EMPTY, Scene(Position(), ending=Ending.DRAWN), EMPTY):
            await opened.picture(scene)
            assert opened.cached <= 2
        assert easel.drawn[EMPTY] <= 2
        await opened.picture(GRAY)
    assert easel.drawn[GRAY] == 2


async def test_a_picture_larger_than_the_cache_is_returned_but_not_cached() -> None:
    easel = Easel()
    easel.begin()
    async with studio(easel, cache_bytes=10) as opened:
        assert await opened.picture(EMPTY)
        assert opened.cached == 0


async def test_a_failed_drawing_raises_for_all_waiting_requests_and_is_retried() -> None:
    tries = 0

    def draw_or_fail(scene: Scene) -> bytes:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("no such sprite")
        return draw(scene)

    async with studio(draw_or_fail) as opened:
        both = await asyncio.gather(
            opened.picture(EMPTY), opened.picture(EMPTY), return_exceptions=True
        )
        assert [str(error) for error in both] == ["no such sprite"] * 2
        assert await opened.picture(EMPTY) == draw(EMPTY)


async def test_a_failure_of_cancelled_work_is_ignored(caplog: pytest.LogCaptureFixture) -> None:
    go = threading.Event()

    def fail(_: Scene) -> bytes:
        assert go.wait(10)
        raise OSError("no such sprite")

    async with studio(fail) as opened:
        asking = asyncio.create_task(opened.picture(EMPTY))
        await settle()
        asking.cancel()
        await settle()
        go.set()
    # An error that is never read is logged once its task is collected; the request refers to it.
    del asking
    gc.collect()
    assert "no such sprite" not in caplog.text


class HangingEasel:
    """Draws at once, except some scenes, which hang until they are released."""

    def __init__(self, hanging: list[Scene]) -> None:
        self.hanging = hanging
        self.begun: list[Scene] = []
        self.go = threading.Event()

    def __call__(self, scene: Scene) -> bytes:
        if scene in self.hanging:
            self.begun.append(scene)
            self.go.wait(60)
        return name_of(scene)


@pytest.mark.long
async def test_other_pictures_are_drawn_while_some_hang() -> None:
    drawing = HangingEasel(SCENES[:2])
    async with studio(drawing, limit=1.0) as opened:
        hung = [asyncio.create_task(opened.picture(scene)) for scene in SCENES[:2]]
        await settle()
        others = [asyncio.create_task(opened.picture(scene)) for scene in SCENES[2:8]]
        assert await asyncio.wait_for(asyncio.gather(*others), 60)
        ends = await asyncio.gather(*hung, return_exceptions=True)
        assert [type(each) for each in ends] == [PictureTimedOut] * 2
        assert opened.faults() == ["2 pictures have been drawing for too long"]

        # A hanging scene is not started again: it would block one thread after another.
        with pytest.raises(PictureTimedOut):
            await opened.picture(SCENES[0])
        assert sorted(map(hash, drawing.begun)) == sorted(map(hash, SCENES[:2]))

        drawing.hanging = []
        drawing.go.set()
        await until(lambda: not opened.faults(), 30)
        assert await opened.picture(SCENES[0]) == name_of(SCENES[0])


@pytest.mark.long
async def test_the_number_of_threads_is_limited_when_many_hang() -> None:
    drawing = HangingEasel(SCENES[: MOST_HUNG + 4])
    async with studio(drawing, limit=0.5) as opened:
        tasks = [asyncio.create_task(opened.picture(scene)) for scene in SCENES[: MOST_HUNG + 4]]
        ends = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
        assert {type(each) for each in ends} == {PictureTimedOut}
        assert len(drawing.begun) <= MOST_HUNG + 1
        with pytest.raises(PictureTimedOut):
            await opened.picture(SCENES[-1])
        drawing.hanging = []
        drawing.go.set()
        await until(lambda: not opened.faults(), 30)
        assert await opened.picture(SCENES[-1]) == name_of(SCENES[-1])


@pytest.mark.long
async def test_the_program_ends_even_if_a_picture_hangs() -> None:
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", HUNG, cwd=ROOT)
    assert await asyncio.wait_for(program.wait(), 60) == 0


async def test_a_closed_studio_refuses() -> None:
    opened = Studio()
    await opened.close()
    with pytest.raises(StudioClosedError, match="the studio is closed"):
        await opened.picture(EMPTY)


async def test_closing_finishes_running_drawings_and_refuses_queued_ones() -> None:
    easel = Easel()
    opened = Studio(draw=easel, queue=1)
    begun = asyncio.create_task(opened.picture(EMPTY))
    await settle()
    waiting = asyncio.create_task(opened.picture(GRAY))
    await settle()
    closing = asyncio.create_task(opened.close())
    await settle()
    easel.begin()
    await closing
    assert await begun == name_of(EMPTY)
    with pytest.raises(StudioClosedError):
        await waiting


async def test_closing_twice_is_allowed() -> None:
    opened = Studio()
    await opened.close()
    await opened.close()


async def test_drawing_does_not_block_the_event_loop() -> None:
    easel = Easel()
    async with studio(easel) as opened:
        asking = asyncio.create_task(opened.picture(EMPTY))
        await settle()
        assert not asking.done()
        easel.begin()
        await asking
