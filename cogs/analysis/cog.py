"""`/analyse`: what decided a finished match, and how accurately both played."""

import asyncio
from typing import Final

import discord
import structlog
from discord import app_commands

from bot.app import BoopBot
from bot.engine.analysis import Analysis
from bot.features.replay.service import MatchRecord
from bot.match.identity import MatchId, UserId
from bot.text import N_, gettext, speaking, translate
from cogs.analysis.views import analysis_panel, analysis_picture, balance_of, shared_analysis
from cogs.core.access import all_here_see, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import FinishedMatchArgument
from cogs.core.board import Picture
from cogs.core.board_message import private_theme, public_theme
from cogs.core.errors import FAILURES, NotForAllHere
from cogs.core.names import user_of
from cogs.core.options import place_of
from cogs.core.panels import note_panel
from cogs.core.pondering import awaited, failing_in_place, show_pondered
from cogs.core.publishing import bump_board
from cogs.core.translating import public_language
from render.theme import Theme

FAILED: Final = N_("The analysis couldn't be made. Try again.")
NOT_SHARED: Final = N_("I couldn't post it here. Open the analysis and try again.")
SHARED_FOR: Final = 3600.0
"""Seconds in which one person shares a match once in a channel, from however many panels."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]
_Sharing = tuple[MatchId, int | None, UserId]
"""Which match is shared, in which channel and by whom."""


class AnalyseCog(Cog, name="Analyse"):
    """Shows analyses of finished matches."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._shared: set[_Sharing] = set()

    @app_commands.command(name="analyse")
    @app_commands.describe(match="A finished match; by default this thread's, or your last one")
    async def analyse(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, FinishedMatchArgument] | None = None,
    ) -> None:
        """See what decided a finished match, and how well both played."""
        await self._answer(interaction, await self._record(interaction, match))

    @action("analyse")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Analyse the match that the button names."""
        await self._answer(context.interaction, await self._record(context.interaction, match))

    @action("analyse-share")
    async def share(self, context: ActionContext, match: MatchId) -> None:
        """Post an analysis for all to see; without one it is made first, for the person alone."""
        interaction = context.interaction
        record = await self._record(interaction, match)
        if not all_here_see(interaction, record.match):
            raise NotForAllHere(record.match)
        analysis = await self.bot.services.analyses.find(record)
        if analysis is None:
            await self._answer(interaction, record)
            return
        async with self.bot.working():
            await self._share(interaction, record, analysis)

    async def _record(self, interaction: Interaction, named: MatchId | None) -> MatchRecord:
        """Return the record of a match that is over and that this person may look back at."""
        user_of(interaction)
        match = await self.bot.services.analyses.resolve(viewer_of(interaction), named)
        return await self.bot.services.replays.record(match.id)

    async def _answer(self, interaction: Interaction, record: MatchRecord) -> None:
        """Show an analysis to the person alone, once it is made."""
        async with self.bot.working(), failing_in_place(interaction, translate(FAILED)):
            await self._show(interaction, record)

    async def _show(self, interaction: Interaction, record: MatchRecord) -> None:
        analyses, user = self.bot.services.analyses, UserId(interaction.user.id)
        analysis = await awaited(
            interaction,
            lambda hear: analyses.of(record, user, self.bot.thinkers, hear),
            gettext("Analysing **#{match}**", match=record.match.id),
        )
        picture = await self._picture(record, analysis, await private_theme(interaction))
        may_share = all_here_see(interaction, record.match)
        panel = analysis_panel(record, analysis, picture, may_share=may_share)
        await show_pondered(interaction, panel, picture)

    async def _share(
        self, interaction: Interaction, record: MatchRecord, analysis: Analysis
    ) -> None:
        """Take **Share** off the panel, then post, once an hour however often it was clicked.

        Both pictures are drawn before that, so that where one cannot be it can be pressed again.
        """
        own = await self._picture(record, analysis, await private_theme(interaction))
        theme = await public_theme(self.bot, record.match.venue.guild)
        with speaking(await public_language(self.bot, interaction.guild_id)):
            picture = await self._picture(record, analysis, theme)
            view = shared_analysis(record, analysis, picture, UserId(interaction.user.id))
        panel = analysis_panel(record, analysis, own, may_share=False)
        await show_pondered(interaction, panel, own)
        sharing = (record.match.id, interaction.channel_id, UserId(interaction.user.id))
        if sharing in self._shared:
            return
        self._shared.add(sharing)
        asyncio.get_running_loop().call_later(SHARED_FOR, self._shared.discard, sharing)
        mentions = discord.AllowedMentions.none()
        try:
            await interaction.followup.send(
                view=view, file=picture.file(), allowed_mentions=mentions, ephemeral=False
            )
        except FAILURES as error:
            self._shared.discard(sharing)
            _log.warning("analysis not shared", match=record.match.id, reason=repr(error))
            await show_pondered(interaction, note_panel(translate(NOT_SHARED)))
        else:
            await bump_board(self.bot, user_of(interaction), place_of(interaction))

    async def _picture(self, record: MatchRecord, analysis: Analysis, theme: Theme) -> Picture:
        png = await self.bot.studio.picture(balance_of(record, analysis, theme))
        return analysis_picture(record, analysis, png)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(AnalyseCog(bot))
