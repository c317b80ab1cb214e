"""Who may see a match that others play."""

from typing import Any

import discord

from bot.host.errors import NoSuchMatch
from bot.match.identity import ChannelId, UserId
from bot.match.match import Match
from bot.match.terms import HomeKind


def demand_sight(interaction: discord.Interaction[Any], match: Match) -> None:
    """Raise `NoSuchMatch` for a match that is played where this person cannot look.

    Nobody but the players looks into direct messages.
    """
    is_player = match.seat_of(UserId(interaction.user.id)) is not None
    if is_player or match.home.channel == interaction.channel_id:
        return
    origin, member = interaction.client.get_channel(match.home.origin), interaction.user
    if (
        not isinstance(origin, discord.abc.GuildChannel)
        or not isinstance(member, discord.Member)
        or origin.guild.id != interaction.guild_id
        or not origin.permissions_for(member).view_channel
    ):
        raise NoSuchMatch(match.id)


def demand_sight_to_watch(interaction: discord.Interaction[Any], match: Match) -> None:
    """Raise `NoSuchMatch` too for one that is played in direct messages."""
    demand_sight(interaction, match)
    is_player = match.seat_of(UserId(interaction.user.id)) is not None
    if match.home.kind is HomeKind.DIRECT and not is_player:
        raise NoSuchMatch(match.id)


def member_sees(member: discord.Member, match: Match) -> bool:
    """Tell whether a member may look where a match was begun, wherever they are now."""
    origin = member.guild.get_channel_or_thread(match.home.origin)
    if origin is None or (isinstance(origin, discord.Thread) and origin.is_private()):
        return False
    try:
        return origin.permissions_for(member).view_channel
    except discord.ClientException:
        # A thread whose channel is not known.
        return False


def all_here_see(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Tell whether everybody who reads this channel may look at a match that is over."""
    guild, here = interaction.guild, interaction.channel
    if guild is None or here is None or match.home.guild != guild.id:
        return False
    if match.home.kind is HomeKind.DIRECT:
        return False
    if match.home.channel == here.id:
        return True
    reader = here.parent_id if isinstance(here, discord.Thread) else here.id
    return everyone_sees(guild, match.home.origin, ChannelId(reader))


def everyone_sees(guild: discord.Guild, channel: ChannelId, reader: ChannelId | None) -> bool:
    """Tell whether whoever reads one channel sees another; what is not known is not seen.

    Roles are not compared: everybody must see it, or it is the same channel or a thread there.
    """
    found = guild.get_channel_or_thread(channel)
    if found is None or (isinstance(found, discord.Thread) and found.is_private()):
        return False
    is_there = isinstance(found, discord.Thread) and found.parent_id == reader
    if is_there or channel == reader:
        return True
    try:
        return found.permissions_for(guild.default_role).view_channel
    except discord.ClientException:
        # A thread whose channel is not known.
        return False


def may_see(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Tell whether this person may look at a match that is over, where they ask."""
    try:
        demand_sight_to_watch(interaction, match)
    except NoSuchMatch:
        return False
    return True
