"""`/leaderboard` and `/season`.

A Discord command with subcommands cannot be called itself, so the panel is `/leaderboard show`.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.standings.leaderboards import Board, NoSuchSeason
from bot.features.standings.queries import Listing
from bot.features.standings.seasons import Period, Season, SeasonNumber, SeasonOver, Span
from bot.match.identity import UserId
from bot.match.terms import home_at, server_of
from bot.text import N_, gettext, ngettext, speaking
from bot.text.folding import folded
from cogs.core.access import place_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import SuggestingArgument, Suggestion, bot_of, server_guild_of
from cogs.core.codecs import RatingKindName
from cogs.core.errors import NotAManager
from cogs.core.replies import answer_privately
from cogs.delivery.permissions import require_manager
from cogs.standings.export import csv_files, poster_of, poster_view, with_names
from cogs.standings.season_views import end_panel, ended_panel, really_end_panel, season_panel
from cogs.standings.views import (
    PERIODS,
    LeaderboardPage,
    board_panel,
    listing_panel,
    period_name,
    rating_kind_choices,
    rating_rules,
    read_period,
    ruleset_text,
    write_period,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.translating import language_at

_NUMBER: Final = re.compile(r"(?:season\s*)?#?\s*0*([1-9]\d{0,5})\.?", re.ASCII)


def folded_name(text: str) -> str:
    """Return text folded to compare it with the names of periods."""
    return " ".join(folded(text).casefold().split())


def read_season(text: str, last: int) -> str:
    """Read a season: `now`, `all` or its number. Raise `NoSuchSeason`.

    `last` is the number of the server's latest season.
    """
    typed = folded_name(text)
    for span in PERIODS:
        if typed in (span.value, folded_name(period_name(span))):
            return span.value
    parsed = _NUMBER.fullmatch(typed)
    if parsed is None or int(parsed[1]) > last:
        raise NoSuchSeason(text, last)
    return parsed[1]


class SeasonArgument(SuggestingArgument):
    """A season of the server: its number, `now` or `all`."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Read the chosen or typed text."""
        return read_season(str(value), await _last_season(interaction))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return this season, all time, and the past seasons, the latest first."""
        last = await _last_season(interaction)
        named = [(period_name(span), span.value) for span in PERIODS]
        named += [
            (gettext("Season {number}", number=number), str(number))
            for number in range(last, 0, -1)
        ]
        fitting = folded_name(typed)
        return [each for each in named if fitting in folded_name(each[0])]


async def _last_season(interaction: discord.Interaction[Any]) -> int:
    guild = server_of(home_at(place_of(interaction)))
    if guild is None:
        return 0
    seasons = await bot_of(interaction).services.leaderboards.seasons(guild)
    return seasons[-1].number if seasons else 0


SeasonOption = app_commands.Transform[str, SeasonArgument]

_ABOUT: Final = {
    "season": locale_str("Which season; by default, this one"),
    "ruleset": locale_str("Which ruleset; by default, this server's usual one"),
}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class LeaderboardCog(
    Cog,
    commands.GroupCog,
    name="Leaderboard",
    group_name="leaderboard",
    group_extras=in_help(Topic.SERVER, 10, N_("see who leads"), "show"),
):
    """The leaderboards of this server."""

    @app_commands.command(name="show")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=rating_kind_choices())
    async def show(
        self,
        interaction: Interaction,
        season: SeasonOption | None = None,
        ruleset: str | None = None,
    ) -> None:
        """See who leads here, this season or of all time, and your own place."""
        await self._show(interaction, await self._query(interaction, season, ruleset))

    @app_commands.command(name="export")
    @app_commands.describe(**_ABOUT)
    @app_commands.choices(ruleset=rating_kind_choices())
    async def export(
        self,
        interaction: Interaction,
        season: SeasonOption | None = None,
        ruleset: str | None = None,
    ) -> None:
        """Send a leaderboard as a CSV file, with everybody who is ranked."""
        query = await self._query(interaction, season, ruleset)
        leaderboards = self.bot.services.leaderboards
        board = await leaderboards.page(
            query.board(server_guild_of(interaction)), user_of(interaction)
        )
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self.bot.services.exports.file():
            await self._send_file(interaction, query, board)

    async def _send_file(
        self, interaction: Interaction, query: LeaderboardPage, board: Board
    ) -> None:
        leaderboards = self.bot.services.leaderboards
        batches = with_names(self.bot, leaderboards.every(board.request))
        written = await csv_files(batches, board.at)
        files = written.files
        name = f"leaderboard-{query.ruleset}-{write_period(query.period)}"
        # Count the written rows, not the ranked players: a player who is unlisted now keeps their
        # place in past seasons.
        caption = ruleset_text(query, written.players)
        if len(files) == 1:
            file = discord.File(files[0], f"{name}.csv")
            await interaction.edit_original_response(content=caption, attachments=[file])
            return
        await interaction.edit_original_response(
            content=ngettext(
                "{board} · in {count} part", "{board} · in {count} parts", len(files), board=caption
            )
        )
        for number, part in enumerate(files, 1):
            file = discord.File(part, f"{name}-{number}.csv")
            await interaction.followup.send(
                gettext("Part {number}", number=number), file=file, ephemeral=True
            )

    @action("leaderboard")
    async def turn_page(self, context: ActionContext, query: LeaderboardPage) -> None:
        """Show another page."""
        await self._show(context.interaction, query)

    @action("leaderboard-period")
    async def choose_period(
        self, context: ActionContext, ruleset: RatingKindName, *, chosen: Period
    ) -> None:
        """Show the season that was chosen, or all time."""
        await self._show(context.interaction, LeaderboardPage(ruleset, chosen))

    @action("leaderboard-ruleset")
    async def choose_ruleset(
        self, context: ActionContext, period: Period, *, chosen: RatingKindName
    ) -> None:
        """Show the chosen ruleset in the same season."""
        await self._show(context.interaction, LeaderboardPage(chosen, period))

    @action("leaderboard-post")
    async def post(self, context: ActionContext, query: LeaderboardPage) -> None:
        """Post the first ten as a picture for everyone."""
        interaction, user = context.interaction, context.user
        board = await self._board(interaction, replace(query, page=0))
        if not board.rows:
            await answer_privately(interaction, board_panel(board, user))
            return
        await interaction.response.defer(thinking=True)
        with speaking(await language_at(self.bot, place_of(interaction))):
            picture = await poster_of(self.bot, board)
            view = poster_view(board, picture, user)
        await interaction.edit_original_response(
            view=view,
            attachments=[picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )

    @action("leaderboard-rules")
    async def explain(self, context: ActionContext, query: LeaderboardPage) -> None:
        """Explain how ratings and seasons work."""
        await answer_privately(context.interaction, rating_rules(query))

    async def _query(
        self, interaction: Interaction, season: str | None, ruleset: str | None
    ) -> LeaderboardPage:
        settings = await self.bot.services.settings.of(server_guild_of(interaction))
        period = Span.RUNNING if season is None else read_period(season)
        return LeaderboardPage(ruleset or settings.ruleset, period)

    async def _board(self, interaction: Interaction, query: LeaderboardPage) -> Board:
        guild, user = server_guild_of(interaction), UserId(interaction.user.id)
        return await self.bot.services.leaderboards.page(query.board(guild), user, query.page)

    async def _show(self, interaction: Interaction, query: LeaderboardPage) -> None:
        user = user_of(interaction)
        board = await self._board(interaction, query)
        await answer_privately(interaction, board_panel(board, user))
        users = [row.user for row in board.rows if row.user is not None]
        await self.bot.services.departures.look_listed(server_guild_of(interaction), users)


class SeasonCog(Cog, name="Season"):
    """Shows the current season, and lets managers end it."""

    @app_commands.command(
        name="season", extras=in_help(Topic.SERVER, 40, N_("see who won the last season"))
    )
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def season(self, interaction: Interaction) -> None:
        """See which season this is, when it began, and who won the last one."""
        await self._show(interaction)

    @action("keep-season")
    async def keep(self, context: ActionContext) -> None:
        """Show the season again, without ending it."""
        await self._show(context.interaction)

    @action("end-season")
    async def ask(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask whether to end the season."""
        running, matches = await self._running(context, season)
        await answer_privately(context.interaction, end_panel(running, matches))

    @action("really-end-season")
    async def ask_again(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask a second time whether to end the season."""
        running, _ = await self._running(context, season)
        await answer_privately(context.interaction, really_end_panel(running))

    @action("end-season-now")
    async def end(self, context: ActionContext, season: SeasonNumber) -> None:
        """End the season after both questions."""
        await self.bot.services.seasons.end(require_manager(context.interaction), season)
        await answer_privately(context.interaction, ended_panel(season))

    async def _running(self, context: ActionContext, number: SeasonNumber) -> tuple[Season, int]:
        """Return the running season, which must be `number`, and how many matches it has.

        Raise `NotAManager` if the user does not manage the server, or `SeasonOver`.
        """
        summary = await self.bot.services.seasons.summary(require_manager(context.interaction))
        if summary.running is None or summary.running.number != number:
            raise SeasonOver(number)
        return summary.running, summary.matches

    async def _show(self, interaction: Interaction) -> None:
        user_of(interaction)
        guild = server_guild_of(interaction)
        summary = await self.bot.services.seasons.summary(guild)
        shown = LeaderboardPage((await self.bot.services.settings.of(guild)).ruleset)
        await answer_privately(
            interaction, season_panel(summary, shown, may_end=_may_end(interaction))
        )


def _may_end(interaction: Interaction) -> bool:
    try:
        require_manager(interaction)
    except NotAManager:
        return False
    return True


class ListingCog(Cog, name="Listing"):
    """Takes users off leaderboards, and puts them back."""

    @action("listing")
    async def put(self, context: ActionContext, listing: Listing | None = None) -> None:
        """Show whether the user is on leaderboards; change it first if `listing` is given."""
        listings = self.bot.services.listings
        if listing is not None:
            await listings.put(context.user, listing)
        await answer_privately(context.interaction, listing_panel(await listings.of(context.user)))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(LeaderboardCog(bot))
    await bot.add_cog(SeasonCog(bot))
    await bot.add_cog(ListingCog(bot))
