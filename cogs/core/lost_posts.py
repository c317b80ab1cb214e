"""Word to those who run a server of a post that it asked for and that could not be made."""

from dataclasses import dataclass
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId, GuildId
from cogs.core.discord_codes import FAILURES, is_gone

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Lost:
    """What could not be posted, and when it is tried again, both in words."""

    what: str
    again: str


async def tell_of_lost_post(
    bot: BoopBot, guild: GuildId, channel: ChannelId, lost: Lost, error: discord.HTTPException
) -> None:
    """Say where they want to be told what was not posted in a channel, and what they can do."""
    log_channel = (await bot.host.settings.of(guild)).log_channel
    if log_channel is None or log_channel == channel:
        return
    why = "the channel is gone" if is_gone(error) else "I may not post there"
    try:
        await bot.get_partial_messageable(log_channel, guild_id=guild).send(
            f"{lost.what} could not be posted in <#{channel}>: {why}. I try again {lost.again}. "
            "`/settings check` says what is missing, and `/settings show` chooses another channel.",
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except FAILURES as failure:
        _log.info("not said that a post is lost", guild=guild, reason=repr(failure))
