"""The search tree: positions and turns as integers, and how to expand a position.

All of it is in one table of integers, and the constants say where. The search is handed a single
table because each table passed to a compiled function costs some ten machine words a call. All is
whole numbers, so that compiled or not it gives the same answers.
"""

from typing import Final

from bot.game import ENTRIES, EVERY_SQUARE, Kind, Placement, Turn
from bot.game.compiled import index_of, njit, popcount
from bot.game.kernel import (
    BED,
    ENTRY_COUNT,
    IN_HAND,
    boop,
    come_back,
    find_options,
    to_recall_first,
)
from bot.game.perft import end_of_turn
from bot.game.pieces import SEAM_STEPS
from bot.game.ruleset import Rules
from bot.game.squares import Mask, squares_of

WIN: Final = 30_000
"""A win now; a win after n more turns of either seat is worth n less."""
WIN_AT_LEAST: Final = WIN - 1_000
"""Scores from here on are wins that were seen to their end."""

MOST_PLIES: Final = 40
"""How far a search may look ahead."""

NODES: Final = 0
"""Positions made so far."""
NODE_LIMIT: Final = 1
HALTED: Final = 2
"""1 once the search was ended before it was done."""
TURNS_LEFT: Final = 3
"""Turns until the match is drawn by its length."""
TABLE_AT: Final = 4
"""Where the transposition table begins."""
TABLE_MASK: Final = 5
"""Its entries less one; their number is a power of two."""
ROWS_END: Final = 6
"""Where the room for positions ends."""
FIRST_PLY: Final = 7
"""1, the ply of the root's children."""
WIDEST: Final = 8
"""`WIN`. These two are here since numba makes a version of a function for each constant that it
is given, and versions that call one another crash once they are kept on disk."""

FEATURES: Final = 80
STAGES: Final = 4
WEIGHTS_AT: Final = 16
HISTORY_AT: Final = WEIGHTS_AT + FEATURES * STAGES
"""How often a placement has cut a search short: 36 squares for a kitten, 36 for a cat."""
KILLERS_AT: Final = HISTORY_AT + 72
"""The turns, two for each ply, that have cut a search short last."""
PATH_AT: Final = KILLERS_AT + 2 * MOST_PLIES
"""The positions on the way to the one that is looked at, as keys."""
PAST_SIZE: Final = 1024
PAST_AT: Final = PATH_AT + MOST_PLIES
"""The positions that have occurred in the match, as keys, found by hashing."""
LINE_LENGTHS_AT: Final = PAST_AT + PAST_SIZE
LINES_AT: Final = LINE_LENGTHS_AT + MOST_PLIES
"""For each ply the best turns from there on, as codes."""
ROWS_AT: Final = LINES_AT + MOST_PLIES * MOST_PLIES
"""Positions, the root first; each node's children follow those of the node above."""

STATE: Final = 10
"""A position, the side of the seat to move first: kittens and cats on the bed of both, kittens and
cats in hand of both, both seam pieces."""
CODE: Final = 10
"""The turn that led to the position."""
RANK: Final = 11
"""By which the rows of a node are ordered; at the root the score."""
ROW: Final = 12

MOST_CHILDREN: Final = 1_536
"""More than any position has turns, seam pieces left out."""
ROWS: Final = 4_096

ENTRY: Final = 3
"""Integers to an entry of the transposition table: key, turn, and the rest packed."""


_BITS: Final = (1 << 62) - 1
"""Products are cut to what both ways of running keep: compiled, numbers have 64 bits."""

OTHER_SEAT: Final = 0x2545F4914F6CDD1D & _BITS
"""Tells apart positions with the one and with the other seat to move."""

_OWN_KITTENS: Final = 0x1E3779B97F4A7C15
_OWN_CATS: Final = 0x3F58476D1CE4E5B9
_OTHER_KITTENS: Final = 0x14D049BB133111EB
_OTHER_CATS: Final = 0x2B2AE3D27D4EB4F5
_HANDS: Final = 0x369DEA0F31A53F85
_MIXING: Final = 0x2127599BF4325C37


