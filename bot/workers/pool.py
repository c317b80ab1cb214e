"""The pool of worker processes, started when needed; they end when this process does.

The standard library's pool leaves its workers behind when its process is killed, and loses the
jobs of all when one worker is: docs/decisions/a-pool-of-our-own.md.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import structlog

from bot.workers.messages import (
    HEAD,
    FrameKind,
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    RaisedThere,
    ShareUsed,
    UnknownThere,
    WorkerLost,
    packed,
    unpacked_head,
)

Result = TypeVar("Result")

Report = Callable[[float], None]
"""Called with the part of a job that is done, from 0 to 1."""

Assignment = Callable[[Report], Result]
"""Work to be done elsewhere: something that can be pickled, such as a `functools.partial`.

It may be begun a second time when its worker was killed or hung.
"""

WORKERS: Final = 2
QUEUE: Final = 16
IDLE: Final = 300.0
"""Seconds after which a worker that has nothing to do is let go; it takes some 50 MB."""
TRIES: Final = 2
PATIENCE: Final = 5.0
"""Seconds that a worker gets to end by itself."""
LIMIT: Final = 120.0
"""Seconds that one try of a job may take; the longest takes some ten on a machine with time."""
SILENCE: Final = 15.0
"""Seconds without a beat after which a worker hangs; one at work sends a beat every second."""
QUIET: Final = 5.0
"""Seconds without a beat after which the pool is no longer healthy."""
FAILED_LATELY: Final = 300.0
"""Seconds for which failures that no success followed count against the pool's health."""
MOST_FAILED: Final = 2
"""How many jobs in a row may fail for lack of a working process before the pool is unhealthy."""

_log: Final = structlog.get_logger(__name__)


class _WorkerLost(Exception):
    """The worker is gone or hangs, and no result came."""


