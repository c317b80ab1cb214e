"""Whether somebody is in a server, as Discord tells it without any privileged intent."""

import asyncio
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.host.departures import Presence
from bot.match.identity import GuildId, Seconds, UserId
from cogs.ui.discord_codes import FAILURES, Code
from cogs.ui.errors import NotInServer

BEFORE_AN_ANSWER: Final = Seconds(1.0)
"""Seconds to ask in while somebody waits for an answer, who has 3."""

MOST_ASKED: Final = 20
"""Servers in which somebody is looked for who has left another; each costs a request."""

_GONE: Final = (Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER)
"""The member left or was removed; the account is deleted."""
_log: Final = structlog.get_logger(__name__)


async def presence(guild: discord.Guild, user: UserId, within: Seconds) -> Presence | None:
    """Ask Discord whether somebody is in a server; none where it does not say."""
    try:
        async with asyncio.timeout(within):
            await guild.fetch_member(user)
    except (TimeoutError, *FAILURES) as error:
        if isinstance(error, discord.HTTPException) and error.code in _GONE:
            return Presence.GONE
        _log.info("member not looked for yet", reason=repr(error))
        return None
    return Presence.MEMBER


async def may_share_another(
    bot: BoopBot, user: UserId, besides: discord.Guild, within: Seconds
) -> bool:
    """Tell whether somebody may be in another server of the bot, so that it can write to them.

    Where the bot is in more than can be asked, they may be.
    """
    others = [guild for guild in bot.guilds if guild != besides]
    if len(others) > MOST_ASKED:
        return True
    for guild in others:
        if await presence(guild, user, within) is not Presence.GONE:
            return True
    return False


async def demand_member(bot: BoopBot, server: GuildId, user: UserId) -> None:
    """Raise `NotInServer` if Discord says at once that somebody has left the server."""
    guild = bot.get_guild(server)
    if guild is not None and await presence(guild, user, BEFORE_AN_ANSWER) is Presence.GONE:
        raise NotInServer(user)
