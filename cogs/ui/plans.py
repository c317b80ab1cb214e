"""The private panels on which replies are planned: the plan itself, and one question at a time."""

from typing import Any, Final, assert_never

import discord

from bot.game import Kind, Square, Squares, Step, name_of, row_of, write_turn
from bot.host.plans import Planning
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam
from bot.match.match import Match
from bot.match.planning import MOST_ANSWERS, MOST_DEEP, Line, Planned, Role
from cogs.ui.bed import ACCENTS, Picture, gallery
from cogs.ui.panels import MOST_IN_MENU, note_panel
from cogs.ui.picker import ROWS_IN_HALF
from cogs.ui.plan_facts import Choosing, mark_of, path_of, write_path
from cogs.ui.plan_stages import Stage, whole
from cogs.ui.plan_words import line_label, noted_turn, plan_words, reply_words, turn_words
from cogs.ui.presses import Deed, PressButton, button, menu
from cogs.ui.questions import IN_ROW, entry_options
from cogs.ui.words import kind_name, mention, narrated, pool_name, squares_name
from render.scene import letter_of

SECONDARY: Final = discord.ButtonStyle.secondary
PRIMARY: Final = discord.ButtonStyle.primary

Row = discord.ui.ActionRow[Any]
View = discord.ui.LayoutView


def plan_button(match: Match) -> PressButton:
    """Give the button that leads to what is planned in a match."""
    return button("Plan a reply", SECONDARY, Deed.PLAN, match.id)


def plan_panel(planning: Planning, note: str = "", kept: Line = ()) -> View:
    """Show what is planned, with ways to add to it and to take from it.

    `kept` is the line that was added just now, which is offered to go on from first.
    """
    match, plan = planning.match, planning.plan
    opponent = mention(match.seats.user_of(plan.planner.other))
    lines = [note] if note else []
    lines.append(f"### ♟️ Planned replies in #{match.id}")
    lines.append(plan_words(plan) if plan.turns else _explained(opponent))
    if plan.turns:
        lines.append(
            f"-# If {opponent} plays exactly that, your answer is played at once. If they play "
            "anything else, nothing is played and the plan is gone. Only you see this."
        )
    elif plan.begins is Role.BY_HAND:
        lines.append("It is your turn now. Place a piece first, and plan while they think.")
    view = note_panel("\n".join(lines))
    for row in _plan_rows(planning, kept):
        view.add_item(row)
    return view


def _explained(opponent: str) -> str:
    return (
        f"Think ahead while {opponent} thinks: choose a turn that they may play, and your answer "
        "to it. If they play exactly that, your answer is played at once, even while you are "
        "away. If they play anything else, nothing is played and you choose as always. "
        "Only you see what you plan."
    )


def _plan_rows(planning: Planning, kept: Line) -> list[Row]:
    match, plan, mark = planning.match, planning.plan, mark_of(planning)
    has_room = plan.answers < MOST_ANSWERS
    buttons = []
    if kept and has_room and _may_go_on(planning, kept):
        path = write_path(path_of(plan, kept))
        buttons.append(button("And then, if they …", PRIMARY, Deed.PLAN_ON, match.id, mark, path))
    if plan.begins is Role.THEIRS and has_room:
        label = "If they play otherwise …" if plan.turns else "If they play …"
        style = SECONDARY if plan.turns else PRIMARY
        buttons.append(button(label, style, Deed.PLAN_ON, match.id, mark, write_path(())))
    if plan.turns:
        danger = discord.ButtonStyle.danger
        buttons.append(button("Delete all", danger, Deed.PLAN_CLEAR, match.id, mark))
    rows: list[Row] = [discord.ui.ActionRow(*buttons)] if buttons else []
    answers = [line for line in _lines_to(planning, Role.ANSWER) if _may_go_on(planning, line)]
    if answers and has_room:
        rows.append(_line_menu(planning, "Plan what comes after …", Deed.PLAN_AFTER, answers))
    theirs = _lines_to(planning, Role.THEIRS)
    if len(theirs) > 1:
        rows.append(_line_menu(planning, "Delete …", Deed.PLAN_DROP, theirs))
    return rows


def _line_menu(planning: Planning, placeholder: str, deed: Deed, lines: list[Line]) -> Row:
    options = [
        discord.SelectOption(label=line_label(line), value=write_path(path_of(planning.plan, line)))
        for line in lines[:MOST_IN_MENU]
    ]
    return discord.ui.ActionRow(
        menu(placeholder, options, deed, planning.match.id, mark_of(planning))
    )


