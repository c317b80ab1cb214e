"""The pool of worker processes, started when needed; they end when this process does.

The standard library's pool leaves its workers behind when its process is killed, and loses all jobs
when one worker is killed: docs/decisions/process-pool.md.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import structlog

from bot.workers.errors import (
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    UnpicklableError,
    WorkerLost,
    WorkerTraceback,
)
from bot.workers.protocol import HEAD, Assignment, FrameKind, Report, Result, packed, unpacked_head

WORKERS: Final = 2
QUEUE: Final = 16
IDLE: Final = 300.0
"""After how many seconds an idle worker is ended; it takes 20 MB, or 250 MB with compiled code."""
TRIES: Final = 2
PATIENCE: Final = 5.0
"""How many seconds a worker has to end by itself."""
LIMIT: Final = 120.0
"""How many seconds one attempt of a job may take; the longest takes some ten on an idle machine."""
SILENCE: Final = 15.0
"""After how many seconds without a beat a worker counts as hanging; a busy one sends one a second.
"""
QUIET: Final = 5.0
"""After how many seconds without a beat the pool is unhealthy."""
FAILED_LATELY: Final = 300.0
"""For how many seconds failures without a later success count against the pool's health."""
MOST_FAILED: Final = 2
"""How many jobs in a row may fail for lack of a working process before the pool is unhealthy."""

_log: Final = structlog.get_logger(__name__)


class _WorkerGone(Exception):
    """The worker is gone or hangs, and there is no result."""


