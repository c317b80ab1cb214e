"""What people and servers are called now, for what is read elsewhere than on Discord."""

from typing import Final

import discord

from bot.match.identity import GuildId, UserId
from cogs.ui.names import NAMES


class KnownNames:
    """Gives the names that this process has met; nobody is asked, and none is kept for good."""

    def __init__(self, client: discord.Client) -> None:
        self._client: Final = client

    def person(self, user: UserId) -> str | None:
        """Give a person's name, if it was met."""
        return NAMES.known(user)

    def server(self, guild: GuildId) -> str | None:
        """Give a server's name, if the bot is in it."""
        found = self._client.get_guild(guild)
        return None if found is None else found.name
