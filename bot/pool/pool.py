"""The pool: jobs go to worker processes, which are begun when first needed and die with this one.

The standard library's pool leaves its workers behind when its process is killed, and loses the
jobs of all when one worker is: docs/decisions/a-pool-of-our-own.md.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import structlog

from bot.pool.errors import PoolBusy, PoolClosed, RaisedThere, UnknownThere, WorkerLost
from bot.pool.messages import HEAD, Kind, packed, unpacked_head

Result = TypeVar("Result")

Report = Callable[[float], None]
"""Told which part of a job is done, from 0 to 1."""

Job = Callable[[Report], Result]
"""Work to be done elsewhere: something that can be pickled, such as a `functools.partial`.

It may be begun a second time when its worker was killed.
"""

WORKERS: Final = 2
QUEUE: Final = 16
IDLE: Final = 300.0
"""Seconds after which a worker that has nothing to do is let go; it takes some 50 MB."""
TRIES: Final = 2
PATIENCE: Final = 5.0
"""Seconds that a worker gets to end by itself."""

_log: Final = structlog.get_logger(__name__)


class _Died(Exception):
    """The worker is gone, and no result came."""


class Pool:
    """Does jobs in at most so many worker processes; at most `queue` more jobs wait for one.

    `first` are modules that a worker imports before anything else, where they are installed. All
    methods belong to one event loop.
    """

    def __init__(
        self,
        *,
        workers: int = WORKERS,
        queue: int = QUEUE,
        idle: float = IDLE,
        first: Sequence[str] = (),
    ) -> None:
        self.workers: Final = workers
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
        """The process ids of the workers that are wanted, in order."""
        return sorted(worker.process.pid for worker in self._workers)

    async def run(self, job: Job[Result], heard: Report | None = None) -> Result:
        """Do a job, and give what it gives; `heard` is told how far it is.

        A caller that is cancelled ends the job. Raises what the job raises, `PoolBusy`,
        `WorkerLost` or `PoolClosed`.
        """
        if self._waiting >= self._queue:
            raise PoolBusy(self._waiting)
        order = packed(Kind.JOB, pickle.dumps(job))
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
                    result: Result = await self._try(order, heard or _nobody_hears)
                except _Died:
                    _log.warning("worker lost")
                    continue
                return result
            raise PoolClosed if self._closed else WorkerLost
        finally:
            self._room.release()

    async def close(self) -> None:
        """End every worker; what is not done by now raises `PoolClosed`."""
        self._closed = True
        while self._idle:
            self._let_go(self._idle[-1])
        for worker in self._workers:
            worker.kill()
        if self._tries:
            await asyncio.wait(self._tries)
        await asyncio.gather(*self._ends)

    async def _try(self, order: bytes, heard: Report) -> Any:
        trying = asyncio.get_running_loop().create_future()
        self._tries.add(trying)
        try:
            worker = await self._worker()
            try:
                answer = await worker.do(order, heard)
            except BaseException:
                worker.kill()
                self._end(worker)
                raise
            self._rest(worker)
        finally:
            self._tries.discard(trying)
            trying.set_result(None)
        return answer.value()

    async def _worker(self) -> "_Worker":
        """Give a worker that rests, the one that rested last, or begin one."""
        while self._idle:
            worker = self._idle.pop()
            worker.stay()
            if worker.process.returncode is None:
                return worker
            self._end(worker)
        # The token and the like are no worker's business.
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("BOOP_")
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.pool.worker",
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

    def _rest(self, worker: "_Worker") -> None:
        self._idle.append(worker)
        if self._closed:
            self._let_go(worker)
        else:
            worker.leave_after(self._idle_seconds, self._let_go)

    def _let_go(self, worker: "_Worker") -> None:
        self._idle.remove(worker)
        self._end(worker)

    def _end(self, worker: "_Worker") -> None:
        """Let a worker end, and see to it that it does."""
        worker.stay()
        self._workers.discard(worker)
        task = asyncio.create_task(worker.end())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)


class _Answer:
    """What a worker answered last: the job's result, or what it raised."""

    def __init__(self, kind: Kind, body: bytes) -> None:
        self._kind = kind
        self._body = body

    def value(self) -> Any:
        """Give the result, or raise what was raised."""
        content = pickle.loads(self._body)  # noqa: S301 - our own worker's pickle
        if self._kind is Kind.RESULT:
            return content
        error, words = content
        raise error or UnknownThere from RaisedThere(words)


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._leaving: asyncio.TimerHandle | None = None

    def leave_after(self, seconds: float, leave: Callable[["_Worker"], None]) -> None:
        """Let the worker go when it has had nothing to do for so long."""
        self._leaving = asyncio.get_running_loop().call_later(seconds, leave, self)

    def stay(self) -> None:
        """Take back that the worker is let go."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def kill(self) -> None:
        """End the process at once, if it has not ended."""
        if self.process.returncode is None:
            self.process.kill()

    async def do(self, order: bytes, heard: Report) -> _Answer:
        """Hand an order over and wait for its answer. Raises `_Died`."""
        source, sink = self.process.stdout, self.process.stdin
        if source is None or sink is None:
            raise AssertionError("a worker is begun with pipes")
        try:
            sink.write(order)
            await sink.drain()
            while True:
                kind, length = unpacked_head(await source.readexactly(HEAD.size))
                body = await source.readexactly(length)
                if kind is not Kind.PART_DONE:
                    return _Answer(kind, body)
                heard(pickle.loads(body))  # noqa: S301 - our own worker's pickle
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            raise _Died from error

    async def end(self) -> None:
        """End the process: by itself when it rests, at once when it lingers."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self._ended(), PATIENCE)
        except TimeoutError:
            self.kill()
            await self._ended()

    async def _ended(self) -> None:
        # What nobody has read would keep the pipe open, and the process would never count as ended.
        if self.process.stdout is not None:
            await self.process.stdout.read()
        await self.process.wait()


def _nobody_hears(_part: float) -> None:
    """Stand in for who wants to know how far a job is."""
