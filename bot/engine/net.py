"""A small neural network, whose score is added to the evaluation of a position.

It has one hidden layer of rectified linear units (ReLU). Its inputs are the squares, hands and laid
seam pieces of both seats, one-hot. All weights are whole numbers. A turn leaves most pieces where
they are, so the sums of the hidden layer (the accumulator) are computed once for all turns from a
position; for each turn, only its changes are added and subtracted. Four sums are packed into one
integer, so that one addition adds to all four.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from bot.engine.tree import (
    ACCUMULATOR_AT,
    CARRIED_AT,
    HIDDEN_BIAS_AT,
    INPUTS_AT,
    LANE_BITS,
    LANES,
    NET_AT,
    OUTPUT_AT,
    PLAIN_INPUTS,
    WORDS,
)
from bot.game import ENTRIES, Ruleset
from bot.game.compiled import index_of, njit
from bot.game.kernel import IN_HAND
from bot.game.pieces import SEAM_STEPS
from bot.game.squares import EVERY_SQUARE

SQUARES: Final = len(EVERY_SQUARE)
HANDS_AT: Final = 4 * SQUARES
"""The inputs of hands follow those of squares; both are in the order of a row's columns."""
HAND_SIZES: Final = 9
SEAM_PLACES: Final = len(ENTRIES) * SEAM_STEPS
"""The inputs of a seat's seam piece, which follow those of the hands; in hand it sets none."""

_LANE: Final = (1 << LANE_BITS) - 1
_ZERO: Final = 1 << LANE_BITS - 1
"""The value of a lane whose sum is 0, so that no lane borrows from the next."""
_USED: Final = 0
_OUTPUT_BIAS: Final = 1
_SHIFT: Final = 2


@njit
def begin_turns(memory: list[int], row: int) -> None:
    """Make the accumulator of the position in `row` for the seat that is to move after its turn."""
    for word in range(WORDS):
        memory[ACCUMULATOR_AT + word] = memory[HIDDEN_BIAS_AT + word]
    for which in range(4):
        mask = memory[row + (which ^ 2)]
        while mask:
            bit = mask & -mask
            mask ^= bit
            _add(memory, ACCUMULATOR_AT, _input_of(which, index_of(bit)))
        _add(memory, ACCUMULATOR_AT, _hand_input_of(which, memory[row + 4 + (which ^ 2)]))
    for seat in range(2):
        seam = memory[row + 8 + (seat ^ 1)]
        if seam != IN_HAND:
            _add(memory, ACCUMULATOR_AT, _seam_input_of(seat, seam))


@njit
def _input_of(which: int, square: int) -> int:
    """Return where the weights of a piece on a square are."""
    return INPUTS_AT + (which * SQUARES + square) * WORDS


@njit
def _hand_input_of(which: int, size: int) -> int:
    """Return where the weights of a number of pieces in hand are."""
    return INPUTS_AT + (HANDS_AT + which * HAND_SIZES + size) * WORDS


@njit
def _seam_input_of(seat: int, seam: int) -> int:
    """Return where the weights of a laid seam piece are."""
    return INPUTS_AT + (PLAIN_INPUTS + seat * SEAM_PLACES + seam) * WORDS


@njit
def _add(memory: list[int], sums: int, weights: int) -> None:
    for word in range(WORDS):
        memory[sums + word] += memory[weights + word]


@njit
def _subtract(memory: list[int], sums: int, weights: int) -> None:
    for word in range(WORDS):
        memory[sums + word] -= memory[weights + word]


