"""`/leaderboard`: who stands where in this server, as a panel, a picture and a file.

A command of Discord's that has others below it cannot be called itself, so the panel is
`/leaderboard show`.
"""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import BoopBot
from bot.host.leaderboards import Board
from bot.match.identity import UserId
from bot.match.season import Period, Span
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import RulesetName
from cogs.ui.arguments import server_guild_of
from cogs.ui.leaderboard import Wanted, board_panel, read_period, ruleset_words, write_period
from cogs.ui.leaderboard_csv import csv_files, with_names
from cogs.ui.names import noted
from cogs.ui.poster import poster_of, poster_view
from cogs.ui.rating_rules import rating_rules
from cogs.ui.rulesets import ruleset_choices
from cogs.ui.season_argument import SeasonArgument
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]
Season = app_commands.Transform[str, SeasonArgument]

_ABOUT: Final = {
    "season": locale_str("The season that runs, if you do not say"),
    "ruleset": locale_str("What the server plays by, if you do not say"),
}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class LeaderboardCog(Cog, commands.GroupCog, name="Leaderboard", group_name="leaderboard"):
    """Who stands where in this server."""

    @app_commands.command(name="show")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=ruleset_choices())
    async def show(
        self, interaction: Asked, season: Season | None = None, ruleset: str | None = None
    ) -> None:
        """See who leads here, this season or of all time, and where you stand."""
        await self._show(interaction, await self._wanted(interaction, season, ruleset))

    @app_commands.command(name="export")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=ruleset_choices())
    async def export(
        self, interaction: Asked, season: Season | None = None, ruleset: str | None = None
    ) -> None:
        """Send a leaderboard as a CSV file, with everybody who is ranked."""
        wanted = await self._wanted(interaction, season, ruleset)
        leaderboards = self.bot.host.leaderboards
        board = await leaderboards.page(
            wanted.board(server_guild_of(interaction)), noted(interaction)
        )
        await interaction.response.defer(ephemeral=True, thinking=True)
        batches = with_names(self.bot, leaderboards.every(board.wanted))
        written = await csv_files(batches, board.at)
        files = written.files
        name = f"leaderboard-{wanted.ruleset}-{write_period(wanted.period)}"
        # Not how many have a place: who is left off keeps theirs in seasons that are over.
        said = ruleset_words(wanted, written.players)
        if len(files) == 1:
            file = discord.File(files[0], f"{name}.csv")
            await interaction.edit_original_response(content=said, attachments=[file])
            return
        await interaction.edit_original_response(content=f"{said} · in {len(files)} parts")
        for number, part in enumerate(files, 1):
            file = discord.File(part, f"{name}-{number}.csv")
            await interaction.followup.send(f"Part {number}", file=file, ephemeral=True)

    @action("leaderboard")
    async def turn_page(self, context: ActionContext, wanted: Wanted) -> None:
        """Show another page."""
        await self._show(context.interaction, wanted)

    @action("leaderboard-period")
    async def choose_period(
        self, context: ActionContext, ruleset: RulesetName, *, chosen: Period
    ) -> None:
        """Show the season that was chosen, or all time."""
        await self._show(context.interaction, Wanted(ruleset, chosen))

    @action("leaderboard-ruleset")
    async def choose_ruleset(
        self, context: ActionContext, period: Period, *, chosen: RulesetName
    ) -> None:
        """Show the ruleset that was chosen, of the same season."""
        await self._show(context.interaction, Wanted(chosen, period))

    @action("leaderboard-post")
    async def post(self, context: ActionContext, wanted: Wanted) -> None:
        """Post the first ten as a picture, for all to see."""
        interaction, user = context.interaction, context.user
        board = await self._board(interaction, replace(wanted, page=0))
        if not board.rows:
            await show_panel(interaction, board_panel(board, user))
            return
        await interaction.response.defer(thinking=True)
        picture = await poster_of(self.bot, board)
        await interaction.edit_original_response(
            view=poster_view(board, picture, user),
            attachments=[picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )

    @action("leaderboard-rules")
    async def explain(self, context: ActionContext, wanted: Wanted) -> None:
        """Explain how ratings and seasons work."""
        await show_panel(context.interaction, rating_rules(wanted))

    async def _wanted(self, interaction: Asked, season: str | None, ruleset: str | None) -> Wanted:
        settings = await self.bot.host.settings.of(server_guild_of(interaction))
        period = Span.RUNNING if season is None else read_period(season)
        return Wanted(ruleset or settings.ruleset, period)

    async def _board(self, interaction: Asked, wanted: Wanted) -> Board:
        guild, user = server_guild_of(interaction), UserId(interaction.user.id)
        return await self.bot.host.leaderboards.page(wanted.board(guild), user, wanted.page)

    async def _show(self, interaction: Asked, wanted: Wanted) -> None:
        user = noted(interaction)
        board = await self._board(interaction, wanted)
        await show_panel(interaction, board_panel(board, user))
        users = [row.user for row in board.rows if row.user is not None]
        await self.bot.host.departures.look_listed(server_guild_of(interaction), users)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(LeaderboardCog(bot))
