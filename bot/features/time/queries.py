"""Vacations and unavailable servers in the database."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, execute, load_queries
from bot.db.tables import Table
from bot.features.time.vacation import REACHES_BACK, Vacation, VacationEnd
from bot.jobs import absences, jobs
from bot.jobs.jobs import Job, cancel, schedule
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, Seconds, UserId

QUERIES: Final = load_queries(__file__)

PATIENCE: Final = Seconds(60 * DAY)
"""How long a server may be unavailable before its matches end."""


@dataclass(frozen=True, slots=True)
class AbsenceEnd(Job):
    """The end of the matches of a server that stays unavailable."""

    kind: ClassVar[str] = "absence end"
    is_delayed: ClassVar[bool] = True
    guild: GuildId


async def begin_absence(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Record that a server is unavailable from now on, unless it was before."""
    if await absences.begin_absence(writing, guild, now):
        await schedule(writing, AbsenceEnd(guild), Instant(now + PATIENCE))


async def end_absence(writing: Writing, guild: GuildId) -> None:
    """Record that a server is available again, or that waiting for it is over."""
    await execute(absences.end_absence(writing, guild), cancel(writing, AbsenceEnd(guild)))


VACATIONS: Final = Table("vacations", Vacation, key=("user_id", "guild_id", "begun_at"))


async def insert(writing: Writing, vacation: Vacation, look_at: Instant) -> None:
    """Store a vacation that begins. The first of its clocks runs again at `look_at`."""
    await execute(
        VACATIONS.insert(writing.connection, vacation, state="on"),
        jobs.schedule(writing, VacationEnd.of(vacation), look_at),
    )


def look_earlier(writing: Writing, vacation: Vacation, look_at: Instant) -> Statement[int]:
    """Return the statement that schedules a look at clocks before a vacation is over."""
    return jobs.hasten(writing, VacationEnd.of(vacation), look_at)


async def taken(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> list[Vacation]:
    """List a user's vacations in a server that may include days of this year, the latest first."""
    since = Instant(now - REACHES_BACK)
    return await QUERIES.vacations_of_user(
        reading.connection, user_id=user, guild_id=guild, since=since
    ).all(Vacation)


def away_until(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> Statement[Instant | None]:
    """Return the statement that finds when a user's vacation in a server ends, if any."""
    query = QUERIES.away_until(reading.connection, user_id=user, guild_id=guild, now=now)
    return query.first(Instant)


async def end(writing: Writing, vacation: Vacation, at: Instant) -> bool:
    """Record that a vacation ended at a moment. Return False if its end was recorded before."""
    ended, _ = await execute(
        QUERIES.vacation_ended(
            writing.connection,
            user_id=vacation.user,
            guild_id=vacation.guild,
            begun_at=vacation.begun_at,
            ends_at=at,
        ),
        jobs.cancel(writing, VacationEnd.of(vacation)),
    )
    return bool(ended)