class WorkerPool:
    """Does jobs in at most `workers` worker processes; at most `queue` more jobs wait for one.

    A worker that sends nothing for `silence` seconds hangs: it is killed, and its job is tried
    again. One try of a job may take `limit` seconds. `first` are modules that a worker imports
    before anything else, where they are installed. `name` says in `faults` what the jobs are. All
    methods belong to one event loop.
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
        """The process ids of the workers that are wanted, in order."""
        return sorted(worker.process.pid for worker in self._workers)

    def faults(self) -> list[str]:
        """Return a sentence for each thing that keeps jobs from being done now, for `/healthz`."""
        now = asyncio.get_running_loop().time()
        found = [
            f"a worker for {self.name} has been silent for {now - worker.heard_at:.0f} seconds"
            for worker in self._workers
            if worker.heard_at is not None and now - worker.heard_at > self._quiet
        ]
        if self._failed >= MOST_FAILED and now - self._failed_at < FAILED_LATELY:
            found.append(f"the last {self._failed} {self.name} failed")
        return found

    async def run(
        self, job: Assignment[Result], heard: Report | None = None, *, limit: float | None = None
    ) -> Result:
        """Do a job, and return its result; `heard` is called with how far it is.

        A caller that is cancelled ends the job. `limit` replaces the pool's own for this job.
        Raise what the job raises, `PoolBusy`, `WorkerLost`, `JobTimedOut` or `PoolClosed`.
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
                    answer = await self._try(order, heard or _nobody_hears, limit or self._limit)
                except _WorkerLost as died:
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
        """End every worker; what is not done by now raises `PoolClosed`."""
        self._closed = True
        while self._idle:
            self._let_go(self._idle[-1])
        for worker in self._workers:
            worker.kill()
        if self._tries:
            await asyncio.wait(self._tries)
        await asyncio.gather(*self._ends)

    async def _try(self, order: bytes, heard: Report, limit: float) -> "_Answer":
        trying = asyncio.get_running_loop().create_future()
        self._tries.add(trying)
        try:
            worker = await self._worker()
            try:
                async with asyncio.timeout(limit):
                    answer = await worker.do(order, heard, self._silence)
            except TimeoutError as error:
                _log.warning("job timed out", pool=self.name, seconds=limit)
                worker.kill()
                self._end(worker)
                raise JobTimedOut(limit) from error
            except BaseException:
                worker.kill()
                self._end(worker)
                raise
            self._rest(worker)
        finally:
            self._tries.discard(trying)
            trying.set_result(None)
        return answer

    async def _worker(self) -> "_Worker":
        """Return a worker that rests, the one that rested last, or begin one."""
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

    def __init__(self, kind: FrameKind, body: bytes) -> None:
        self._kind = kind
        self._body = body

    def value(self) -> Any:
        """Return the result, or raise what was raised."""
        content = pickle.loads(self._body)  # noqa: S301 - our own worker's pickle
        if self._kind is FrameKind.RESULT:
            return content
        error, words = content
        raise error or UnknownThere from RaisedThere(words)


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.heard_at: float | None = None
        """When it gave a sign of life last; none while it has nothing to do."""
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

    async def do(self, order: bytes, heard: Report, silence: float) -> _Answer:
        """Hand an order over and wait for its answer. Raise `_WorkerLost`."""
        loop = asyncio.get_running_loop()
        self.heard_at = loop.time()
        try:
            await self._in_time(self._send(order), silence)
            while True:
                kind, body = await self._in_time(self._message(), silence)
                self.heard_at = loop.time()
                if kind is FrameKind.PART_DONE:
                    heard(pickle.loads(body))  # noqa: S301 - our own worker's pickle
                elif kind is not FrameKind.BEAT:
                    return _Answer(kind, body)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            raise _WorkerLost("it ended") from error
        finally:
            self.heard_at = None

    async def _in_time(self, doing: Coroutine[Any, Any, Result], silence: float) -> Result:
        """Wait for something that a worker does at once unless it hangs. Raise `_WorkerLost`."""
        watch = asyncio.timeout(silence)
        try:
            async with watch:
                return await doing
        except TimeoutError as error:
            if not watch.expired():
                raise
            raise _WorkerLost(f"it was silent for {silence:g} seconds") from error

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
        """End the process: by itself when it rests, at once when it lingers."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self._ended(), PATIENCE)
        except TimeoutError:
            self.kill()
            await self._ended()

    async def _ended(self) -> None:
        # Unread output would keep the pipe open, and the process would never count as ended.
        if self.process.stdout is not None:
            await self.process.stdout.read()
        await self.process.wait()


def _nobody_hears(_part: float) -> None:
    """Stand in for who wants to know how far a job is."""


MOST_EACH: Final = 16
"""The most jobs of one person that wait."""
MOST: Final = 256
"""The most jobs of all people together that wait."""


class SharedPool:
    """Hands jobs to a pool, one of each person who waits in turn.

    It hands over only as many as the pool has workers, so that one person's new job does not wait
    behind all of another's. Ask for a job that takes long in parts.
    """

    def __init__(self, pool: WorkerPool, most_each: int = MOST_EACH, most: int = MOST) -> None:
        self._pool = pool
        self._most_each = most_each
        self._most = most
        self._free = pool.workers
        # The person who was served last is at the end.
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}

    async def run(
        self,
        person: int,
        job: Assignment[Result],
        heard: Report | None = None,
        *,
        limit: float | None = None,
    ) -> Result:
        """Do a job of a person's, and return its result; `heard` is called with how far it is.

        Raise what `WorkerPool.run` raises, or `ShareUsed` if the person has too many jobs waiting.
        """
        await self._turn_of(person)
        try:
            return await self._pool.run(job, heard, limit=limit)
        finally:
            self._leave()

    def faults(self) -> list[str]:
        """Return a sentence for each thing that keeps jobs from being done now, for `/healthz`."""
        return self._pool.faults()

    async def close(self) -> None:
        """End every worker; what is not done by now raises `PoolClosed`."""
        await self._pool.close()

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that are wanted, in order."""
        return self._pool.processes

    async def _turn_of(self, person: int) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        theirs = len(self._waiting.get(person, ()))
        if theirs >= self._most_each:
            raise ShareUsed(theirs)
        waiting = sum(map(len, self._waiting.values()))
        if waiting >= self._most:
            raise PoolBusy(waiting)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            else:
                self._withdraw(person, turn)
            raise

    def _leave(self) -> None:
        """Give a place in the pool to the person who waits next."""
        while self._waiting:
            turn = self._take(next(iter(self._waiting)))
            # One that is done was cancelled just now, and has not come to withdraw itself.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _take(self, person: int) -> asyncio.Future[None]:
        """Pop a person's next request, and move the person to the end of the queue."""
        queue = self._waiting.pop(person)
        turn = queue.popleft()
        if queue:
            self._waiting[person] = queue
        return turn

    def _withdraw(self, person: int, turn: asyncio.Future[None]) -> None:
        """Take back a wish, unless a place that became free just now was passed over it."""
        queue = self._waiting.get(person, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[person]
