"""The private panel that shows what is planned in a match, and leads to more."""

from typing import Any, Final

import discord

from bot.features.conditional.service import Planning
from bot.match.conditional import MOST_ANSWERS, MOST_BRANCHES, MOST_DEEP, Line, Planned, Role
from bot.text import gettext
from cogs.conditional.replies import Choosing, mark_of, path_of, write_path
from cogs.conditional.words import line_label, plan_words
from cogs.core.board import ACCENTS, Picture, gallery
from cogs.core.board_buttons import move_rows
from cogs.core.items import button, menu
from cogs.core.panels import MOST_IN_MENU
from cogs.core.words import player_name

SECONDARY: Final = discord.ButtonStyle.secondary
PRIMARY: Final = discord.ButtonStyle.primary

Row = discord.ui.ActionRow[Any]
View = discord.ui.LayoutView


def plan_panel(planning: Planning, picture: Picture, note: str = "", kept: Line = ()) -> View:
    """Show the board and what is planned on it, with ways to add to it and to take from it.

    `kept` is the line that was added just now, which is offered to go on from first. Whose own
    turn it is gets the way to a piece instead.
    """
    match, plan = planning.match, planning.plan
    opponent = player_name(match, plan.planner.other)
    lines = [note] if note else []
    lines.append(gettext("### ♟️ Your plan in #{number}", number=match.id))
    if plan.turns:
        # The plan is next to the picture: a client shows the end of a message that is long.
        lines += [_kept(opponent), plan_words(plan)]
    elif plan.begins is Role.BY_HAND:
        lines.append(_own_turn(opponent))
    else:
        lines.append(_explained(opponent))
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[match.position.to_move]
    )
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    container.add_item(gallery(picture))
    view = View(timeout=None)
    view.add_item(container)
    for row in _plan_rows(planning, kept):
        view.add_item(row)
    return view


def _own_turn(opponent: str) -> str:
    return gettext(
        "It's your turn: pick a column. You can plan while {opponent} is thinking.",
        opponent=opponent,
    )


def _kept(opponent: str) -> str:
    return gettext(
        "-# If {opponent} plays exactly what you planned for, your answer is played at once. If "
        "they play anything else, the plan is dropped. Only you see this.",
        opponent=opponent,
    )


def _explained(opponent: str) -> str:
    return gettext(
        "Pick a turn that {opponent} may play, and your answer. If they play exactly that, your "
        "answer is played at once, even while you're away. If they play anything else, the plan "
        "is dropped. Only you see it.",
        opponent=opponent,
    )


def _plan_rows(planning: Planning, kept: Line) -> list[Row]:
    match, plan, mark = planning.match, planning.plan, mark_of(planning)
    has_room = plan.answers < MOST_ANSWERS
    buttons = []
    if kept and has_room and _may_go_on(planning, kept):
        choosing = Choosing(match.id, mark, path_of(plan, kept))
        label = gettext("And then, if they …")
        buttons.append(button(label, PRIMARY, "plan-turn", choosing=choosing))
    if plan.begins is Role.THEIRS and has_room and len(plan.turns) < MOST_BRANCHES:
        label = (
            gettext("If they play something else …") if plan.turns else gettext("If they play …")
        )
        style = SECONDARY if plan.turns else PRIMARY
        buttons.append(button(label, style, "plan-turn", choosing=Choosing(match.id, mark)))
    if plan.turns:
        danger = discord.ButtonStyle.danger
        label = gettext("Delete all")
        buttons.append(button(label, danger, "plan-clear", match=match.id, mark=mark))
    rows: list[Row] = move_rows(match) if plan.begins is Role.BY_HAND else []
    rows += [discord.ui.ActionRow(*buttons)] if buttons else []
    answers = [line for line in _lines_to(planning, Role.ANSWER) if _may_go_on(planning, line)]
    # What was kept just now has a button of its own.
    if has_room and any(line != kept for line in answers):
        placeholder = gettext("Plan what comes after …")
        rows.append(_line_menu(planning, placeholder, "plan-after", answers))
    theirs = _lines_to(planning, Role.THEIRS)
    if len(theirs) > 1:
        rows.append(_line_menu(planning, gettext("Delete …"), "plan-drop", theirs))
    return rows


def _line_menu(planning: Planning, placeholder: str, name: str, lines: list[Line]) -> Row:
    options = [
        discord.SelectOption(label=line_label(line), value=write_path(path_of(planning.plan, line)))
        for line in lines[:MOST_IN_MENU]
    ]
    return discord.ui.ActionRow(
        menu(placeholder, options, name, match=planning.match.id, mark=mark_of(planning))
    )


def _lines_to(planning: Planning, role: Role) -> list[Line]:
    """List the lines to each planned turn of that role."""
    found: list[Line] = []

    def walk(level: tuple[Planned, ...], line: Line, current: Role) -> None:
        for each in level:
            if current is role:
                found.append((*line, each.turn))
            walk(each.then, (*line, each.turn), current.next)

    walk(planning.plan.turns, (), planning.plan.begins)
    return found


def _may_go_on(planning: Planning, line: Line) -> bool:
    """Return whether more may be planned after an answer."""
    beside = len(planning.plan.after(line))
    return len(line) // 2 < MOST_DEEP and beside < MOST_BRANCHES and not line[-1].wins
