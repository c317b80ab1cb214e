"""Expanding positions: the search makes the position after each turn from one of them."""

from typing import Final

from bot.engine.evaluation import SURE, evaluate
from bot.engine.net import begin_turns, has_net, net_score
from bot.engine.tree import CAT_AT, CODE, RANK, RECALL_AT, ROW, SEAM_AT, SQUARE_AT, WINS_AT, WORTH
from bot.game.compiled import index_of, njit, popcount
from bot.game.kernel import (
    BED,
    ENTRY_COUNT,
    IN_HAND,
    boop,
    come_back,
    find_options,
    has_line,
    to_recall_first,
)
from bot.game.perft import end_of_turn
from bot.game.pieces import SEAM_STEPS
from bot.game.ruleset import Rules

UNWEIGHED: Final = 1 << 50
"""The value of `enough` if no position need be evaluated."""
EVERY_TURN: Final = 1 << 49
"""The value of `enough` that no position reaches."""


@njit
def expand(memory: list[int], row: int, target: int, rules: Rules, enough: int) -> int:
    """Write the positions after each turn from the one in `row`, one row each, and count them.

    Rank each by its static score. Stop after a position whose score reaches `enough`; that of a
    certain loss never does. Evaluate nothing if `enough` is `UNWEIGHED`. A seam piece in hand stays
    in hand: see `lay_seams`. If a turn wins, write only the position after it, and return -1.
    """
    found = [0] * 14
    own_kittens, own_cats = memory[row], memory[row + 1]
    other_kittens, other_cats = memory[row + 2], memory[row + 3]
    seam, other_seam = memory[row + 8], memory[row + 9]
    lifts = to_recall_first(own_kittens, own_cats, memory[row + 4], memory[row + 5], rules)
    at = target
    if has_net(memory) and enough != UNWEIGHED:
        begin_turns(memory, row)
    while True:
        lifted = lifts & -lifts
        lifts ^= lifted
        kittens, cats = own_kittens & ~lifted, own_cats & ~lifted
        back, cats_back = come_back(own_kittens & lifted, own_cats & lifted, rules.growth)
        recalled = index_of(lifted) + 1 << RECALL_AT if lifted else 0
        empty = BED & ~(kittens | cats | other_kittens | other_cats)
        for places_cat in range(2):
            hand_kittens = memory[row + 4] + back - 1 + places_cat
            hand_cats = memory[row + 5] + cats_back - places_cat
            if hand_kittens < 0 or hand_cats < 0:
                continue
            rest = empty
            while rest:
                bit = rest & -rest
                rest ^= bit
                square = index_of(bit)
                mine, my_cats, theirs, their_cats, _, fell = boop(
                    kittens, cats, other_kittens, other_cats, square, places_cat
                )
                # Only then does anything have to be settled, and this check is quick.
                options = 0
                if has_line(mine | my_cats) or popcount(mine | my_cats) >= rules.pieces:
                    options = find_options(mine, my_cats, rules, found)
                code = square << SQUARE_AT | places_cat << CAT_AT | recalled
                if options < 0:
                    at, options, code = target, 0, code | 1 << WINS_AT
                my_hand, my_cat_hand = hand_kittens, hand_cats
                their_hand, their_cat_hand = memory[row + 6], memory[row + 7]
                if fell:
                    my_hand += popcount(fell & kittens)
                    my_cat_hand += popcount(fell & cats)
                    their_hand += popcount(fell & other_kittens)
                    their_cat_hand += popcount(fell & other_cats)
                for choice in range(max(options, 1)):
                    leaving = found[choice] if options else 0
                    memory[at] = theirs
                    memory[at + 1] = their_cats
                    memory[at + 2] = mine
                    memory[at + 3] = my_cats
                    memory[at + 4] = their_hand
                    memory[at + 5] = their_cat_hand
                    memory[at + 6] = my_hand
                    memory[at + 7] = my_cat_hand
                    memory[at + 8] = other_seam
                    memory[at + 9] = seam
                    memory[at + CODE] = code | leaving
                    if code >> WINS_AT:
                        return -1
                    if leaving or seam != IN_HAND:
                        _end_turn(memory, at, leaving, rules.growth)
                    at += ROW
                    if enough != UNWEIGHED:
                        worth = worth_after(memory, row, at - ROW, rules)
                        memory[at - ROW + WORTH] = worth
                        memory[at - ROW + RANK] = -worth
                        if -worth >= enough and worth != SURE:
                            return (at - target) // ROW
        if not lifts:
            return (at - target) // ROW


@njit
def worth_after(memory: list[int], row: int, child: int, rules: Rules) -> int:
    """Return the static score of a position after a turn from the one in `row`, or `SURE`.

    If there is a net, the score includes the net's; call `begin_turns` for `row` first.
    """
    worth = evaluate(memory, child, rules)
    if has_net(memory) and worth != SURE:
        worth += net_score(memory, row, child)
    return worth


@njit
def _end_turn(memory: list[int], at: int, leaving: int, growth: int) -> None:
    """Remove the leaving pieces of the seat that has just placed, and advance its seam piece."""
    after = end_of_turn(
        memory[at + 2],
        memory[at + 3],
        memory[at],
        memory[at + 1],
        memory[at + 6],
        memory[at + 7],
        memory[at + 4],
        memory[at + 5],
        memory[at + 9],
        leaving,
        growth,
    )
    memory[at] = after[2]
    memory[at + 1] = after[3]
    memory[at + 2] = after[0]
    memory[at + 3] = after[1]
    memory[at + 4] = after[6]
    memory[at + 5] = after[7]
    memory[at + 6] = after[4]
    memory[at + 7] = after[5]
    memory[at + 9] = after[8]


@njit
def lay_seams(memory: list[int], row: int, target: int) -> int:
    """Write the position in `row` again for each entry at which a seam piece can be laid.

    The seat that has just placed lays it; it was in hand before its turn. Return their number.
    """
    at = target
    for entry in range(ENTRY_COUNT):
        for place in range(ROW):
            memory[at + place] = memory[row + place]
        memory[at + 9] = entry * SEAM_STEPS
        memory[at + CODE] |= entry + 1 << SEAM_AT
        at += ROW
    return ENTRY_COUNT
