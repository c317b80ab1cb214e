"""`/leaderboard`: who ranks where in this server, as a panel, a picture and a file.

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
from bot.features.standings.seasons import Listing, Period, Season, SeasonNumber, Span
from bot.features.standings.service import Board, SeasonOver
from bot.match.identity import UserId
from bot.text import gettext, ngettext, speaking
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.arguments import server_guild_of
from cogs.core.codecs import RulesetName
from cogs.core.errors import NotAManager
from cogs.core.membership import managed
from cogs.core.names import user_of
from cogs.core.rulesets import ruleset_choices
from cogs.core.translating import public_language
from cogs.standings.export import csv_files, with_names
from cogs.standings.poster import poster_of, poster_view
from cogs.standings.season_views import (
    SeasonArgument,
    end_panel,
    ended_panel,
    really_end_panel,
    season_panel,
)
from cogs.standings.views import (
    Wanted,
    board_panel,
    listing_panel,
    rating_rules,
    read_period,
    ruleset_words,
    write_period,
)

Interaction = discord.Interaction[BoopBot]
SeasonOption = app_commands.Transform[str, SeasonArgument]

_ABOUT: Final = {
    "season": locale_str("Which season; by default, this one"),
    "ruleset": locale_str("Which ruleset; by default, this server's usual one"),
}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class LeaderboardCog(Cog, commands.GroupCog, name="Leaderboard", group_name="leaderboard"):
    """The leaderboards of this server."""

    @app_commands.command(name="show")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=ruleset_choices())
    async def show(
        self,
        interaction: Interaction,
        season: SeasonOption | None = None,
        ruleset: str | None = None,
    ) -> None:
        """See who leads here, this season or of all time, and your own place."""
        await self._show(interaction, await self._wanted(interaction, season, ruleset))

    @app_commands.command(name="export")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=ruleset_choices())
    async def export(
        self,
        interaction: Interaction,
        season: SeasonOption | None = None,
        ruleset: str | None = None,
    ) -> None:
        """Send a leaderboard as a CSV file, with everybody who is ranked."""
        wanted = await self._wanted(interaction, season, ruleset)
        leaderboards = self.bot.services.leaderboards
        board = await leaderboards.page(
            wanted.board(server_guild_of(interaction)), user_of(interaction)
        )
        await interaction.response.defer(ephemeral=True, thinking=True)
        batches = with_names(self.bot, leaderboards.every(board.wanted))
        written = await csv_files(batches, board.at)
        files = written.files
        name = f"leaderboard-{wanted.ruleset}-{write_period(wanted.period)}"
        # Not how many are ranked: who is left off keeps their place in seasons that are over.
        said = ruleset_words(wanted, written.players)
        if len(files) == 1:
            file = discord.File(files[0], f"{name}.csv")
            await interaction.edit_original_response(content=said, attachments=[file])
            return
        await interaction.edit_original_response(
            content=ngettext(
                "{board} · in {count} part", "{board} · in {count} parts", len(files), board=said
            )
        )
        for number, part in enumerate(files, 1):
            file = discord.File(part, f"{name}-{number}.csv")
            await interaction.followup.send(
                gettext("Part {number}", number=number), file=file, ephemeral=True
            )

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
        with speaking(await public_language(self.bot, interaction.guild_id)):
            picture = await poster_of(self.bot, board)
            view = poster_view(board, picture, user)
        await interaction.edit_original_response(
            view=view,
            attachments=[picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )

    @action("leaderboard-rules")
    async def explain(self, context: ActionContext, wanted: Wanted) -> None:
        """Explain how ratings and seasons work."""
        await show_panel(context.interaction, rating_rules(wanted))

    async def _wanted(
        self, interaction: Interaction, season: str | None, ruleset: str | None
    ) -> Wanted:
        settings = await self.bot.services.settings.of(server_guild_of(interaction))
        period = Span.RUNNING if season is None else read_period(season)
        return Wanted(ruleset or settings.ruleset, period)

    async def _board(self, interaction: Interaction, wanted: Wanted) -> Board:
        guild, user = server_guild_of(interaction), UserId(interaction.user.id)
        return await self.bot.services.leaderboards.page(wanted.board(guild), user, wanted.page)

    async def _show(self, interaction: Interaction, wanted: Wanted) -> None:
        user = user_of(interaction)
        board = await self._board(interaction, wanted)
        await show_panel(interaction, board_panel(board, user))
        users = [row.user for row in board.rows if row.user is not None]
        await self.bot.services.departures.look_listed(server_guild_of(interaction), users)


class SeasonCog(Cog, name="Season"):
    """Shows the current season, and ends it by hand."""

    @app_commands.command(name="season")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def season(self, interaction: Interaction) -> None:
        """See which season this is, when it began, and who won the last one."""
        await self._show(interaction)

    @action("keep-season")
    async def keep(self, context: ActionContext) -> None:
        """Show the season again, which goes on."""
        await self._show(context.interaction)

    @action("end-season")
    async def ask(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask whether to end the season."""
        running, matches = await self._running(context, season)
        await show_panel(context.interaction, end_panel(running, matches))

    @action("really-end-season")
    async def ask_again(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask once more."""
        running, _ = await self._running(context, season)
        await show_panel(context.interaction, really_end_panel(running))

    @action("end-season-now")
    async def end(self, context: ActionContext, season: SeasonNumber) -> None:
        """End the season that both questions were about."""
        await self.bot.services.seasons.end(managed(context.interaction), season)
        await show_panel(context.interaction, ended_panel(season))

    async def _running(self, context: ActionContext, number: SeasonNumber) -> tuple[Season, int]:
        """Return the requested season with its matches. Raise `NotAManager`, `SeasonOver`."""
        summary = await self.bot.services.seasons.summary(managed(context.interaction))
        if summary.running is None or summary.running.number != number:
            raise SeasonOver(number)
        return summary.running, summary.matches

    async def _show(self, interaction: Interaction) -> None:
        user_of(interaction)
        guild = server_guild_of(interaction)
        summary = await self.bot.services.seasons.summary(guild)
        shown = Wanted((await self.bot.services.settings.of(guild)).ruleset)
        await show_panel(interaction, season_panel(summary, shown, may_end=_may_end(interaction)))


def _may_end(interaction: Interaction) -> bool:
    try:
        managed(interaction)
    except NotAManager:
        return False
    return True


class ListingCog(Cog, name="Listing"):
    """Takes people off leaderboards, and puts them back."""

    @action("listing")
    async def put(self, context: ActionContext, listing: Listing | None = None) -> None:
        """Change it if it is said to what, and show it as it is."""
        listings = self.bot.services.listings
        if listing is not None:
            await listings.put(context.user, listing)
        await show_panel(context.interaction, listing_panel(await listings.of(context.user)))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(LeaderboardCog(bot))
    await bot.add_cog(SeasonCog(bot))
    await bot.add_cog(ListingCog(bot))
