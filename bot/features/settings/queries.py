"""Servers' settings in the database, a column for each."""

from typing import Final

from bot.db.database import Reading, Writing
from bot.db.rows import describe
from bot.db.tables import Table
from bot.features.matches import columns as _columns  # noqa: F401 - of a time control
from bot.features.settings.server import ServerSettings
from bot.match.identity import GuildId

describe(ServerSettings, players="players_role_id", time="time_control")

SERVERS: Final = Table("servers", ServerSettings, key=("guild_id",))


async def find(reading: Reading, guild: GuildId) -> ServerSettings:
    """Return a server's settings; the defaults of one that never set any.

    Raise `UnreadableRow` if no program of ours wrote the row.
    """
    found = await SERVERS.find(reading.connection, guild_id=guild)
    return ServerSettings() if found is None else found


async def keep(writing: Writing, guild: GuildId, settings: ServerSettings) -> None:
    """Write a server's settings in place of those before."""
    await SERVERS.upsert(writing.connection, settings, guild_id=guild)
