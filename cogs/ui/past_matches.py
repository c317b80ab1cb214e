"""Matches to look back at, as the argument of a command."""

from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.identity import UserId
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, match_title, place_of


class PastMatchArgument(MatchArgument):
    """The match that a command looks back at; it may be over."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the person's own matches in this server, the newest first."""
        bot: BoopBot = interaction.client
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        latest = await bot.host.replays.latest_of(user, place_of(interaction), MOST_SUGGESTIONS)
        return [
            app_commands.Choice(name=match_title(match, user), value=str(match.id))
            for match in latest
            if str(match.id).startswith(typed)
        ]
