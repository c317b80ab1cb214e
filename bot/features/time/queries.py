"""Vacations and unavailable servers in the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, execute, load_queries, lock_table
from bot.db.tables import Table
from bot.features.matches.jobs import ThreadLook, TimeOut
from bot.features.matches.queries import MATCHES
from bot.features.notifications.queries import NOTIFICATIONS
from bot.features.time.vacation import REACHES_BACK, Vacation, VacationEnd
from bot.jobs import jobs
from bot.jobs.jobs import Job, cancel, deliver_by, schedule
from bot.match.clock import DAY, Weekends, between, later
from bot.match.identity import GuildId, Instant, MatchId, Seconds, UserId

QUERIES: Final = load_queries(__file__)

PATIENCE: Final = Seconds(60 * DAY)
"""Seconds after which the matches of a server end that does not become available again."""
AT_A_TIME: Final = 5_000
"""Matches whose clocks are moved by one statement."""
BEYOND: Final = 2**62
"""A number that no match reaches."""


@dataclass(frozen=True, slots=True)
class AbsenceEnd(Job):
    """The end of the matches of a server that stays unavailable."""

    kind: ClassVar[str] = "absence end"
    is_delayed: ClassVar[bool] = True
    guild: GuildId


async def begin(writing: Writing, guild: GuildId, now: Instant) -> bool:
    """Record that a server is unavailable from now on; false if it was before."""
    begun: int = await QUERIES.insert_absence(writing.connection, guild_id=guild, since=now)
    if begun:
        await schedule(writing, AbsenceEnd(guild), Instant(now + PATIENCE))
    return bool(begun)


async def since(reading: Reading, guild: GuildId) -> Instant | None:
    """Return since when a server is unavailable, `None` of one that is not."""
    return await QUERIES.absence(reading.connection, guild_id=guild).first(Instant)


async def end_outage(writing: Writing, guild: GuildId) -> None:
    """Record that a server is available again, or that nobody waits for it any more."""
    await execute(
        QUERIES.absence_over(writing.connection, guild_id=guild),
        cancel(writing, AbsenceEnd(guild)),
    )


async def known(reading: Reading) -> list[GuildId]:
    """List the servers that are unavailable."""
    return await QUERIES.absent_servers(reading.connection).all(GuildId)


async def move_deadlines(writing: Writing, gap: Seconds) -> None:
    """Leave out of absences a gap that was given back to every clock."""
    await QUERIES.absences_moved(writing.connection, gap=gap)


async def lived_in(reading: Reading) -> list[GuildId]:
    """List the servers in which something is open: a match that lives there, or a challenge."""
    return await QUERIES.servers_lived_in(reading.connection).all(GuildId)


async def live(reading: Reading, guild: GuildId, most: int) -> list[MatchId]:
    """List up to so many live matches that live in a server, not in direct messages."""
    found = QUERIES.live_matches_of_absent(reading.connection, guild_id=guild, most=most)
    return await found.all(MatchId)


async def hasten_lost(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Try again now what Discord refused in a server."""
    await QUERIES.boards_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.lost_boards_hastened(writing.connection, guild_id=guild, now=now)
    await jobs.try_again_in(writing, guild, now)
    await deliver_by(writing, now)


