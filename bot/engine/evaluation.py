"""The evaluation of a position, without looking ahead.

It is a sum of counted features, each with a weight that was learned from self-play. There are four
sets of weights, chosen by whether either seat has the three cats that a win takes. `FEATURE_NAMES`
names the features in order, and `weights.json` beside this file has the learned weights.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.engine.tree import FEATURES, STAGES, WEIGHTS_AT
from bot.game import CLASSIC, Ruleset
from bot.game.compiled import index_of, njit, popcount, table
from bot.game.kernel import BED, IN_HAND, STARTS, STEPS
from bot.game.pieces import SEAM_STEPS
from bot.game.ruleset import Rules
from bot.game.squares import EVERY_SQUARE, SIZE

SURE: Final = 20_000
"""The evaluation if the seat to move wins by a piece beside an open pair."""

ZONES: Final = 6
"""Kinds of squares, equal under rotation and reflection of the bed, from the corner inwards."""


def _zone(square: int) -> int:
    """Return a square's zone, by the distances of its column and row from the edge."""
    column, row = (min(at, SIZE - 1 - at) for at in (square % SIZE, square // SIZE))
    near, far = sorted((column, row))
    return (0, 3, 5)[near] + far - near


_ZONE_OF: Final = table(map(_zone, EVERY_SQUARE))

_OWN_CATS_AT: Final = 4 * ZONES
_THEIR_CATS_AT: Final = _OWN_CATS_AT + 9
_OWN_HAND_AT: Final = _THEIR_CATS_AT + 9
_THEIR_HAND_AT: Final = _OWN_HAND_AT + 9
_SINGLE_AT: Final = _THEIR_HAND_AT + 9
_TO_MOVE: Final = _SINGLE_AT
_HAND_CATS: Final = _SINGLE_AT + 1
_OPEN: Final = _SINGLE_AT + 3
_GAPPED: Final = _SINGLE_AT + 5
_LINES: Final = _SINGLE_AT + 7
_WINNERS_OPEN: Final = _SINGLE_AT + 9
_READY: Final = _SINGLE_AT + 11
_SEAM_IN_HAND: Final = _SINGLE_AT + 13
_SEAM_STEPS: Final = _SINGLE_AT + 15

_SINGLE_NAMES: Final = (
    "to move",
    "own cats in hand",
    "their cats in hand",
    "own open pairs",
    "their open pairs",
    "own gapped pairs",
    "their gapped pairs",
    "own lines on the bed",
    "their lines on the bed",
    "own open pairs that win",
    "their open pairs that win",
    "own sure win",
    "their threat to win",
    "own seam in hand",
    "their seam in hand",
    "own seam's steps",
    "their seam's steps",
)


def _names() -> Iterator[str]:
    for owner in ("own", "their"):
        for kind in ("kittens", "cats"):
            for place in ("a1", "b1", "c1", "b2", "c2", "c3"):
                yield f"{owner} {kind} as on {place}"
    for what in ("cats", "in hand"):
        for owner in ("own", "their"):
            yield from (f"{owner} {what}: {number}" for number in range(9))
    yield from _SINGLE_NAMES


FEATURE_NAMES: Final = tuple(_names())


@njit
def stage_of(memory: list[int], row: int) -> int:
    """Return the set of weights: 1 for three cats of the seat to move, plus 2 for the other's."""
    own = popcount(memory[row + 1]) + memory[row + 5]
    their = popcount(memory[row + 3]) + memory[row + 7]
    return (1 if own >= 3 else 0) + (2 if their >= 3 else 0)


@njit
def evaluate(memory: list[int], row: int, rules: Rules) -> int:
    """Return the evaluation of the position in `row` for the seat to move, or `SURE`."""
    at = WEIGHTS_AT + FEATURES * stage_of(memory, row)
    own_cats, their_cats = memory[row + 1], memory[row + 3]
    own, their = memory[row] | own_cats, memory[row + 2] | their_cats
    empty = BED & ~(own | their)
    if rules.cats_win:
        winners, their_winners = own_cats, their_cats
        ready, their_ready = memory[row + 5], memory[row + 7]
    else:
        winners, their_winners = memory[row], memory[row + 2]
        ready, their_ready = memory[row + 4], memory[row + 6]
    score = memory[at + _TO_MOVE]
    if winners & winners - 1:
        pairs = _open_pairs(winners, empty)
        if pairs and ready:
            return SURE
        score += pairs * memory[at + _WINNERS_OPEN]
    if their_winners & their_winners - 1:
        pairs = _open_pairs(their_winners, empty)
        score += pairs * memory[at + _WINNERS_OPEN + 1]
        if pairs and their_ready:
            score += memory[at + _READY + 1]
    score += _worth_of_bed(memory, row, at)
    score += _worth_of_hands(memory, row, at)
    score += _worth_of_pairs(memory, at, own, empty)
    score += _worth_of_pairs(memory, at + 1, their, empty)
    if rules.seams:
        score += _worth_of_seam(memory, at, memory[row + 8])
        score += _worth_of_seam(memory, at + 1, memory[row + 9])
    return score


@njit
def _open_pairs(mask: int, empty: int) -> int:
    """Count the places where two of these squares and an empty one beside them form a line.

    A piece placed there completes the line, because it pushes the nearer one against the other.
    """
    count = 0
    for direction in range(4):
        step = STEPS[direction]
        pairs = mask & mask >> step
        if pairs:
            places = pairs & empty >> 2 * step | pairs >> step & empty
            count += popcount(places & STARTS[direction])
    return count


@njit
def _worth_of_bed(memory: list[int], row: int, at: int) -> int:
    score = 0
    for which in range(4):
        mask = memory[row + which]
        while mask:
            bit = mask & -mask
            mask ^= bit
            score += memory[at + _ZONE_OF[index_of(bit)]]
        at += ZONES
    return score


@njit
def _worth_of_hands(memory: list[int], row: int, at: int) -> int:
    own_cats, their_cats = memory[row + 5], memory[row + 7]
    return (
        memory[at + _OWN_CATS_AT + own_cats + popcount(memory[row + 1])]
        + memory[at + _THEIR_CATS_AT + their_cats + popcount(memory[row + 3])]
        + memory[at + _OWN_HAND_AT + own_cats + memory[row + 4]]
        + memory[at + _THEIR_HAND_AT + their_cats + memory[row + 6]]
        + own_cats * memory[at + _HAND_CATS]
        + their_cats * memory[at + _HAND_CATS + 1]
    )


@njit
def _worth_of_pairs(memory: list[int], at: int, mask: int, empty: int) -> int:
    """Evaluate a seat's pairs that lack one piece for a line, and its existing lines."""
    if not mask & mask - 1:
        return 0
    opened = 0
    gapped = 0
    lines = 0
    for direction in range(4):
        step = STEPS[direction]
        starts = STARTS[direction]
        second, third = mask >> step, mask >> 2 * step
        pairs = mask & second
        if pairs:
            opened += popcount((pairs & empty >> 2 * step | pairs >> step & empty) & starts)
            lines += popcount(pairs & third & starts)
        ends = mask & third & starts
        if ends:
            gapped += popcount(ends & empty >> step)
    return opened * memory[at + _OPEN] + gapped * memory[at + _GAPPED] + lines * memory[at + _LINES]


@njit
def _worth_of_seam(memory: list[int], at: int, seam: int) -> int:
    if seam == IN_HAND:
        return memory[at + _SEAM_IN_HAND]
    return seam % SEAM_STEPS * memory[at + _SEAM_STEPS]


Weights = tuple[int, ...]
"""For each stage a weight for each feature, in points."""

FILE: Final = Path(__file__).with_name("weights.json")
"""The file that `boop learn` writes: for each ruleset its weights by stage, in the features' order.
"""

NO_WEIGHTS: Final[Weights] = (0,) * (FEATURES * STAGES)


@lru_cache
def weights_of(ruleset: Ruleset) -> Weights:
    """Return the learned weights of a ruleset; by default those of `classic`."""
    learned = read_weights(FILE.read_text(encoding="utf-8"))
    return learned.get(ruleset.versioned_name) or learned[CLASSIC.versioned_name]


def read_weights(text: str) -> dict[str, Weights]:
    """Read the weights of each ruleset, by its name and version."""
    stored: dict[str, list[list[int]]] = json.loads(text)
    return {name: laid_out(stages) for name, stages in stored.items()}


def laid_out(stages: Sequence[Sequence[int]]) -> Weights:
    """Return the weights of all stages as the search reads them, each padded with zeros."""
    filler = (0,) * (FEATURES - len(FEATURE_NAMES))
    return tuple(weight for stage in stages for weight in (*stage, *filler))


def write_weights(weights: Mapping[str, Weights]) -> str:
    """Write the weights of each ruleset, a line for each stage."""
    rulesets = []
    for name, values in weights.items():
        stages = (values[at : at + len(FEATURE_NAMES)] for at in range(0, len(values), FEATURES))
        lines = ",\n".join(f"  {list(stage)}" for stage in stages)
        rulesets.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(rulesets) + "\n}\n"


def _hand_written() -> Weights:
    """Return plausible weights: for cats, the middle of the bed, and pairs that can make lines."""
    by_name = {
        "to move": 10,
        "own cats in hand": 20,
        "own open pairs": 60,
        "their open pairs": -30,
        "own lines on the bed": 80,
        "their lines on the bed": -60,
        "own open pairs that win": 100,
        "their open pairs that win": -100,
        "their threat to win": -300,
    }
    for place, worth in zip(
        ("a1", "b1", "c1", "b2", "c2", "c3"), (0, 4, 6, 12, 16, 20), strict=True
    ):
        for kind in ("kittens", "cats"):
            by_name[f"own {kind} as on {place}"] = worth
            by_name[f"their {kind} as on {place}"] = -worth
    for number in range(9):
        by_name[f"own cats: {number}"] = 80 * number
        by_name[f"their cats: {number}"] = -80 * number
    stage = [by_name.get(name, 0) for name in FEATURE_NAMES]
    return laid_out([stage] * STAGES)


HAND_WRITTEN: Final = _hand_written()
"""A yardstick: weights that were guessed, not learned."""