class WorkerPool:
    """Runs jobs in at most `workers` worker processes; at most `queue` more jobs wait.

    A worker that sends nothing for `silence` seconds hangs: it is killed, and its job is tried
    again. One attempt of a job may take `limit` seconds. `first` are modules that a worker imports
    before anything else, if they are installed. `name` describes the jobs in `faults`. All methods
    belong to one event loop.
    """

    def __init__(
        self,
        *,
        name: str = "jobs",
        workers: int = WORKERS,
        queue: int = QUEUE,
        idle: float = IDLE,
        limit: float = LIMIT,
        silence: float = SILENCE,
        quiet: float = QUIET,
        first: Sequence[str] = (),
    ) -> None:
        self.workers: Final = workers
        self.name: Final = name
        self._limit = limit
        self._silence = silence
        self._quiet = quiet
        self._failed = 0
        self._failed_at = 0.0
        self._first = tuple(first)
        self._room = asyncio.Semaphore(workers)
        self._queue = queue
        self._idle_seconds = idle
        self._waiting = 0
        self._idle: list[_Worker] = []
        self._tries: set[asyncio.Future[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._workers: set[_Worker] = set()
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The process IDs of the workers in use, in order."""
        return sorted(worker.process.pid for worker in self._workers)

    def faults(self) -> list[str]:
        """Return a sentence for each reason that prevents jobs now, for `/healthz`."""
        now = asyncio.get_running_loop().time()
        silent = [
            f"a worker for {self.name} has been silent for {now - worker.heard_at:.0f} seconds"
            for worker in self._workers
            if worker.heard_at is not None and now - worker.heard_at > self._quiet
        ]
        if self._failed >= MOST_FAILED and now - self._failed_at < FAILED_LATELY:
            silent.append(f"the last {self._failed} {self.name} failed")
        return silent

    async def run(
        self, job: Assignment[Result], report: Report | None = None, *, limit: float | None = None
    ) -> Result:
        """Run a job, and return its result; `report` is called with its progress.

        Cancelling the caller ends the job. `limit` replaces the pool's own for this job. Raise what
        the job raises, `PoolBusy`, `WorkerLost`, `JobTimedOut` or `PoolClosed`.
        """
        if self._waiting >= self._queue:
            raise PoolBusy(self._waiting)
        order = packed(FrameKind.JOB, pickle.dumps(job))
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        try:
            for _ in range(TRIES):
                if self._closed:
                    raise PoolClosed
                try:
                    answer = await self._try(
                        order, report or _ignore_progress, limit or self._limit
                    )
                except _WorkerGone as died:
                    if not self._closed:
                        _log.warning("worker lost", pool=self.name, reason=str(died))
                    continue
                self._failed = 0
                result: Result = answer.value()
                return result
            raise PoolClosed if self._closed else WorkerLost
        except (WorkerLost, JobTimedOut):
            self._failed += 1
            self._failed_at = asyncio.get_running_loop().time()
            raise
        finally:
            self._room.release()

    async def close(self) -> None:
        """End every worker; unfinished jobs raise `PoolClosed`."""
        self._closed = True
        while self._idle:
            self._let_go(self._idle[-1])
        for worker in self._workers:
            worker.kill()
        if self._tries:
            await asyncio.wait(self._tries)
        await asyncio.gather(*self._ends)

    async def _try(self, order: bytes, report: Report, limit: float) -> "_WorkerAnswer":
        trying = asyncio.get_running_loop().create_future()
        self._tries.add(trying)
        try:
            worker = await self._worker()
            try:
                async with asyncio.timeout(limit):
                    answer = await worker.do(order, report, self._silence)
            except TimeoutError as error:
                _log.warning("job timed out", pool=self.name, seconds=limit)
                worker.kill()
                self._end(worker)
                raise JobTimedOut(limit) from error
            except BaseException:
                worker.kill()
                self._end(worker)
                raise
            self._make_idle(worker)
        finally:
            self._tries.discard(trying)
            trying.set_result(None)
        return answer

    async def _worker(self) -> "_Worker":
        """Return the idle worker that was used last, or start one."""
        while self._idle:
            worker = self._idle.pop()
            worker.stay()
            if worker.process.returncode is None:
                return worker
            self._end(worker)
        # Workers must not have the token and other secrets.
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("BOOP_")
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.workers.worker",
            *self._first,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            start_new_session=True,
        )
        worker = _Worker(process)
        self._workers.add(worker)
        if self._closed:
            worker.kill()
        return worker

    def _make_idle(self, worker: "_Worker") -> None:
        self._idle.append(worker)
        if self._closed:
            self._let_go(worker)
        else:
            worker.leave_after(self._idle_seconds, self._let_go)

    def _let_go(self, worker: "_Worker") -> None:
        self._idle.remove(worker)
        self._end(worker)

    def _end(self, worker: "_Worker") -> None:
        """End a worker, by force if necessary."""
        worker.stay()
        self._workers.discard(worker)
        task = asyncio.create_task(worker.end())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)


class _WorkerAnswer:
    """A worker's last answer: the job's result, or what it raised."""

    def __init__(self, kind: FrameKind, body: bytes) -> None:
        self._kind = kind
        self._body = body

    def value(self) -> Any:
        """Return the result, or raise what was raised."""
        content = pickle.loads(self._body)  # noqa: S301 - our own worker's pickle
        if self._kind is FrameKind.RESULT:
            return content
        error, words = content
        raise error or UnpicklableError from WorkerTraceback(words)


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.heard_at: float | None = None
        """When it last sent something; None while it is idle."""
        self._leaving: asyncio.TimerHandle | None = None

    def leave_after(self, seconds: float, leave: Callable[["_Worker"], None]) -> None:
        """End the worker after it was idle for that many seconds."""
        self._leaving = asyncio.get_running_loop().call_later(seconds, leave, self)

    def stay(self) -> None:
        """Cancel the planned end of the worker."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def kill(self) -> None:
        """End the process at once, if it is running."""
        if self.process.returncode is None:
            self.process.kill()

    async def do(self, order: bytes, report: Report, silence: float) -> _WorkerAnswer:
        """Send an order and wait for its answer. Raise `_WorkerGone`."""
        loop = asyncio.get_running_loop()
        self.heard_at = loop.time()
        try:
            await self._in_time(self._send(order), silence)
            while True:
                kind, body = await self._in_time(self._message(), silence)
                self.heard_at = loop.time()
                if kind is FrameKind.PART_DONE:
                    report(pickle.loads(body))  # noqa: S301 - our own worker's pickle
                elif kind is not FrameKind.BEAT:
                    return _WorkerAnswer(kind, body)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            raise _WorkerGone("it ended") from error
        finally:
            self.heard_at = None

    async def _in_time(self, doing: Coroutine[Any, Any, Result], silence: float) -> Result:
        """Wait for something that a worker does at once unless it hangs. Raise `_WorkerGone`."""
        watch = asyncio.timeout(silence)
        try:
            async with watch:
                return await doing
        except TimeoutError as error:
            if not watch.expired():
                raise
            raise _WorkerGone(f"it was silent for {silence:g} seconds") from error

    async def _send(self, order: bytes) -> None:
        sink = self.process.stdin
        if sink is None:
            raise AssertionError("a worker is begun with pipes")
        sink.write(order)
        await sink.drain()

    async def _message(self) -> tuple[FrameKind, bytes]:
        source = self.process.stdout
        if source is None:
            raise AssertionError("a worker is begun with pipes")
        kind, length = unpacked_head(await source.readexactly(HEAD.size))
        return kind, await source.readexactly(length)

    async def end(self) -> None:
        """Let the process end by itself; kill it after `PATIENCE` seconds."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self._wait_until_ended(), PATIENCE)
        except TimeoutError:
            self.kill()
            await self._wait_until_ended()

    async def _wait_until_ended(self) -> None:
        # Unread output would keep the pipe open, and the process would never count as ended.
        if self.process.stdout is not None:
            await self.process.stdout.read()
        await self.process.wait()


def _ignore_progress(_part: float) -> None:
    """Do nothing."""
