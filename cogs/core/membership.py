"""Whether somebody is in a server, as Discord reports it without any privileged intent."""

import asyncio
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.matches.access import Presence
from bot.match.identity import ChannelId, GuildId, Place, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from cogs.core.discord_codes import FAILURES, NOT_A_MEMBER
from cogs.core.errors import NotAManager, NotAModerator, NotInServer
from cogs.core.permissions import open_channel

BEFORE_AN_ANSWER: Final = Seconds(1.0)
"""Seconds to ask in while somebody waits for an answer, who has 3."""

MOST_SERVERS: Final = 20
"""Servers in which somebody is looked for who has left another; each costs a request."""

_log: Final = structlog.get_logger(__name__)


async def presence(guild: discord.Guild, user: UserId, within: Seconds) -> Presence | None:
    """Ask Discord whether somebody is in a server; none where it does not say."""
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
    """Return whether somebody may be in another server of the bot, so that it can write to them.

    Where the bot is in more than can be asked, they may be.
    """
    others = [guild for guild in bot.guilds if guild != besides]
    if len(others) > MOST_SERVERS:
        return True
    for guild in others:
        if await presence(guild, user, within) is not Presence.GONE:
            return True
    return False


async def shared_channel(bot: BoopBot, user: UserId) -> Place | None:
    """Return a channel in a server in which both somebody and the bot are.

    Where the bot is in more servers than can be asked, only some of them are.
    """
    channels = [(guild, open_channel(guild)) for guild in bot.guilds if not guild.unavailable]
    checked = [(guild, channel) for guild, channel in channels if channel is not None][
        :MOST_SERVERS
    ]
    seen = await asyncio.gather(*(presence(guild, user, BEFORE_AN_ANSWER) for guild, _ in checked))
    for (guild, channel), found in zip(checked, seen, strict=True):
        if found is Presence.MEMBER:
            return Place(GuildId(guild.id), ChannelId(channel.id))
    return None


async def require_member(bot: BoopBot, server: GuildId, user: UserId) -> None:
    """Raise `NotInServer` if Discord says at once that somebody has left the server."""
    guild = bot.get_guild(server)
    if guild is not None and await presence(guild, user, BEFORE_AN_ANSWER) is Presence.GONE:
        raise NotInServer(user)


Interaction = discord.Interaction[BoopBot]


def managed(interaction: Interaction) -> GuildId:
    """Return the server of somebody who may manage it. Raise `NotAManager`."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotAManager
    return GuildId(interaction.guild_id)


def moderated(interaction: Interaction) -> GuildId:
    """Return the server of somebody who may moderate or manage it. Raise `NotAModerator`."""
    allowed = interaction.permissions
    if interaction.guild_id is None or not (allowed.moderate_members or allowed.manage_guild):
        raise NotAModerator
    return GuildId(interaction.guild_id)


def is_out_of_reach(bot: BoopBot, guild: GuildId | None) -> bool:
    """Return whether the bot is not in a server, or Discord has it down.

    What is to be done there waits: it is claimed, so it is tried again, and due when it is back.
    """
    if guild is None or not bot.is_ready():
        return False
    return bot.get_guild(guild) is None or is_down(bot, guild)


def is_down(bot: BoopBot, guild: GuildId | None) -> bool:
    """Return whether Discord has a server down in which the bot is."""
    server = None if guild is None else bot.get_guild(guild)
    return server is not None and server.unavailable


def waits_for_server(bot: BoopBot, match: Match) -> bool:
    """Return whether a match lives in a server that is out of reach."""
    return match.venue.kind is not VenueKind.DIRECT and is_out_of_reach(bot, match.venue.guild)
