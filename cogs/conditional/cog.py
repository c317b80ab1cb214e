"""`/plan`: planned replies, and the panels on which they are made."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import wraps
from itertools import islice
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.features.conditional.service import MatchPlan
from bot.features.matches.access import AllowedUsers
from bot.game import Position, Step, Turn
from bot.match.conditional import (
    MOST_ANSWERS,
    MOST_BRANCHES,
    MOST_DEEP,
    Line,
    PlannedTurn,
    TurnRole,
    TypedLine,
    steps_of,
)
from bot.match.conditional_errors import PlanOutdated
from bot.match.conditional_notation import read_lines, read_turn_or_square
from bot.match.errors import NotYourTurn
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.text import N_, gettext
from bot.text.folding import folded
from cogs.board.buttons import move_rows, plan_button
from cogs.board.message import draw_board, draw_for_one
from cogs.conditional.replies import (
    Mark,
    Path,
    PlanDraft,
    line_at,
    line_label,
    line_option,
    mark_of,
    nothing_to_answer,
    path_of,
    plan_listing,
    scene_of_stage,
    stage_of,
    stage_panel,
)
from cogs.core.access import viewer_of
from cogs.core.actions import MOST_IN_MENU, ActionContext, Cog, action
from cogs.core.arguments import (
    MOST_SUGGESTIONS,
    MatchArgument,
    SuggestingArgument,
    Suggestion,
    plan_suggestions,
    read_match,
)
from cogs.core.components import Row, View, button, menu
from cogs.core.failures import answer_failure
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS, note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.core.router import answers
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of
from cogs.wording.phrases import player_name, too_late
from cogs.wording.refusals import sentence

SECONDARY: Final = discord.ButtonStyle.secondary
PRIMARY: Final = discord.ButtonStyle.primary


def plan_panel(planning: MatchPlan, picture: Picture, note: str = "", kept: Line = ()) -> View:
    """Show the board and the plan, with buttons and menus to extend it and to delete from it.

    `kept` is the line that was just added; continuing it is offered first. A player who is to move
    gets a button to play instead.
    """
    match, plan = planning.match, planning.plan
    opponent = player_name(match, plan.planner.other)
    lines = [note] if note else []
    lines.append(gettext("### ♟️ Your plan in #{number}", number=match.id))
    if plan.turns:
        # The plan is next to the picture, because clients show the end of a long message.
        lines += [_plan_note(opponent), plan_listing(plan)]
    elif plan.begins is TurnRole.BY_HAND:
        lines.append(_own_turn(opponent))
    else:
        lines.append(_explanation(opponent))
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[match.position.to_move]
    )
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    container.add_item(gallery(picture))
    view = View()
    view.add_item(container)
    for row in _plan_rows(planning, kept):
        view.add_item(row)
    return view


@answers(NotYourTurn)
async def answer_not_your_turn(interaction: Interaction, refusal: NotYourTurn) -> None:
    """Say whose turn it is, and lead a player who waits for an opponent to their plans."""
    match = refusal.match
    is_player = match.seat_of(user_of(interaction)) is not None
    if not is_player or match.bot is not None or interaction.response.is_done():
        await answer_failure(interaction, refusal)
        return
    panel = note_panel(sentence(refusal))
    panel.add_item(Row(plan_button(match)))
    await acknowledge(interaction, panel)


def _own_turn(opponent: str) -> str:
    return gettext(
        "It's your turn: pick a column. You can plan while {opponent} is thinking.",
        opponent=opponent,
    )


def _plan_note(opponent: str) -> str:
    return gettext(
        "-# If {opponent} plays exactly what you planned for, your answer is played at once. If "
        "they play anything else, the plan is dropped. Only you see this.",
        opponent=opponent,
    )


def _explanation(opponent: str) -> str:
    return gettext(
        "Pick a turn that {opponent} may play, and your answer. If they play exactly that, your "
        "answer is played at once, even while you're away. If they play anything else, the plan "
        "is dropped. Only you see it.",
        opponent=opponent,
    )


def _plan_rows(planning: MatchPlan, kept: Line) -> list[Row]:
    match, plan, mark = planning.match, planning.plan, mark_of(planning)
    has_room = plan.answers < MOST_ANSWERS
    buttons = []
    if kept and has_room and _may_go_on(planning, kept):
        choosing = PlanDraft(match.id, mark, path_of(plan, kept))
        label = gettext("Plan what comes next")
        buttons.append(button(label, PRIMARY, "plan-turn", choosing=choosing))
    if plan.begins is TurnRole.THEIRS and has_room and len(plan.turns) < MOST_BRANCHES:
        label = (
            gettext("Pick another turn of theirs")
            if plan.turns
            else gettext("Pick a turn of theirs")
        )
        style = SECONDARY if plan.turns else PRIMARY
        buttons.append(button(label, style, "plan-turn", choosing=PlanDraft(match.id, mark)))
    if plan.turns:
        danger = discord.ButtonStyle.danger
        label = gettext("Delete all")
        buttons.append(button(label, danger, "plan-clear", match=match.id, mark=mark))
    rows: list[Row] = move_rows(match) if plan.begins is TurnRole.BY_HAND else []
    rows += [discord.ui.ActionRow(*buttons)] if buttons else []
    answers = [line for line in _lines_to(planning, TurnRole.ANSWER) if _may_go_on(planning, line)]
    # The line that was just added has a button of its own.
    if has_room and any(line != kept for line in answers):
        placeholder = gettext("Plan what comes after…")
        rows.append(_line_menu(planning, placeholder, "plan-after", answers))
    theirs = _lines_to(planning, TurnRole.THEIRS)
    if len(theirs) > 1:
        rows.append(_line_menu(planning, gettext("Delete…"), "plan-drop", theirs))
    return rows


def _line_menu(planning: MatchPlan, placeholder: str, name: str, lines: list[Line]) -> Row:
    options = [line_option(line, path_of(planning.plan, line)) for line in lines[:MOST_IN_MENU]]
    return discord.ui.ActionRow(
        menu(placeholder, options, name, match=planning.match.id, mark=mark_of(planning))
    )


def _lines_to(planning: MatchPlan, role: TurnRole) -> list[Line]:
    """List the lines to each planned turn of that role."""
    lines: list[Line] = []

    def walk(level: tuple[PlannedTurn, ...], line: Line, current: TurnRole) -> None:
        for each in level:
            if current is role:
                lines.append((*line, each.turn))
            walk(each.then, (*line, each.turn), current.next)

    walk(planning.plan.turns, (), planning.plan.begins)
    return lines


def _may_go_on(planning: MatchPlan, line: Line) -> bool:
    """Return whether the line can be continued after an answer."""
    beside = len(planning.plan.after(line))
    return len(line) // 2 < MOST_DEEP and beside < MOST_BRANCHES and not line[-1].wins


_LONGEST: Final = 100
"""Discord's limit for a suggestion, in characters."""
_LAST_WORD: Final = re.compile(r"[^\s,;]*$")
_LAST_LINE: Final = re.compile(r"[^,;]*$")


