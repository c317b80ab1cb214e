"""Lets matches go on elsewhere whose thread or channel was deleted."""

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import ChannelId
from cogs.ui.discord_codes import FAILURES
from cogs.ui.publishing import publish_match
from cogs.ui.rehoming import rehome

_log: Final = structlog.get_logger(__name__)


class PlacesCog(commands.Cog, name="Places"):
    """Hears of deleted threads and channels."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Let the match of a deleted thread go on elsewhere."""
        await self._move_from(ChannelId(deleted.thread_id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let the matches of a deleted channel go on elsewhere."""
        await self._move_from(ChannelId(channel.id))

    async def _move_from(self, gone: ChannelId) -> None:
        for match in await self.bot.host.outbox.live_in(gone):
            try:
                if await rehome(self.bot, match, gone):
                    await publish_match(self.bot, match.id)
            except FAILURES as error:
                _log.warning("match not moved yet", match=match.id, reason=repr(error))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PlacesCog(bot))