@njit
def net_score(memory: list[int], row: int, child: int) -> int:
    """Return the net's score of a position after a turn from the one in `row`.

    Call `begin_turns` for `row` first.
    """
    for word in range(WORDS):
        memory[CARRIED_AT + word] = memory[ACCUMULATOR_AT + word]
    for which in range(4):
        after = memory[child + which]
        changed = memory[row + (which ^ 2)] ^ after
        while changed:
            bit = changed & -changed
            changed ^= bit
            if after & bit:
                _add(memory, CARRIED_AT, _input_of(which, index_of(bit)))
            else:
                _subtract(memory, CARRIED_AT, _input_of(which, index_of(bit)))
        before, size = memory[row + 4 + (which ^ 2)], memory[child + 4 + which]
        if before != size:
            _subtract(memory, CARRIED_AT, _hand_input_of(which, before))
            _add(memory, CARRIED_AT, _hand_input_of(which, size))
    for seat in range(2):
        before, seam = memory[row + 8 + (seat ^ 1)], memory[child + 8 + seat]
        if before != seam:
            if before != IN_HAND:
                _subtract(memory, CARRIED_AT, _seam_input_of(seat, before))
            if seam != IN_HAND:
                _add(memory, CARRIED_AT, _seam_input_of(seat, seam))
    total = memory[NET_AT + _OUTPUT_BIAS]
    for lane in range(LANES):
        for word in range(WORDS):
            hidden = (memory[CARRIED_AT + word] >> lane * LANE_BITS & _LANE) - _ZERO
            total += max(hidden, 0) * memory[OUTPUT_AT + lane * WORDS + word]
    return total >> memory[NET_AT + _SHIFT]


@njit
def has_net(memory: list[int]) -> int:
    """Return whether this search has a net: 1 or 0."""
    return memory[NET_AT + _USED]


@dataclass(frozen=True, slots=True)
class Net:
    """The weights of a net.

    `inputs` has a row for each input, with a weight for each hidden unit. Those of seam pieces may
    be left out; the net then ignores seam pieces. The output is shifted right by `shift` bits to be
    in points.
    """

    inputs: tuple[tuple[int, ...], ...]
    hidden_bias: tuple[int, ...]
    output: tuple[int, ...]
    output_bias: int
    shift: int


FILE: Final = Path(__file__).with_name("nets.json")
"""The file that `boop learn` writes: for each ruleset its net, if it has one."""


@lru_cache
def net_of(ruleset: Ruleset) -> Net | None:
    """Return the learned net of a ruleset, or None."""
    return read_nets(FILE.read_text(encoding="utf-8")).get(ruleset.versioned_name)


def read_nets(text: str) -> dict[str, Net]:
    """Read the net of each ruleset, by its name and version."""
    stored: dict[str, dict[str, Any]] = json.loads(text)
    return {
        name: Net(
            tuple(map(tuple, net["inputs"])),
            tuple(net["hidden_bias"]),
            tuple(net["output"]),
            net["output_bias"],
            net["shift"],
        )
        for name, net in stored.items()
    }


def write_nets(nets: Mapping[str, Net]) -> str:
    """Write the net of each ruleset, a line for each input."""
    written = []
    for name, net in nets.items():
        inputs = ",\n".join(f"  {list(row)}" for row in net.inputs)
        written.append(
            f'{json.dumps(name)}: {{\n"inputs": [\n{inputs}\n],\n'
            f'"hidden_bias": {list(net.hidden_bias)},\n"output": {list(net.output)},\n'
            f'"output_bias": {net.output_bias},\n"shift": {net.shift}\n}}'
        )
    return "{\n" + ",\n".join(written) + "\n}\n"


def lay_out_net(memory: list[int], net: Net) -> None:
    """Write a net to the place in memory where a search reads it."""
    memory[NET_AT + _USED] = 1
    memory[NET_AT + _OUTPUT_BIAS] = net.output_bias
    memory[NET_AT + _SHIFT] = net.shift
    for unit, weight in enumerate(net.output):
        memory[OUTPUT_AT + unit] = weight
    for at, words in _packed(net):
        for word, packed in enumerate(words):
            memory[at + word] = packed


@lru_cache(maxsize=8)
def _packed(net: Net) -> tuple[tuple[int, tuple[int, ...]], ...]:
    bias = _words([weight + _ZERO for weight in net.hidden_bias])
    inputs = enumerate(map(_words, net.inputs))
    return ((HIDDEN_BIAS_AT, bias), *((INPUTS_AT + at * WORDS, words) for at, words in inputs))


def _words(weights: Sequence[int]) -> tuple[int, ...]:
    """Pack the weights of the hidden units, four to an integer of 64 bits with its sign."""
    packed = []
    for word in range(WORDS):
        whole = sum(weights[lane * WORDS + word] << lane * LANE_BITS for lane in range(LANES))
        packed.append((whole + (1 << 63)) % (1 << 64) - (1 << 63))
    return tuple(packed)
