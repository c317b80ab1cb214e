"""What people who manage a server can set for it."""

from collections.abc import Callable
from typing import Final

from bot.db.database import Database
from bot.features.digests.service import plan_digest
from bot.features.puzzles.days import hour_of
from bot.features.puzzles.posts import plan_post
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.features.standings.seasons import plan_length
from bot.jobs.clock import Clock
from bot.match.calendar import WeekHour
from bot.match.identity import ChannelId, GuildId

MOST_KNOWN: Final = 10_000
"""Servers whose settings are kept at hand; every public picture asks for them."""


class ServersSettings:
    """Looks settings up and changes them; nobody else does meanwhile, for this process leads."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
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
        """Set something from now on: `changed` gives the settings that follow upon those before.

        Raises what `changed` raises; then nothing is changed.
        """
        async with self._database.writing() as writing:
            before = await settings_queries.find(writing, guild)
            settings = changed(before)
            await settings_queries.keep(writing, guild, settings)
            if settings.season_days != before.season_days:
                await plan_length(writing, guild, settings.season_days, self._clock.now())
            if _digest_of(settings) != _digest_of(before):
                await plan_digest(writing, guild, settings, self._clock.now())
            if _post_of(settings) != _post_of(before):
                await plan_post(writing, guild, settings, self._clock.now())
        self._changes += 1
        return self._keep_at_hand(guild, settings)

    def _keep_at_hand(self, guild: GuildId, settings: ServerSettings) -> ServerSettings:
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[guild] = settings
        return settings


def _digest_of(settings: ServerSettings) -> tuple[ChannelId | None, WeekHour]:
    return settings.digest_channel, settings.digest_hour


def _post_of(settings: ServerSettings) -> tuple[ChannelId | None, int]:
    return settings.puzzle_channel, hour_of(settings)
