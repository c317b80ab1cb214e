"""Positions as one line of text: bed, side to move, both pools.

The start is `6/6/6/6/6/6 o 8,0 8,0`; orange is `K` and `C`, gray `k` and `c`.
"""

import re
from dataclasses import dataclass

from bot.game.errors import IllegalPosition, NotationError
from bot.game.pieces import Kind, Pool, Seat
from bot.game.position import Bed, Position
from bot.game.ruleset import CLASSIC, Ruleset
from bot.game.squares import EVERY_SQUARE, SIZE, Mask

_LETTERS = {
    "K": "orange_kittens",
    "C": "orange_cats",
    "k": "gray_kittens",
    "c": "gray_cats",
}
_DIGITS = ("1", "2", "3", "4", "5", "6")
_NUMBER = re.compile("0|[1-9][0-9]?", re.ASCII)


def write_position(position: Position) -> str:
    """Give the position's text. The ruleset stands beside it, not in it."""
    rows = (_write_row(position.bed, row) for row in range(SIZE))
    pools = (f"{pool.kittens},{pool.cats}" for pool in map(position.pool_of, Seat))
    return " ".join(("/".join(rows), position.to_move.value, *pools))


def read_position(text: str, ruleset: Ruleset = CLASSIC) -> Position:
    """Read a position's text, as one in play.

    Raises `NotationError` where it does not read, `IllegalPosition` where it cannot stand.
    """
    reader = _Reader(text)
    bed = reader.bed()
    reader.expect(" ", "a space and the side to move")
    to_move = reader.seat()
    reader.expect(" ", "a space and orange's pool")
    orange_pool = reader.pool()
    reader.expect(" ", "a space and gray's pool")
    gray_pool = reader.pool()
    reader.expect("", "the end after gray's pool")
    position = Position(bed, orange_pool, gray_pool, to_move, ruleset)
    _check(text, position)
    return position


def _write_row(bed: Bed, row: int) -> str:
    text = ""
    empty = 0
    for square in EVERY_SQUARE[row * SIZE : (row + 1) * SIZE]:
        piece = bed.piece_at(square)
        if piece is None:
            empty += 1
            continue
        letter = piece.kind.value
        text += (str(empty) if empty else "") + (
            letter if piece.seat is Seat.ORANGE else letter.lower()
        )
        empty = 0
    return text + (str(empty) if empty else "")


@dataclass(slots=True)
class _Reader:
    """Reads a text from left to right and remembers where it stands."""

    text: str
    at: int = 0

    @property
    def next(self) -> str:
        """The character that stands here, empty at the end of the text."""
        return self.text[self.at : self.at + 1]

    def expect(self, character: str, expected: str) -> None:
        if self.next != character:
            raise self._error(expected)
        self.at += 1

    def bed(self) -> Bed:
        masks = dict.fromkeys(_LETTERS.values(), 0)
        for row in range(SIZE):
            if row:
                self.expect("/", "'/'")
            self._read_row(row, masks)
        return Bed(**{name: Mask(mask) for name, mask in masks.items()})

    def seat(self) -> Seat:
        for seat in Seat:
            if self.next == seat.value:
                self.at += 1
                return seat
        raise self._error("the side to move, o or g")

    def pool(self) -> Pool:
        kittens = self._read_number("a number of kittens")
        self.expect(",", "a comma and a number of cats")
        return Pool(kittens, self._read_number("a number of cats"))

    def _read_row(self, row: int, masks: dict[str, int]) -> None:
        column = 0
        after_digit = False
        while column < SIZE:
            if self.next in _LETTERS:
                masks[_LETTERS[self.next]] |= 1 << row * SIZE + column
                column, after_digit = column + 1, False
            elif self.next in _DIGITS[: SIZE - column] and not after_digit:
                column, after_digit = column + int(self.next), True
            else:
                raise self._error(_in_row(row, 0 if after_digit else SIZE - column))
            self.at += 1

    def _read_number(self, expected: str) -> int:
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise self._error(expected)
        self.at = number.end()
        return int(number[0])

    def _error(self, expected: str) -> NotationError:
        return NotationError(self.text, self.at, expected)


def _in_row(row: int, most_empty: int) -> str:
    """Name what a row goes on with; two digits never stand side by side."""
    if most_empty == 0:
        return f"K, C, k or c in row {row + 1}"
    digits = "1" if most_empty == 1 else f"a digit up to {most_empty}"
    return f"K, C, k, c or {digits} in row {row + 1}"


def _check(text: str, position: Position) -> None:
    pieces = position.ruleset.pieces
    for seat in Seat:
        on_bed = sum(mask.bit_count() for mask in position.bed.of(seat))
        pool = position.pool_of(seat)
        total = on_bed + pool.count(Kind.KITTEN) + pool.count(Kind.CAT)
        if total != pieces:
            name = seat.name.lower()
            raise IllegalPosition(
                text, f"{name} has {total} pieces on the bed and in the pool, not {pieces}"
            )
    if not position.pool_of(position.to_move).kinds:
        name = position.to_move.name.lower()
        raise IllegalPosition(text, f"{name} is to move and has nothing in hand")
