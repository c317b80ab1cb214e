"""Whether users are members of servers, if Discord answers in time."""

import asyncio
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.matches.access import Presence
from bot.match.identity import ChannelId, GuildId, InServer, Seconds, UserId
from cogs.core.access import BEFORE_AN_ANSWER
from cogs.core.errors import FAILURES, NOT_A_MEMBER, NotInServer
from cogs.delivery.permissions import open_channel

MOST_SERVERS: Final = 20
"""The most servers in which to look for a user, because each costs a request."""
ASKED_AT_ONCE: Final = 4
"""The most requests about servers at the same time."""
LOOKED_FOR_WITHIN: Final = Seconds(2.0)
"""Seconds in which to look for a user while they wait for an answer."""

_log: Final = structlog.get_logger(__name__)


async def presence(guild: discord.Guild, user: UserId, within: Seconds) -> Presence | None:
    """Ask Discord whether a user is in a server. Return None if Discord does not answer."""
    try:
        async with asyncio.timeout(within):
            await guild.fetch_member(user)
    except (TimeoutError, *FAILURES) as error:
        if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
            return Presence.GONE
        _log.info("member not looked up yet", reason=repr(error))
        return None
    return Presence.MEMBER


async def may_share_another(
    bot: BoopBot, user: UserId, besides: discord.Guild, within: Seconds
) -> bool:
    """Return whether a user may share another server with the bot, so that it can write to them.

    Return True without asking Discord if the bot is in more than `MOST_SERVERS` other servers, or
    if other processes serve some.
    """
    others = [guild for guild in bot.guilds if guild != besides]
    if len(others) > MOST_SERVERS or bot.reached is not None:
        return True
    for guild in others:
        if await presence(guild, user, within) is not Presence.GONE:
            return True
    return False


async def shared_channel(bot: BoopBot, user: UserId) -> InServer | None:
    """Return a channel of a server that the bot shares with a user in direct messages, if any.

    First try servers of other processes in which the user has played lately, then the servers of
    this process. Try at most `MOST_SERVERS` of either, a few at a time, because Discord limits the
    requests of a process.
    """
    channels = [(guild, open_channel(guild)) for guild in bot.guilds if not guild.unavailable]
    here = [
        InServer(GuildId(guild.id), ChannelId(channel.id))
        for guild, channel in channels
        if channel is not None
    ][:MOST_SERVERS]
    places = [*await _channels_elsewhere(bot, user), *here]
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOKED_FOR_WITHIN):
            for first in range(0, len(places), ASKED_AT_ONCE):
                some = places[first : first + ASKED_AT_ONCE]
                seen = await asyncio.gather(*(_is_member(bot, place, user) for place in some))
                if any(seen):
                    return some[seen.index(True)]
    return None


async def _channels_elsewhere(bot: BoopBot, user: UserId) -> list[InServer]:
    if bot.reached is None:
        return []
    played = await bot.services.replays.latest_of_each_server(user, MOST_SERVERS)
    return [
        InServer(each.venue.guild, each.venue.origin)
        for each in played
        if not bot.serves(each.venue.guild)
    ]


async def _is_member(bot: BoopBot, place: InServer, user: UserId) -> bool:
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            await bot.http.get_member(place.guild, user)
    except (TimeoutError, *FAILURES):
        return False
    return True


async def require_member(bot: BoopBot, server: GuildId, user: UserId) -> None:
    """Raise `NotInServer` if Discord answers in time that a user has left the server."""
    guild = bot.get_guild(server)
    if guild is not None and await presence(guild, user, BEFORE_AN_ANSWER) is Presence.GONE:
        raise NotInServer(user)
