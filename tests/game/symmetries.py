"""The eight rotations and reflections of a square bed, for squares, seams, positions and turns."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    Bed,
    Entry,
    Placement,
    Position,
    SeamPiece,
    Square,
    Squares,
    Turn,
    column_of,
    row_of,
)
from bot.game.pieces import SEAM_STEPS
from bot.game.squares import Mask, mask_of, squares_of

Symmetry = Callable[[Square], Square]


def _symmetry(number: int) -> Symmetry:
    """Return the symmetry whose three bits mirror columns, mirror rows, and swap both."""

    def moved(square: Square) -> Square:
        column, row = column_of(square), row_of(square)
        column = 5 - column if number & 1 else column
        row = 5 - row if number & 2 else row
        if number & 4:
            column, row = row, column
        return EVERY_SQUARE[row * 6 + column]

    return moved


SYMMETRIES = tuple(map(_symmetry, range(8)))


def of_squares(symmetry: Symmetry, squares: Squares) -> Squares:
    return tuple(sorted(map(symmetry, squares)))


def of_bed(symmetry: Symmetry, bed: Bed) -> Bed:
    def mask(before: Mask) -> Mask:
        return mask_of(map(symmetry, squares_of(before)))

    return Bed(
        mask(bed.orange_kittens), mask(bed.orange_cats), mask(bed.gray_kittens), mask(bed.gray_cats)
    )


@cache
def of_entry(symmetry: Symmetry, entry: Entry) -> Entry:
    """Return the entry from which a seam piece travels along the moved squares, step for step."""
    way = [sorted(map(symmetry, entry.squares_at(step))) for step in range(SEAM_STEPS)]
    (moved,) = (
        other
        for other in ENTRIES
        if way == [sorted(other.squares_at(step)) for step in range(SEAM_STEPS)]
    )
    return moved


def of_seam(symmetry: Symmetry, seam: SeamPiece | None) -> SeamPiece | None:
    return seam and SeamPiece(of_entry(symmetry, seam.entry), seam.advanced)


def of_position(symmetry: Symmetry, before: Position) -> Position:
    return replace(
        before,
        bed=of_bed(symmetry, before.bed),
        orange_seam=of_seam(symmetry, before.orange_seam),
        gray_seam=of_seam(symmetry, before.gray_seam),
    )


def of_turn(symmetry: Symmetry, turn: Turn) -> Turn:
    return replace(
        turn,
        placement=Placement(turn.placement.kind, symmetry(turn.placement.square)),
        leaves=of_squares(symmetry, turn.leaves),
        recall=None if turn.recall is None else symmetry(turn.recall),
        seam=turn.seam and of_entry(symmetry, turn.seam),
    )
