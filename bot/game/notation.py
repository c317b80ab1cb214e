"""Turns as text: `Kc3`, `Cf6#`, `Kc3=b2c3d4`. Squares may be typed either way round."""

from dataclasses import dataclass

from bot.game.errors import NotationError
from bot.game.pieces import Kind
from bot.game.squares import COLUMNS, ROWS, Square, mask_of, name_of, square_named, squares_of
from bot.game.turn import Placement, Turn


def write_turn(turn: Turn) -> str:
    """Give the canonical text, every square that leaves named."""
    text = turn.placement.kind.value + name_of(turn.placement.square)
    if turn.leaves:
        text += "=" + "".join(name_of(square) for square in turn.leaves)
    return text + ("#" if turn.wins else "")


def read_turn(text: str) -> Turn:
    """Read a turn, capital or small letters alike; `=…` and `#` may be left out.

    The squares after `=` may come in any order. Whether the turn can be played is for `play` to
    say. Raises `NotationError`, which names the character and what was expected there.
    """
    reader = _Reader(text)
    placement = Placement(reader.kind(), reader.square())
    leaves: tuple[Square, ...] = ()
    if reader.accepts("="):
        leaves = reader.squares()
    wins = reader.accepts("#")
    reader.end("the end" if wins else "'=', '#' or the end")
    return Turn(placement, leaves, wins)


def read_square(text: str) -> Square:
    """Read a square as people type it: `c3`, `C3` or `3c`, with spaces around it.

    Raises `NotationError`.
    """
    reader = _Reader(text.rstrip(), original=text, at=len(text) - len(text.lstrip()))
    if reader.stands_at_row():
        row = reader.row()
        name = reader.column() + row
    else:
        name = reader.column() + reader.row()
    reader.end("the end")
    return square_named(name)


@dataclass(slots=True)
class _Reader:
    """Reads a text from left to right and remembers where it stands."""

    text: str
    original: str = ""
    at: int = 0

    def accepts(self, character: str) -> bool:
        if self.text[self.at : self.at + 1] != character:
            return False
        self.at += 1
        return True

    def kind(self) -> Kind:
        for kind in Kind:
            if self.accepts(kind.value) or self.accepts(kind.value.lower()):
                return kind
        raise self._expected("a piece, K or C")

    def square(self) -> Square:
        return square_named(self.column() + self.row())

    def column(self, expected: str = "a column, a to f") -> str:
        column = self.text[self.at : self.at + 1].lower()
        if not column or column not in COLUMNS:
            raise self._expected(expected)
        self.at += 1
        return column

    def row(self) -> str:
        if not self.stands_at_row():
            raise self._expected("a row, 1 to 6")
        self.at += 1
        return self.text[self.at - 1]

    def stands_at_row(self) -> bool:
        row = self.text[self.at : self.at + 1]
        return row != "" and row in ROWS

    def squares(self) -> tuple[Square, ...]:
        named = [self.square()]
        while self.at < len(self.text) and self.text[self.at] != "#":
            start = self.at
            column = self.column("a column, a to f, '#' or the end")
            square = square_named(column + self.row())
            if square in named:
                self.at = start
                raise self._expected("a square that is not named yet")
            named.append(square)
        return squares_of(mask_of(named))

    def end(self, expected: str) -> None:
        if self.at < len(self.text):
            raise self._expected(expected)

    def _expected(self, expected: str) -> NotationError:
        return NotationError(self.original or self.text, self.at, expected)
