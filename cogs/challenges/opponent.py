"""Whom somebody challenges, as far as Discord says it."""

import discord

from bot.app import BoopBot
from bot.features.challenges.challenging import Friend
from bot.match.identity import UserId
from cogs.core.access import roles_of
from cogs.core.errors import NOT_A_MEMBER, NotInServer
from cogs.core.names import NAMES

Interaction = discord.Interaction[BoopBot]


async def opponent_named(interaction: Interaction, user: UserId | None) -> discord.Member | None:
    """Return the member that was chosen in the form, if one was. Raise `NotInServer`."""
    if user is None or interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code in NOT_A_MEMBER:
            raise NotInServer(user) from error
        raise


def friend_of(interaction: Interaction, person: discord.User | discord.Member) -> Friend:
    """Describe the person who is named. Raise `NotInServer`."""
    user = NAMES.remember(person)
    if not isinstance(person, discord.Member):
        if person.bot:
            return Friend(user, is_bot=True, sees_channel=True)
        raise NotInServer(user)
    permissions = person.resolved_permissions
    if permissions is None and isinstance(interaction.channel, discord.abc.GuildChannel):
        permissions = interaction.channel.permissions_for(person)
    sees = permissions is None or permissions.view_channel
    return Friend(user, is_bot=person.bot, sees_channel=sees, roles=roles_of(person))
