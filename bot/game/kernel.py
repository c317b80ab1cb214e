"""The rules on plain integers, in the restricted Python that numba can compile.

A bed is four masks (bit 0 is `a1`, bit 35 `f6`), always as seen by the player who places: own
kittens, own cats, the other seat's kittens, the other seat's cats. A hand is two counts. Pushing
and finding lines come first; all rulesets share them. Settling follows: who has won, which pieces
may leave the bed, and which pieces come back for them. The seam piece is last. All other code
except the engine uses the rules through `bot.game.playing`.

A seat's seam piece is one number: `IN_HAND`, or the number of its entry times 6 plus how often it
has advanced. In a ruleset without seam pieces it is always `IN_HAND`.
"""

from typing import Final

from bot.game.compiled import index_of, njit, popcount, table
from bot.game.pieces import ENTRIES, SEAM_GAPS, SEAM_STEPS, SeamPiece
from bot.game.ruleset import Growth, Leaving, RecallablePieces, RecallTime, Rules
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

    Return the four masks after it, then two masks of the squares from which pieces were pushed: of
    the pieces that landed on the bed, and of those that fell off it. The order of the pushes does
    not matter, because no piece can land where another one is or lands.
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
    """Return whether any three of these squares form a line: 1 or 0."""
    for direction in range(4):
        step = STEPS[direction]
        pairs = mask & mask >> step
        if pairs & pairs >> step & STARTS[direction]:
            return 1
    return 0


@njit
def find_lines(mask: int, found: list[int]) -> int:
    """Write the mask of each line among these squares into `found`, and return their number."""
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


WON_BY_LINE: Final = -1
WON_BY_FULL_BED: Final = -2

MOST_OPTIONS: Final = 14
"""Eight pieces make at most six lines, and each of the eight may be recalled."""

_EVERY_LINE: Final = Leaving.EVERY_LINE.value
_ONE_RUN: Final = Leaving.ONE_RUN.value
_STAY_KITTENS: Final = Growth.STAY_KITTENS.value
_EACH_A_CAT: Final = Growth.EACH_A_CAT.value
_FULL_BED_WITHOUT_LINE: Final = RecallTime.FULL_BED_WITHOUT_LINE.value
_EMPTY_HAND: Final = RecallTime.EMPTY_HAND.value
_KITTENS_FIRST: Final = RecallablePieces.KITTENS_FIRST.value


@njit
def find_runs(mask: int, found: list[int]) -> int:
    """Write the mask of each longest run of three or more into `found`; return their number."""
    count = 0
    for direction in range(4):
        step = STEPS[direction]
        threes = mask & mask >> step & mask >> 2 * step & STARTS[direction]
        starts = threes & ~(threes << step)
        while starts:
            at = starts & -starts
            starts ^= at
            run = at | at << step | at << 2 * step
            while threes & at << step:
                at <<= step
                run |= at << 2 * step
            found[count] = run
            count += 1
    return count


@njit
def find_leaving(own: int, leaving: int, found: list[int]) -> int:
    """Write the mask of each choice of lines that may leave the bed; return their number."""
    if leaving == _ONE_RUN:
        return find_runs(own, found)
    count = find_lines(own, found)
    if leaving == _EVERY_LINE and count > 1:
        for line in range(1, count):
            found[0] |= found[line]
        return 1
    return count


@njit
def recallable(own_kittens: int, own_cats: int, recall_of: int) -> int:
    """Return the mask of the pieces that a seat may recall, if it has to recall one."""
    if recall_of == _KITTENS_FIRST and own_kittens:
        return own_kittens
    return own_kittens | own_cats


@njit
def find_options(own_kittens: int, own_cats: int, rules: Rules, found: list[int]) -> int:
    """Settle the bed for the player who placed.

    Return `WON_BY_LINE` or `WON_BY_FULL_BED` if the player has won, which is checked before any
    graduation. Otherwise write the mask of each option into `found` (room for 14), and return their
    number.
    """
    own = own_kittens | own_cats
    on_bed = popcount(own)
    if on_bed < 3:
        return 0
    winning = own_cats if rules.cats_win else own_kittens
    if winning and has_line(winning):
        return WON_BY_LINE
    if rules.full_bed_wins and popcount(own_cats) == rules.pieces:
        return WON_BY_FULL_BED
    count = find_leaving(own, rules.leaving, found)
    if on_bed < rules.pieces or rules.recall_time == _EMPTY_HAND:
        return count
    if count and rules.recall_time == _FULL_BED_WITHOUT_LINE:
        return count
    rest = recallable(own_kittens, own_cats, rules.recall_of)
    while rest:
        single = rest & -rest
        rest ^= single
        found[count] = single
        count += 1
    return count


