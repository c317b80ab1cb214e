"""Matches that are over, as the argument of a command."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.analyses import may_be_analysed
from bot.match.identity import UserId
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, match_title, place_of

LOOKED_THROUGH: Final = 100
"""So many of a person's latest matches are gone through for suggestions."""


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
