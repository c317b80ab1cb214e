"""The 36 squares of the bed: their names, and sets of them as 36-bit masks."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NewType

Square = NewType("Square", int)
"""A square's index, row by row from the top left: `a1` is 0, `f1` 5, `a6` 30, `f6` 35."""

Column = NewType("Column", int)
"""A column's index, 0 for `a`."""

Mask = NewType("Mask", int)
"""A set of squares; bit `n` stands for the square of index `n`."""

Squares = tuple[Square, ...]
"""Some squares, ordered by row and then by column."""

SIZE: Final = 6
COLUMNS: Final = "abcdef"
ROWS: Final = "123456"
EVERY_SQUARE: Final[Squares] = tuple(Square(index) for index in range(SIZE * SIZE))
EVERY_COLUMN: Final = tuple(Column(index) for index in range(SIZE))
NAMES: Final = tuple(COLUMNS[square % SIZE] + ROWS[square // SIZE] for square in EVERY_SQUARE)
_BY_NAME: Final = {name: Square(index) for index, name in enumerate(NAMES)}


def name_of(square: Square) -> str:
    """Return the square's name, as `c3`."""
    return NAMES[square]


def square_named(name: str) -> Square:
    """Return the square of that name. Raise `KeyError` if there is none."""
    return _BY_NAME[name]


def column_of(square: Square) -> int:
    """Return the column's index, 0 for `a`."""
    return square % SIZE


def squares_in(column: Column) -> Squares:
    """List the squares of a column, from row 1 to row 6."""
    return EVERY_SQUARE[column::SIZE]


def row_of(square: Square) -> int:
    """Return the row's index, 0 for the row at the top."""
    return square // SIZE


@lru_cache(maxsize=1024)
def squares_of(mask: Mask) -> Squares:
    """List the squares of a mask by row and then by column."""
    return tuple(square for square in EVERY_SQUARE if mask >> square & 1)


def mask_of(squares: Iterable[Square]) -> Mask:
    """Return the mask of the squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return Mask(mask)
