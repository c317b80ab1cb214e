"""Options of commands that name a tournament."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.tournament import Tournament, TournamentState
from bot.match.identity import UserId
from bot.text.folding import folded
from cogs.core.arguments import SuggestingArgument, Suggestion, bot_of, server_guild_of
from cogs.tournaments.wording import plain_name_of

UNDER_WAY: Final = (TournamentState.OPEN, TournamentState.RUNNING)
"""The states of a tournament that is not over."""


class TournamentArgument(SuggestingArgument):
    """A tournament of the server, by its name or its number."""

    states: tuple[TournamentState, ...] = tuple(TournamentState)

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> TournamentId:
        """Read what was chosen or typed. Raise `NoSuchTournament`."""
        typed = folded(str(value)).casefold()
        for each in await tournaments_here(interaction):
            if typed in (str(each.id), folded(plain_name_of(each)).casefold()):
                return each.id
        raise NoSuchTournament

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the tournaments whose names contain the text, open and running ones first."""
        return self.fitting(await tournaments_here(interaction), typed)

    def fitting(self, tournaments: Sequence[Tournament], typed: str) -> list[Suggestion]:
        """Return suggestions for those in one of `states` whose names contain the text."""
        needle = folded(typed).casefold()
        return [
            (plain_name_of(each), str(each.id))
            for each in tournaments
            if each.state in self.states and needle in folded(plain_name_of(each)).casefold()
        ]


class OpenTournamentArgument(TournamentArgument):
    """A tournament that can be entered."""

    states = (TournamentState.OPEN,)


class LiveTournamentArgument(TournamentArgument):
    """A tournament that can be managed."""

    states = UNDER_WAY


class EnteredTournamentArgument(TournamentArgument):
    """A tournament that the user can leave."""

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the tournaments that the user has entered and whose names contain the text."""
        return self.fitting(await entered_here(interaction), typed)


async def tournaments_here(interaction: discord.Interaction[Any]) -> list[Tournament]:
    """Return the tournaments of the server in which a user acts."""
    return await bot_of(interaction).services.tournaments.listed(server_guild_of(interaction))


async def entered_here(interaction: discord.Interaction[Any]) -> list[Tournament]:
    """Return the tournaments of the server that the user has entered."""
    user, guild = UserId(interaction.user.id), server_guild_of(interaction)
    return await bot_of(interaction).services.tournaments.of_user(user, guild)


TournamentOption = app_commands.Transform[TournamentId, TournamentArgument]
OpenOption = app_commands.Transform[TournamentId, OpenTournamentArgument]
LiveOption = app_commands.Transform[TournamentId, LiveTournamentArgument]
EnteredOption = app_commands.Transform[TournamentId, EnteredTournamentArgument]
