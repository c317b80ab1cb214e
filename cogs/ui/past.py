"""The match that a command looks back at, be it over or not."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.identity import UserId
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, match_title, place_of

MOST_LOOKED_AT: Final = 100
"""How many of a person's latest matches are gone through for suggestions."""


class PastMatchArgument(MatchArgument):
    """The match that a command looks back at."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the person's own matches in this server, the newest first."""
        bot = interaction.client
        if not isinstance(bot, BoopBot):
            raise TypeError(f"this argument is BoopBot's, not {type(bot).__name__}'s")
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        latest = await bot.host.replays.latest_of(user, place_of(interaction), MOST_LOOKED_AT)
        choices = [
            app_commands.Choice(name=match_title(match, user), value=str(match.id))
            for match in latest
            if str(match.id).startswith(typed)
        ]
        return choices[:MOST_SUGGESTIONS]