async def hasten(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Make everything due now that waits for a server, except reminders for later."""
    await hasten_lost(writing, guild, now)
    await jobs.hasten_in(writing, guild, ThreadLook, now)
    await QUERIES.challenges_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.notifications_hastened(writing.connection, guild_id=guild, now=now)


VACATIONS: Final = Table("vacations", Vacation, key=("user_id", "guild_id", "begun_at"))


async def insert(writing: Writing, vacation: Vacation) -> None:
    """Keep a vacation that begins."""
    await execute(
        VACATIONS.insert(writing.connection, vacation, state="on"),
        jobs.schedule(writing, VacationEnd.of(vacation), vacation.ends_at),
    )


async def taken(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> list[Vacation]:
    """List a person's vacations in a server that may have days this year, the latest first."""
    since = Instant(now - REACHES_BACK)
    return await QUERIES.vacations_of_user(
        reading.connection, user_id=user, guild_id=guild, since=since
    ).all(Vacation)


def away_until(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> Statement[Instant | None]:
    """Ask until when a person is on vacation in a server; nothing where they are not."""
    found = QUERIES.away_until(reading.connection, user_id=user, guild_id=guild, now=now)
    return found.first(Instant)


async def end(writing: Writing, vacation: Vacation, at: Instant) -> bool:
    """Record that a vacation ended at a moment. False when somebody else has recorded its end."""
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


async def move(
    writing: Writing, last: Instant, now: Instant, until: Instant, guild: GuildId | None = None
) -> None:
    """Put every deadline, reminder and expiry off by the gap since a last moment.

    Where weekends do not count, neither do those of the gap. A vacation that ended in it is over
    now for the clocks that go on with it; one that was over before, and whose clocks nobody has
    let go on yet, is taken to have ended later by the gap. Open challenges, and boards whose
    deadline is due until then, are to be shown anew at once; the other boards show the new deadline
    when they are shown next. If a server is named, only what lives in it is moved, which direct
    messages do not. It is one transaction however many matches there are, but no statement of it
    takes long: a server whose answer takes too long counts as away.
    """
    gap = Seconds(now - last)
    there = {"guild_id": guild}
    connection = writing.connection
    # Whoever acts in a match meanwhile waits. Other processes go on renewing their leases.
    await lock_table(connection, MATCHES.name)
    await jobs.delay(writing, gap, guild)
    edges = await QUERIES.edges_of_timed(connection, most=AT_A_TIME).all(int)
    # The last of them takes all the rest as well, in which nothing should be to do.
    for first, end in pairwise([0, *(edge + 1 for edge in edges[:-1]), BEYOND]):
        some = {**there, "from_id": first, "to_id": end}
        await execute(
            QUERIES.clocks_moved(connection, gap=gap, **some),
            QUERIES.reminders_moved(connection, gap=gap, **some),
        )
        await _move_paused(writing, last, now, some)
        await execute(
            QUERIES.time_outs_moved(connection, kind=TimeOut.kind, from_id=first, to_id=end),
            QUERIES.boards_with_moved_deadlines(connection, show_at=now, until=until, **some),
        )
    await QUERIES.orange_vacations_moved(connection, last=last, now=now, **there)
    await QUERIES.gray_vacations_moved(connection, last=last, now=now, **there)
    # After the statements above, which would take them for some that ended in the gap.
    await _move_ends_of_vacations(writing, last, now, guild)
    await QUERIES.expiries_moved(connection, gap=gap, show_at=now, **there)
    await QUERIES.member_endings_moved(connection, gap=gap, **there)
    if guild is None:
        await move_deadlines(writing, gap)
    await deliver_by(writing, now)


async def _move_paused(
    writing: Writing, last: Instant, now: Instant, some: Mapping[str, object]
) -> None:
    """Put off the clocks and reminders of some matches, those in which weekends do not count."""
    connection = writing.connection
    by = between(Weekends.PAUSED, last, now)

    def moved(moment: Instant) -> Instant:
        return later(Weekends.PAUSED, moment, by)

    clocks, reminders = await execute(
        QUERIES.paused_clocks(connection, **some).all(tuple[MatchId, Instant, Instant]),
        QUERIES.paused_reminders(connection, **some).all(tuple[int, Instant]),
    )
    await execute(
        MATCHES.change_each(
            connection,
            {
                match: {"deadline": moved(deadline), "turn_began_at": moved(began_at)}
                for match, deadline, began_at in clocks
            },
        ),
        NOTIFICATIONS.change_each(
            connection, {number: {"due_at": moved(due_at)} for number, due_at in reminders}
        ),
    )


async def _move_ends_of_vacations(
    writing: Writing, last: Instant, now: Instant, guild: GuildId | None
) -> None:
    """Put off the ends of vacations that were over by a last moment, but to now at the latest."""
    connection = writing.connection
    found = QUERIES.vacations_found_over(connection, last=last, guild_id=guild)
    for match, weekends, *ends in await found.all(
        tuple[MatchId, Weekends, Instant | None, Instant | None]
    ):
        by = between(weekends, last, now)
        orange, gray = (
            min(now, later(weekends, until, by)) if until is not None and until <= last else until
            for until in ends
        )
        await MATCHES.change(
            connection, {"orange_away_until": orange, "gray_away_until": gray}, id=match
        )
