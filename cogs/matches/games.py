"""`/games`: a user's matches, page by page; and `/next`."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.matches.listing import MatchFilter, MatchStage, NothingWaits
from bot.match.identity import GuildId, Instant, MatchId, Revision, UserId
from bot.match.terms import VenueKind, home_at, server_of
from bot.text import N_, gettext, translate
from cogs.board.message import draw_board
from cogs.core.access import place_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import EpochSeconds
from cogs.core.panels import note_panel
from cogs.core.replies import answer_privately
from cogs.delivery.answering import answer_with_private_board
from cogs.delivery.publishing import publish_match
from cogs.delivery.reposting import REPOST_WITHIN, repost_if_deleted
from cogs.matches.games_views import (
    STAGES,
    GamesList,
    GamesScope,
    games_panel,
    next_panel,
    nothing_waits,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.links import link_of
from cogs.wording.names import server_name, user_of
from cogs.wording.translating import command_text


class GamesCog(Cog, name="Games"):
    """Lists a user's matches."""

    @app_commands.command(name="games", extras=in_help(Topic.MATCHES, 10, N_("list all of them")))
    @app_commands.describe(
        show="Which matches; by default, all live ones",
        where="In which servers; by default, all of them",
        opponent="Only matches against this person",
    )
    @app_commands.choices(
        show=[
            app_commands.Choice(name=command_text(partial(translate, name)), value=stage.value)
            for stage, name in STAGES.items()
        ],
        where=[
            app_commands.Choice(name=locale_str("This server"), value=GamesScope.HERE.value),
            app_commands.Choice(name=locale_str("All servers"), value=GamesScope.EVERYWHERE.value),
        ],
    )
    async def games(
        self,
        interaction: Interaction,
        show: str = MatchStage.LIVE.value,
        where: str = GamesScope.EVERYWHERE.value,
        opponent: discord.User | None = None,
    ) -> None:
        """List your matches, those waiting for you first."""
        friend = None if opponent is None else UserId(opponent.id)
        await self._show(interaction, GamesList(MatchStage(show), GamesScope(where), friend))

    @action("games")
    async def turn_page(self, context: ActionContext, query: GamesList) -> None:
        """Show another page, or the same list of another scope."""
        await self._show(context.interaction, query)

    @action("games-shown")
    async def choose_list(
        self, context: ActionContext, query: GamesList, *, chosen: MatchStage
    ) -> None:
        """Show the list that was chosen in the menu."""
        there = GamesList(chosen, query.scope, query.opponent)
        await self._show(context.interaction, there)

    async def _show(self, interaction: Interaction, query: GamesList) -> None:
        user, here = user_of(interaction), place_of(interaction)
        guild = server_of(home_at(here))
        if guild is None:
            # In direct messages there is no current server whose matches could be shown.
            query = replace(query, scope=GamesScope.EVERYWHERE)
        elif query.scope is not GamesScope.HERE:
            guild = None
        page = await self.bot.services.games.page(
            MatchFilter(user, guild, query.opponent), query.stage, query.cut
        )
        games = await self.bot.services.boards.works_of(page.games)
        servers = self._names(match.venue.guild for match in page.games)
        await answer_privately(interaction, games_panel(query, page, games, user, here, servers))
        await self.bot.services.departures.look_soon(
            (match.venue.guild, match.opponent_of(user)) for match in page.games
        )

    def _names(self, guilds: Iterable[GuildId]) -> dict[GuildId, str]:
        return {guild: server_name(self.bot, guild) for guild in guilds}


class NextCog(Cog, name="Next"):
    """Leads users to the next match that waits for them, in any server."""

    @app_commands.command(
        name="next", extras=in_help(Topic.MATCHES, 20, N_("go to one that's waiting for you"))
    )
    async def next(self, interaction: Interaction) -> None:
        """Go to the next match where it's your turn."""
        here = await self.bot.services.matches.of_thread(place_of(interaction))
        await self._lead(interaction, here.id if here else None)

    @action("next")
    async def go_on(
        self,
        context: ActionContext,
        left: MatchId | None = None,
        until: EpochSeconds | None = None,
    ) -> None:
        """Go to the match after the one that the button names, or to the first."""
        moment = None if until is None else Instant(float(until))
        await self._lead(context.interaction, left, moment)

    @action("next-from-board")
    async def go_on_from_board(
        self, context: ActionContext, left: MatchId, shown: Revision
    ) -> None:
        """Go to the match after that of a board message, which shows the revision `shown`.

        This button also identifies a board message that was not recorded.
        """
        await self._lead(context.interaction, left)

    async def _lead(
        self, interaction: Interaction, left: MatchId | None, until: Instant | None = None
    ) -> None:
        next_turn = await self.bot.services.games.next_turn(user_of(interaction), left, until)
        if isinstance(next_turn, NothingWaits):
            if next_turn.left_waits and left is not None:
                match = await self.bot.services.matches.find(left)
                await answer_with_private_board(interaction, match, nothing_waits(next_turn))
            else:
                await answer_privately(interaction, note_panel(nothing_waits(next_turn)))
            return
        match = next_turn.match
        with suppress(TimeoutError, NotStored):
            async with asyncio.timeout(REPOST_WITHIN):
                if await repost_if_deleted(self.bot, match):
                    await publish_match(self.bot, match.id)
        work = await self.bot.services.boards.work_of(match.id)
        picture = await draw_board(interaction, match)
        is_direct = match.venue.kind is VenueKind.DIRECT
        server = (
            gettext("your direct messages")
            if is_direct
            else server_name(self.bot, match.venue.guild)
        )
        panel = next_panel(next_turn, server, picture, link_of(match, work, user_of(interaction)))
        await answer_privately(interaction, panel, picture)


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(GamesCog(bot))
    await bot.add_cog(NextCog(bot))
