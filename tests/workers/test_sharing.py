"""A shared pool serves users in turn, and loses no place to a user who has gone."""

import asyncio
import os
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.workers.errors import PoolBusy, ShareUsed
from bot.workers.pool import WorkerPool
from bot.workers.shared_pool import SharedPool
from tests.kit.thoroughness import sampled
from tests.workers import jobs
from tests.workers.test_pool import wait_until_begun

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes by /proc"),
]

ALICE, BOB, CAROL = 1, 2, 3


@pytest.fixture
async def shared() -> AsyncIterator[SharedPool]:
    shared = SharedPool(WorkerPool(workers=1), most_each=3)
    yield shared
    await shared.close()


async def occupy_worker(shared: SharedPool, folder: Path) -> asyncio.Task[int]:
    """Keep the one worker busy until `folder / "go"` is there."""
    task = asyncio.create_task(shared.run(ALICE, partial(jobs.wait, folder / "on", folder / "go")))
    await wait_until_begun(folder / "on")
    return task


async def test_a_request_waits_for_at_most_one_job_of_each_other_user(
    shared: SharedPool, tmp_path: Path
) -> None:
    first = await occupy_worker(shared, tmp_path)
    order: list[int] = []

    async def ask(person: int) -> None:
        await shared.run(person, partial(jobs.add, person, 0))
        order.append(person)

    tasks = [asyncio.create_task(ask(ALICE)) for _ in range(3)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(ask(BOB)), asyncio.create_task(ask(CAROL))]
    await asyncio.sleep(0)
    (tmp_path / "go").touch()
    await asyncio.gather(first, *tasks)
    assert order == [ALICE, BOB, CAROL, ALICE, ALICE]


async def test_the_waiting_jobs_of_one_user_are_limited(shared: SharedPool, tmp_path: Path) -> None:
    first = await occupy_worker(shared, tmp_path)
    tasks = [asyncio.create_task(shared.run(BOB, jobs.who)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(ShareUsed) as used:
        await shared.run(BOB, jobs.who)
    assert used.value.waiting == 3
    carols = asyncio.create_task(shared.run(CAROL, jobs.who))
    (tmp_path / "go").touch()
    await asyncio.gather(first, *tasks, carols)


async def test_the_waiting_jobs_of_all_users_together_are_limited(tmp_path: Path) -> None:
    shared = SharedPool(WorkerPool(workers=1), most_each=3, most=2)
    first = await occupy_worker(shared, tmp_path)
    tasks = [asyncio.create_task(shared.run(person, jobs.who)) for person in (BOB, CAROL)]
    await asyncio.sleep(0)
    for _ in range(2):
        # A refused request has no place in the queue.
        with pytest.raises(PoolBusy) as busy:
            await shared.run(ALICE, jobs.who)
        assert busy.value.waiting == 2
    (tmp_path / "go").touch()
    await asyncio.gather(first, *tasks)
    await shared.close()


async def test_a_user_who_cancels_while_waiting_gives_up_the_place(
    shared: SharedPool, tmp_path: Path
) -> None:
    first = await occupy_worker(shared, tmp_path)
    gone = asyncio.create_task(shared.run(BOB, jobs.who))
    stays = asyncio.create_task(shared.run(CAROL, jobs.who))
    await asyncio.sleep(0)
    gone.cancel()
    (tmp_path / "go").touch()
    await first
    assert await stays == shared.processes[0]
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await shared.run(BOB, jobs.who) == shared.processes[0]


@pytest.mark.parametrize("goes_first", [True, False])
@pytest.mark.parametrize("has_another_wish", sampled([True, False], 0))
async def test_a_user_who_leaves_just_as_a_place_becomes_free_does_not_take_it(
    shared: SharedPool, tmp_path: Path, *, goes_first: bool, has_another_wish: bool
) -> None:
    first = await occupy_worker(shared, tmp_path)
    gone = asyncio.create_task(shared.run(BOB, jobs.who))
    stay = [asyncio.create_task(shared.run(CAROL, jobs.who))]
    await asyncio.sleep(0)
    if has_another_wish:
        stay.append(asyncio.create_task(shared.run(BOB, jobs.who)))
        await asyncio.sleep(0)
    if goes_first:
        gone.cancel()
    shared._leave()
    gone.cancel()
    (tmp_path / "go").touch()
    await first
    with pytest.raises(asyncio.CancelledError):
        await gone
    await asyncio.wait_for(asyncio.gather(*stay), 60)
    # The place that was passed on above is in addition to the existing one.
    assert (shared._free, shared._waiting) == (2, {})


async def test_a_worker_imports_its_modules_first() -> None:
    pool = WorkerPool(workers=1, first=("colorsys", "no_such_module"))
    try:
        assert await pool.run(partial(jobs.has_imported, "colorsys"))
    finally:
        await pool.close()


async def test_a_worker_runs_without_modules_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken_extra.py").write_text("raise ImportError('built for another')")
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    pool = WorkerPool(workers=1, first=("broken_extra",))
    try:
        assert await pool.run(partial(jobs.add, 1, 2)) == 3
    finally:
        await pool.close()
    assert "broken_extra is installed, but cannot be imported" in capfd.readouterr().err
