"""Jobs: work that is due later is a row, written in the transaction that causes it."""

import json
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, cast

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import (
    Parameters,
    Statement,
    Statements,
    claim_rows,
    count_of,
    execute,
    load_queries,
)
from bot.match.identity import GuildId, Instant, Seconds, UserId

QUERIES: Final = load_queries(__file__)

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))

_RESCHEDULED: Final = (
    "UPDATE jobs SET due_at = moved.due_at FROM ({moments}) AS moved"
    " WHERE jobs.kind = :kind AND jobs.key = moved.key"
)

SCHEDULED: Final = "jobs"
"""The database's channel on which the moments of scheduled jobs are announced."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is due later.

    Each kind is a frozen dataclass of numbers and text with its own `kind`. Jobs of one kind with
    the same `key` are the same job: scheduling one again moves it.
    """

    kind: ClassVar[str] = ""
    is_foreseen: ClassVar[bool] = True
    """Whether users wait for it; a playground's director may move the clock to such a job."""
    is_delayed: ClassVar[bool] = False
    """Whether it ends a player's time; outages put such a job off."""
    is_delivered_together: ClassVar[bool] = False
    """Whether to show together the results of several jobs that are due at once."""
    is_of_each: ClassVar[bool] = False
    """Whether each process has its own job of this kind, with the process's number as key."""

    def __init_subclass__(cls) -> None:
        KINDS[cls.kind] = cls

    @property
    def key(self) -> str:
        """What identifies it among its kind: all its fields, unless the kind overrides it."""
        return " ".join([str(value) for value in self.payload.values()])

    @property
    def payload(self) -> dict[str, object]:
        """The contents of its row: its fields by their names."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


KINDS: Final[dict[str, type[Job]]] = {}
"""Every kind of job that is defined so far, by its name."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A row of the table of jobs.

    It is parsed only when the job is done, because it may be damaged.
    """

    kind: str
    key: str
    due_at: Instant
    attempts: int
    payload: str

    def read(self) -> Job:
        """Return the job itself. Raise `UnreadableRow` if its kind cannot have written the row."""
        try:
            return KINDS[self.kind](**json.loads(self.payload))
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableRow("jobs", f"{self.kind} {self.key}") from error


@dataclass(frozen=True, slots=True)
class Claim:
    """The exclusive right to do a job until the lease expires."""

    found: JobRow
    lease: Instant

    @property
    def attempts(self) -> int:
        """How often it has been claimed since it was scheduled, this time included."""
        return self.found.attempts + 1


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many jobs of a kind are due, and since when; `since` is None if there are none."""

    jobs: int
    since: Instant | None


def schedule(
    writing: Writing,
    job: Job,
    due_at: Instant | None,
    rests_with: GuildId | None = None,
    home: GuildId | None = None,
) -> Statement[int]:
    """Return the statement that schedules a job, or moves it to another moment; `None` cancels it.

    A job that is being done now will be done once more. It is not done while the server that it
    `rests_with` is unavailable. If several processes divide the shards, the one that serves the
    job's home does it. The home is `home`, or else `rests_with`, or else the job's own `guild`. A
    job without a home is done by the process that receives direct messages.
    """
    if due_at is None:
        return cancel(writing, job)
    writing.announce(SCHEDULED, due_at)
    return QUERIES.schedule_job(writing.connection, **_row(job, due_at, rests_with, home))


def _row(
    job: Job, due_at: Instant, rests_with: GuildId | None, home: GuildId | None = None
) -> dict[str, object]:
    return {
        "kind": job.kind,
        "key": job.key,
        "due_at": due_at,
        "guild_id": rests_with or 0,
        "home_id": home or rests_with or job.payload.get("guild") or 0,
        "payload": _ENCODER.encode(job.payload),
    }


def cancel(writing: Writing, job: Job) -> Statement[int]:
    """Return the statement that cancels a job, if it is scheduled."""
    return QUERIES.cancel_job(writing.connection, kind=job.kind, key=job.key)


