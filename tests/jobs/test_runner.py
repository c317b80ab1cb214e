"""The runner does each due job, once at a time, even if other jobs fail or end meanwhile."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
import structlog
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.address import DatabaseAddress
from bot.db.database import Database
from bot.db.opening import open_database
from bot.jobs import jobs
from bot.jobs.backoff import retry_at
from bot.jobs.jobs import Job
from bot.jobs.runner import LAST_LOGGED, LEASE, DiscordRefusal, JobPostponed, Runner, job
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Instant
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, NOON
from tests.kit.template import create_database, temporary_database
from tests.kit.thoroughness import quick_or_thorough


@dataclass(frozen=True, slots=True)
class Errand(Job):
    kind: ClassVar[str] = "errand of a test"
    number: int
    word: str = ""

    @property
    def key(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Chore(Job):
    kind: ClassVar[str] = "chore of a test"
    is_foreseen: ClassVar[bool] = False
    number: int


class ErrandHandler:
    """Handles errands, and lets a test observe, delay and break them."""

    def __init__(self) -> None:
        self.began: list[Errand] = []
        self.under_way: Counter[int] = Counter()
        self.most: int = 0
        self.most_of_one: int = 0
        self.fails: set[int] = set()
        self.put_off: set[int] = set()
        self.refused: set[int] = set()
        self.again: dict[int, Instant] = {}
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.has_begun = asyncio.Event()

    @job(Errand, at_once=2)
    async def do(self, errand: Errand) -> Instant | None:
        self.began.append(errand)
        self.under_way[errand.number] += 1
        self.most = max(self.most, self.under_way.total())
        self.most_of_one = max(self.most_of_one, self.under_way[errand.number])
        self.has_begun.set()
        try:
            await self.go_on.wait()
            await asyncio.sleep(0)
            if errand.number in self.put_off:
                raise JobPostponed("not now")
            if errand.number in self.refused:
                raise DiscordRefusal("not here")
            if errand.number in self.fails:
                raise RuntimeError("this errand fails")
        finally:
            self.under_way[errand.number] -= 1
        return self.again.pop(errand.number, None)

    @property
    def numbers(self) -> list[int]:
        return [errand.number for errand in self.began]


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await open_database(create_database(path))
    yield opened
    await opened.close()


@pytest.fixture
def handler() -> ErrandHandler:
    return ErrandHandler()


@pytest.fixture
def runner(database: Database, clock: StandingClock, handler: ErrandHandler) -> Runner:
    runner = Runner(database, clock)
    runner.add(handler)
    return runner


async def schedule(database: Database, scheduled: Job, due_at: float | None) -> None:
    async with database.writing() as writing:
        await jobs.schedule(writing, scheduled, None if due_at is None else Instant(due_at))


async def begin_errand(
    database: Database, runner: Runner, handler: ErrandHandler
) -> asyncio.Future[list[Job]]:
    """Let a runner begin an errand, which goes on until `handler.go_on` is set."""
    handler.go_on.clear()
    await schedule(database, Errand(1), NOON)
    due = asyncio.ensure_future(runner.run_due())
    await handler.has_begun.wait()
    return due


async def rows(database: Database) -> list[tuple[str, float, float, int]]:
    async with database.reading() as reading:
        found = await reading.connection.ask(
            "SELECT key, due_at, lease, attempts FROM jobs ORDER BY kind, key"
        )
    return [(key, due_at, lease, attempts) for key, due_at, lease, attempts in found]


@asynccontextmanager
async def running(runner: Runner) -> AsyncIterator[None]:
    task = asyncio.create_task(runner.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await runner.close()


async def test_a_due_job_is_done_and_removed(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    await schedule(database, Errand(1, "milk"), NOON + 60)
    assert await runner.run_due() == []
    clock.advance(60)
    assert await runner.run_due() == [Errand(1, "milk")]
    assert handler.began == [Errand(1, "milk")]
    assert await rows(database) == []
    assert await runner.run_due() == []


async def test_scheduling_again_replaces_a_job_and_scheduling_without_a_time_cancels_it(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    await schedule(database, Errand(1, "milk"), NOON)
    await schedule(database, Errand(1, "bread"), NOON + 60)
    await schedule(database, Errand(2), NOON)
    await schedule(database, Errand(2), None)
    assert await runner.run_due() == []
    clock.advance(60)
    assert await runner.run_due() == [Errand(1, "bread")]
    assert handler.numbers == [1]


async def test_a_rolled_back_job_is_not_scheduled(database: Database, runner: Runner) -> None:
    async def fail() -> None:
        async with database.writing() as writing:
            await jobs.schedule(writing, Errand(1), NOON)
            raise RuntimeError("undone")

    with pytest.raises(RuntimeError, match="undone"):
        await fail()
    assert await runner.run_due() == []


async def test_a_handler_says_when_its_job_is_due_again(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    handler.again[1] = Instant(NOON + 60)
    await schedule(database, Errand(1), NOON)
    assert await runner.run_due() == [Errand(1)]
    assert await rows(database) == [("1", NOON + 60, 0, 0)]
    clock.advance(60)
    assert await runner.run_due() == [Errand(1)]
    assert await rows(database) == []


async def test_a_job_that_is_scheduled_while_it_is_being_done_is_done_once_more(
    database: Database, runner: Runner, handler: ErrandHandler
) -> None:
    due = await begin_errand(database, runner, handler)
    await schedule(database, Errand(1, "bread"), NOON)
    handler.go_on.set()
    assert await due == [Errand(1), Errand(1, "bread")]
    assert await rows(database) == []


async def test_a_job_that_is_hastened_while_it_is_being_done_is_done_once_more(
    database: Database, runner: Runner, handler: ErrandHandler
) -> None:
    handler.again[1] = Instant(NOON + 60)
    due = await begin_errand(database, runner, handler)
    async with database.writing() as writing:
        await jobs.hasten(writing, Errand(1), NOON)
    handler.go_on.set()
    assert await due == [Errand(1), Errand(1)]


@pytest.mark.parametrize(
    ("again_at", "hastened", "due_at"),
    [(NOON + 60, [NOON + 3600], NOON + 60), (NOON + 7200, [NOON + 5, NOON + 3600], NOON + 5)],
)
async def test_a_job_scheduled_later_while_it_runs_runs_again_at_the_earliest_time(
    database: Database,
    runner: Runner,
    handler: ErrandHandler,
    again_at: float,
    hastened: list[float],
    due_at: float,
) -> None:
    handler.again[1] = Instant(again_at)
    due = await begin_errand(database, runner, handler)
    async with database.writing() as writing:
        for each in hastened:
            await jobs.hasten(writing, Errand(1), Instant(each))
    handler.go_on.set()
    assert await due == [Errand(1)]
    [row] = await rows(database)
    assert row[1:3] == (due_at, 0)


async def test_a_failed_job_is_retried_later_and_blocks_no_other(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    handler.fails = {1}
    await schedule(database, Errand(1), NOON - 60)
    await schedule(database, Errand(2), NOON)
    assert await runner.run_due() == [Errand(2)]
    assert await rows(database) == [("1", retry_at(NOON, 0), 0, 1)]
    clock.advance(retry_at(NOON, 0) - NOON)
    assert await runner.run_due() == []
    assert handler.numbers == [1, 2, 1]
    handler.fails = set()
    clock.advance(3600)
    assert await runner.run_due() == [Errand(1)]


async def test_a_job_that_goes_on_failing_is_logged_at_first_and_when_it_is_set_aside(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    handler.fails = {1}
    await schedule(database, Errand(1), NOON)
    with structlog.testing.capture_logs() as logs:
        for _ in range(LAST_LOGGED + 3):
            await runner.run_due()
            clock.advance(3600)
    assert handler.numbers == [1] * (LAST_LOGGED + 3)
    assert [log["event"] for log in logs] == ["job failed", "job keeps failing"]


async def test_a_postponed_job_is_not_logged_as_a_failure(
    database: Database, runner: Runner, handler: ErrandHandler
) -> None:
    handler.put_off = {1}
    await schedule(database, Errand(1), NOON)
    with structlog.testing.capture_logs() as logs:
        assert await runner.run_due() == []
    assert [(log["event"], log["log_level"]) for log in logs] == [("job postponed", "info")]


async def test_a_job_that_discord_refuses_is_retried_rarely_until_it_is_allowed(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    handler.refused = {1}
    async with database.writing() as writing:
        await jobs.schedule(writing, Errand(1), clock.now(), GUILD)
        await jobs.schedule(writing, Errand(2), Instant(NOON + DAY), GUILD)
    assert await runner.run_due() == []
    clock.advance(HOUR - 1)
    assert await runner.run_due() == []
    assert handler.numbers == [1]
    async with database.writing() as writing:
        await jobs.try_again_in(writing, GuildId(GUILD + 1), clock.now())
    assert await runner.run_due() == []
    assert handler.numbers == [1]
    handler.refused.clear()
    async with database.writing() as writing:
        await jobs.try_again_in(writing, GUILD, clock.now())
    assert await runner.run_due() == [Errand(1)]
    assert [key for key, *_ in await rows(database)] == ["2"]


async def test_a_job_that_is_already_scheduled_is_not_changed(
    database: Database, runner: Runner
) -> None:
    await schedule(database, Errand(1, "milk"), NOON + 60)
    async with database.writing() as writing:
        await jobs.schedule_if_new(writing, Errand(1, "bread"), Instant(NOON))
        await jobs.schedule_if_new(writing, Errand(2, "tea"), Instant(NOON))
    assert await runner.run_due() == [Errand(2, "tea")]
    assert await rows(database) == [("1", NOON + 60, 0, 0)]


async def test_a_job_whose_cog_is_unloaded_before_it_begins_is_done_when_it_is_loaded_again(
    database: Database, runner: Runner, handler: ErrandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    await schedule(database, Errand(1), NOON)
    claim = jobs.claim

    def claim_and_unload(*claimed: Any) -> Any:
        runner.remove(handler)
        return claim(*claimed)

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "claim", claim_and_unload)
        assert await runner.run_due() == []
    assert await rows(database) == [("1", NOON, 0, 0)]
    runner.add(handler)
    assert await runner.run_due() == [Errand(1)]


async def test_an_unreadable_row_blocks_no_other(database: Database, runner: Runner) -> None:
    await schedule(database, Errand(1), NOON)
    await schedule(database, Errand(2), NOON)
    async with database.writing() as writing:
        await writing.connection.ask("UPDATE jobs SET payload = '{' WHERE key = '1'")
    assert await runner.run_due() == [Errand(2)]
    figures = await runner.figures()
    assert (figures.done, figures.failed) == ({Errand.kind: 1}, {Errand.kind: 1})


async def test_a_handler_limits_how_many_of_its_jobs_run_at_once(
    database: Database, runner: Runner, handler: ErrandHandler
) -> None:
    for number in range(7):
        await schedule(database, Errand(number), NOON + number)
    assert len(await runner.run_due()) == 1
    for number in range(7):
        await schedule(database, Errand(number), NOON - number)
    assert len(await runner.run_due()) == 7
    assert handler.most == 2


async def test_jobs_claimed_by_a_dead_process_are_done_by_the_next(
    database: Database, clock: StandingClock, runner: Runner, handler: ErrandHandler
) -> None:
    due = await begin_errand(database, runner, handler)
    await runner.close()
    with pytest.raises(asyncio.CancelledError):
        await due
    next_runner, next_handler = Runner(database, clock), ErrandHandler()
    next_runner.add(next_handler)
    assert await next_runner.run_due() == []
    clock.advance(LEASE)
    assert await next_runner.run_due() == [Errand(1)]


async def test_a_job_that_outlasts_its_lease_is_not_done_twice_at_once(
    database: Database, runner: Runner, handler: ErrandHandler, clock: StandingClock
) -> None:
    due = await begin_errand(database, runner, handler)
    clock.advance(LEASE + 1)
    await schedule(database, Errand(2), NOON)
    handler.has_begun.clear()
    again = asyncio.ensure_future(runner.run_due())
    await handler.has_begun.wait()
    handler.go_on.set()
    await asyncio.gather(due, again)
    assert handler.numbers == [1, 2]
    assert await rows(database) == []


@pytest.mark.postgresql
async def test_a_job_is_claimed_by_one_of_several_runners(
    path: DatabaseAddress, database: Database, clock: StandingClock
) -> None:
    others = [await open_database(path) for _ in range(2)]
    runners = [Runner(each, clock) for each in (database, *others)]
    handlers = [ErrandHandler() for _ in runners]
    for runner, handler in zip(runners, handlers, strict=True):
        runner.add(handler)
    for number in range(30):
        await schedule(database, Errand(number), clock.now())
    await asyncio.gather(*(runner.run_due() for runner in runners))
    done = [number for handler in handlers for number in handler.numbers]
    assert sorted(done) == list(range(30))
    assert await rows(database) == []
    for other in others:
        await other.close()


async def test_a_start_does_not_wait_for_leases_or_backoff(
    database: Database, clock: StandingClock, runner: Runner, handler: ErrandHandler
) -> None:
    handler.fails = {1}
    await schedule(database, Errand(1), NOON)
    await schedule(database, Errand(2), NOON + 3600)
    assert await runner.run_due() == []
    handler.fails = set()
    await runner.resume()
    assert await runner.run_due() == [Errand(1)]
    assert await rows(database) == [("2", NOON + 3600, 0, 0)]


async def test_nothing_is_done_while_the_gate_is_closed(database: Database, runner: Runner) -> None:
    async def closed() -> bool:
        return False

    await schedule(database, Errand(1), NOON)
    runner.may_run = closed
    assert await runner.run_due() == []


async def test_scheduling_wakes_the_runner(
    database: Database, runner: Runner, handler: ErrandHandler
) -> None:
    async with running(runner):
        for number in range(20):
            handler.has_begun.clear()
            await schedule(database, Errand(number), NOON)
            await handler.has_begun.wait()
    assert handler.numbers == list(range(20))


async def test_a_runner_that_hangs_is_logged(
    database: Database, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = asyncio.Event()

    async def hang() -> bool:
        hangs.set()
        await asyncio.Event().wait()
        return True

    assert runner.faults() == []
    runner.may_run = hang
    async with running(runner):
        await hangs.wait()
        assert runner.faults() == []
        monkeypatch.setattr("bot.jobs.runner.HANGS_AFTER", 0.0)
        assert runner.faults() == ["no jobs are done: the job runner hangs"]


async def test_the_next_due_moment_leaves_out_unattended_jobs(
    database: Database, runner: Runner
) -> None:
    assert await runner.next_foreseen() is None
    await schedule(database, Chore(1), NOON + 1)
    await schedule(database, Errand(1), NOON + 3)
    await schedule(database, Errand(2), NOON + 2)
    assert await runner.next_foreseen() == NOON + 2


async def test_a_kind_has_one_handler(runner: Runner) -> None:
    with pytest.raises(ValueError, match="two handlers"):
        runner.add(ErrandHandler())


async def test_due_jobs_are_counted_by_kind(
    database: Database, runner: Runner, clock: StandingClock
) -> None:
    for number in range(3):
        await schedule(database, Chore(number), NOON + number)
    clock.advance(1)
    behind = (await runner.figures()).behind
    assert behind == {Chore.kind: jobs.Backlog(2, NOON)}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [*["schedule", "run"] * 3, "wait", "wait long", "fail", "mend", "crash", "cancel"]
        ),
        st.integers(0, 3),
    ),
    max_size=25,
)


@pytest.mark.long
@settings(
    max_examples=quick_or_thorough(25, 60),
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
)
@given(STEPS)
@example([("schedule", 1), ("run", 2), ("schedule", 1)])
@example([("schedule", 1), ("run", 2), ("wait long", 0), ("crash", 0)])
def test_no_job_is_lost_or_done_twice_at_once(steps: list[tuple[str, int]]) -> None:
    with temporary_database() as address:
        asyncio.run(_live(address, steps))


async def _live(path: DatabaseAddress, steps: list[tuple[str, int]]) -> None:
    """Take these steps, and expect that each job was done after it was last scheduled.

    The handler waits within each job, so that jobs are scheduled, cancelled and cut off meanwhile.
    """
    database, clock, handler = await open_database(path), StandingClock(), ErrandHandler()
    runner = Runner(database, clock)
    runner.add(handler)
    pending: dict[int, int] = {}
    """The scheduled jobs, each with the number of jobs that had begun by then."""
    act: dict[str, Callable[[int], object]] = {
        "wait": lambda _: clock.advance(7),
        "wait long": lambda _: clock.advance(LEASE + 1),
        "fail": handler.fails.add,
        "mend": handler.fails.discard,
    }
    under_way: asyncio.Future[list[Job]] | None = None
    try:
        for step, number in steps:
            if step == "schedule":
                await schedule(database, Errand(number), clock.now() + number - 1)
                pending[number] = len(handler.began)
            elif step == "cancel":
                await schedule(database, Errand(number), None)
                pending.pop(number, None)
            elif step == "run":
                handler.go_on.set()
                if under_way is not None:
                    await asyncio.gather(under_way, return_exceptions=True)
                handler.go_on.clear()
                handler.has_begun.clear()
                under_way = asyncio.ensure_future(runner.run_due())
                # In half of the cases other steps come while jobs are being done.
                begun = asyncio.ensure_future(handler.has_begun.wait())
                await asyncio.wait({under_way, begun}, return_when=asyncio.FIRST_COMPLETED)
                begun.cancel()
                if number < 2:
                    handler.go_on.set()
                    await under_way
            elif step == "crash":
                await runner.close()
                runner = Runner(database, clock)
                runner.add(handler)
            else:
                act[step](number)
        handler.fails.clear()
        handler.go_on.set()
        for _ in range(2):
            clock.advance(3600)
            await runner.run_due()
        assert handler.most_of_one <= 1, "done twice at once"
        for number, before in pending.items():
            assert number in [errand.number for errand in handler.began[before:]], "lost"
        assert await rows(database) == []
    finally:
        if under_way is not None:
            await asyncio.gather(under_way, return_exceptions=True)
        await runner.close()
        await database.close()
