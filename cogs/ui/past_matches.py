"""Matches to look back at, as the argument of a command: all of them, or those that are over."""

from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.analyses import LOOKED_THROUGH, may_be_analysed
from bot.match.identity import UserId
from bot.match.match import Match
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, match_title, place_of


class PastMatchArgument(MatchArgument):
    """The match that a command looks back at; it may be over."""

    def suits(self, match: Match) -> bool:
        """Tell whether a match is suggested."""
        return True

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the person's own matches in this server, the newest first."""
        bot: BoopBot = interaction.client
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        latest = await bot.host.replays.latest_of(user, place_of(interaction), LOOKED_THROUGH)
        choices = [
            app_commands.Choice(name=match_title(match, user), value=str(match.id))
            for match in latest
            if self.suits(match) and str(match.id).startswith(typed)
        ]
        return choices[:MOST_SUGGESTIONS]


class FinishedMatchArgument(PastMatchArgument):
    """The match that a command looks back at once it is over."""

    def suits(self, match: Match) -> bool:
        """Leave out what goes on, and what ended before its first turn."""
        return may_be_analysed(match)
