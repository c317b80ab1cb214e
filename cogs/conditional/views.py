"""The panel of a plan: the board, the lines, and buttons and menus to change them."""

from typing import Any, Final

import discord

from bot.features.conditional.service import MatchPlan
from bot.match.conditional import (
    MOST_ANSWERS,
    MOST_BRANCHES,
    MOST_DEEP,
    Line,
    PlannedTurn,
    TurnRole,
)
from bot.text import gettext
from cogs.board.buttons import move_rows
from cogs.conditional.replies import PlanDraft, line_option, mark_of, path_of, plan_listing
from cogs.core.actions import MOST_IN_MENU
from cogs.core.components import Row, View, button, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.phrases import player_name

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
