"""What a bed asks the player to move for, as rows of buttons and menus below it.

Each row carries the match and its revision, so a press on an outdated bed plays nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, assert_never

import discord

from bot.game import Entry, Kind, Position, Square, Squares, Step, name_of, to_recall, write_turn
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam
from bot.match.match import Match
from cogs.core.actions import ActionButton, button, menu
from cogs.core.words import kind_name, narrated, player_name, squares_name
from render.scene import letter_of

IN_ROW: Final = 5
"""Discord's limit of buttons in a row."""

Row = discord.ui.ActionRow[Any]


def question_rows(match: Match) -> list[Row]:
    """Return what can be pressed to answer what the match asks; nothing where a piece is placed."""
    asked = match.question
    match asked:
        case None:
            return []
        case AskRecall(squares):
            return recall_rows(match, squares)
        case AskPlacement():
            return recall_rows(match, to_recall(match.position))
        case AskOption(landing):
            return _in_rows(
                [_option_button(match, number, each) for number, each in enumerate(landing.options)]
            )
        case AskSeam(_, entries):
            keep = button(
                "Keep the seam piece",
                discord.ButtonStyle.primary,
                "keep-seam",
                match=match.id,
                revision=match.revision,
            )
            return [discord.ui.ActionRow(keep), discord.ui.ActionRow(_entry_menu(match, entries))]
        case _:
            assert_never(asked)


def recall_rows(match: Match, squares: Squares) -> list[Row]:
    """Return a button for each piece that can be recalled before placing."""
    return _in_rows([_recall_button(match, square) for square in squares])


def _in_rows(buttons: Sequence[ActionButton]) -> list[Row]:
    return [
        discord.ui.ActionRow(*buttons[start : start + IN_ROW])
        for start in range(0, len(buttons), IN_ROW)
    ]


def _option_button(match: Match, number: int, squares: Squares) -> ActionButton:
    """Return the button of an option, lettered as in the picture and named by its squares."""
    return button(
        f"{letter_of(number)} · {squares_name(squares)}",
        discord.ButtonStyle.primary,
        "choose",
        match=match.id,
        revision=match.revision,
        leaves=squares,
    )


def _recall_button(match: Match, square: Square) -> ActionButton:
    """Return the button of a piece; which one was recalled stands in words, not in colour alone."""
    is_recalled = match.draft is not None and match.draft.recall == square
    what = kind_name(_kind_at(match.position, square))
    label = f"{name_of(square)} · {what}" + (" (recalled)" if is_recalled else "")
    style = discord.ButtonStyle.secondary if is_recalled else discord.ButtonStyle.primary
    return button(label, style, "recall", match=match.id, revision=match.revision, square=square)


def _kind_at(position: Position, square: Square) -> Kind:
    piece = position.bed.piece_at(square)
    if piece is None:
        raise AssertionError(f"nothing on {name_of(square)} to recall")
    return piece.kind


def _entry_menu(match: Match, entries: Sequence[Entry]) -> discord.ui.Item[Any]:
    return menu(
        "Lay the seam piece at …",
        entry_options(entries),
        "lay-seam",
        match=match.id,
        revision=match.revision,
    )


def entry_options(entries: Sequence[Entry]) -> list[discord.SelectOption]:
    """List where a seam piece can be laid, for a menu."""
    return [
        discord.SelectOption(label=entry.name, value=entry.name, description=entry_words(entry))
        for entry in entries
    ]


def entry_words(entry: Entry) -> str:
    """Say where a seam piece laid there would go."""
    low, high = entry.name[0], entry.name[1]
    if entry.lies_between_columns:
        way = "from the top down" if entry.travels_up else "from the bottom up"
        return f"between columns {low} and {high}, {way}"
    way = "from left to right" if entry.travels_up else "from right to left"
    return f"between rows {low} and {high}, {way}"


LONGEST: Final = 1800
"""Characters of what is told; a message takes 4 000 in all."""

Telling = Callable[[Step], str]


def told_lines(match: Match) -> list[str]:
    """Return what was played last, a line for each turn; the oldest in notation if it is much."""
    first = match.ply - len(match.together)

    def line(number: int, step: Step, telling: Telling) -> str:
        user = player_name(match, step.before.to_move)
        before = f"♟️ Turn {first + number}, as {user} had planned" if number else f"Turn {first}"
        return f"{before}: {telling(step)}"

    return _within(match.told, line)


def _within(steps: Sequence[Step], line: Callable[[int, Step, Telling], str]) -> list[str]:
    """Tell each turn in words as far as there is room, the last one always."""
    for shortened in range(max(len(steps), 1)):
        lines = [
            line(number, step, _notation if number < shortened else _words)
            for number, step in enumerate(steps)
        ]
        if sum(map(len, lines)) <= LONGEST:
            break
    return lines


def _words(step: Step) -> str:
    return narrated(step.events)


def _notation(step: Step) -> str:
    return f"`{write_turn(step.turn)}`"
