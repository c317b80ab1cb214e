"""Matches that are over, as the argument of a command."""

from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.analyses import LOOKED_THROUGH, may_be_analysed
from bot.match.identity import UserId
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, match_title, place_of


class FinishedMatchArgument(MatchArgument):
    """The match that a command looks back at once it is over."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the person's own matches in this server that are over, the newest first."""
        bot: BoopBot = interaction.client
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        latest = await bot.host.replays.latest_of(user, place_of(interaction), LOOKED_THROUGH)
        found = [
            app_commands.Choice(name=match_title(match, user), value=str(match.id))
            for match in latest
            if may_be_analysed(match) and str(match.id).startswith(typed)
        ]
        return found[:MOST_SUGGESTIONS]
