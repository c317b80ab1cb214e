"""Where commands are offered."""

from typing import Final

from discord import app_commands

SERVERS_ALONE: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
"""In servers and not in direct messages; each is named, for what is not is as the bot has it."""
