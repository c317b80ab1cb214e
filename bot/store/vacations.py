"""Vacations in the database, and what the matches know of them."""

import sqlite3

from bot.match.identity import GuildId, Instant, UserId
from bot.match.vacation import REACHES_BACK, Vacation
from bot.store.database import QUERIES, Reading, Writing


async def insert(writing: Writing, vacation: Vacation) -> None:
    """Keep a vacation that begins."""
    await QUERIES.insert_vacation(
        writing.connection,
        user_id=vacation.user,
        guild_id=vacation.guild,
        begun_at=vacation.begun_at,
        ends_at=vacation.ends_at,
    )


async def taken(reading: Reading, user: UserId, guild: GuildId, now: Instant) -> list[Vacation]:
    """List a person's vacations in a server that may have days this year, the latest first."""
    since = Instant(now - REACHES_BACK)
    rows = QUERIES.vacations_of_user(reading.connection, user_id=user, guild_id=guild, since=since)
    return [_vacation(row) async for row in rows]


async def away_until(
    reading: Reading, user: UserId, guild: GuildId, now: Instant
) -> Instant | None:
    """Give until when a person is on vacation in a server; nothing where they are not."""
    moment: float | None = await QUERIES.away_until(
        reading.connection, user_id=user, guild_id=guild, now=now
    )
    return None if moment is None else Instant(moment)


async def due(reading: Reading, now: Instant, most: int) -> list[Vacation]:
    """List vacations that have run out and whose clocks rest still, the longest over first."""
    rows = QUERIES.vacations_due(reading.connection, now=now, most=most)
    return [_vacation(row) async for row in rows]


async def end(writing: Writing, vacation: Vacation, at: Instant) -> bool:
    """Note that a vacation ended at a moment. False when somebody else has noted its end."""
    ended: int = await QUERIES.vacation_ended(
        writing.connection,
        user_id=vacation.user,
        guild_id=vacation.guild,
        begun_at=vacation.begun_at,
        ends_at=at,
    )
    return ended == 1


async def next_end(reading: Reading) -> Instant | None:
    """Give the moment at which the next vacation is over."""
    moment: float | None = await QUERIES.next_vacation_end(reading.connection)
    return None if moment is None else Instant(moment)


def _vacation(row: sqlite3.Row) -> Vacation:
    return Vacation(
        UserId(row["user_id"]),
        GuildId(row["guild_id"]),
        Instant(row["begun_at"]),
        Instant(row["ends_at"]),
    )
