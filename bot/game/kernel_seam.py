"""The seam piece on plain integers.

A seat's seam piece is one number: `IN_HAND`, or the number of its entry times 6 and how often it
has advanced. A seat without one has it in hand for ever.
"""

from typing import Final

from bot.game.compiled import njit, table
from bot.game.seam import ENTRIES, GAPS, STEPS, SeamPiece
from bot.game.squares import SIZE

IN_HAND: Final = -1
FELL: Final = -1
"""Where a piece is that was pushed off the bed; 0 where nothing was pushed."""

ENTRY_COUNT: Final = len(ENTRIES)

_LOW: Final = table(entry.squares_at(step)[0] for entry in ENTRIES for step in range(STEPS))
_ASIDE: Final = table(1 if entry.lies_between_columns else SIZE for entry in ENTRIES)
_GAPS: Final = table(entry.gap for entry in ENTRIES)


def seam_number(seam: SeamPiece | None) -> int:
    """Return a seam piece as the kernel takes it."""
    return seam.entry.number * STEPS + seam.advanced if seam else IN_HAND


@njit
def slide_to(occupied: int, square: int, step: int, reach: int) -> int:
    """Return the mask of the first empty square that a piece slides to.

    `reach` is how many squares lie between it and the edge. `FELL` when none of them is empty, 0
    when no piece is on the square.
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
    """Return the mask with its piece on the one square moved to the other, if it has one there."""
    if not mask & start:
        return mask
    return mask ^ start if end == FELL else mask ^ start ^ end


@njit
def advance_seam(
    own_kittens: int, own_cats: int, other_kittens: int, other_cats: int, seam: int
) -> tuple[int, int, int, int, int, int, int]:
    """Advance a seam piece that was laid by one step, and push what is beside it.

    Gives the four masks after it, the seam piece after it, and where the piece at the lower
    column or row went, and the one at the higher: a mask of one square, `FELL`, or 0.
    """
    entry = seam // STEPS
    low = _LOW[seam]
    step = _ASIDE[entry]
    occupied = own_kittens | own_cats | other_kittens | other_cats
    low_end = slide_to(occupied, low, -step, _GAPS[entry])
    high_end = slide_to(occupied, low + step, step, GAPS - 1 - _GAPS[entry])
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
    after = IN_HAND if seam % STEPS == STEPS - 1 else seam + 1
    return own_kittens, own_cats, other_kittens, other_cats, after, low_end, high_end
