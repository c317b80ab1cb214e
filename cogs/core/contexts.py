"""Where commands are offered, and where somebody uses one."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.match.identity import ChannelId, GuildId, Place

SERVERS_ALONE: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
"""In servers and not in direct messages; each is named, for what is not is as the bot has it."""


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel, thread or direct messages that something was asked in."""
    if interaction.channel_id is None:
        raise AssertionError("everything is asked in some channel")
    guild = interaction.guild_id
    return Place(None if guild is None else GuildId(guild), ChannelId(interaction.channel_id))
