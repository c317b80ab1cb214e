"""Matches of others, as the argument of a command."""

from typing import Any

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.identity import UserId
from bot.match.match import Match
from cogs.ui.access import may_look
from cogs.ui.arguments import MOST_SUGGESTIONS, MatchArgument, place_of
from cogs.ui.players import menu_players


class WatchedArgument(MatchArgument):
    """The match of others that is to be watched, or to be watched no more."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[Any]]:
        """Suggest the match of this thread, and those that the person watches already."""
        bot: BoopBot = interaction.client
        user = UserId(interaction.user.id)
        typed = str(value).strip().removeprefix("#")
        here = await bot.host.matches.of_thread(place_of(interaction))
        can_begin = here is not None and here.outcome is None and here.seat_of(user) is None
        watched, _ = await bot.host.followers.followed_by(user, MOST_SUGGESTIONS, 0)
        titles = {
            str(match.id): _title(match, "stop watching", is_seen=may_look(interaction, match))
            for match in watched
            if str(match.id).startswith(typed)
        }
        if here is not None and can_begin and str(here.id).startswith(typed):
            titles = {str(here.id): _title(here, "watch", is_seen=True), **titles}
        choices = [app_commands.Choice(name=name, value=number) for number, name in titles.items()]
        return choices[:MOST_SUGGESTIONS]


def _title(match: Match, deed: str, *, is_seen: bool) -> str:
    """Return a match in a line for a menu, where no mention is shown."""
    if not is_seen:
        return f"#{match.id} · {deed}"
    players = menu_players(match)
    return f"#{match.id} · {players} · {deed}"
