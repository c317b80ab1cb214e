"""`/games`: one's matches, a page at a time."""

from collections.abc import Iterable
from dataclasses import replace

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.games import Stage
from bot.match.identity import GuildId, UserId
from bot.store.games import Whose
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.arguments import place_of
from cogs.ui.games import STAGES, Scope, Wanted, games_panel
from cogs.ui.names import noted
from cogs.ui.servers import server_name
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class GamesCog(Cog, name="Games"):
    """Lists matches."""

    @app_commands.command(name="games")
    @app_commands.describe(
        show="Which matches: all that go on, if you do not say",
        where="In all servers, if you do not say",
        opponent="Only those against this person",
    )
    @app_commands.choices(
        show=[app_commands.Choice(name=name, value=stage.value) for stage, name in STAGES.items()],
        where=[
            app_commands.Choice(name="This server", value=Scope.HERE.value),
            app_commands.Choice(name="All servers", value=Scope.EVERYWHERE.value),
        ],
    )
    async def games(
        self,
        interaction: Asked,
        show: str = Stage.LIVE.value,
        where: str = Scope.EVERYWHERE.value,
        opponent: discord.User | None = None,
    ) -> None:
        """List your matches, those that wait for you first."""
        friend = None if opponent is None else UserId(opponent.id)
        await self._show(interaction, Wanted(Stage(show), Scope(where), friend))

    @action("games")
    async def turn_page(self, context: ActionContext, wanted: Wanted) -> None:
        """Show another page, or the same list of another scope."""
        await self._show(context.interaction, wanted)

    @action("games-shown")
    async def choose_list(self, context: ActionContext, wanted: Wanted, *, chosen: Stage) -> None:
        """Show the list that was chosen in the menu."""
        there = Wanted(chosen, wanted.scope, wanted.opponent)
        await self._show(context.interaction, there)

    async def _show(self, interaction: Asked, wanted: Wanted) -> None:
        user, here = noted(interaction), place_of(interaction).guild
        if here is None:
            # Direct messages are no server whose matches could be told from others.
            wanted = replace(wanted, scope=Scope.EVERYWHERE)
        guild = here if wanted.scope is Scope.HERE else None
        page = await self.bot.host.games.page(
            Whose(user, guild, wanted.opponent), wanted.stage, wanted.cut
        )
        servers = self._names(game.match.home.guild for game in page.games)
        await show_panel(interaction, games_panel(wanted, page, user, here, servers))
        await self.bot.host.departures.look_soon(
            (game.match.home.guild, game.match.opponent_of(user)) for game in page.games
        )

    def _names(self, guilds: Iterable[GuildId]) -> dict[GuildId, str]:
        return {guild: server_name(self.bot, guild) for guild in guilds}


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GamesCog(bot))
