"""Where a match lives: a thread begun from its challenge's message, else the channel itself."""

from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId
from bot.match.match import Match
from cogs.ui.discord_codes import Code, is_passing
from cogs.ui.threads import title_of

WEEK_IN_MINUTES: Final = 10080
"""The longest time without a message after which Discord archives a thread."""

_log: Final = structlog.get_logger(__name__)


async def settled(bot: BoopBot, match: Match) -> tuple[Match, ChannelId]:
    """Give the match with its home, which is begun now if it was not, and that home.

    A thread begun from a message has that message's id, so beginning it twice cannot make two.
    """
    if match.home.channel is not None:
        return match, match.home.channel
    channel = await _begin_thread(bot, match)
    await bot.host.outbox.settle_home(match.id, channel)
    return replace(match, home=replace(match.home, channel=channel)), channel


async def _begin_thread(bot: BoopBot, match: Match) -> ChannelId:
    home = match.home
    if home.message is None or bot.get_guild(home.guild) is None:
        return home.origin
    origin = bot.get_partial_messageable(home.origin, guild_id=home.guild)
    try:
        thread = await origin.get_partial_message(home.message).create_thread(
            name=await title_of(bot, match), auto_archive_duration=WEEK_IN_MINUTES
        )
    except discord.HTTPException as error:
        if error.code == Code.THREAD_EXISTS:
            return ChannelId(home.message)
        if is_passing(error):
            raise
        _log.info("no thread here, so the match lives in the channel", code=error.code)
        return home.origin
    return ChannelId(thread.id)
