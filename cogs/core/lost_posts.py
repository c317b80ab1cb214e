"""Telling those who run a server of a post that it asked for and that could not be made."""

from dataclasses import dataclass
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId, GuildId
from bot.text import Message, gettext, translate
from cogs.core.discord_codes import FAILURES, is_gone

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Lost:
    """What could not be posted, and when it is tried again: a sentence with `channel` and `why`."""

    message: Message


async def tell_of_lost_post(
    bot: BoopBot, guild: GuildId, channel: ChannelId, lost: Lost, error: discord.HTTPException
) -> None:
    """Tell them in their log channel what was not posted in a channel, and what they can do."""
    log_channel = (await bot.services.settings.of(guild)).log_channel
    if log_channel is None or log_channel == channel:
        return
    why = (
        gettext("the channel is gone")
        if is_gone(error)
        else gettext("I'm not allowed to post there")
    )
    what = translate(lost.message, channel=f"<#{channel}>", why=why)
    advice = gettext(
        "`/settings check` says what is missing, and `/settings show` chooses another channel."
    )
    try:
        await bot.get_partial_messageable(log_channel, guild_id=guild).send(
            f"{what} {advice}", allowed_mentions=discord.AllowedMentions.none()
        )
    except FAILURES as failure:
        _log.info("not said that a post is lost", guild=guild, reason=repr(failure))
