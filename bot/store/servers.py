"""Servers' settings in the database."""

from bot.match.identity import GuildId
from bot.match.settings import ServerSettings
from bot.store.database import QUERIES, Reading, Writing


async def find(reading: Reading, guild: GuildId) -> ServerSettings:
    """Give a server's settings; what every server has that never set any."""
    row = await QUERIES.settings_of(reading.connection, guild_id=guild)
    return ServerSettings() if row is None else ServerSettings(row["theme"])


async def keep(writing: Writing, guild: GuildId, settings: ServerSettings) -> None:
    """Write a server's settings in place of those before."""
    await QUERIES.keep_settings(writing.connection, guild_id=guild, theme=settings.theme)
