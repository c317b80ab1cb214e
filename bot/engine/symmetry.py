"""The eight orientations of the bed: rotated and mirrored, with the seat to move as orange.

Positions that differ only in their orientation are equivalent: puzzles are compared without regard
to it, and the opening book has equivalent positions once.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    Bed,
    Entry,
    Position,
    SeamPiece,
    Seat,
    Square,
    Squares,
    Turn,
    column_of,
    row_of,
    write_position,
)
from bot.game.squares import COLUMNS, SIZE, Mask, mask_of, squares_of


def _symmetry(number: int) -> Squares:
    """Mirror columns by the number's first bit, rows by its second; exchange both by its third.

    Return where each square goes, by its index.
    """
    last = len(COLUMNS) - 1
    ends = []
    for square in EVERY_SQUARE:
        column, row = column_of(square), row_of(square)
        if number & 1:
            column = last - column
        if number & 2:
            row = last - row
        if number & 4:
            column, row = row, column
        ends.append(Square(row * SIZE + column))
    return tuple(ends)


EVERY_WAY: Final = range(8)
SYMMETRIES: Final = tuple(map(_symmetry, EVERY_WAY))


def _way(squares: Iterable[Square]) -> tuple[frozenset[Square], frozenset[Square]]:
    """Return the squares beside a seam piece at its first step, and those at its second."""
    first, second, third, fourth = squares
    return frozenset((first, second)), frozenset((third, fourth))


def _squares_along(entry: Entry) -> Squares:
    """Return the squares beside a seam piece at its first two steps, which tell entries apart."""
    return tuple(square for step in (0, 1) for square in entry.squares_at(step))


_BY_WAY: Final = {_way(_squares_along(entry)): entry for entry in ENTRIES}
_ENTRIES: Final = tuple(
    {
        entry: _BY_WAY[_way(symmetry[square] for square in _squares_along(entry))]
        for entry in ENTRIES
    }
    for symmetry in SYMMETRIES
)


def turned_position(position: Position, way: int) -> Position:
    """Return the position in one of the eight orientations; for gray to move, exchange colours."""
    mover = position.to_move
    other = mover.other
    masks = (*position.bed.of(mover), *position.bed.of(other))
    return Position(
        Bed(*(turned_mask(mask, way) for mask in masks)),
        position.pool_of(mover),
        position.pool_of(other),
        Seat.ORANGE,
        position.ruleset,
        _turned_seam(position.seam_of(mover), way),
        _turned_seam(position.seam_of(other), way),
    )


def turned_turn(turn: Turn, way: int) -> Turn:
    """Return the turn in one of the eight orientations."""
    symmetry = SYMMETRIES[way]
    return Turn(
        replace(turn.placement, square=symmetry[turn.placement.square]),
        tuple(sorted(symmetry[square] for square in turn.leaves)),
        turn.wins,
        None if turn.recall is None else symmetry[turn.recall],
        None if turn.seam is None else turned_entry(turn.seam, way),
    )


def turned_entry(entry: Entry, way: int) -> Entry:
    """Return the entry in one of the eight orientations."""
    return _ENTRIES[way][entry]


@lru_cache(maxsize=1024)
def turned_mask(mask: Mask, way: int) -> Mask:
    """Return squares in one of the eight orientations."""
    return mask_of(SYMMETRIES[way][square] for square in squares_of(mask))


def _turned_seam(seam: SeamPiece | None, way: int) -> SeamPiece | None:
    return seam and replace(seam, entry=turned_entry(seam.entry, way))


def common_text(position: Position) -> str:
    """Return the text that all equivalent positions share."""
    return min(write_position(turned_position(position, way)) for way in EVERY_WAY)
