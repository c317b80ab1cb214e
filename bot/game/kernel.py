"""The rules on plain integers, in the narrow Python that numba can compile as it stands.

A bed is four masks (bit 0 is `a1`, bit 35 `f6`), always from the side of the player who places:
own kittens, own cats, the other seat's kittens, the other seat's cats. A hand is two counts.
Everything else sees the rules through `bot.game.playing`.
"""

from typing import Final

from bot.game.compiled import index_of, njit, popcount, table
from bot.game.squares import COLUMNS, EVERY_SQUARE, ROWS, SIZE, column_of, row_of

BED: Final = (1 << SIZE * SIZE) - 1

WON_BY_LINE: Final = -1
WON_BY_FULL_BED: Final = -2

MOST_OPTIONS: Final = 14
"""Eight pieces make at most six lines, and each of the eight may be recalled."""


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
    """Give the mask of the square that the neighbour is pushed to, 0 beyond the edge."""
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
    piece can land where another one stands or lands.
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
    """Tell whether any three of these squares are a line: 1 or 0."""
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


@njit
def find_options(own_kittens: int, own_cats: int, pieces: int, found: list[int]) -> int:
    """Settle the bed for the player who placed.

    Writes the mask of each option into `found` (room for 14) and gives their number, or
    `WON_BY_LINE` or `WON_BY_FULL_BED`, which are looked at before any graduation.
    """
    own = own_kittens | own_cats
    standing = popcount(own)
    if standing < 3:
        return 0
    if own_cats and has_line(own_cats):
        return WON_BY_LINE
    if popcount(own_cats) == pieces:
        return WON_BY_FULL_BED
    count = find_lines(own, found)
    if standing == pieces:
        rest = own
        while rest:
            single = rest & -rest
            rest ^= single
            found[count] = single
            count += 1
    return count


@njit
def count_sequences(
    own_kittens: int,
    own_cats: int,
    other_kittens: int,
    other_cats: int,
    own_pool_kittens: int,
    own_pool_cats: int,
    other_pool_kittens: int,
    other_pool_cats: int,
    pieces: int,
    depth: int,
) -> int:
    """Count the sequences of so many turns from here, all choices apart (perft).

    A won position has no turn after it.
    """
    if depth == 0:
        return 1
    total = 0
    found = [0] * 14
    empty = BED & ~(own_kittens | own_cats | other_kittens | other_cats)
    for places_cat in range(2):
        if (own_pool_cats if places_cat else own_pool_kittens) == 0:
            continue
        rest = empty
        while rest:
            bit = rest & -rest
            rest ^= bit
            mine, my_cats, theirs, their_cats, _, fell = boop(
                own_kittens, own_cats, other_kittens, other_cats, index_of(bit), places_cat
            )
            my_hand = own_pool_kittens - 1 + places_cat + popcount(fell & own_kittens)
            my_cat_hand = own_pool_cats - places_cat + popcount(fell & own_cats)
            their_hand = other_pool_kittens + popcount(fell & other_kittens)
            their_cat_hand = other_pool_cats + popcount(fell & other_cats)
            options = find_options(mine, my_cats, pieces, found)
            if depth == 1:
                total += max(options, 1)
                continue
            if options < 0:
                continue
            for choice in range(max(options, 1)):
                leaving = found[choice] if options else 0
                total += count_sequences(
                    theirs,
                    their_cats,
                    mine & ~leaving,
                    my_cats & ~leaving,
                    their_hand,
                    their_cat_hand,
                    my_hand,
                    my_cat_hand + popcount(leaving),
                    pieces,
                    depth - 1,
                )
    return total
