"""The facts about a user from which `bot.features.matches.access` decides what the user may see.

Commands and actions call `require_match` or `require_challenge` before they reveal anything about a
match or a challenge. Channels and roles are those of the match's or challenge's server, not of the
server where the user clicks.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
import structlog

from bot.app import Interaction
from bot.features.challenges.queries import PostedChallenge
from bot.features.matches.access import (
    AllowedUsers,
    ChannelVisibility,
    Presence,
    Viewer,
    Visibility,
    may_begin,
    may_see,
    require_visible_challenge,
    require_who,
    visibility_of,
)
from bot.features.matches.errors import NoSuchChallenge
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    Direct,
    Elsewhere,
    GuildId,
    InServer,
    MatchId,
    Place,
    RoleId,
    Seconds,
    UserId,
)
from bot.match.match import Match
from cogs.core.errors import FAILURES, NOT_A_MEMBER, NotHere

BEFORE_AN_ANSWER: Final = Seconds(1.0)
"""Seconds to wait for Discord while the user waits; Discord gives 3 seconds for the answer."""

_log: Final = structlog.get_logger(__name__)


def locate(interaction: discord.Interaction[Any]) -> Place | Elsewhere:
    """Return where an interaction comes from.

    Discord says whether a server installed the bot there, or the user for themselves. Return
    `Elsewhere` if only the user did, except in direct messages with the bot.
    """
    if interaction.channel_id is None:
        raise AssertionError("every interaction comes from a channel")
    channel = ChannelId(interaction.channel_id)
    guild = None if interaction.guild_id is None else GuildId(interaction.guild_id)
    if interaction.context.private_channel or _is_installed_by_user_alone(interaction):
        return Elsewhere(guild, channel)
    if guild is None:
        return Direct(UserId(interaction.user.id), channel)
    return InServer(guild, channel)


def _is_installed_by_user_alone(interaction: discord.Interaction[Any]) -> bool:
    is_with_bot = interaction.context.dm_channel or interaction.is_guild_integration()
    return interaction.is_user_integration() and not is_with_bot


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel, thread or direct messages of an interaction. Raise `NotHere`."""
    place = locate(interaction)
    if isinstance(place, Elsewhere):
        raise NotHere
    return place


def place_of_message(message: discord.Message) -> Place:
    """Return the channel, thread or direct messages of a message that a user wrote."""
    channel = ChannelId(message.channel.id)
    if message.guild is None:
        return Direct(UserId(message.author.id), channel)
    return InServer(GuildId(message.guild.id), channel)


def viewer_of(interaction: discord.Interaction[Any]) -> Viewer:
    """Return the user as a viewer, with the channels and roles that they have in this server."""
    person, place = interaction.user, place_of(interaction)
    if not isinstance(person, discord.Member):
        return _stranger(UserId(person.id), place, None)
    return _viewer(person, place)


async def viewer_in(interaction: Interaction, guild: GuildId) -> Viewer:
    """Return the user as a viewer, with the channels and roles that they have in a given server."""
    if guild == interaction.guild_id:
        return viewer_of(interaction)
    user, place = UserId(interaction.user.id), place_of(interaction)
    server = interaction.client.get_guild(guild)
    if server is None:
        return _stranger(user, place, None)
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            member = await server.fetch_member(user)
    except (TimeoutError, *FAILURES) as error:
        if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
            return _stranger(user, place, Presence.GONE)
        _log.info("member not looked up", reason=repr(error))
        return _stranger(user, place, None)
    return _viewer(member, place)


async def roles_in(interaction: Interaction, guild: GuildId) -> frozenset[RoleId] | None:
    """Return the user's roles in a given server; none if the user is not a member.

    Return None if Discord does not answer in time.
    """
    return (await viewer_in(interaction, guild)).roles


def roles_of(person: discord.abc.User) -> frozenset[RoleId] | None:
    """Return the roles of a member, including @everyone; None for a user who is not a member."""
    if not isinstance(person, discord.Member):
        return None
    return frozenset(RoleId(role.id) for role in person.roles)


async def require_match(
    interaction: Interaction, number: MatchId, who: AllowedUsers = AllowedUsers.VIEWERS
) -> Match:
    """Return the match that the user asks about. Raise `NoSuchMatch` or `NotAPlayer`."""
    match = await interaction.client.services.matches.find(number)
    return require_who(viewer_of(interaction), match, who)


