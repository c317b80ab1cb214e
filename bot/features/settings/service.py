"""What people who manage a server can set for it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.db.database import Database, Writing
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant

MOST_KNOWN: Final = 10_000
"""Servers whose settings are kept at hand; every public picture asks for them."""

Consequence = Callable[[Writing, GuildId, ServerSettings, ServerSettings, Instant], Awaitable[None]]
"""What follows a change in its transaction, from the settings before and after it."""


class ServersSettings:
    """Looks settings up and changes them; nobody else does meanwhile, for this process leads."""

    def __init__(
        self, database: Database, clock: Clock, consequences: Sequence[Consequence]
    ) -> None:
        self._database = database
        self._clock = clock
        self._consequences: Final = tuple(consequences)
        self._known: dict[GuildId, ServerSettings] = {}
        self._changes = 0

    async def of(self, guild: GuildId) -> ServerSettings:
        """Return a server's settings."""
        known = self._known.get(guild)
        while known is None:
            changes = self._changes
            async with self._database.reading() as reading:
                settings = await settings_queries.find(reading, guild)
            # What was changed while the row was on its way may have been this.
            if changes == self._changes:
                known = self._keep_at_hand(guild, settings)
        return known

    async def change(
        self, guild: GuildId, changed: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something from now on: `changed` returns the settings that follow those before.

        Raise what `changed` raises; then nothing is changed.
        """
        async with self._database.writing() as writing:
            before = await settings_queries.find(writing, guild)
            settings = changed(before)
            await settings_queries.keep(writing, guild, settings)
            for follow in self._consequences:
                await follow(writing, guild, before, settings, self._clock.now())
        self._changes += 1
        return self._keep_at_hand(guild, settings)

    def _keep_at_hand(self, guild: GuildId, settings: ServerSettings) -> ServerSettings:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[guild] = settings
        return settings
