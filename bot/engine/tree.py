"""The search tree: positions and turns as integers, and where they are stored.

All of it is in one table of integers, and the constants say where, so that a compiled function gets
it as one machine word. All numbers are whole, so that the answers are the same whether it is
compiled or not.
"""

from typing import Final

from bot.game import ENTRIES, EVERY_SQUARE, Kind, Placement, Turn
from bot.game.compiled import njit
from bot.game.squares import Mask, squares_of

WIN: Final = 30_000
"""A win now; a win after n more turns of either seat scores n less."""
WIN_AT_LEAST: Final = WIN - 1_000
"""Scores from here on are wins that were seen to their end."""

MOST_PLIES: Final = 40
"""How far a search may look ahead."""

NODES: Final = 0
"""Positions examined so far."""
NODE_LIMIT: Final = 1
HALTED: Final = 2
"""1 after the search was ended before it was done."""
TURNS_LEFT: Final = 3
"""Turns until the match is drawn by its length."""
TABLE_AT: Final = 4
"""Where the transposition table begins."""
TABLE_MASK: Final = 5
"""Its number of entries less one; that number is a power of two."""
ROWS_END: Final = 6
"""Where the room for positions ends."""
FIRST_PLY: Final = 7
"""1, the ply of the root's children."""
WIDEST: Final = 8
"""`WIN`.

These two are here because numba compiles a version of a function for each constant argument, and
versions that call one another crash once they are cached on disk.
"""

FEATURES: Final = 80
STAGES: Final = 4
WEIGHTS_AT: Final = 16
HISTORY_AT: Final = WEIGHTS_AT + FEATURES * STAGES
"""How often a placement has caused a cutoff: 36 squares for a kitten, 36 for a cat."""
KILLERS_AT: Final = HISTORY_AT + 72
"""The last turns that have caused a cutoff, two for each ply."""
PATH_AT: Final = KILLERS_AT + 2 * MOST_PLIES
"""The positions on the way to the current one, as keys."""
PAST_SIZE: Final = 1024
PAST_AT: Final = PATH_AT + MOST_PLIES
"""The positions that have occurred in the match, as keys, in a hash table."""
LINE_LENGTHS_AT: Final = PAST_AT + PAST_SIZE
LINES_AT: Final = LINE_LENGTHS_AT + MOST_PLIES
"""For each ply the best turns from there on, as codes."""
PLAIN_INPUTS: Final = 180
"""The inputs of a net: four kinds of pieces on 36 squares, and as many hands of up to eight."""
INPUTS: Final = PLAIN_INPUTS + 240
"""With those of the seam pieces of both seats: 20 entries, and six steps from each."""
HIDDEN: Final = 32
LANES: Final = 4
"""How many sums of hidden units are packed into one integer."""
LANE_BITS: Final = 16
WORDS: Final = HIDDEN // LANES
NET_AT: Final = LINES_AT + MOST_PLIES * MOST_PLIES
"""Whether there is a net, its output's bias, and by how many bits to shift its output."""
OUTPUT_AT: Final = NET_AT + 3
HIDDEN_BIAS_AT: Final = OUTPUT_AT + HIDDEN
INPUTS_AT: Final = HIDDEN_BIAS_AT + WORDS
ACCUMULATOR_AT: Final = INPUTS_AT + INPUTS * WORDS
"""The sums of the hidden units in the position whose turns are tried."""
CARRIED_AT: Final = ACCUMULATOR_AT + WORDS
"""Those sums after one of its turns."""
ROWS_AT: Final = CARRIED_AT + WORDS
"""Positions, the root first; each node's children follow those of the node above."""

STATE: Final = 10
"""A position, the side of the seat to move first: kittens and cats on the bed of both, kittens and
cats in hand of both, both seam pieces.
"""
CODE: Final = 10
"""The turn that led to the position."""
RANK: Final = 11
"""The order of the rows of a node; at the root the score."""
WORTH: Final = 12
"""The static score for the seat to move."""
ROW: Final = 13

MOST_CHILDREN: Final = 1_536
"""More than any position has turns, without seam pieces."""
ROWS: Final = 4_096

ENTRY: Final = 3
"""Integers in an entry of the transposition table: key, turn, and the rest packed."""

_BITS: Final = (1 << 62) - 1
"""Products are truncated to what both modes keep: compiled numbers have 64 bits."""

OTHER_SEAT: Final = 0x2545F4914F6CDD1D & _BITS
"""Distinguishes positions by the seat to move."""

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
"""The placed square. The 36 bits below it are the mask of the pieces that leave in settling."""
CAT_AT: Final = 42
RECALL_AT: Final = 43
"""The index of the square recalled before placing, plus one; 0 for none."""
SEAM_AT: Final = 49
"""The number of the entry at which a seam piece is laid, plus one; 0 for none."""
WINS_AT: Final = 54

_SIX_BITS: Final = 63
_FIVE_BITS: Final = 31


def turn_of(code: int) -> Turn:
    """Return the turn of a code."""
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
