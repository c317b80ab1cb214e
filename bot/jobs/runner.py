"""The runner: it claims due jobs and calls the handler of their kind."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, Final, Never, TypeVar, cast

import structlog

from bot.db.database import Database, Writing
from bot.db.statements import Statements, execute
from bot.errors import NotStored
from bot.jobs import jobs
from bot.jobs.backoff import allowed_later, retry_at
from bot.jobs.clock import Clock
from bot.jobs.jobs import Backlog, Claim, Job, JobRow, OutboxLook
from bot.match.identity import Instant

LEASE: Final = 900.0
"""After how many seconds an unfinished job is given up and may be claimed by another runner."""
AT_ONCE: Final = 16
"""How many jobs of one kind run at the same time, unless their handler says otherwise."""
MOST_AT_ONCE: Final = 64
"""How many jobs of all kinds run at the same time."""
HELD_UP_AFTER: Final = 5.0
"""After how many seconds a job that waits, for example for Discord, makes room for another."""
MOST_HELD_UP: Final = 100
"""How many jobs of one kind may make room for others at the same time."""
EVERY: Final = 2.0
"""The time between two looks at the table, if no announcement says that a job is due."""
HANGS_AFTER: Final = 30.0
"""After how many seconds without such a look the runner counts as hanging."""
LAST_LOGGED: Final = 6
"""The last failed attempt of a job that is logged; attempts go on, but seldom."""
MOST_ROUNDS: Final = 100
"""How many rounds `run_due` does, because jobs that are due again at once must not keep it forever.
"""

AnyJob = TypeVar("AnyJob", bound=Job)
Handler = Callable[[Any, AnyJob], Coroutine[Any, Any, Instant | None]]
"""Does a job; returns when it is due again, `None` when it is done."""
Condition = Callable[[], Awaitable[bool]]
"""Does what must come before any job, and returns whether jobs may run now."""

_log: Final = structlog.get_logger(__name__)


class JobPostponed(Exception):
    """Raised by a handler if a job cannot be done now."""


class DiscordRefusal(JobPostponed):
    """Raised by a handler if Discord refuses something that may be allowed later."""


@dataclass(frozen=True, slots=True)
class _Mark:
    kind: type[Job]
    at_once: int


_MARKS: Final[dict[object, _Mark]] = {}


def job(kind: type[AnyJob], at_once: int = AT_ONCE) -> Callable[[Handler[AnyJob]], Handler[AnyJob]]:
    """Mark a method as the handler of a kind of job, for `Runner.add` to find.

    A job may be done more than once, after a crash for instance, so the handler first checks
    whether there is anything to do. After an exception the job is done again later; `JobPostponed`
    requests that without an error.
    """

    def mark(handler: Handler[AnyJob]) -> Handler[AnyJob]:
        _MARKS[handler] = _Mark(kind, at_once)
        return handler

    return mark


def marks_of(owner: object) -> Sequence[tuple[str, _Mark]]:
    """Return the names of the methods that are handlers, each with its mark."""
    return _marks_in(cast("Hashable", type(owner)))


@cache
def _marks_in(kind: Hashable) -> Sequence[tuple[str, _Mark]]:
    """Inspect a class once, because each bot adds and removes its cogs."""
    members = [(name, getattr(kind, name)) for name in dir(kind)]
    return [
        (name, _MARKS[each])
        for name, each in members
        if isinstance(each, FunctionType) and each in _MARKS
    ]


@dataclass(frozen=True, slots=True)
class _Handling:
    kind: type[Job]
    handle: Callable[[Any], Coroutine[Any, Any, Instant | None]]
    at_once: int


@dataclass(frozen=True, slots=True)
class _RunningJob:
    claim: Claim
    task: asyncio.Task[Job | None]
    began_at: float

    @property
    def is_held_up(self) -> bool:
        return time.monotonic() - self.began_at >= HELD_UP_AFTER


@dataclass(frozen=True, slots=True)
class _JobOutcome:
    """A job that was done or has failed, and when it is due again."""

    claim: Claim
    again_at: Instant | None
    attempts: int

    def statements(self, writing: Writing) -> Statements:
        if self.again_at is None:
            return jobs.done(writing, self.claim)
        return jobs.put_off(writing, self.claim, self.again_at, self.attempts)


@dataclass(frozen=True, slots=True)
class JobFigures:
    """How many jobs of each kind were done and have failed, and which are due."""

    done: dict[str, int]
    failed: dict[str, int]
    behind: dict[str, Backlog]


class Runner:
    """Runs due jobs, as far as this process may: jobs may be at home in another one."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._handlings: dict[str, _Handling] = {}
        self._running: dict[tuple[str, str], _RunningJob] = {}
        self._one_pass = asyncio.Lock()
        self._to_record: list[_JobOutcome] = []
        self._recording = asyncio.Lock()
        self._wake = asyncio.Event()
        self._sleeps_until = float("inf")
        self._passed_at: float | None = None
        self._done: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self.may_run: Condition = _always
        """Called before jobs are claimed; the code that connects to Discord sets it."""
        database.listen(jobs.SCHEDULED, self._wake_for)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of jobs with a handler."""
        return frozenset(self._handlings)

    @property
    def is_busy(self) -> bool:
        """Whether any job is running now."""
        return bool(self._running)

    def add(self, owner: object) -> None:
        """Add the handlers among an object's methods."""
        for name, mark in marks_of(owner):
            kind = mark.kind.kind
            if kind in self._handlings:
                raise ValueError(f"jobs of the kind {kind!r} have two handlers")
            self._handlings[kind] = _Handling(mark.kind, getattr(owner, name), mark.at_once)
        self._wake.set()

    def remove(self, owner: object) -> None:
        """Remove the handlers of an object."""
        for _, mark in marks_of(owner):
            self._handlings.pop(mark.kind.kind, None)

    async def resume(self) -> None:
        """Free the claims of a process that is gone."""
        async with self._database.writing() as writing:
            await jobs.resume(writing, self._clock.now())
        self._wake.set()

    async def run(self) -> Never:
        """Run due jobs forever."""
        while True:
            self._passed_at = time.monotonic()
            self._wake.clear()
            self._sleeps_until = float("inf")
            next_at: Instant | None = None
            try:
                next_at = await self._begin_due()
            except NotStored:
                pass  # The code that keeps the lead logs it.
            except Exception:
                _log.exception("claiming jobs failed")
            await self._sleep(next_at)

    async def run_due(self) -> list[Job]:
        """Run all jobs that are due now, and those that they make due; return them.

        Jobs that wait for Discord are not awaited for long. Raise `NotStored` if nothing can be
        stored.
        """
        done: list[Job] = []
        for _ in range(MOST_ROUNDS):
            await self._begin_due()
            tasks = [each.task for each in self._running.values() if not each.is_held_up]
            if not tasks:
                break
            ended, _ = await asyncio.wait(tasks, timeout=HELD_UP_AFTER)
            done += [each for task in ended if (each := task.result()) is not None]
        return done

    async def wait(self) -> None:
        """Wait until all running jobs are done; they go on if the waiting is cancelled."""
        if self._running:
            await asyncio.wait([each.task for each in self._running.values()])

    async def next_foreseen(self) -> Instant | None:
        """Return when the first job that users wait for is due."""
        async with self._database.reading() as reading:
            return await jobs.next_foreseen(reading, self._clock.now())

    async def figures(self) -> JobFigures:
        """Return the counts of done and due jobs of each kind."""
        async with self._database.reading() as reading:
            behind = await jobs.behind(reading, self._clock.now())
        return JobFigures(dict(self._done), dict(self._failed), behind)

    def faults(self) -> list[str]:
        """Return a sentence if `run` has begun and hangs, or has ended, for `/healthz`."""
        if self._passed_at is None or time.monotonic() - self._passed_at < HANGS_AFTER:
            return []
        return ["no jobs are done: the job runner hangs"]

    async def close(self) -> None:
        """Cancel the running jobs; they are done after the next start."""
        tasks = [each.task for each in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wake_for(self, due_at: float) -> None:
        if due_at < self._sleeps_until:
            self._wake.set()

    async def _sleep(self, next_at: Instant | None) -> None:
        seconds = EVERY
        if next_at is not None:
            self._sleeps_until = next_at
            seconds = min(EVERY, max(0.0, next_at - self._clock.now()))
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass

    async def _begin_due(self) -> Instant | None:
        """Claim due jobs as far as there is room; return when the next job is due after that."""
        async with self._one_pass:
            if not await self.may_run():
                return None
            now = self._clock.now()
            most = {kind: self._most_read(kind) for kind in self._handlings}
            kinds = [self._handlings[kind].kind for kind, rows in most.items() if rows]
            async with self._database.reading() as reading:
                found = await execute(
                    *(jobs.unclaimed(reading, kind, now, most[kind.kind]) for kind in kinds)
                )
            waiting = [each for listed in found for each in self._not_running(listed)]
            if any(each.due_at <= now for each in waiting):
                lease = Instant(now + LEASE)

                async def act(writing: Writing, found: list[list[JobRow]]) -> list[JobRow]:
                    taken = self._choose(found, now)
                    await execute(*(jobs.claim(writing, each, lease) for each in taken))
                    return taken

                taken = await self._database.transact(
                    act,
                    lambda writing: [
                        jobs.unclaimed_by_others(writing, kind, now, most[kind.kind])
                        for kind in kinds
                    ],
                )
                for each in taken:
                    await self._begin(Claim(each, lease))
            return min((each.due_at for each in waiting if each.due_at > now), default=None)

    def _most_read(self, kind: str) -> int:
        """Return how many rows of a kind to read; 0 if there is no room to start one.

        Read the running jobs, the jobs to start, and one more: its moment ends the wait.
        """
        room = self._room(kind)
        return room + 1 + sum(each == kind for each, _ in self._running) if room else 0

    def _room(self, kind: str) -> int:
        own = [each for (name, _), each in self._running.items() if name == kind]
        held_up = sum(each.is_held_up for each in own)
        if held_up >= MOST_HELD_UP:
            return 0
        return max(0, self._handlings[kind].at_once - (len(own) - held_up))

    def _not_running(self, listed: list[JobRow]) -> list[JobRow]:
        return [each for each in listed if (each.kind, each.key) not in self._running]

    def _choose(self, listed: list[list[JobRow]], now: Instant) -> list[JobRow]:
        """Choose the jobs to start now, the first one due first.

        The look at the outbox waits for jobs whose results are shown together.
        """
        due: list[JobRow] = []
        for row in listed:
            of_kind = [each for each in self._not_running(row) if each.due_at <= now]
            if of_kind and of_kind[0].kind in self._handlings:
                due += of_kind[: self._room(of_kind[0].kind)]
        under_way = {name for (name, _), each in self._running.items() if not each.is_held_up}
        if any(
            jobs.KINDS[kind].is_delivered_together
            for kind in under_way | {each.kind for each in due}
        ):
            due = [each for each in due if each.kind != OutboxLook.kind]
        active = sum(not each.is_held_up for each in self._running.values())
        due.sort(key=lambda each: each.due_at)
        return due[: max(0, MOST_AT_ONCE - active)]

    async def _begin(self, claim: Claim) -> None:
        """Start a claimed job, or free it if its cog was unloaded after the job was found."""
        job = claim.found
        handling = self._handlings.get(job.kind)
        if handling is None:
            await self._record(_JobOutcome(claim, job.due_at, job.attempts))
            return
        task = asyncio.create_task(self._do(claim, handling))
        self._running[job.kind, job.key] = _RunningJob(claim, task, time.monotonic())
        task.add_done_callback(lambda _: self._on_end(job))

    def _on_end(self, job: JobRow) -> None:
        del self._running[job.kind, job.key]
        self._wake.set()

    async def _do(self, claim: Claim, handling: _Handling) -> Job | None:
        """Do a job, and record its outcome; return it unless it failed."""
        job = claim.found
        try:
            known = job.read()
            async with asyncio.timeout(LEASE):
                again_at = await handling.handle(known)
        except Exception as error:
            self._failed[job.kind] += 1
            _log_failure(claim, error)
            wait = allowed_later if isinstance(error, DiscordRefusal) else retry_at
            later = wait(self._clock.now(), job.attempts)
            await self._record(_JobOutcome(claim, later, claim.attempts))
            return None
        self._done[job.kind] += 1
        await self._record(_JobOutcome(claim, again_at, 0))
        return known

    async def _record(self, ended: _JobOutcome) -> None:
        """Record a job's outcome, in one transaction with all others that have ended by now.

        While the outcome cannot be stored, the job is not done again.
        """
        self._to_record.append(ended)
        while ended in self._to_record:
            async with self._recording:
                # Lock the rows of jobs in the same order as users' turns do.
                recorded = tuple(sorted(self._to_record, key=_place_of))
                if ended not in recorded:
                    return

                async def act(
                    writing: Writing, _: object, recorded: tuple[_JobOutcome, ...] = recorded
                ) -> None:
                    await execute(*(each.statements(writing) for each in recorded))

                try:
                    await self._database.transact(act)
                except NotStored:
                    await asyncio.sleep(EVERY)
                    continue
                except Exception:
                    # The jobs are done again after their leases have expired.
                    _log.exception("recording finished jobs failed", jobs=len(recorded))
                self._to_record = [each for each in self._to_record if each not in recorded]


def _place_of(ended: _JobOutcome) -> tuple[bool, bool, str, str]:
    job = ended.claim.found
    is_last = job.kind == OutboxLook.kind or not job.key
    return is_last, job.kind != OutboxLook.kind, job.kind, job.key


def _log_failure(claim: Claim, error: Exception) -> None:
    """Log the first failure of a job, and once that it keeps failing; other failures are alike."""
    about = {"kind": claim.found.kind, "key": claim.found.key}
    if isinstance(error, NotStored):
        return  # The code that keeps the lead logs it.
    if claim.attempts == LAST_LOGGED:
        _log.error("job keeps failing", **about, reason=repr(error))
    elif claim.attempts > 1:
        return
    elif isinstance(error, JobPostponed):
        _log.info("job postponed", **about, reason=str(error) or repr(error.__cause__))
    else:
        _log.error("job failed", **about, exc_info=error)


async def _always() -> bool:
    return True
