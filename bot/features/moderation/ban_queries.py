"""Who may not play in a server, in the database."""

import sqlite3
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import load_queries
from bot.match.ban import Ban
from bot.match.identity import GuildId, Instant, UserId
from bot.match.terms import Note

QUERIES: Final = load_queries(__file__)


async def find(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> Ban | None:
    """Return the bar that keeps a person from playing in a server now, if one does."""
    row = await QUERIES.bar_of(reading.connection, guild_id=guild, user_id=user, now=now)
    return None if row is None else _bar(row)


async def is_barred(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> bool:
    """Return whether a person may not play in a server now."""
    return await find(reading, guild, user, now) is not None


async def page(
    reading: Reading, guild: GuildId, now: Instant, most: int, skipped: int
) -> list[Ban]:
    """List who may not play in a server now, the latest first, after so many others."""
    rows = QUERIES.bars_of_server(
        reading.connection, guild_id=guild, now=now, most=most, skipped=skipped
    )
    return [_bar(row) async for row in rows]


async def count(reading: Reading, guild: GuildId, now: Instant) -> int:
    """Count who may not play in a server now."""
    return int(await QUERIES.count_bars(reading.connection, guild_id=guild, now=now))


async def keep(writing: Writing, guild: GuildId, bar: Ban) -> None:
    """Keep somebody from playing in a server, in place of a bar that they may have had."""
    await QUERIES.keep_bar(
        writing.connection,
        guild_id=guild,
        user_id=bar.user,
        moderator_id=bar.moderator,
        barred_at=bar.since,
        until_at=bar.until,
        reason=bar.reason,
    )


async def lift(writing: Writing, guild: GuildId, user: UserId) -> None:
    """Let somebody play in a server again."""
    await QUERIES.lift_bar(writing.connection, guild_id=guild, user_id=user)


def _bar(row: sqlite3.Row) -> Ban:
    return Ban(
        UserId(row["user_id"]),
        UserId(row["moderator_id"]),
        Instant(row["barred_at"]),
        None if row["until_at"] is None else Instant(row["until_at"]),
        None if row["reason"] is None else Note(row["reason"]),
    )
