"""Settling on plain integers: who has won, what may leave the bed, and as what it comes back."""

from typing import Final

from bot.game.compiled import njit, popcount
from bot.game.kernel import STARTS, STEPS, find_lines, has_line
from bot.game.ruleset import Growth, Leaving, RecallOf, RecallTime, Rules

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
_KITTENS_FIRST: Final = RecallOf.KITTENS_FIRST.value


@njit
def find_runs(mask: int, found: list[int]) -> int:
    """Write the mask of each longest run of three or more into `found`, and give their number."""
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
    """Write what may leave the bed of a seat's lines into `found`, and give the number."""
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
    """Return the mask of the pieces that a seat may recall, were it to recall one."""
    if recall_of == _KITTENS_FIRST and own_kittens:
        return own_kittens
    return own_kittens | own_cats


@njit
def find_options(own_kittens: int, own_cats: int, rules: Rules, found: list[int]) -> int:
    """Settle the bed for the player who placed.

    Writes the mask of each option into `found` (room for 14) and gives their number, or
    `WON_BY_LINE` or `WON_BY_FULL_BED`, which are looked at before any graduation.
    """
    own = own_kittens | own_cats
    standing = popcount(own)
    if standing < 3:
        return 0
    winning = own_cats if rules.cats_win else own_kittens
    if winning and has_line(winning):
        return WON_BY_LINE
    if rules.full_bed_wins and popcount(own_cats) == rules.pieces:
        return WON_BY_FULL_BED
    count = find_leaving(own, rules.leaving, found)
    if standing < rules.pieces or rules.recall_time == _EMPTY_HAND:
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
    """Return the mask of the pieces of which one must be recalled before placing, 0 for none."""
    if rules.recall_time != _EMPTY_HAND or hand_kittens + hand_cats:
        return 0
    return recallable(own_kittens, own_cats, rules.recall_of)


@njit
def come_back(leaving_kittens: int, leaving_cats: int, growth: int) -> tuple[int, int]:
    """Count the kittens and the cats that come back to the pool for those that leave the bed."""
    kittens, cats = popcount(leaving_kittens), popcount(leaving_cats)
    if growth == _EACH_A_CAT:
        return 0, cats + kittens
    if growth == _STAY_KITTENS:
        return kittens, cats
    return 0, cats + min(kittens, 1)
