"""Counting sequences of turns, to compare implementations of the rules."""

from typing import Final

from bot.game.compiled import index_of, njit, popcount
from bot.game.kernel import (
    BED,
    ENTRY_COUNT,
    IN_HAND,
    advance_seam,
    boop,
    come_back,
    find_options,
    seam_number,
    to_recall_first,
)
from bot.game.pieces import SEAM_STEPS
from bot.game.position import Position
from bot.game.ruleset import Rules


@njit
def count_sequences(
    own_kittens: int,
    own_cats: int,
    other_kittens: int,
    other_cats: int,
    hand_kittens: int,
    hand_cats: int,
    other_hand_kittens: int,
    other_hand_cats: int,
    seam: int,
    other_seam: int,
    rules: Rules,
    depth: int,
) -> int:
    """Count the sequences of `depth` turns from here; each choice makes its own sequence.

    The own side is the seat to move. A won position has no turn after it.
    """
    # The function is recursive instead of two functions that call each other: such compiled
    # functions crash once numba has cached them on disk.
    if depth == 0:
        return 1
    total = 0
    entries = ENTRY_COUNT if rules.seams and seam == IN_HAND else 0
    found = [0] * 14
    lifts = to_recall_first(own_kittens, own_cats, hand_kittens, hand_cats, rules)
    while True:
        lifted = lifts & -lifts
        lifts ^= lifted
        kittens, cats = own_kittens & ~lifted, own_cats & ~lifted
        back, cats_back = come_back(own_kittens & lifted, own_cats & lifted, rules.growth)
        empty = BED & ~(kittens | cats | other_kittens | other_cats)
        for places_cat in range(2):
            if (hand_cats + cats_back if places_cat else hand_kittens + back) == 0:
                continue
            rest = empty
            while rest:
                bit = rest & -rest
                rest ^= bit
                mine, my_cats, theirs, their_cats, _, fell = boop(
                    kittens, cats, other_kittens, other_cats, index_of(bit), places_cat
                )
                options = find_options(mine, my_cats, rules, found)
                if depth == 1:
                    total += max(options, 1) * (1 + entries) if options >= 0 else 1
                    continue
                if options < 0:
                    continue
                my_hand = hand_kittens + back - 1 + places_cat + popcount(fell & kittens)
                my_cat_hand = hand_cats + cats_back - places_cat + popcount(fell & cats)
                their_hand = other_hand_kittens + popcount(fell & other_kittens)
                their_cat_hand = other_hand_cats + popcount(fell & other_cats)
                for choice in range(max(options, 1)):
                    after = end_of_turn(
                        mine,
                        my_cats,
                        theirs,
                        their_cats,
                        my_hand,
                        my_cat_hand,
                        their_hand,
                        their_cat_hand,
                        seam,
                        found[choice] if options else 0,
                        rules.growth,
                    )
                    for laid in range(entries + 1):
                        total += count_sequences(
                            after[2],
                            after[3],
                            after[0],
                            after[1],
                            after[6],
                            after[7],
                            after[4],
                            after[5],
                            other_seam,
                            (laid - 1) * SEAM_STEPS if laid else after[8],
                            rules,
                            depth - 1,
                        )
        if not lifts:
            return total


@njit
def end_of_turn(
    own_kittens: int,
    own_cats: int,
    other_kittens: int,
    other_cats: int,
    hand_kittens: int,
    hand_cats: int,
    other_hand_kittens: int,
    other_hand_cats: int,
    seam: int,
    leaving: int,
    growth: int,
) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Take what leaves off the bed and advance the seat's seam piece.

    The own side is the seat that has just placed. Return the masks, the hands and the seam piece in
    the given order.
    """
    back, cats_back = come_back(own_kittens & leaving, own_cats & leaving, growth)
    hand_kittens += back
    hand_cats += cats_back
    own_kittens &= ~leaving
    own_cats &= ~leaving
    if seam != IN_HAND:
        mine, my_cats, theirs, their_cats, seam, _, _ = advance_seam(
            own_kittens, own_cats, other_kittens, other_cats, seam
        )
        hand_kittens += popcount(own_kittens) - popcount(mine)
        hand_cats += popcount(own_cats) - popcount(my_cats)
        other_hand_kittens += popcount(other_kittens) - popcount(theirs)
        other_hand_cats += popcount(other_cats) - popcount(their_cats)
        own_kittens, own_cats, other_kittens, other_cats = mine, my_cats, theirs, their_cats
    return (
        own_kittens,
        own_cats,
        other_kittens,
        other_cats,
        hand_kittens,
        hand_cats,
        other_hand_kittens,
        other_hand_cats,
        seam,
    )


State = tuple[int, int, int, int, int, int, int, int, int, int, Rules]
"""A position in the kernel's form. The seat to move always comes first.

The fields are both seats' kittens and cats on the bed, both seats' kittens and cats in hand, both
seam pieces, and the rules.
"""

MOST_DEPTH: Final = 12
"""The greatest depth in turns: a deeper count would take too long and exhaust the stack."""


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` turns from a position; each choice makes its own.

    No turn follows a win. Raise `ValueError` if `depth` is not 0 to `MOST_DEPTH`.
    """
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"a depth of {depth}; it is 0 to {MOST_DEPTH}")
    return count_sequences(*state_of(position), depth)


def state_of(position: Position) -> State:
    """Return a position in the kernel's form."""
    mover, other = position.to_move, position.to_move.other
    hand, other_hand = position.pool_of(mover), position.pool_of(other)
    return (
        *position.bed.of(mover),
        *position.bed.of(other),
        hand.kittens,
        hand.cats,
        other_hand.kittens,
        other_hand.cats,
        seam_number(position.seam_of(mover)),
        seam_number(position.seam_of(other)),
        position.ruleset.rules,
    )
