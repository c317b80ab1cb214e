"""`/replay` and `/export`: a match turn by turn, as an animation, or as a file."""

from typing import Annotated, assert_never

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.replay.service import MatchRecord
from bot.match.identity import MatchId, Ply
from bot.text import N_, translate
from cogs.analysis.analysing import FAILED, analyse_for, answer_with_analysis
from cogs.board.message import draw_for_one, private_theme
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import PastMatchArgument, folded_digits
from cogs.core.codecs import FormText
from cogs.core.panels import resolve_or_ask
from cogs.core.progress import show_failure_in_place
from cogs.core.replies import answer_privately
from cogs.replay.animation import answer_with_animation
from cogs.replay.errors import NoSuchTurn, NothingToReplay
from cogs.replay.sharing import SharingCog
from cogs.replay.views import (
    LONGEST_NUMBER,
    Destination,
    better_at,
    better_scene,
    jump_form,
    picture_name,
    record_file,
    replay_view,
    scene_at,
    shown_beside,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES, user_of
from cogs.wording.records import record_of


class ReplayCog(Cog, name="Replay"):
    """Replays matches, in a private viewer for each user."""

    @app_commands.command(
        name="replay",
        extras=in_help(Topic.LEARN, 70, N_("a match turn by turn, or as an animation")),
    )
    @app_commands.describe(match="Which match; by default, this thread's")
    async def replay(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """Look back at a match, turn by turn or as an animation."""
        record = await resolve_or_ask(interaction, self._record(interaction, match), "replay-in")
        if record is not None:
            await self._open(interaction, record)

    @action("replay-in")
    async def open_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Open the viewer on the match that was chosen from the list."""
        interaction = context.interaction
        await self._open(interaction, await self._record(interaction, chosen))

    @action("replay")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Open the viewer on the match of this board."""
        interaction = context.interaction
        await self._open(interaction, await self._record(interaction, match))

    @action("replay-turn")
    async def go_to(self, context: ActionContext, match: MatchId, ply: Ply | None) -> None:
        """Show another turn; without `ply`, the last turn that has been played by now."""
        record = await self._record(context.interaction, match)
        last = len(record.steps)
        await self._show(context.interaction, record, last if ply is None else ply)

    @action("replay-better")
    async def show_better(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Show the turn that would have been better than a played one."""
        record = await self._record(context.interaction, match)
        await self._show_better(context.interaction, record, ply)

    @action("replay-analyse")
    async def analyse(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Analyse the match, and show the judgement of the current turn."""
        interaction = context.interaction
        record = await self._record(interaction, match)
        async with self.bot.working(), show_failure_in_place(interaction, translate(FAILED)):
            await analyse_for(interaction, record)
            await self._show(interaction, record, ply)

    @action("replay-to")
    async def go(
        self, context: ActionContext, match: MatchId, ply: Ply, *, chosen: Destination
    ) -> None:
        """Go to the destination chosen from the menu, or open the form for a turn's number."""
        interaction = context.interaction
        record = await self._record(interaction, match)
        match chosen:
            case Destination.START:
                await self._show(interaction, record, 0)
            case Destination.LAST:
                await self._show(interaction, record, len(record.steps))
            case Destination.TURN:
                await answer_privately(
                    interaction, jump_form(record, ply, context.user, interaction.id)
                )
            case Destination.OVERVIEW:
                await answer_with_analysis(interaction, record)
            case Destination.ANIMATION:
                theme = await private_theme(interaction)
                await answer_with_animation(interaction, record, theme)
            case _:
                assert_never(chosen)

    @action("replay-jumped")
    async def jump(
        self,
        context: ActionContext,
        match: MatchId,
        *,
        turn: Annotated[str, FormText(LONGEST_NUMBER)],
    ) -> None:
        """Show the turn whose number was typed."""
        record = await self._record(context.interaction, match)
        typed, last = folded_digits(turn), len(record.steps)
        if not (typed.isascii() and typed.isdigit()) or int(typed) > last:
            raise NoSuchTurn(record.match, turn, last)
        await self._show(context.interaction, record, int(typed))

    async def _record(self, interaction: Interaction, named: MatchId | None) -> MatchRecord:
        """Return the record of a match that the user may replay. Raise if it has no turn yet."""
        replays = self.bot.services.replays
        NAMES.remember(interaction.user)
        match = await replays.resolve_to_replay(viewer_of(interaction), named)
        record = await replays.record(match.id)
        if not record.steps:
            raise NothingToReplay(record.match)
        return record

    async def _open(self, interaction: Interaction, record: MatchRecord) -> None:
        """Open the viewer: at the start of a finished match, at the last turn of a live one."""
        await self._show(interaction, record, 0 if record.match.outcome else len(record.steps))

    async def _show(self, interaction: Interaction, record: MatchRecord, ply: int) -> None:
        ply = min(ply, len(record.steps))
        scene = scene_at(record, ply)
        picture = await draw_for_one(interaction, scene, picture_name(record, ply))
        analysis = await self.bot.services.analyses.find_for(user_of(interaction), record)
        await answer_privately(interaction, replay_view(record, ply, picture, analysis), picture)

    async def _show_better(self, interaction: Interaction, record: MatchRecord, ply: int) -> None:
        """Show the turn that would have been better, or the played one if none is known."""
        analysis = await self.bot.services.analyses.find_for(user_of(interaction), record)
        better = better_at(record, ply, analysis)
        if better is None:
            await self._show(interaction, record, ply)
            return
        scene = better_scene(better)
        picture = await draw_for_one(interaction, scene, picture_name(record, ply))
        view = replay_view(record, ply, picture, analysis, better)
        await answer_privately(interaction, view, picture)


class ExportCog(Cog, name="Export"):
    """Sends matches as text files."""

    @app_commands.command(
        name="export", extras=in_help(Topic.LEARN, 90, N_("a match as a text file"))
    )
    @app_commands.describe(match="Which match; by default, this thread's")
    async def export(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """Send a match as a text file: who played, every turn, how it ended."""
        await resolve_or_ask(interaction, self._send(interaction, match), "export-in")

    @action("export-in")
    async def export_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Send the match that was chosen from the list; the list stays, to choose another."""
        await self._send(context.interaction, chosen)

    @action("export")
    async def export_pressed(self, context: ActionContext, match: MatchId) -> None:
        """Send the match of this button."""
        await self._send(context.interaction, match)

    async def _send(self, interaction: Interaction, named: MatchId | None) -> None:
        """Send the record to the user alone. Raise what `Replays.resolve_to_replay` raises."""
        replays = self.bot.services.replays
        NAMES.remember(interaction.user)
        resolved = await replays.resolve_to_replay(viewer_of(interaction), named)
        stored = await replays.record(resolved.id)
        record = await record_of(self.bot, stored.match, stored.turns)
        await interaction.response.send_message(
            shown_beside(stored.match),
            file=record_file(stored.match, record),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(ReplayCog(bot))
    await bot.add_cog(SharingCog(bot))
    await bot.add_cog(ExportCog(bot))
