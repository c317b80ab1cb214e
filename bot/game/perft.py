"""Counting sequences of turns, by which programs of the rules are held to each other."""

from typing import Final

from bot.game.kernel_counting import count_sequences
from bot.game.kernel_seam import seam_number
from bot.game.position import Position
from bot.game.ruleset import Rules

State = tuple[int, int, int, int, int, int, int, int, int, int, Rules]
"""A position as the kernel takes it, the side of the seat to move first: kittens and cats on the
bed of both, kittens and cats in hand of both, both seam pieces, and the rules."""

MOST_DEPTH: Final = 12
"""How many turns deep is counted at most: nobody could wait for more, and the stack would end."""


def perft(position: Position, depth: int) -> int:
    """Count the sequences of so many turns from a position, all choices apart.

    Nothing can be played after a win. A `ValueError` when the depth is not 0 to `MOST_DEPTH`.
    """
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"a depth of {depth}; it is 0 to {MOST_DEPTH}")
    return count_sequences(*state_of(position), depth)


def state_of(position: Position) -> State:
    """Return a position as the kernel takes it."""
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
