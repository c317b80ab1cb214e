"""The private panels on which a reply is planned: one question at a time, below the bed."""

from typing import Any, Final, assert_never

import discord

from bot.game import Kind, Square, Squares, Step, Turn, name_of, row_of, write_turn
from bot.host.plans import Planning
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam
from cogs.ui.bed import ACCENTS, Picture, gallery
from cogs.ui.panels import MOST_IN_MENU
from cogs.ui.picker import ROWS_IN_HALF
from cogs.ui.plan_facts import Choosing, write_path
from cogs.ui.plan_stages import Stage, whole
from cogs.ui.plan_words import line_label, noted_turn, reply_words, turn_words
from cogs.ui.presses import Deed, PressButton, button, menu
from cogs.ui.questions import IN_ROW, entry_options
from cogs.ui.words import kind_name, narrated, player_name, pool_name, squares_name
from render.scene import letter_of

SECONDARY: Final = discord.ButtonStyle.secondary
PRIMARY: Final = discord.ButtonStyle.primary

Row = discord.ui.ActionRow[Any]
View = discord.ui.LayoutView


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
    """Say what is planned up to here: the turns before, and as much of this one as is chosen."""
    choosing, placed = stage.choosing, _placed(stage)
    before = f"-# After `{line_label(stage.line)}`\n" if stage.line else ""
    theirs = choosing.theirs
    if theirs is None and placed:
        return f"{before}### If they {placed} …"
    if theirs is None:
        opponent = player_name(planning.match, planning.plan.planner.other)
        bed = "The bed as it would be then." if stage.line else "The bed as it stands."
        return f"{before}### If {opponent} plays …\n{bed}"
    text = f"{before}### If they {noted_turn(theirs)} …\n"
    text += f"… you {placed} …" if placed else "… what do you answer?"
    planned = planning.plan.after((*stage.line, theirs))
    if planned:
        answer = write_turn(planned[0].turn)
        text += f"\n-# You have planned `{answer}`; another answer takes its place."
    return text


def _placed(stage: Stage) -> str:
    """Say the turn as far as it is chosen, once its piece is placed."""
    draft = stage.choosing.draft
    if draft.placement is None:
        return ""
    return turn_words(Turn(draft.placement, draft.leaves, recall=draft.recall))


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
        ways.append(button("Other answer", SECONDARY, Deed.PLAN_ASK, *again.facts))
    elif choosing.theirs is not None:
        ways.append(button("Another turn of theirs", SECONDARY, Deed.PLAN_ON, *facts))
    ways.append(button("Back", SECONDARY, Deed.PLAN, choosing.match))
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