@njit
def key_of(memory: list[int], row: int) -> int:
    """Return the position's key, 62 bits; the same for both seats with all colours exchanged."""
    hands = (
        memory[row + 4]
        | memory[row + 5] << 4
        | memory[row + 6] << 8
        | memory[row + 7] << 12
        | memory[row + 8] + 1 << 16
        | memory[row + 9] + 1 << 24
    )
    key = (
        memory[row] * _OWN_KITTENS
        ^ memory[row + 1] * _OWN_CATS
        ^ memory[row + 2] * _OTHER_KITTENS
        ^ memory[row + 3] * _OTHER_CATS
        ^ hands * _HANDS
    ) & _BITS
    key ^= key >> 31
    key = key * _MIXING & _BITS
    return key ^ key >> 29


@njit
def remember_past(memory: list[int], key: int) -> None:
    """Record that a position has occurred in the match."""
    slot = key & PAST_SIZE - 1
    while memory[PAST_AT + slot] not in (0, key):
        slot = slot + 1 & PAST_SIZE - 1
    memory[PAST_AT + slot] = key


@njit
def has_occurred(memory: list[int], key: int) -> int:
    """Return whether a position has occurred in the match: 1 or 0."""
    slot = key & PAST_SIZE - 1
    while memory[PAST_AT + slot]:
        if memory[PAST_AT + slot] == key:
            return 1
        slot = slot + 1 & PAST_SIZE - 1
    return 0


SQUARE_AT: Final = 36
"""The lowest 36 bits are the mask of what leaves in settling."""
CAT_AT: Final = 42
RECALL_AT: Final = 43
"""The index of the square recalled before placing, plus one; 0 for none."""
SEAM_AT: Final = 49
"""The number of the entry at which a seam piece is laid, plus one; 0 for none."""
WINS_AT: Final = 54

_SIX_BITS: Final = 63
_FIVE_BITS: Final = 31


def turn_of(code: int) -> Turn:
    """Return the turn that a code stands for."""
    recall = code >> RECALL_AT & _SIX_BITS
    seam = code >> SEAM_AT & _FIVE_BITS
    return Turn(
        Placement(
            Kind.CAT if code >> CAT_AT & 1 else Kind.KITTEN,
            EVERY_SQUARE[code >> SQUARE_AT & _SIX_BITS],
        ),
        squares_of(Mask(code & (1 << SQUARE_AT) - 1)),
        wins=bool(code >> WINS_AT & 1),
        recall=EVERY_SQUARE[recall - 1] if recall else None,
        seam=ENTRIES[seam - 1] if seam else None,
    )


@njit
def expand(memory: list[int], row: int, target: int, rules: Rules) -> int:
    """Write the positions after each turn from the one in `row`, one row each, and count them.

    A seam piece that is in hand stays there: see `lay_seams`. Where a turn wins, only the position
    after that one is written, and -1 given.
    """
    found = [0] * 14
    own_kittens, own_cats = memory[row], memory[row + 1]
    other_kittens, other_cats = memory[row + 2], memory[row + 3]
    seam, other_seam = memory[row + 8], memory[row + 9]
    lifts = to_recall_first(own_kittens, own_cats, memory[row + 4], memory[row + 5], rules)
    at = target
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
                options = find_options(mine, my_cats, rules, found)
                code = square << SQUARE_AT | places_cat << CAT_AT | recalled
                if options < 0:
                    at, options, code = target, 0, code | 1 << WINS_AT
                my_hand = hand_kittens + popcount(fell & kittens)
                my_cat_hand = hand_cats + popcount(fell & cats)
                their_hand = memory[row + 6] + popcount(fell & other_kittens)
                their_cat_hand = memory[row + 7] + popcount(fell & other_cats)
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
        if not lifts:
            return (at - target) // ROW


@njit
def _end_turn(memory: list[int], at: int, leaving: int, growth: int) -> None:
    """Take what leaves off the bed of a row whose seat has just placed, and advance its seam."""
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
    """Write the position in `row` once more for each entry at which a seam piece can be laid.

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
