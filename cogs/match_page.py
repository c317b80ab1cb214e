"""`/match`: all about one match, for whoever may look back at it."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.errors import SeveralMatches
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.store.practice_ratings import KeptResult
from bot.store.profiles import RatedMatch
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.access import viewer_of
from cogs.ui.bed import picture_of, scene_of
from cogs.ui.match_page import match_page
from cogs.ui.names import noted
from cogs.ui.panels import match_panel
from cogs.ui.past_matches import PastMatchArgument
from cogs.ui.showing import link_to, show_panel
from cogs.ui.themes import for_one

Asked = discord.Interaction[BoopBot]


class MatchPageCog(Cog, name="Match"):
    """Shows all that is known of a match."""

    @app_commands.command(name="match")
    @app_commands.rename(number="id")
    @app_commands.describe(number="The match's number, if you mean another than this thread's")
    async def match(
        self,
        interaction: Asked,
        number: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """See all about one match: players, terms, how it went, what it did to ratings."""
        user = noted(interaction)
        try:
            await self._show(interaction, number)
        except SeveralMatches as several:
            await show_panel(interaction, match_panel(several.matches, user, "match-in"))

    @action("match-in")
    async def show_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Show the match that was chosen from the list."""
        await self._show(context.interaction, chosen)

    async def _show(self, interaction: Asked, named: MatchId | None) -> None:
        """Show a match to the person alone. Raises what `Replays.to_replay` raises."""
        host, user = self.bot.host, noted(interaction)
        meant = await host.replays.to_replay(viewer_of(interaction), named)
        if meant.outcome is not None:
            await host.facts.catch_up()
        facts = await host.facts.find(meant.id)
        rated = await self._rated(meant, user)
        scene = await for_one(interaction, scene_of(meant))
        picture = picture_of(meant, scene, await self.bot.studio.picture(scene))
        link = await link_to(self.bot, meant, user)
        hints = await host.hints.used(meant.id)
        page = match_page(meant, facts, rated, picture, link, hints)
        await show_panel(interaction, page, picture)

    async def _rated(self, match: Match, viewer: UserId) -> RatedMatch | KeptResult | None:
        """Give what a match did to ratings; no points of who is left off but to its players."""
        host = self.bot.host
        rated = await host.profiles.rated(match.id)
        practised = await host.practice_ratings.of_match(match.id)
        if match.seat_of(viewer) is None and await host.listings.any_left_off(*match.seats):
            return replace(rated, changes=()) if rated else None
        return rated or practised


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(MatchPageCog(bot))
