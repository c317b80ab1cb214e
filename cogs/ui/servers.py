"""Servers by their names."""

import discord

from bot.match.identity import GuildId
from bot.text.sanitizing import sanitized

LONGEST = 60


def server_name(client: discord.Client, guild: GuildId) -> str:
    """Give a server's name as it can stand in a message."""
    found = client.get_guild(guild)
    if found is None:
        return "A server that I am not in any more"
    return discord.utils.escape_markdown(sanitized(found.name, LONGEST))