def cancel_of_user(writing: Writing, user: UserId) -> Statements:
    """Return the statements that cancel all jobs of a user: those of kinds with a field `user`.

    `user` is their first field, so their keys begin with it, followed by a space or nothing.
    """
    kinds = [kind for kind in KINDS.values() if "user" in {each.name for each in fields(kind)}]
    start, end = f"{user}", f"{user}!"
    return Statements(
        *(
            QUERIES.cancel_jobs(writing.connection, kind=kind.kind, from_key=start, to_key=end)
            for kind in kinds
        )
    )


def rest_with(writing: Writing, job: Job, guild: GuildId | None) -> Statement[int]:
    """Return the statement that makes a job rest with another server, or with none."""
    return QUERIES.rest_job(writing.connection, kind=job.kind, key=job.key, guild_id=guild or 0)


def reschedule(kind: type[Job], moments: Statement[Any]) -> Statement[int]:
    """Return the statement that moves jobs of a kind to the moments that a query finds.

    The query returns rows of `key` and `due_at`.
    """
    text = _RESCHEDULED.format(moments=moments.sql.rstrip().rstrip(";"))
    parameters = {**cast("Parameters", moments.parameters), "kind": kind.kind}
    return Statement(moments.connection, text, parameters, count_of)


async def delay(writing: Writing, by: Seconds, guild: GuildId | None = None) -> None:
    """Give back the time of an outage: put off all jobs, or those that rest with a server."""
    kinds = [kind for kind in KINDS.values() if kind.is_delayed]
    await execute(
        *(
            QUERIES.delay_jobs(writing.connection, kind=kind.kind, by_seconds=by, guild_id=guild)
            for kind in kinds
        )
    )


def due_at(reading: Reading, job: Job) -> Statement[Instant | None]:
    """Return the statement that finds when a job is due; None if it is not scheduled."""
    return QUERIES.job_due(reading.connection, kind=job.kind, key=job.key).first(Instant)


def hasten(writing: Writing, job: Job, due_at: Instant) -> Statement[int]:
    """Return the statement that makes a job due by `due_at`. A running job is done once more."""
    writing.announce(SCHEDULED, due_at)
    return QUERIES.hasten_job(writing.connection, kind=job.kind, key=job.key, due_at=due_at)


def hasten_each(writing: Writing, kind: type[Job], due_at: Instant) -> Statement[int]:
    """Return the statement that makes all jobs of a kind due by `due_at`, like `hasten`."""
    writing.announce(SCHEDULED, due_at)
    return QUERIES.hasten_kind(writing.connection, kind=kind.kind, due_at=due_at)


def schedule_if_new(
    writing: Writing, job: Job, due_at: Instant, rests_with: GuildId | None = None
) -> Statement[int]:
    """Return the statement that schedules a job, and changes nothing if it is scheduled already."""
    writing.announce(SCHEDULED, due_at)
    return QUERIES.schedule_new_job(writing.connection, **_row(job, due_at, rests_with))


def hasten_in(writing: Writing, guild: GuildId, kind: type[Job], now: Instant) -> Statement[int]:
    """Return the statement that makes all jobs of a kind that rest with a server due now."""
    writing.announce(SCHEDULED, now)
    return QUERIES.hasten_jobs(writing.connection, kind=kind.kind, guild_id=guild, now=now)


