"""The legs of a group and their seats: a round robin by Berger tables."""

from collections.abc import Sequence

from bot.features.tournaments.legs import EntrantId, Leg, LegNumber, leg_between, shuffled
from bot.game.chance import Chance

Round = tuple[tuple[int, int], ...]
"""Pairs of numbers from 0; the first number of a pair moves first."""


def berger_table(size: int) -> tuple[Round, ...]:
    """Return the rounds in which everyone of a group meets everyone once.

    With an even size, each entrant moves first once more or once less often than second. With an
    odd size, each moves first and second equally often, and the highest number of the table stands
    for a round without a match.
    """
    even = size + size % 2
    others = even - 1
    rounds = []
    for number in range(others):
        shift = number * (even // 2)
        top, last = shift % others, even - 1
        pairs = [(top, last) if number % 2 == 0 else (last, top)]
        pairs += [
            ((shift + step) % others, (shift - step) % others) for step in range(1, even // 2)
        ]
        rounds.append(tuple(pair for pair in pairs if max(pair) < size))
    return tuple(rounds)


def draw_legs(entrants: Sequence[EntrantId], legs: int, chance: Chance) -> tuple[Leg, ...]:
    """Return all legs of a group; the numbers of the Berger table are drawn by lot.

    In each further leg of a pairing, the seats are swapped.
    """
    numbered = shuffled(sorted(entrants), chance)
    pairs = [
        (numbered[orange], numbered[gray])
        for each in berger_table(len(numbered))
        for orange, gray in each
    ]
    return tuple(
        leg_between(*(pair if number % 2 else pair[::-1]), LegNumber(number))
        for number in range(1, legs + 1)
        for pair in pairs
    )
