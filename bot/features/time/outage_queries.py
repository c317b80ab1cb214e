"""Servers that the bot cannot reach, and the work for them, which waits until it can."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.statements import execute, load_queries
from bot.jobs.jobs import Job, cancel, schedule
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, MatchId, Seconds

QUERIES: Final = load_queries(__file__)

PATIENCE: Final = Seconds(60 * DAY)
"""Seconds after which the matches of a server end that does not come within reach again."""


@dataclass(frozen=True, slots=True)
class AbsenceEnd(Job):
    """The end of the matches of a server that does not come within reach again."""

    kind: ClassVar[str] = "absence end"
    is_delayed: ClassVar[bool] = True
    guild: GuildId


async def begin(writing: Writing, guild: GuildId, now: Instant) -> bool:
    """Note that a server is out of reach from now on; false if it was before."""
    begun: int = await QUERIES.insert_absence(writing.connection, guild_id=guild, since=now)
    if begun:
        await schedule(writing, AbsenceEnd(guild), Instant(now + PATIENCE))
    return bool(begun)


async def since(reading: Reading, guild: GuildId) -> Instant | None:
    """Return since when a server is out of reach, `None` of one that is not."""
    return await QUERIES.absence(reading.connection, guild_id=guild).first(Instant)


async def end(writing: Writing, guild: GuildId) -> None:
    """Note that a server can be reached, or is waited for no more."""
    await execute(
        QUERIES.absence_over(writing.connection, guild_id=guild),
        cancel(writing, AbsenceEnd(guild)),
    )


async def known(reading: Reading) -> list[GuildId]:
    """List the servers that are out of reach."""
    return await QUERIES.absent_servers(reading.connection).all(GuildId)


async def move(writing: Writing, gap: Seconds) -> None:
    """Leave a gap that was given back to every clock out of what absences give back."""
    await QUERIES.absences_moved(writing.connection, gap=gap)


async def lived_in(reading: Reading) -> list[GuildId]:
    """List the servers in which something is open: a match that lives there, or a challenge."""
    return await QUERIES.servers_lived_in(reading.connection).all(GuildId)


async def live(reading: Reading, guild: GuildId, most: int) -> list[MatchId]:
    """List up to so many live matches that live in a server, not in direct messages."""
    found = QUERIES.live_matches_of_absent(reading.connection, guild_id=guild, most=most)
    return await found.all(MatchId)


async def hasten_lost(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Make due now what Discord refused in a server: beds, and the last names of threads."""
    await QUERIES.beds_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.lost_beds_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.last_threads_hastened(writing.connection, guild_id=guild, now=now)


async def hasten(writing: Writing, guild: GuildId, now: Instant) -> None:
    """Make due now all that waits for a server, but for reminders whose time is to come."""
    await hasten_lost(writing, guild, now)
    await QUERIES.live_threads_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.challenges_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.notices_hastened(writing.connection, guild_id=guild, now=now)
    await QUERIES.followers_hastened(writing.connection, guild_id=guild, now=now)
