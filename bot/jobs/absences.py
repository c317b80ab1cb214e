"""Unavailable servers: the jobs that rest with a server wait until it is available again."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, load_queries
from bot.match.identity import GuildId, Instant, Seconds

QUERIES: Final = load_queries(__file__)


def begin_absence(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that records that a server is unavailable; 0 if it already was."""
    return QUERIES.insert_absence(writing.connection, guild_id=guild, since=now)


def absent_since(reading: Reading, guild: GuildId) -> Statement[Instant | None]:
    """Return the statement that finds since when a server is unavailable; None if it is not."""
    return QUERIES.absence(reading.connection, guild_id=guild).first(Instant)


def end_absence(writing: Writing, guild: GuildId) -> Statement[int]:
    """Return the statement that resumes the jobs of a server."""
    return QUERIES.absence_over(writing.connection, guild_id=guild)


def absent_servers(reading: Reading) -> Statement[list[GuildId]]:
    """Return the statement that lists the servers that are unavailable."""
    return QUERIES.absent_servers(reading.connection).all(GuildId)


def shorten_absences(writing: Writing, by: Seconds) -> Statement[int]:
    """Return the statement that subtracts from absences the time that all users were given back."""
    return QUERIES.absences_moved(writing.connection, gap=by)
