"""Turns as text: `Kc3`, `Cf6#`, `Kc3=b2c3d4`, `b2>Cc3`, `Kc3~cd+`; and squares as typed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.game.errors import NotationError
from bot.game.pieces import Entry, Kind, entry_named
from bot.game.squares import (
    COLUMNS,
    EVERY_SQUARE,
    ROWS,
    Square,
    column_of,
    mask_of,
    name_of,
    row_of,
    square_named,
    squares_of,
)
from bot.game.turn import Placement, Turn
from bot.text import N_, Message

_THE_END: Final = N_("the end")
_A_COLUMN: Final = N_("a column, a to f")
_NOTATION: Final = re.compile(r"[KC][a-z][0-9]|.*[=~>#]", re.IGNORECASE | re.DOTALL)
"""The beginning of a text that is meant for a whole turn."""


def write_turn(turn: Turn) -> str:
    """Return the canonical text, naming every square that leaves."""
    text = "" if turn.recall is None else name_of(turn.recall) + ">"
    text += turn.placement.kind.value + name_of(turn.placement.square)
    if turn.leaves:
        text += "=" + "".join(name_of(square) for square in turn.leaves)
    if turn.seam is not None:
        text += "~" + turn.seam.name
    return text + ("#" if turn.wins else "")


def read_turn(text: str) -> Turn:
    """Read a turn in upper or lower case; `=…` and `#` may be omitted.

    The squares after `=` may come in any order. `play` checks whether the turn can be played. Raise
    `NotationError`, which names the character and what was expected there.
    """
    reader = _TurnReader(text)
    recall = reader.recall()
    placement = Placement(reader.kind(), reader.square())
    leaves: tuple[Square, ...] = ()
    expected = N_("'=', '~', '#' or the end")
    if reader.accepts("="):
        leaves, expected = reader.squares(), N_("'~', '#' or the end")
    seam = None
    if reader.accepts("~"):
        seam, expected = reader.entry(), N_("'#' or the end")
    wins = reader.accepts("#")
    reader.end(_THE_END if wins else expected)
    return Turn(placement, leaves, wins, recall, seam)


def is_notation(text: str) -> bool:
    """Return whether a text looks like a whole turn; it need not be a legal one."""
    return _NOTATION.match(text) is not None


def square_like(text: str, among: Iterable[Square] = EVERY_SQUARE) -> Square | None:
    """Return the square nearest to the typed one; c3 stands in for what the text does not name.

    Return None if there are no squares to choose from.
    """
    text = text.lower()
    column = next((each for each in text if each in COLUMNS), "c")
    digits = [each for each in text if each.isascii() and each.isdigit()]
    row = min(max(digits[0], ROWS[0]), ROWS[-1]) if digits else "3"
    target = square_named(column + row)

    def distance(square: Square) -> int:
        across, down = column_of(square) - column_of(target), row_of(square) - row_of(target)
        return abs(across) + abs(down)

    return min(among, key=distance, default=None)


def read_square(text: str) -> Square:
    """Read a square as users type it: `c3`, `C3` or `3c`, with spaces around it.

    Raise `NotationError`.
    """
    reader = _TurnReader(text.rstrip(), original=text, at=len(text) - len(text.lstrip()))
    if reader.is_at_row():
        row = reader.row()
        name = reader.column() + row
    else:
        name = reader.column() + reader.row()
    reader.end(_THE_END)
    return square_named(name)


@dataclass(slots=True)
class _TurnReader:
    """Reads a text from left to right and tracks its place."""

    text: str
    original: str = ""
    at: int = 0

    def accepts(self, character: str) -> bool:
        if self.text[self.at : self.at + 1] != character:
            return False
        self.at += 1
        return True

    def recall(self) -> Square | None:
        """Read a recall before placing, if the turn has one: no other turn contains a `>`."""
        if ">" not in self.text:
            return None
        square = self.square()
        if not self.accepts(">"):
            raise self._expected(N_("'>' after the recalled square"))
        return square

    def entry(self) -> Entry:
        """Read where a seam piece is laid: a gap between neighbours, and `+` or `-`."""
        first = self.text[self.at : self.at + 1].lower()
        letters = ROWS if first and first in ROWS else COLUMNS
        if not first or first not in letters[:-1]:
            raise self._expected(N_("a seam, ab to ef or 12 to 56"))
        second = letters[letters.index(first) + 1]
        self.at += 1
        if self.text[self.at : self.at + 1].lower() != second:
            raise self._expected(N_("{second}, beside {first}").filled(first=first, second=second))
        self.at += 1
        for sign in "+-":
            if self.accepts(sign):
                return entry_named(first + second + sign)
        raise self._expected(N_("'+' or '-', the end at which the seam is entered"))

    def kind(self) -> Kind:
        for kind in Kind:
            if self.accepts(kind.value) or self.accepts(kind.value.lower()):
                return kind
        raise self._expected(N_("a piece, K or C"))

    def square(self) -> Square:
        return square_named(self.column() + self.row())

    def column(self, expected: Message = _A_COLUMN) -> str:
        column = self.text[self.at : self.at + 1].lower()
        if not column or column not in COLUMNS:
            raise self._expected(expected)
        self.at += 1
        return column

    def row(self) -> str:
        if not self.is_at_row():
            raise self._expected(N_("a row, 1 to 6"))
        self.at += 1
        return self.text[self.at - 1]

    def is_at_row(self) -> bool:
        row = self.text[self.at : self.at + 1]
        return row != "" and row in ROWS

    def squares(self) -> tuple[Square, ...]:
        named = [self.square()]
        while self.at < len(self.text) and self.text[self.at] not in "~#":
            start = self.at
            column = self.column(N_("a column, a to f, '~', '#' or the end"))
            square = square_named(column + self.row())
            if square in named:
                self.at = start
                raise self._expected(N_("a square that is not named yet"))
            named.append(square)
        return squares_of(mask_of(named))

    def end(self, expected: Message) -> None:
        if self.at < len(self.text):
            raise self._expected(expected)

    def _expected(self, expected: Message) -> NotationError:
        return NotationError(self.original or self.text, self.at, expected)
