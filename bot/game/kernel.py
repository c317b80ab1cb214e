"""The rules on plain integers, in the narrow Python that numba can compile as it is.

A bed is four masks (bit 0 is `a1`, bit 35 `f6`), always from the side of the player who places:
own kittens, own cats, the other seat's kittens, the other seat's cats. A hand is two counts.
This file knows what all rulesets have in common: pushing, and where three lie in a line. Everything
else sees the rules through `bot.game.playing`.
"""

from typing import Final

from bot.game.compiled import index_of, njit, table
from bot.game.squares import COLUMNS, EVERY_SQUARE, ROWS, SIZE, column_of, row_of

BED: Final = (1 << SIZE * SIZE) - 1


def _neighbours(square: int) -> int:
    mask = 0
    for other in EVERY_SQUARE:
        apart = max(
            abs(column_of(other) - square % SIZE),
            abs(row_of(other) - square // SIZE),
        )
        if apart == 1:
            mask |= 1 << other
    return mask


def _landing(square: int, neighbour: int) -> int:
    """Return the mask of the square that the neighbour is pushed to, 0 beyond the edge."""
    column = 2 * (neighbour % SIZE) - square % SIZE
    row = 2 * (neighbour // SIZE) - square // SIZE
    if 0 <= column < len(COLUMNS) and 0 <= row < len(ROWS):
        return 1 << row * SIZE + column
    return 0


NEIGHBOURS: Final = table(_neighbours(square) for square in EVERY_SQUARE)
LANDINGS: Final = table(
    _landing(square, neighbour) if NEIGHBOURS[square] >> neighbour & 1 else 0
    for square in EVERY_SQUARE
    for neighbour in EVERY_SQUARE
)


def _starts(columns: range, rows: range) -> int:
    return sum(1 << row * SIZE + column for column in columns for row in rows)


STEPS: Final = table((1, SIZE, SIZE + 1, SIZE - 1))
"""How far apart the squares of a line are: along a row, a column, and the two diagonals."""

STARTS: Final = table(
    (
        _starts(range(4), range(6)),
        _starts(range(6), range(4)),
        _starts(range(4), range(4)),
        _starts(range(2, 6), range(4)),
    )
)
"""For each step, the squares from which a line of three stays on the bed."""


@njit
def boop(
    own_kittens: int,
    own_cats: int,
    other_kittens: int,
    other_cats: int,
    square: int,
    places_cat: int,
) -> tuple[int, int, int, int, int, int]:
    """Place a piece on an empty square and push its neighbours.

    Gives the four masks after it, then the squares that pieces were pushed from: those that
    landed on the bed, and those that fell off it. The order of the pushes does not matter, for no
    piece can land where another one is or lands.
    """
    movable = own_kittens | other_kittens
    occupied = movable | own_cats | other_cats
    if places_cat:
        movable = occupied
        own_cats |= 1 << square
    else:
        own_kittens |= 1 << square
    moved = 0
    fell = 0
    near = movable & NEIGHBOURS[square]
    while near:
        start = near & -near
        near ^= start
        end = LANDINGS[square * 36 + index_of(start)]
        if end & occupied:
            continue
        if end:
            moved |= start
        else:
            fell |= start
        change = start | end
        if own_kittens & start:
            own_kittens ^= change
        elif other_kittens & start:
            other_kittens ^= change
        elif own_cats & start:
            own_cats ^= change
        else:
            other_cats ^= change
    return own_kittens, own_cats, other_kittens, other_cats, moved, fell


@njit
def has_line(mask: int) -> int:
    """Return whether any three of these squares are a line: 1 or 0."""
    for direction in range(4):
        step = STEPS[direction]
        if mask & mask >> step & mask >> 2 * step & STARTS[direction]:
            return 1
    return 0


@njit
def find_lines(mask: int, found: list[int]) -> int:
    """Write the mask of each line among these squares into `found`, and give their number."""
    count = 0
    for direction in range(4):
        step = STEPS[direction]
        starts = mask & mask >> step & mask >> 2 * step & STARTS[direction]
        while starts:
            start = starts & -starts
            starts ^= start
            found[count] = start | start << step | start << 2 * step
            count += 1
    return count
