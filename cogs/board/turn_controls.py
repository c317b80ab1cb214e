"""The actions and the layout of the buttons that choose a turn.

This module also makes the buttons that choose which pieces leave the bed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import discord

from bot.game import Kind, Landing, Squares, Turn, complete
from bot.match.turn_builder import TurnChoices
from cogs.core.components import ActionButton, Row
from cogs.wording.phrases import KIND_MARKS, squares_name
from render.scene import letter_of

Style = discord.ButtonStyle

IN_ROW: Final = 3
"""Buttons in a row. Three fit a phone, and the six squares of a column take two rows."""


class BelowSquares(Enum):
    """The buttons below the squares of the chosen column."""

    COLUMNS = auto()
    """All columns, in their old places, so that a second tap hits a column and does nothing."""
    NOTHING = auto()
    """No columns, only **Back** and the kinds, so that a short screen still shows the bed."""


@dataclass(frozen=True, slots=True)
class TurnControls:
    """The actions that the buttons request while a turn is being chosen.

    `choose` makes a button that adds choices. `complete` makes a button that completes the turn.
    Its label is `confirm` if no question remains. `typing` opens a form for the turn on boards in
    words, because reaching a square by keyboard takes many steps. `short_ways` says whether the
    buttons next to **Back** are narrow enough to fit beside the columns.
    """

    choose: Callable[[str, Style, TurnChoices], ActionButton]
    complete: Callable[[str, Style, Turn], ActionButton]
    confirm: str
    below_squares: BelowSquares = BelowSquares.COLUMNS
    typing: ActionButton | None = None
    short_ways: bool = False


def rows_of(buttons: Sequence[ActionButton], in_row: int = IN_ROW) -> list[Row]:
    """Return buttons in rows that fit a phone."""
    return [
        discord.ui.ActionRow(*buttons[start : start + in_row])
        for start in range(0, len(buttons), in_row)
    ]


LINES_IN_ROW: Final = 2
"""Buttons in a row if each names three squares."""


def option_buttons(
    choices: TurnChoices, landing: Landing, controls: TurnControls
) -> list[ActionButton]:
    """Return a button for each option, which completes the turn unless a seam piece can be laid."""
    if landing.entries:
        return _options_to_look_at(choices, landing, controls)
    return [
        controls.complete(label, Style.success, complete(landing, squares).turn)
        for label, squares in _labelled_options(landing)
    ]


def _options_to_look_at(
    choices: TurnChoices, landing: Landing, controls: TurnControls
) -> list[ActionButton]:
    return [
        controls.choose(label, Style.primary, choices.choosing(squares))
        for label, squares in _labelled_options(landing)
    ]


def completes_turn(landing: Landing) -> bool:
    """Return whether a tap on an option in a preview completes the turn."""
    return not landing.entries and len(landing.options) <= IN_ROW


def _labelled_options(landing: Landing) -> list[tuple[str, Squares]]:
    """Return each option with its label: its letter in the picture, and its squares."""
    kinds = _kinds_alone(landing)
    return [
        (_option_label(letter_of(number), squares, kinds.get(squares)), squares)
        for number, squares in enumerate(landing.options)
    ]


def _option_label(letter: str, squares: Squares, kind: Kind | None) -> str:
    name = squares_name(squares)
    return f"{letter} · {name}" if kind is None else f"{letter} {name} {KIND_MARKS[kind]}"


def _kinds_alone(landing: Landing) -> dict[Squares, Kind]:
    """Return the kind of each piece that can leave alone; nothing if all are of one kind.

    Labels show the kind by a mark, not a word, so that three labels fit in a row on a phone.
    """
    bed = landing.position.bed
    pieces = {each: bed.piece_at(each[0]) for each in landing.options if not is_line(each)}
    kinds = {squares: piece.kind for squares, piece in pieces.items() if piece is not None}
    return kinds if len(set(kinds.values())) > 1 else {}


def is_line(squares: Squares) -> bool:
    """Return whether an option is a line of pieces, not a single one."""
    return len(squares) > 1


def option_rows(
    choices: TurnChoices,
    landing: Landing,
    controls: TurnControls,
    ways: Sequence[ActionButton],
) -> list[Row]:
    """Return the options in the last row, below the buttons `ways`.

    If the options do not fit there, or a seam piece can be laid, each option opens a preview, and
    `ways` follow the last option.
    """
    if not completes_turn(landing):
        buttons = _options_to_look_at(choices, landing, controls)
        lines = [
            each for each, squares in zip(buttons, landing.options, strict=True) if is_line(squares)
        ]
        pieces = [each for each in buttons if each not in lines]
        # `ways` share the last row: with one row less, a short screen shows more of the bed.
        return [*rows_of(lines, LINES_IN_ROW), *rows_of([*pieces, *ways])]
    return [*rows_of(ways), *rows_of(option_buttons(choices, landing, controls))]