_TURN_NUMBER: Final = re.compile(r"(?<![^\s,;])[0-9]+\s*\.+\s*")
_PIECE_APART: Final = re.compile(r"(?<![^\s,;>])([KCkc])\s+(?=[A-Fa-f][1-6])")
_STOP: Final = re.compile(r"\.+(?![^\s,;])")
"""Full stops: a phone's keyboard writes one for two spaces."""
_SIGN_APART: Final = re.compile(r"\s*([=~>])\s*|\s+(#)")


def folded_lines(text: str) -> str:
    """Return typed lines as they are parsed: without numbers, full stops, and spaces in turns."""
    words = _STOP.sub("", _TURN_NUMBER.sub("", folded(text)))
    return _PIECE_APART.sub(r"\1", _SIGN_APART.sub(r"\1\2", words)).lstrip()


class PlanArgument(SuggestingArgument):
    """Lines of turns as users type them."""

    async def transform(self, _: discord.Interaction[Any], value: Any, /) -> tuple[TypedLine, ...]:
        """Parse the lines. Whether they can be played is checked later, by the match."""
        return read_lines(folded_lines(str(value)))

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return the turns that can follow what was typed."""
        named = getattr(interaction.namespace, "match", None)
        number = read_match(str(named)) if named else None
        user = UserId(interaction.user.id)
        match = await bot.services.matches.resolve_to_see(viewer_of(interaction), number)
        if match.outcome is not None or match.seat_of(user) is None:
            return []
        return [(text, text) for text in going_on(match, user, folded_lines(typed))]


def going_on(match: Match, user: UserId, typed: str) -> Iterator[str]:
    """Yield the typed lines, completed by each turn that begins with the last word."""
    word, line = _search(_LAST_WORD, typed), _search(_LAST_LINE, typed)
    whole = line.split()[: -1 if word else None]
    if len(whole) >= 2 * MOST_DEEP + (match.to_move == user):
        return
    steps = steps_of(match.position, [read_turn_or_square(each) for each in whole])
    position: Position = steps[-1].after if steps else match.position
    before = typed[: len(typed) - len(word)]
    if steps and steps[-1].win is not None:
        return
    for text in islice(plan_suggestions(position, word.lower()), MOST_SUGGESTIONS):
        if len(before + text) <= _LONGEST:
            yield before + text


def _search(pattern: re.Pattern[str], text: str) -> str:
    parsed = pattern.search(text)
    return parsed[0] if parsed else ""


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