def _lines_to(planning: Planning, role: Role) -> list[Line]:
    """List the lines to each planned turn of that role."""
    found: list[Line] = []

    def walk(level: tuple[Planned, ...], line: Line, standing: Role) -> None:
        for each in level:
            if standing is role:
                found.append((*line, each.turn))
            walk(each.then, (*line, each.turn), standing.next)

    walk(planning.plan.turns, (), planning.plan.begins)
    return found


def _may_go_on(planning: Planning, line: Line) -> bool:
    """Tell whether more may be planned after an answer."""
    answers = len(line) // 2
    return answers < MOST_DEEP and not line[-1].wins


def stage_panel(planning: Planning, stage: Stage, picture: Picture, note: str = "") -> View:
    """Ask for the next part of a turn, below the bed as it would be; or show a whole reply."""
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[stage.position.to_move]
    )
    text = _asked(planning, stage)
    container.add_item(discord.ui.TextDisplay(f"{note}\n{text}" if note else text))
    container.add_item(gallery(picture))
    view = View(timeout=None)
    view.add_item(container)
    for row in _answers(stage):
        view.add_item(row)
    view.add_item(discord.ui.ActionRow(*_ways(stage)))
    return view


def _asked(planning: Planning, stage: Stage) -> str:
    asked = stage.asked
    if isinstance(asked, Step):
        return _foreseen(planning, stage)
    lines = [_heading(planning, stage)]
    match asked:
        case AskRecall():
            recalled = "you take" if stage.is_answer else "they take"
            lines.append(f"Nothing is left in hand: which piece do {recalled} back first?")
        case AskPlacement(position):
            pool = position.pool_of(position.to_move)
            who = "you" if stage.is_answer else "they"
            kind = kind_name(kind_chosen(stage.choosing, asked))
            lines.append(
                f"{who.capitalize()} have {pool_name(pool)} in hand. "
                f"On which square do {who} place a **{kind}**?"
            )
        case AskOption():
            lines.append("Several lines are made: which squares leave the bed?")
        case AskSeam():
            lines.append("Is the seam piece kept in hand, or laid?")
        case _:
            assert_never(asked)
    return "\n".join(lines)


def _heading(planning: Planning, stage: Stage) -> str:
    match, theirs = planning.match, stage.choosing.theirs
    before = f"-# After `{line_label(stage.line)}`\n" if stage.line else ""
    if theirs is None:
        opponent = mention(match.seats.user_of(planning.plan.planner.other))
        bed = "The bed as it would be then." if stage.line else "The bed as it stands."
        return f"{before}### If {opponent} plays …\n{bed}"
    text = f"{before}### If they {noted_turn(theirs)} …\n… what do you answer?"
    planned = planning.plan.after((*stage.line, theirs))
    if planned:
        before = write_turn(planned[0].turn)
        text += f"\n-# You have planned `{before}`; another answer takes its place."
    return text


def _foreseen(planning: Planning, stage: Stage) -> str:
    """Say what a whole reply would be, and what would happen."""
    step, theirs = whole(stage), stage.steps[-1]
    before = f"-# After `{line_label(stage.line)}`\n" if stage.line else ""
    words = reply_words(theirs.turn, step.turn)
    told = f"{narrated(theirs.events)}. Then {narrated(step.events)}"
    words = words[0].upper() + words[1:]
    return f"{before}### ⏳ Not yet kept\n{words}.\n-# {told}."


def _answers(stage: Stage) -> list[Row]:
    """Give what can be pressed to answer what is asked."""
    asked, choosing = stage.asked, stage.choosing
    match asked:
        case AskRecall(squares):
            return _in_rows([_recall_button(stage, square) for square in squares])
        case AskPlacement():
            return _placement_rows(stage, asked)
        case AskOption(landing):
            return _in_rows(
                [
                    _option_button(choosing, number, each)
                    for number, each in enumerate(landing.options)
                ]
            )
        case AskSeam(_, entries):
            keep = button("Keep the seam piece", PRIMARY, Deed.PLAN_SEAM_KEPT, *choosing.facts)
            options = entry_options(entries)
            lay = menu("Lay the seam piece at …", options, Deed.PLAN_SEAM, *choosing.facts)
            return [discord.ui.ActionRow(keep), discord.ui.ActionRow(lay)]
        case Step():
            return []
        case _:
            assert_never(asked)


