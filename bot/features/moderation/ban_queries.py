"""Who may not play in a server, in the database."""

from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.statements import load_queries
from bot.db.tables import Table
from bot.match.ban import Ban
from bot.match.identity import GuildId, Instant, UserId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class _BanInServer:
    guild: GuildId
    ban: Ban


describe(Ban, since="banned_at", until="until_at")
BANS: Final = Table("bans", _BanInServer, key=("guild_id", "user_id"))


async def find(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> Ban | None:
    """Return the ban that keeps a person from playing in a server now, if one does."""
    found = QUERIES.ban_of(reading.connection, guild_id=guild, user_id=user, now=now)
    return await found.first(Ban)


async def is_banned(reading: Reading, guild: GuildId, user: UserId, now: Instant) -> bool:
    """Return whether a person may not play in a server now."""
    return await find(reading, guild, user, now) is not None


async def page(
    reading: Reading, guild: GuildId, now: Instant, most: int, skipped: int
) -> list[Ban]:
    """List who may not play in a server now, the latest first, after so many others."""
    return await QUERIES.bans_of_server(
        reading.connection, guild_id=guild, now=now, most=most, skipped=skipped
    ).all(Ban)


async def count(reading: Reading, guild: GuildId, now: Instant) -> int:
    """Count who may not play in a server now."""
    return await QUERIES.count_bans(reading.connection, guild_id=guild, now=now).one(int)


async def keep(writing: Writing, guild: GuildId, ban: Ban) -> None:
    """Keep somebody from playing in a server, in place of a ban that they may have had."""
    await BANS.upsert(writing.connection, _BanInServer(guild, ban))


async def lift(writing: Writing, guild: GuildId, user: UserId) -> None:
    """Let somebody play in a server again."""
    await BANS.delete(writing.connection, guild_id=guild, user_id=user)
