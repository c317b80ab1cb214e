"""What people who manage a server can set for it."""

from dataclasses import replace
from typing import Final

from bot.match.identity import GuildId
from bot.match.settings import ServerSettings
from bot.store import servers
from bot.store.database import Database

MOST_KNOWN: Final = 10_000
"""Servers whose settings are kept at hand; every public picture asks for them."""


class ServersSettings:
    """Looks settings up and changes them; nobody else does meanwhile, for this process leads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[GuildId, ServerSettings] = {}

    async def of(self, guild: GuildId) -> ServerSettings:
        """Give a server's settings."""
        known = self._known.get(guild)
        if known is not None:
            return known
        async with self._database.reading() as reading:
            settings = await servers.find(reading, guild)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        return self._known.setdefault(guild, settings)

    async def show_in(self, guild: GuildId, theme: str | None) -> ServerSettings:
        """Let public pictures look so from now on."""
        async with self._database.writing() as writing:
            settings = replace(await servers.find(writing, guild), theme=theme)
            await servers.keep(writing, guild, settings)
        self._known[guild] = settings
        return settings
