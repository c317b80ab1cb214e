"""Workers are started when needed, do one job at a time, and are lost one at a time."""

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import structlog.testing

from bot.workers.errors import JobTimedOut, PoolBusy, PoolClosed, UnpicklableError, WorkerLost
from bot.workers.pool import WorkerPool
from bot.workers.protocol import HEAD, FrameKind, packed, unpacked_head
from tests.kit.waiting import until
from tests.workers import jobs

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes by /proc"),
]

WITHIN = 60.0
ROOT = Path(__file__).parents[2]

PARENT = """
import asyncio, sys
from functools import partial
from pathlib import Path
from bot.workers.pool import WorkerPool
from tests.workers import jobs

async def main(folder):
    pool = WorkerPool(workers=2)
    await asyncio.gather(pool.run(jobs.who), pool.run(jobs.who))
    await pool.run(partial(jobs.wait, folder / "begun", folder / "never"))

asyncio.run(main(Path(sys.argv[1])))
"""


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(workers=2)
    yield pool
    await pool.close()
    assert not pool.processes


def is_there(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def wait_until_begun(file: Path) -> int:
    """Wait until a job reports that it has begun; return its process ID."""
    await until(lambda: bool(_written(file)), WITHIN)
    return int(_written(file))


def workers_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    return [
        int(each) for each in _written(Path(f"/proc/{process}/task/{process}/children")).split()
    ]


def _written(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


async def test_a_worker_imports_only_what_its_jobs_need(pool: WorkerPool) -> None:
    modules = await pool.run(jobs.loaded_modules)
    assert "bot.workers.protocol" in modules
    assert {"asyncio", "structlog", "bot.text", "bot.db"}.isdisjoint(modules)


@pytest.mark.night
async def test_no_process_is_started_before_the_first_job(pool: WorkerPool) -> None:
    assert pool.processes == []
    assert await pool.run(partial(jobs.add, 2, 3)) == 5
    assert len(pool.processes) == 1


@pytest.mark.night
async def test_an_idle_worker_does_the_next_job(pool: WorkerPool) -> None:
    first = await pool.run(jobs.who)
    assert first != os.getpid()
    assert await pool.run(jobs.who) == first
    assert pool.processes == [first]


async def test_the_caller_gets_the_progress_that_a_job_reports(pool: WorkerPool) -> None:
    progress: list[float] = []
    assert await pool.run(partial(jobs.tell, [0.25, 0.5, 1.0]), progress.append) == "told"
    assert progress == [0.25, 0.5, 1.0]


@pytest.mark.night
async def test_a_result_may_be_large(pool: WorkerPool) -> None:
    assert await pool.run(partial(jobs.large, 10_000_000)) == bytes(10_000_000)


@pytest.mark.night
async def test_output_of_a_job_does_not_mix_with_answers(
    pool: WorkerPool, capfd: pytest.CaptureFixture[str]
) -> None:
    assert await pool.run(jobs.shout) == "said"
    assert await pool.run(partial(jobs.add, 1, 1)) == 2
    assert "into the log" in capfd.readouterr().err


async def test_a_worker_gets_no_settings(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOP_TOKEN", "secret")
    assert await pool.run(jobs.settings) == []


async def test_an_exception_of_a_job_is_raised_with_its_traceback(pool: WorkerPool) -> None:
    with pytest.raises(LookupError, match="nothing there") as raised:
        await pool.run(partial(jobs.fail, "nothing there"))
    assert "in fail" in str(raised.value.__cause__)
    with pytest.raises(UnpicklableError) as strange:
        await pool.run(jobs.fail_unexpectedly)
    assert "OwnError: strangely" in str(strange.value.__cause__)
    assert await pool.run(partial(jobs.add, 1, 2)) == 3
    assert len(pool.processes) == 1


async def test_jobs_run_in_parallel_and_further_ones_wait(pool: WorkerPool, tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abc"]
    go = tmp_path / "go"
    running = [asyncio.create_task(pool.run(partial(jobs.wait, file, go))) for file in files]
    processes = {await wait_until_begun(file) for file in files[:2]}
    assert len(processes) == 2
    assert not files[2].exists()
    go.touch()
    assert set(await asyncio.gather(*running)) == processes


async def test_jobs_beyond_the_queue_are_refused(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, queue=1)
    go = tmp_path / "go"
    first = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "a", go)))
    await wait_until_begun(tmp_path / "a")
    second = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "b", go)))
    await asyncio.sleep(0)
    with pytest.raises(PoolBusy) as busy:
        await pool.run(jobs.who)
    assert busy.value.waiting == 1
    go.touch()
    assert await first == await second
    await pool.close()


async def test_a_job_whose_worker_is_killed_is_tried_once_more(
    pool: WorkerPool, tmp_path: Path
) -> None:
    assert await pool.run(partial(jobs.die, 1, tmp_path)) == 1
    assert await pool.run(partial(jobs.add, 1, 2)) == 3


@pytest.mark.night
async def test_a_job_that_kills_two_workers_is_given_up_and_the_next_one_is_done(
    pool: WorkerPool, tmp_path: Path
) -> None:
    with pytest.raises(WorkerLost):
        await pool.run(partial(jobs.die, 2, tmp_path))
    assert await pool.run(partial(jobs.add, 1, 2)) == 3


