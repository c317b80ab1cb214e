"""Who may run a server, asked anew at each command, press and form.

Discord hides the commands from others, but a server can show them to whom it likes.
"""

import discord

from bot.app import BoopBot
from bot.match.identity import GuildId
from cogs.ui.errors import NotAManager
from cogs.ui.server_errors import NotAModerator

Asked = discord.Interaction[BoopBot]


def managed(interaction: Asked) -> GuildId:
    """Give the server of somebody who may manage it. Raises `NotAManager`."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotAManager
    return GuildId(interaction.guild_id)


def moderated(interaction: Asked) -> GuildId:
    """Give the server of somebody who may moderate or manage it. Raises `NotAModerator`."""
    allowed = interaction.permissions
    if interaction.guild_id is None or not (allowed.moderate_members or allowed.manage_guild):
        raise NotAModerator
    return GuildId(interaction.guild_id)
