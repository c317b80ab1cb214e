"""A position as one number, by which it is found again."""

from typing import Final

from bot.engine.layout import PAST_AT, PAST_SIZE
from bot.game.compiled import njit

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
def has_stood(memory: list[int], key: int) -> int:
    """Return whether a position has occurred in the match: 1 or 0."""
    slot = key & PAST_SIZE - 1
    while memory[PAST_AT + slot]:
        if memory[PAST_AT + slot] == key:
            return 1
        slot = slot + 1 & PAST_SIZE - 1
    return 0