@njit
def to_recall_first(
    own_kittens: int, own_cats: int, hand_kittens: int, hand_cats: int, rules: Rules
) -> int:
    """Return the mask of pieces to choose from if one must be recalled before placing, else 0."""
    if rules.recall_time != _EMPTY_HAND or hand_kittens + hand_cats:
        return 0
    return recallable(own_kittens, own_cats, rules.recall_of)


@njit
def come_back(leaving_kittens: int, leaving_cats: int, growth: int) -> tuple[int, int]:
    """Return how many kittens and cats come back to the pool for the pieces that leave the bed."""
    kittens, cats = popcount(leaving_kittens), popcount(leaving_cats)
    if growth == _EACH_A_CAT:
        return 0, cats + kittens
    if growth == _STAY_KITTENS:
        return kittens, cats
    return 0, cats + min(kittens, 1)


IN_HAND: Final = -1
FELL: Final = -1
"""The destination of a piece that was pushed off the bed; 0 means that nothing was pushed."""

ENTRY_COUNT: Final = len(ENTRIES)

_LOW: Final = table(entry.squares_at(step)[0] for entry in ENTRIES for step in range(SEAM_STEPS))
_ASIDE: Final = table(1 if entry.lies_between_columns else SIZE for entry in ENTRIES)
_GAPS: Final = table(entry.gap for entry in ENTRIES)


def seam_number(seam: SeamPiece | None) -> int:
    """Return a seam piece in the kernel's form."""
    return seam.entry.number * SEAM_STEPS + seam.advanced if seam else IN_HAND


@njit
def slide_to(occupied: int, square: int, step: int, reach: int) -> int:
    """Return the mask of the first empty square that a piece slides to.

    `reach` is how many squares lie between it and the edge. Return `FELL` if none of them is empty,
    0 if there is no piece on the square.
    """
    if not occupied >> square & 1:
        return 0
    for _ in range(reach):
        square += step
        if not occupied >> square & 1:
            return 1 << square
    return FELL


@njit
def move_to(mask: int, start: int, end: int) -> int:
    """Return the mask with the piece on `start`, if there is one, moved to `end`."""
    if not mask & start:
        return mask
    return mask ^ start if end == FELL else mask ^ start ^ end


@njit
def advance_seam(
    own_kittens: int, own_cats: int, other_kittens: int, other_cats: int, seam: int
) -> tuple[int, int, int, int, int, int, int]:
    """Advance a laid seam piece by one step, and push the pieces beside it.

    Return the four masks after it, the seam piece after it, and the destinations of the piece at
    the lower column or row and of the one at the higher: a mask of one square, `FELL`, or 0.
    """
    entry = seam // SEAM_STEPS
    low = _LOW[seam]
    step = _ASIDE[entry]
    occupied = own_kittens | own_cats | other_kittens | other_cats
    low_end = slide_to(occupied, low, -step, _GAPS[entry])
    high_end = slide_to(occupied, low + step, step, SEAM_GAPS - 1 - _GAPS[entry])
    if low_end:
        start = 1 << low
        own_kittens = move_to(own_kittens, start, low_end)
        own_cats = move_to(own_cats, start, low_end)
        other_kittens = move_to(other_kittens, start, low_end)
        other_cats = move_to(other_cats, start, low_end)
    if high_end:
        start = 1 << low + step
        own_kittens = move_to(own_kittens, start, high_end)
        own_cats = move_to(own_cats, start, high_end)
        other_kittens = move_to(other_kittens, start, high_end)
        other_cats = move_to(other_cats, start, high_end)
    after = IN_HAND if seam % SEAM_STEPS == SEAM_STEPS - 1 else seam + 1
    return own_kittens, own_cats, other_kittens, other_cats, after, low_end, high_end
