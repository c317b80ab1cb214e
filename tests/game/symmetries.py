"""The eight ways to turn and mirror a square bed, on squares, positions and turns."""

from collections.abc import Callable

from bot.game import (
    EVERY_SQUARE,
    Bed,
    Placement,
    Position,
    Square,
    Squares,
    Turn,
    column_of,
    row_of,
)
from bot.game.squares import Mask, mask_of, squares_of

Symmetry = Callable[[Square], Square]


def _symmetry(number: int) -> Symmetry:
    """Mirror by column, mirror by row, then swap rows with columns, as the three bits tell."""

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


def of_position(symmetry: Symmetry, before: Position) -> Position:
    return Position(
        of_bed(symmetry, before.bed),
        before.orange_pool,
        before.gray_pool,
        before.to_move,
        before.ruleset,
    )


def of_turn(symmetry: Symmetry, turn: Turn) -> Turn:
    placement = Placement(turn.placement.kind, symmetry(turn.placement.square))
    return Turn(placement, of_squares(symmetry, turn.leaves), turn.wins)
