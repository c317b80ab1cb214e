"""Where everything is in the one table of integers that a search works in.

The search is handed a single table because each table passed to a compiled function costs some ten
machine words a call. All is whole numbers, so that compiled or not it gives the same answers.
"""

from typing import Final

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
