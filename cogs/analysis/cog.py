"""`/analyse`: what decided a finished match, and how well both played; and What if."""

import asyncio
from dataclasses import dataclass
from typing import Final

import discord
import structlog
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.engine.analysis import Analysis, Look
from bot.errors import Refusal
from bot.features.analysis.service import SharedTooSoon
from bot.features.analysis.what_if import WhatIf
from bot.features.replay.service import MatchRecord
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match
from bot.match.turn_builder import NOTHING_CHOSEN
from bot.text import N_, speaking, translate
from cogs.analysis.analysing import FAILED, answer_with_analysis, picture_of, show_analysis
from cogs.analysis.views import shared_analysis
from cogs.analysis.what_if import (
    WhatIfPlace,
    WhatIfPosition,
    picture_name,
    trying_panel,
    whole_turn,
)
from cogs.board.message import draw_for_one, public_theme
from cogs.core.access import all_here_see, place_of, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import FinishedMatchArgument
from cogs.core.errors import FAILURES, CogRefusal
from cogs.core.panels import note_panel
from cogs.core.progress import run_with_progress, show_failure_in_place
from cogs.core.replies import acknowledge
from cogs.delivery.publishing import repost_board
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.translating import language_at

THINKING: Final = N_("⚖️ Weighing this position")
NOT_SHARED: Final = N_("I couldn't post it here. Open the analysis and try again.")
SHARED_FOR: Final = 3600.0
"""For how many seconds a user can't share a match in the same channel again."""

_log: Final = structlog.get_logger(__name__)

_Sharing = tuple[MatchId, int | None, UserId]
"""Which match is shared, in which channel and by whom."""


@dataclass(eq=False, slots=True)
class NotForAllHere(CogRefusal):
    """Some readers of this channel may not see the match."""

    message = N_(
        "Not everybody in this channel can see {match}, so I won't show it here. Ask for it where "
        "it was played."
    )

    match: Match


class AnalyseCog(Cog, name="Analyse"):
    """Shows analyses of finished matches."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._shared: set[_Sharing] = set()

    @app_commands.command(
        name="analyse",
        extras=in_help(Topic.LEARN, 80, N_("what decided a match, and what was better")),
    )
    @app_commands.describe(match="A finished match; by default this thread's, or your last one")
    async def analyse(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, FinishedMatchArgument] | None = None,
    ) -> None:
        """See what decided a finished match, and how well both played."""
        await answer_with_analysis(interaction, await self._record(interaction, match))

    @action("analyse")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Analyse the match that the button names."""
        await answer_with_analysis(
            context.interaction, await self._record(context.interaction, match)
        )

    @action("analyse-share")
    async def share(self, context: ActionContext, match: MatchId) -> None:
        """Post an analysis for everyone; if there is none, make one and show it to the user."""
        interaction = context.interaction
        record = await self._record(interaction, match)
        if not all_here_see(interaction, record.match):
            raise NotForAllHere(record.match)
        analysis = await self.bot.services.analyses.find_for(context.user, record)
        if analysis is None:
            await answer_with_analysis(interaction, record)
            return
        if analysis.kept_back:
            raise SharedTooSoon(record.match)
        async with self.bot.working():
            await self._share(interaction, record, analysis)

    async def _record(self, interaction: Interaction, named: MatchId | None) -> MatchRecord:
        """Return the record of a finished match that this user may look back at."""
        user_of(interaction)
        match = await self.bot.services.analyses.resolve(viewer_of(interaction), named)
        return await self.bot.services.replays.record(match.id)

    async def _share(
        self, interaction: Interaction, record: MatchRecord, analysis: Analysis
    ) -> None:
        """Remove **Share** from the panel, then post, at most once an hour.

        The picture is drawn first, so that the button stays if it cannot be drawn.
        """
        theme = await public_theme(self.bot, record.match.venue.guild)
        with speaking(await language_at(self.bot, place_of(interaction))):
            picture = await picture_of(self.bot, record, analysis, theme)
            view = shared_analysis(record, analysis, picture, UserId(interaction.user.id))
        await show_analysis(interaction, record, analysis, may_share=False)
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
            await acknowledge(interaction, note_panel(translate(NOT_SHARED)))
        else:
            await repost_board(self.bot, user_of(interaction), place_of(interaction))


class WhatIfCog(Cog, name="WhatIf"):
    """Lets users play on from any position of a finished match, each on a private bed."""

    @action("what-if")
    async def open(self, context: ActionContext, match: MatchId, ply: Ply | None) -> None:
        """Show a position of a match, or the last one in which a turn can be played."""
        interaction = context.interaction
        what_if = await self.bot.services.what_ifs.at(viewer_of(interaction), match, ply)
        await self._show(interaction, WhatIfPosition(what_if))

    @action("try")
    async def choose(self, context: ActionContext, place: WhatIfPlace) -> None:
        """Ask for the next choice of a turn, or play a whole one."""
        trying = await self._trying(context.interaction, place)
        chosen = whole_turn(trying)
        await self._show(context.interaction, trying.playing(chosen.turn) if chosen else trying)

    @action("try-reply")
    async def reply(self, context: ActionContext, place: WhatIfPlace) -> None:
        """Play the turn that looks best."""
        interaction = context.interaction
        trying = await self._trying(interaction, place)
        if trying.what_if.is_won or not trying.what_if.has_room:
            await self._show(interaction, trying)
            return
        async with self.bot.working(), show_failure_in_place(interaction, translate(FAILED)):
            look = await self._look(interaction, trying.what_if)
            if isinstance(look, Look):
                await self._show(interaction, trying.playing(look.line[0]))
            else:
                await self._show_with(interaction, trying, look)

    async def _trying(self, interaction: Interaction, place: WhatIfPlace) -> WhatIfPosition:
        what_ifs, viewer = self.bot.services.what_ifs, viewer_of(interaction)
        what_if = await what_ifs.at(viewer, place.match, place.ply, place.line)
        return WhatIfPosition(what_if, place.choices)

    async def _show(self, interaction: Interaction, trying: WhatIfPosition) -> None:
        async with self.bot.working(), show_failure_in_place(interaction, translate(FAILED)):
            await self._show_with(interaction, trying, await self._judgement(interaction, trying))

    async def _show_with(
        self, interaction: Interaction, trying: WhatIfPosition, look: Look | Refusal | None
    ) -> None:
        picture = await draw_for_one(interaction, trying.scene, picture_name(trying))
        await acknowledge(interaction, trying_panel(trying, look, picture), picture)

    async def _judgement(
        self, interaction: Interaction, trying: WhatIfPosition
    ) -> Look | Refusal | None:
        """Return the engine's evaluation of a position, or why there is none.

        While the user is choosing a turn, do not wait for it.
        """
        what_if = trying.what_if
        if what_if.is_won:
            return None
        if trying.choices == NOTHING_CHOSEN:
            return await self._look(interaction, what_if)
        try:
            return await self.bot.services.what_ifs.known(what_if, UserId(interaction.user.id))
        except Refusal as error:
            return error

    async def _look(self, interaction: Interaction, what_if: WhatIf) -> Look | Refusal:
        what_ifs, user = self.bot.services.what_ifs, UserId(interaction.user.id)
        try:
            return await run_with_progress(
                interaction,
                lambda hear: what_ifs.look(what_if, user, self.bot.thinkers, hear),
                translate(THINKING),
            )
        except Refusal as error:
            _log.info("evaluation failed", reason=repr(error))
            return error


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(AnalyseCog(bot))
    await bot.add_cog(WhatIfCog(bot))