async def require_challenge(interaction: Interaction, number: ChallengeId) -> PostedChallenge:
    """Return the challenge that the user asks about. Raise `NoSuchChallenge`.

    Do not ask Discord about the user: users whom a challenge does not name can see it only from
    within its server.
    """
    posted = await interaction.client.services.challenges.find(number)
    require_visible_challenge(viewer_of(interaction), posted.challenge)
    return posted


async def require_may_begin(interaction: Interaction, number: ChallengeId) -> Viewer:
    """Return the user as a viewer who may accept a challenge or offer other terms.

    Raise `NoSuchChallenge` if no such challenge exists, or if the user has left its server.
    """
    challenge = (await require_challenge(interaction, number)).challenge
    viewer = await viewer_in(interaction, challenge.place.guild)
    if not may_begin(viewer, challenge):
        raise NoSuchChallenge(number)
    return viewer


def may_look(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Return whether the user may see a match."""
    return may_see(viewer_of(interaction), match)


async def hidden_among(interaction: Interaction, matches: Sequence[Match]) -> frozenset[MatchId]:
    """Return the matches that the user may not see. Ask Discord about the user in each server.

    If Discord does not answer in time, the matches of that server count as hidden.
    """
    guilds = list({match.venue.guild for match in matches})
    viewers = await asyncio.gather(*(viewer_in(interaction, guild) for guild in guilds))
    by_guild = dict(zip(guilds, viewers, strict=True))
    return frozenset(
        match.id for match in matches if not may_see(by_guild[match.venue.guild], match)
    )


def member_sees(member: discord.Member, match: Match) -> bool:
    """Return whether a member may see a match from any channel."""
    nowhere = InServer(GuildId(member.guild.id), ChannelId(0))
    return may_see(_viewer(member, nowhere), match)


def all_here_see(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Return whether all readers of this channel may see a match that is over."""
    guild, here = interaction.guild, interaction.channel
    if guild is None or here is None or match.venue.guild != guild.id:
        return False
    if visibility_of(match) is Visibility.PLAYERS:
        return False
    if match.venue.channel == here.id:
        return True
    reader = here.parent_id if isinstance(here, discord.Thread) else here.id
    channel = match.venue.channel
    if channel is None or guild.get_channel_or_thread(channel) is None:
        channel = match.venue.origin
    return everyone_sees(guild, channel, ChannelId(reader))


def everyone_sees(guild: discord.Guild, channel: ChannelId, reader: ChannelId | None) -> bool:
    """Return whether all readers of the channel `reader` can see `channel`; False if unknown.

    This does not compare roles. Return True only if `channel` is visible to @everyone, is `reader`
    itself, or is a public thread in it.
    """
    place = guild.get_channel_or_thread(channel)
    if place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    is_there = isinstance(place, discord.Thread) and place.parent_id == reader
    if is_there or channel == reader:
        return True
    try:
        return place.permissions_for(guild.default_role).view_channel
    except discord.ClientException:
        # A thread whose channel is not known.
        return False


def _viewer(member: discord.Member, place: Place) -> Viewer:
    def visibility(channel: ChannelId) -> ChannelVisibility:
        return _visibility(member, channel)

    guild = GuildId(member.guild.id)
    return Viewer(UserId(member.id), place, guild, visibility, roles_of(member))


def _stranger(user: UserId, place: Place, presence: Presence | None) -> Viewer:
    """Return a viewer who is not in the server, or about whom nothing is known."""
    roles: frozenset[RoleId] | None = frozenset() if presence is Presence.GONE else None
    return Viewer(user, place, None, lambda _: ChannelVisibility.UNKNOWN, roles, presence)


def _visibility(member: discord.Member, channel: ChannelId) -> ChannelVisibility:
    place = member.guild.get_channel_or_thread(channel)
    if place is None:
        return ChannelVisibility.UNKNOWN
    if isinstance(place, discord.Thread) and place.is_private():
        # The bot does not know the members of a private thread. They can ask from within it.
        return ChannelVisibility.HIDDEN
    try:
        allowed = place.permissions_for(member)
    except discord.ClientException:
        # A thread whose channel is not known.
        return ChannelVisibility.UNKNOWN
    return ChannelVisibility.VISIBLE if allowed.view_channel else ChannelVisibility.HIDDEN