def try_again_in(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that makes all failed jobs of a server due now."""
    writing.announce(SCHEDULED, now)
    return QUERIES.try_jobs_again(writing.connection, guild_id=guild, now=now)


def unclaimed(
    reading: Reading, kind: type[Job], now: Instant, most: int
) -> Statement[list[JobRow]]:
    """Return the statement that lists the unclaimed jobs of a kind, the first one due first.

    It lists only jobs that this process may do.
    """
    query = QUERIES.unclaimed_jobs(
        reading.connection,
        kind=kind.kind,
        key=str(reading.process) if kind.is_of_each else None,
        process=reading.process,
        now=now,
        most=most,
    )
    return query.all(JobRow)


def unclaimed_by_others(
    writing: Writing, kind: type[Job], now: Instant, most: int
) -> Statement[list[JobRow]]:
    """Return the statement that lists unclaimed jobs, without those that others are claiming."""
    return claim_rows(unclaimed(writing, kind, now, most))


def claim(writing: Writing, job: JobRow, lease: Instant) -> Statement[int]:
    """Return the statement that claims a job that was found unclaimed in the same transaction."""
    return QUERIES.claim_job(
        writing.connection, kind=job.kind, key=job.key, process=writing.process, lease=lease
    )


def free(writing: Writing) -> Statements:
    """Return the statements that free the jobs of dead processes.

    Jobs that only those processes could do (`is_of_each`) are deleted.
    """
    return Statements(
        *(
            QUERIES.cancel_of_others(writing.connection, kind=kind.kind)
            for kind in KINDS.values()
            if kind.is_of_each
        ),
        QUERIES.free_jobs(writing.connection),
    )


def done(writing: Writing, claim: Claim) -> Statements:
    """Return the statements that delete a finished job, unless it was rescheduled meanwhile."""
    deleted = QUERIES.job_done(writing.connection, **_mine(claim), attempts=claim.attempts)
    # A job that was rescheduled while it was done is free again.
    return Statements(deleted, QUERIES.release_job(writing.connection, **_mine(claim)))


def put_off(writing: Writing, claim: Claim, due_at: Instant, attempts: int) -> Statements:
    """Return the statements that make a job due at `due_at`, or sooner if it was rescheduled."""
    writing.announce(SCHEDULED, due_at)
    put = QUERIES.put_job_off(
        writing.connection,
        **_mine(claim),
        attempts=claim.attempts,
        due_at=due_at,
        attempts_kept=attempts,
    )
    released = QUERIES.release_job_by(writing.connection, **_mine(claim), due_at=due_at)
    return Statements(put, released)


def _mine(claim: Claim) -> dict[str, object]:
    return {"kind": claim.found.kind, "key": claim.found.key, "lease": claim.lease}


async def resume(writing: Writing, now: Instant) -> None:
    """Free all jobs that no other living process has claimed; failed ones become due now."""
    await QUERIES.resume_jobs(writing.connection, process=writing.process, now=now)


async def next_foreseen(reading: Reading, now: Instant) -> Instant | None:
    """Return when the first job that users wait for is due."""
    kinds = [kind for kind in KINDS.values() if kind.is_foreseen]
    moments = await execute(
        *(
            QUERIES.next_job(reading.connection, kind=kind.kind, now=now).first(Instant)
            for kind in kinds
        )
    )
    return min((each for each in moments if each is not None), default=None)


async def behind(reading: Reading, now: Instant) -> dict[str, Backlog]:
    """Count the jobs that are due by now, by kind."""
    counted = await execute(
        *(
            QUERIES.jobs_behind(reading.connection, kind=kind, now=now).one(Backlog)
            for kind in KINDS
        )
    )
    return {kind: behind for kind, behind in zip(KINDS, counted, strict=True) if behind.jobs}


OUTBOX_EVERY: Final = Seconds(60.0)
"""The longest time between two looks at the outbox."""


@dataclass(frozen=True, slots=True)
class OutboxLook(Job):
    """A look for due rows of the outbox.

    Code that changes something shows the change right away. This job finds the rows that no such
    code has delivered.
    """

    kind: ClassVar[str] = "outbox look"
    is_foreseen: ClassVar[bool] = False
    is_of_each: ClassVar[bool] = True
    process: int = 0


def deliver_by(writing: Writing, due_at: Instant) -> Statement[int]:
    """Return the statement that makes the next look at the outbox due by `due_at`."""
    return hasten_each(writing, OutboxLook, due_at)
