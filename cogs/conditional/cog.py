"""`/plan`: planned replies, and the panels on which they are made."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.conditional.service import MatchPlan
from bot.features.matches.access import AllowedUsers
from bot.game import Step, Turn
from bot.match.conditional import Line, TypedLine
from bot.match.conditional_errors import PlanOutdated
from bot.match.errors import NotYourTurn
from bot.match.identity import MatchId
from bot.text import N_, gettext
from cogs.board.buttons import plan_button
from cogs.board.message import draw_board, draw_for_one
from cogs.conditional.arguments import PlanArgument
from cogs.conditional.replies import (
    Mark,
    Path,
    PlanDraft,
    line_at,
    line_label,
    mark_of,
    nothing_to_answer,
    scene_of_stage,
    stage_of,
    stage_panel,
)
from cogs.conditional.views import plan_panel
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import MatchArgument
from cogs.core.components import Row
from cogs.core.failures import answer_failure
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.core.router import answers
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import too_late
from cogs.wording.refusals import sentence


@answers(NotYourTurn)
async def answer_not_your_turn(interaction: Interaction, refusal: NotYourTurn) -> None:
    """Say whose turn it is; lead a player who waits for the opponent to their plan."""
    match = refusal.match
    is_player = match.seat_of(user_of(interaction)) is not None
    if not is_player or match.bot is not None or interaction.response.is_done():
        await answer_failure(interaction, refusal)
        return
    panel = note_panel(sentence(refusal))
    panel.add_item(Row(plan_button(match)))
    await acknowledge(interaction, panel)


def _of_current_plan(method: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Show the current plan if an action finds that it has changed since the user saw it."""

    @wraps(method)
    async def guarded(cog: "PlansCog", context: ActionContext, **arguments: Any) -> None:
        try:
            await method(cog, context, **arguments)
        except PlanOutdated as refusal:
            choosing = arguments.get("choosing")
            match = arguments["match"] if choosing is None else choosing.match
            await cog.show_changed(context, match, refusal)

    return guarded


class PlansCog(Cog, name="Plans"):
    """Plans replies to turns that have not been played yet."""

    @app_commands.command(
        name="plan", extras=in_help(Topic.PLAY, 50, N_("plan your reply to a turn that may come"))
    )
    @app_commands.describe(
        replies="Their turn, your answer, and so on: Kc3 Kd4; or leave it out",
        match="Which match; by default, this thread's",
    )
    async def plan(
        self,
        interaction: Interaction,
        replies: app_commands.Transform[tuple[TypedLine, ...], PlanArgument] | None = None,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Answer a turn before it is played; only you see it."""
        user = user_of(interaction)
        resolved = await self.bot.services.matches.resolve_to_see(viewer_of(interaction), match)
        if replies is None:
            await self._show(interaction, await self.bot.services.plans.of(user, resolved.id))
            return
        planning = await self.bot.services.plans.add(user, resolved.id, replies)
        await self._show(interaction, planning, gettext("✅ Planned."))

    @action("plan", who=AllowedUsers.PLAYERS)
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Show the plan."""
        await self._show(context.interaction, await self.bot.services.plans.of(context.user, match))

    @action("plan-turn", who=AllowedUsers.PLAYERS)
    @_of_current_plan
    async def choose(self, context: ActionContext, choosing: PlanDraft) -> None:
        """Ask for the next choice, of the opponent's turn or of the answer."""
        planning = await self._current_plan(context, choosing.match, choosing.mark)
        await self._ask(context.interaction, planning, choosing)

    @action("plan-after", who=AllowedUsers.PLAYERS)
    @_of_current_plan
    async def go_on_after(
        self, context: ActionContext, match: MatchId, mark: Mark, *, chosen: Path
    ) -> None:
        """Ask for a turn of the opponent's, after the line that was chosen in a menu."""
        planning = await self._current_plan(context, match, mark)
        await self._ask(context.interaction, planning, PlanDraft(match, mark, chosen))

    @action("plan-keep", who=AllowedUsers.PLAYERS)
    @_of_current_plan
    async def keep(self, context: ActionContext, choosing: PlanDraft, answer: Turn) -> None:
        """Store a reply; a second tap finds it stored already."""
        user, number = context.user, choosing.match
        planning = await self.bot.services.plans.of(user, number)
        if choosing.theirs is None:
            raise PlanOutdated
        line = (*line_at(planning.plan, choosing.path), choosing.theirs, answer)
        is_current = choosing.mark == mark_of(planning)
        if not is_current and not _is_planned(planning, line):
            raise PlanOutdated
        if is_current:
            planning = await self.bot.services.plans.add(user, number, [line], planning.match.ply)
        await self._show(context.interaction, planning, gettext("✅ Saved."), line)

    @action("plan-drop", who=AllowedUsers.PLAYERS)
    @_of_current_plan
    async def drop(
        self, context: ActionContext, match: MatchId, mark: Mark, *, chosen: Path
    ) -> None:
        """Delete a branch."""
        planning = await self._current_plan(context, match, mark)
        line = line_at(planning.plan, chosen)
        ply = planning.match.ply
        left = await self.bot.services.plans.remove(context.user, match, line, ply)
        notice = gettext("Deleted from your plan: {line}", line=line_label(line))
        await self._show(context.interaction, left, notice)

    @action("plan-clear", who=AllowedUsers.PLAYERS)
    @_of_current_plan
    async def clear(self, context: ActionContext, match: MatchId, mark: Mark) -> None:
        """Delete the whole plan."""
        await self._current_plan(context, match, mark)
        left = await self.bot.services.plans.clear(context.user, match)
        await self._show(context.interaction, left, gettext("Deleted your plan."))

    async def _current_plan(self, context: ActionContext, match: MatchId, mark: Mark) -> MatchPlan:
        """Return the plan that a mark identifies. Raise `PlanOutdated` if it has changed since."""
        planning = await self.bot.services.plans.of(context.user, match)
        if mark != mark_of(planning):
            raise PlanOutdated
        return planning

    async def show_changed(
        self, context: ActionContext, match: MatchId, refusal: PlanOutdated
    ) -> None:
        """Show the current plan to a user who saw an earlier one."""
        current = await self.bot.services.plans.of(context.user, match)
        await self._show(context.interaction, current, sentence(refusal))

    async def _ask(
        self, interaction: Interaction, planning: MatchPlan, choosing: PlanDraft
    ) -> None:
        """Ask the next question; after a whole turn of the opponent, ask for the answer."""
        stage = stage_of(planning, choosing)
        if not stage.is_answer and isinstance(stage.question, Step):
            choosing = choosing.answering(stage.question.turn)
            stage = stage_of(planning, choosing)
        note = ""
        if choosing.theirs is not None and stage.steps[-1].win is not None:
            note = nothing_to_answer(choosing.theirs)
            stage = stage_of(planning, choosing.answering(None))
        name = f"planned-{planning.match.id}.png"
        picture = await draw_for_one(interaction, scene_of_stage(planning, stage), name)
        await answer_privately(interaction, stage_panel(planning, stage, picture, note), picture)

    async def _show(
        self, interaction: Interaction, planning: MatchPlan, note: str = "", kept: Line = ()
    ) -> None:
        match = planning.match
        if match.outcome is not None:
            await answer_privately(interaction, note_panel(too_late(match)))
            return
        picture = await draw_board(interaction, match)
        await answer_privately(interaction, plan_panel(planning, picture, note, kept), picture)


def _is_planned(planning: MatchPlan, line: tuple[Turn, ...]) -> bool:
    return any(each.turn == line[-1] for each in planning.plan.after(line[:-1]))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PlansCog(bot))