@pytest.mark.night
async def test_a_killed_worker_does_not_affect_other_jobs(pool: WorkerPool, tmp_path: Path) -> None:
    go = tmp_path / "go"
    other = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "a", go)))
    process = await wait_until_begun(tmp_path / "a")
    (tmp_path / "deaths").mkdir()
    with pytest.raises(WorkerLost):
        await pool.run(partial(jobs.die, 2, tmp_path / "deaths"))
    go.touch()
    assert await other == process


@pytest.mark.night
async def test_a_worker_that_was_killed_while_idle_is_replaced(pool: WorkerPool) -> None:
    first = await pool.run(jobs.who)
    os.kill(first, signal.SIGKILL)
    await until(lambda: not is_there(first), WITHIN)
    second = await pool.run(jobs.who)
    assert second != first
    assert pool.processes == [second]


async def test_a_worker_that_hangs_is_replaced_and_its_job_tried_again(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, silence=5.0)
    go = tmp_path / "go"
    running = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "a", go)))
    hung = await wait_until_begun(tmp_path / "a")
    os.kill(hung, signal.SIGSTOP)
    await until(lambda: _written(tmp_path / "a") not in ("", str(hung)), WITHIN)
    go.touch()
    assert await running != hung
    assert not is_there(hung)
    assert pool.faults() == []
    await pool.close()


@pytest.mark.night
async def test_a_worker_that_hung_while_idle_is_replaced() -> None:
    pool = WorkerPool(workers=1, silence=5.0)
    hung = await pool.run(jobs.who)
    os.kill(hung, signal.SIGSTOP)
    assert await asyncio.wait_for(pool.run(jobs.who), WITHIN) != hung
    await pool.close()


async def test_a_silent_worker_is_reported_by_the_health_check(tmp_path: Path) -> None:
    pool = WorkerPool(name="thoughts", quiet=2.0, silence=600.0)
    running = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "a", tmp_path / "never")))
    hung = await wait_until_begun(tmp_path / "a")
    os.kill(hung, signal.SIGSTOP)
    await until(lambda: bool(pool.faults()), WITHIN)
    assert pool.faults()[0].startswith("a worker for thoughts has been silent for ")
    os.kill(hung, signal.SIGCONT)
    await until(lambda: not pool.faults(), WITHIN)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await pool.close()


async def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done(
    pool: WorkerPool, tmp_path: Path
) -> None:
    for name in "ab":
        with pytest.raises(JobTimedOut) as late:
            await pool.run(partial(jobs.wait, tmp_path / name, tmp_path / "never"), limit=0.5)
        assert late.value.seconds == 0.5
    assert pool.faults() == ["the last 2 jobs failed"]
    assert await pool.run(partial(jobs.add, 1, 2)) == 3
    assert pool.faults() == []


@pytest.mark.night
async def test_only_a_busy_worker_sends_heartbeats(tmp_path: Path) -> None:
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.workers.worker", cwd=ROOT, stdin=PIPE, stdout=PIPE
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    go = tmp_path / "go"
    job = partial(jobs.wait, tmp_path / "a", go)
    worker.stdin.write(packed(FrameKind.JOB, pickle.dumps(job)))
    for _ in range(2):
        assert unpacked_head(await worker.stdout.readexactly(HEAD.size)) == (FrameKind.BEAT, 0)
    go.touch()
    worker.stdin.close()
    rest, ends = await worker.stdout.read(), []
    while rest:
        kind, length = unpacked_head(rest[: HEAD.size])
        ends.append(kind)
        rest = rest[HEAD.size + length :]
    assert ends[-1] is FrameKind.RESULT
    assert set(ends[:-1]) <= {FrameKind.BEAT}
    await worker.wait()


@pytest.mark.night
async def test_cancelling_the_caller_ends_the_job(pool: WorkerPool, tmp_path: Path) -> None:
    running = asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / "a", tmp_path / "never")))
    process = await wait_until_begun(tmp_path / "a")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await until(lambda: not is_there(process), WITHIN)
    assert await pool.run(partial(jobs.add, 1, 2)) == 3


@pytest.mark.night
async def test_an_idle_worker_is_ended(tmp_path: Path) -> None:
    pool = WorkerPool(idle=0.01)
    process = await pool.run(jobs.who)
    await until(lambda: pool.processes == [] and not is_there(process), WITHIN)
    assert await pool.run(jobs.who) != process
    await pool.close()


async def test_closing_ends_workers_and_their_jobs(tmp_path: Path) -> None:
    pool = WorkerPool(workers=2)
    await asyncio.gather(*(pool.run(partial(jobs.tell, [0.1])) for _ in range(2)))
    never = tmp_path / "never"
    running = [
        asyncio.create_task(pool.run(partial(jobs.wait, tmp_path / name, never))) for name in "abc"
    ]
    processes = [await wait_until_begun(tmp_path / name) for name in "ab"]
    with structlog.testing.capture_logs() as logs:
        await pool.close()
        ended = await asyncio.gather(*running, return_exceptions=True)
    assert [type(each) for each in ended] == [PoolClosed] * 3
    assert not logs, "no worker is lost, as it was ended"
    assert not any(map(is_there, processes))
    with pytest.raises(PoolClosed):
        await pool.run(jobs.who)
    await pool.close()


@pytest.mark.night
async def test_workers_end_if_their_parent_is_killed(tmp_path: Path) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, str(tmp_path), cwd=ROOT, stdout=PIPE
    )
    at_work = await wait_until_begun(tmp_path / "begun")
    workers = workers_of(parent.pid)
    assert at_work in workers
    assert len(workers) == 2

    parent.kill()
    await parent.communicate()

    await until(lambda: not any(map(is_there, workers)), WITHIN)