def _ways(stage: Stage) -> list[PressButton]:
    """Give the ways on and back."""
    choosing = stage.choosing
    facts = (choosing.match, choosing.mark, write_path(choosing.path))
    ways = []
    if isinstance(stage.asked, Step) and choosing.theirs is not None:
        turns = (write_turn(choosing.theirs), write_turn(stage.asked.turn))
        keep = discord.ButtonStyle.success
        ways.append(button("Keep", keep, Deed.PLAN_KEEP, *facts, *turns))
        again = choosing.answering(choosing.theirs)
        ways.append(button("Another answer", SECONDARY, Deed.PLAN_ASK, *again.facts))
    elif choosing.theirs is not None:
        ways.append(button("Another turn of theirs", SECONDARY, Deed.PLAN_ON, *facts))
    ways.append(button("Back to my plan", SECONDARY, Deed.PLAN, choosing.match))
    return ways


def _placement_rows(stage: Stage, asked: AskPlacement) -> list[Row]:
    """Give the kinds, where there are two, and menus of the free squares."""
    pool = asked.position.pool_of(asked.position.to_move)
    chosen = kind_chosen(stage.choosing, asked)
    rows: list[Row] = []
    if len(pool.kinds) > 1:
        buttons = [_kind_button(stage.choosing, kind, chosen) for kind in pool.kinds]
        rows.append(discord.ui.ActionRow(*buttons))
    free = asked.position.empty_squares
    if len(free) <= MOST_IN_MENU:
        return [*rows, _square_row(stage.choosing, chosen, "Square", free)]
    upper = tuple(square for square in free if row_of(square) < ROWS_IN_HALF)
    lower = tuple(square for square in free if row_of(square) >= ROWS_IN_HALF)
    return [
        *rows,
        _square_row(stage.choosing, chosen, "Square in rows 1–3", upper),
        _square_row(stage.choosing, chosen, "Square in rows 4–6", lower),
    ]


def kind_chosen(choosing: Choosing, asked: AskPlacement) -> Kind:
    """Give the kind that is chosen, or else the one of which more are in hand."""
    pool = asked.position.pool_of(asked.position.to_move)
    if choosing.kind in pool.kinds and choosing.kind is not None:
        return choosing.kind
    return Kind.CAT if pool.cats > pool.kittens else Kind.KITTEN


def _kind_button(choosing: Choosing, kind: Kind, chosen: Kind) -> PressButton:
    """Give the button of a kind; which one is chosen stands in words too."""
    is_chosen = kind is chosen
    label = kind_name(kind).capitalize() + (" (chosen)" if is_chosen else "")
    facts = choosing.with_kind(kind).facts
    return button(label, PRIMARY if is_chosen else SECONDARY, Deed.PLAN_ASK, *facts)


def _square_row(
    choosing: Choosing, kind: Kind, placeholder: str, squares: tuple[Square, ...]
) -> Row:
    names = [name_of(square) for square in squares]
    options = [discord.SelectOption(label=name, value=name) for name in names]
    facts = (*choosing.with_kind(kind).facts, names[0])
    return discord.ui.ActionRow(menu(placeholder, options, Deed.PLAN_SQUARE, *facts))


def _recall_button(stage: Stage, square: Square) -> PressButton:
    piece = stage.position.bed.piece_at(square)
    what = f" · {kind_name(piece.kind)}" if piece else ""
    facts = stage.choosing.recalling(square).facts
    return button(f"{name_of(square)}{what}", PRIMARY, Deed.PLAN_ASK, *facts)


def _option_button(choosing: Choosing, number: int, squares: Squares) -> PressButton:
    label = f"{letter_of(number)} · {squares_name(squares)}"
    return button(label, PRIMARY, Deed.PLAN_ASK, *choosing.choosing(squares).facts)


def _in_rows(buttons: list[PressButton]) -> list[Row]:
    return [
        discord.ui.ActionRow(*buttons[start : start + IN_ROW])
        for start in range(0, len(buttons), IN_ROW)
    ]


def nothing_to_answer(step: Step) -> str:
    """Say that a turn of the opponent's would end the match."""
    return f"If they {turn_words(step.turn)}, the match is over: there is nothing to answer."
