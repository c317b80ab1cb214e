"""What the buttons of a turn request while it is being chosen, and how they are laid out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import discord

from bot.game import Turn
from bot.match.turn_builder import TurnChoices
from cogs.core.components import ActionButton, Row

Style = discord.ButtonStyle

IN_ROW: Final = 3
"""Buttons in a row. A phone fits three of these, and the squares of a column in two rows."""


class BelowSquares(Enum):
    """What is below the squares of the chosen column."""

    COLUMNS = auto()
    """All columns, where they were before: a second tap on a column does nothing."""
    NOTHING = auto()
    """The way back and the kinds, so that the bed stays in view on a short screen."""


@dataclass(frozen=True, slots=True)
class TurnControls:
    """The actions that the buttons request while a turn is being chosen.

    `choose` makes a button that continues with some choices. `complete` makes one that takes a
    whole turn. It is labelled `confirm` when no question remains. `typing` opens a form for the
    turn, beside boards in words: without it, a keyboard gets to a square in many steps.
    `short_ways` says whether the buttons next to the way back are narrow enough to fit beside the
    columns.
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
