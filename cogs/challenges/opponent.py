"""The opponent whom a command or a form names, as Discord describes them."""

from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from bot.app import Interaction
from bot.features.challenges.challenging import Friend
from bot.match.identity import UserId
from cogs.core.access import roles_of
from cogs.core.errors import NotInServer
from cogs.wording.names import NAMES

Person = discord.User | discord.Member


def opponent_named(interaction: Interaction, user: UserId | None) -> Person | None:
    """Return the user who was chosen in the form, if any. Raise `NotInServer`.

    The interaction of the form describes them, so Discord need not be asked.
    """
    if user is None:
        return None
    data: Any = interaction.data or {}
    # Build the user as discord.py does for the options of a command.
    chosen: Any = {"type": AppCommandOptionType.user.value, "name": "opponent", "value": str(user)}
    described = app_commands.Namespace(interaction, data.get("resolved", {}), [chosen])
    person = described.opponent
    if not isinstance(person, discord.User | discord.Member):
        raise NotInServer(user)
    return person


def friend_of(interaction: Interaction, person: Person) -> Friend:
    """Describe the named user. Raise `NotInServer`."""
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
