"""Looks after the threads of matches: awake while they are played, named after their result."""

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import ChannelId, Instant, MatchId
from cogs.ui.discord_codes import FAILURES
from cogs.ui.publishing import publish_match
from cogs.ui.reach import waits_for_server
from cogs.ui.rehoming import rehome
from cogs.ui.threads import Tended, is_awake, name_after_result, wake

BATCH: Final = 10
"""Threads looked at in one sweep: each may cost two requests."""

_log: Final = structlog.get_logger(__name__)


class ThreadsCog(commands.Cog, name="Threads"):
    """Keeps threads from archiving while a match lives, and names them when it is over."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Look at threads with every sweep."""
        self.bot.askers.append(self.look)

    async def cog_unload(self) -> None:
        """Look no more."""
        self.bot.askers.remove(self.look)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        """Hear that a thread was archived, or opened again: then old boards in it lose buttons."""
        channel = ChannelId(changed.thread_id)
        if changed.data["thread_metadata"]["archived"]:
            await self.bot.host.threads.fell_asleep(channel)
        elif not changed.data["thread_metadata"].get("locked"):
            await self.bot.host.outbox.strip_now(channel)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find the threads that fell asleep while the bot was away."""
        after = MatchId(0)
        while found := await self.bot.host.threads.lived_in(after):
            for after, channel in found:  # noqa: B007 - the last one is where the next begins
                if not is_awake(self.bot, channel):
                    await self.bot.host.threads.fell_asleep(channel)

    async def look(self) -> None:
        """Look at some of the threads that are due."""
        if not self.bot.is_connected():
            return
        for number in await self.bot.host.threads.due(BATCH):
            again_at = await self.bot.host.threads.claim(number)
            if again_at is None:
                continue
            try:
                await self._look_at(number, again_at)
            except FAILURES as error:
                _log.info("thread not looked at yet", match=number, reason=repr(error))
            except Exception:
                # One match that cannot be read holds up no other.
                _log.exception("thread not looked at", match=number)

    async def _look_at(self, number: MatchId, again_at: Instant) -> None:
        match = await self.bot.host.matches.find(number)
        channel = match.home.channel
        if waits_for_server(self.bot, match):
            return
        if channel is None or match.outcome is None:
            if channel is not None and not is_awake(self.bot, channel):
                tended = await wake(self.bot, channel)
                if tended is Tended.GONE and await rehome(self.bot, match, channel):
                    await publish_match(self.bot, number)
                    return
            await self.bot.host.threads.keep(number, again_at)
            return
        if await name_after_result(self.bot, match, channel) is Tended.REFUSED:
            await self.bot.host.threads.keep(number, again_at)
        else:
            await self.bot.host.threads.leave(number)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ThreadsCog(bot))
