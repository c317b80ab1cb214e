"""Learning a net by gradient descent: it is fitted to the errors of the evaluation without it.

A position is worth `static score + net`, in points. The logistic function of that is fitted to the
target, the share of the match's point that the position was worth. Each time a position is used, it
is turned and mirrored at random, so that the net learns the eight symmetries. Weights become whole
numbers at the end. numpy comes with the extra `fast`.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np

from bot.engine.evaluation import SURE, Weights, evaluate, weights_of
from bot.engine.lab.learning import POINTS
from bot.engine.lab.net_examples import (
    NODES,
    OPENING,
    STRAYS,
    Examples,
    Floats,
    Run,
    SelfPlayTerms,
    Whole,
    best_factor,
    play_all,
    read_played,
    write_whole,
)
from bot.engine.net import HAND_SIZES, HANDS_AT, Net
from bot.engine.symmetry import SYMMETRIES, turned_entry
from bot.engine.tree import HIDDEN, INPUTS, LANE_BITS, PLAIN_INPUTS, ROW, ROWS_AT, STATE, WEIGHTS_AT
from bot.game import ENTRIES, Ruleset
from bot.game.compiled import njit, room
from bot.game.pieces import SEAM_STEPS
from bot.game.ruleset import Rules

BATCH: Final = 4_096
RATE: Final = 0.004
"""The initial learning rate (Adam: Kingma and Ba, 2014), which falls to a tenth by a cosine."""
SHIFT: Final = 16
MOST_PIECES: Final = 16
WAYS: Final = np.array(SYMMETRIES)
"""For each of the eight orientations, the square that takes the place of each square."""
SEAM_WAYS: Final = np.array(
    [
        [
            turned_entry(entry, way).number * SEAM_STEPS + step
            for entry in ENTRIES
            for step in range(SEAM_STEPS)
        ]
        for way in range(len(SYMMETRIES))
    ]
)
"""For each orientation, the laid seam piece that takes the place of each one."""


def static_scores(rules: Rules, weights: Weights, states: Whole) -> Whole:
    """Return the static score of each position; `SURE` where nothing is to be learned."""
    count = len(states)
    flat, scores, memory = room(STATE * count), room(count), room(ROWS_AT + ROW)
    flat[: STATE * count] = array("q", np.ascontiguousarray(states).tobytes())
    for number, weight in enumerate(weights):
        memory[WEIGHTS_AT + number] = weight
    _score_all(flat, count, rules, memory, scores)
    return np.array(scores, np.int64)


@njit
def _score_all(
    states: list[int], count: int, rules: Rules, memory: list[int], scores: list[int]
) -> None:
    for number in range(count):
        for place in range(STATE):
            memory[ROWS_AT + place] = states[number * STATE + place]
        scores[number] = evaluate(memory, ROWS_AT, rules)


@dataclass(slots=True)
class _Layers:
    """The weights during learning, and Adam's moving averages of their gradients."""

    weights: list[Floats]
    means: list[Floats]
    squares: list[Floats]
    steps: int = 0


class NetLearner:
    """Learns a net from examples, round by round; a file can keep its state between rounds.

    The same examples, rounds and seed give the same net, whether it is interrupted or not.
    """

    def __init__(
        self, rules: Rules, weights: Weights, examples: Examples, rounds: int, seed: int
    ) -> None:
        static = static_scores(rules, weights, examples.states)
        open_ = np.flatnonzero(static != SURE)
        self._states = examples.states[open_]
        self._static = (static[open_] / POINTS).astype(np.float32)
        self._targets = examples.targets[open_]
        self._inputs = INPUTS if rules.seams else PLAIN_INPUTS
        self._rounds = rounds
        self._seed = seed
        self.done = 0
        chance = np.random.default_rng(seed)
        begun = [
            (chance.standard_normal((self._inputs, HIDDEN)) * 0.2).astype(np.float32),
            np.full(HIDDEN, 0.1, np.float32),
            (chance.standard_normal(HIDDEN) * 0.1).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self._layers = _Layers(begun, [0 * each for each in begun], [0 * each for each in begun])

    @property
    def is_done(self) -> bool:
        """Whether all rounds are done."""
        return self.done >= self._rounds

    def learn_round(self) -> float:
        """Go through all examples once, in an order and orientations that differ in each round.

        Return their mean fault, the cross-entropy.
        """
        chance = np.random.default_rng((self._seed, self.done))
        order = chance.permutation(len(self._targets))
        fault = 0.0
        steps = self._rounds * -(-len(order) // BATCH)
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            rate = RATE * (0.55 + 0.45 * np.cos(np.pi * self._layers.steps / steps))
            fault += self._step(some, int(chance.integers(len(WAYS))), float(rate))
        self.done += 1
        return fault / len(order)

    def _step(self, some: Whole, way: int, rate: float) -> float:
        """Move the weights against the gradient of some examples' faults; return their sum."""
        inputs = inputs_of(self._states[some], way)[:, : self._inputs]
        first, bias, second, last = self._layers.weights
        sums = inputs @ first + bias
        hidden = np.maximum(sums, 0)
        logits = self._static[some] + hidden @ second + last[0]
        shares = 1 / (1 + np.exp(-logits))
        targets = self._targets[some]
        slopes = (shares - targets) / len(some)
        back = np.outer(slopes, second) * (sums > 0)
        self._adapt(
            [inputs.T @ back, back.sum(0), hidden.T @ slopes, slopes.sum(keepdims=True)], rate
        )
        shares = np.clip(shares, 1e-6, 1 - 1e-6)
        faults = targets * np.log(shares) + (1 - targets) * np.log(1 - shares)
        return -float(faults.sum())

    def _adapt(self, gradients: list[Floats], rate: float) -> None:
        layers = self._layers
        layers.steps += 1
        for number, gradient in enumerate(gradients):
            mean, square = layers.means[number], layers.squares[number]
            mean += (1 - 0.9) * (gradient - mean)
            square += (1 - 0.999) * (gradient * gradient - square)
            unbiased = mean / (1 - 0.9**layers.steps)
            spread = np.sqrt(square / (1 - 0.999**layers.steps)) + 1e-8
            layers.weights[number] -= np.float32(rate) * unbiased / spread

    def keep(self, file: Path) -> None:
        """Write the state to a file, replacing it as a whole."""
        layers = self._layers
        arrays = (*layers.weights, *layers.means, *layers.squares)
        numbered = {f"array_{number}": each for number, each in enumerate(arrays)}
        counts = {"done": np.array(self.done), "steps": np.array(layers.steps)}
        write_whole(file, **numbered, **counts)

    def take_up(self, file: Path) -> None:
        """Continue from a state that `keep` wrote."""
        with np.load(file) as kept:
            arrays = [kept[f"array_{number}"] for number in range(12)]
            self.done = int(kept["done"])
            self._layers = _Layers(arrays[:4], arrays[4:8], arrays[8:], int(kept["steps"]))

    @property
    def net(self) -> Net:
        """The net in whole numbers, as finely as the lanes of the accumulator can hold."""
        first, bias, second, last = self._layers.weights
        scale = float(1 << _bits_of(first, bias))
        output = second * (POINTS * (1 << SHIFT) / scale)
        return Net(
            tuple(tuple(map(int, row)) for row in np.rint(first * scale)),
            tuple(map(int, np.rint(bias * scale))),
            tuple(map(int, np.rint(output))),
            round(float(last[0]) * POINTS * (1 << SHIFT)),
            SHIFT,
        )


def _bits_of(first: Floats, bias: Floats) -> int:
    """Return by how many bits weights can be shifted so that no sum leaves its lane."""
    bed = np.sort(np.abs(first[:HANDS_AT]), axis=0)[-MOST_PIECES:].sum(0)
    hands = np.abs(first[HANDS_AT:PLAIN_INPUTS]).reshape(4, HAND_SIZES, HIDDEN).max(1).sum(0)
    seams = 2 * np.abs(first[PLAIN_INPUTS:]).max(0, initial=0)
    largest = float((bed + hands + seams + np.abs(bias)).max())
    return int(np.floor(np.log2(((1 << LANE_BITS - 1) - MOST_PIECES) / largest)))


def inputs_of(states: Whole, way: int) -> Floats:
    """Return the inputs of each position, as 0 and 1, in one of the eight orientations."""
    inputs = np.zeros((len(states), INPUTS), np.float32)
    bits = states[:, :4, None] >> WAYS[way] & 1
    inputs[:, :HANDS_AT] = bits.reshape(-1, HANDS_AT)
    hands = states[:, 4:8, None] == np.arange(HAND_SIZES)
    inputs[:, HANDS_AT:PLAIN_INPUTS] = hands.reshape(len(states), -1)
    seams = states[:, 8:, None] == SEAM_WAYS[way]
    inputs[:, PLAIN_INPUTS:] = seams.reshape(len(states), -1)
    return inputs


LearningReport = Callable[[int, int, float], None]
"""Called after each round with its number, the number of positions, and their mean fault."""


@dataclass(frozen=True, slots=True)
class NetCourse:
    """The parameters of learning a net.

    `matches` are divided equally among `generations`. Each generation plays with the net that was
    learned from those before it, with `nodes` a turn. Learning goes through all positions `rounds`
    times after the last generation, and a quarter as often after each earlier one.
    """

    matches: int
    rounds: int
    nodes: int = NODES
    generations: int = 2
    strays: float = STRAYS
    opening: int = OPENING


class OtherStateError(Exception):
    """A folder keeps the state of another course of learning."""


def learn_net(
    ruleset: Ruleset, course: NetCourse, seed: int, folder: Path, report: LearningReport, run: Run
) -> Net:
    """Learn the net of a ruleset from matches against itself.

    `folder` keeps what is played and learned, so an interrupted run continues from there. Raise
    `OtherStateError` if it keeps that of another course or seed. The same course and seed give the
    same net.
    """
    _claim(folder, f"{ruleset.name}-course", (seed, course, _static_of(ruleset)))
    net: Net | None = None
    before: list[Examples] = []
    parts = [len(part) for part in np.array_split(range(course.matches), course.generations)]
    for number, matches in enumerate(parts, 1):
        seeds = [(seed, number, each) for each in range(matches)]
        begin = f"{ruleset.name}-course-{number}"
        terms = SelfPlayTerms(net, course.nodes, course.strays, course.opening)
        before.append(read_played(play_all(ruleset, terms, seeds, folder, begin, run)).examples())
        states, targets = zip(*((each.states, each.targets) for each in before), strict=True)
        examples = Examples(np.concatenate(states), np.concatenate(targets))
        rounds = course.rounds if number == course.generations else -(-course.rounds // 4)
        net = _learn(ruleset, examples, rounds, seed, folder / f"{begin}-net.npz", report)
    if net is None:
        raise ValueError("a course has one generation or more")
    return net


def learn_from(
    ruleset: Ruleset,
    examples: Examples,
    rounds: int,
    seed: int,
    folder: Path,
    report: LearningReport,
) -> Net:
    """Learn the net of a ruleset from given examples.

    `folder` keeps what is learned, so an interrupted run continues from there. Raise
    `OtherStateError` if it keeps what was learned from other examples, or with other rounds,
    another seed or other weights.
    """
    given = (crc32(examples.states.tobytes()), crc32(examples.targets.tobytes()))
    _claim(folder, f"{ruleset.name}-given", (seed, rounds, given, _static_of(ruleset)))
    state = folder / f"{ruleset.name}-given-net.npz"
    return _learn(ruleset, examples, rounds, seed, state, report)


def _learn(
    ruleset: Ruleset,
    examples: Examples,
    rounds: int,
    seed: int,
    state: Path,
    report: LearningReport,
) -> Net:
    learner = NetLearner(ruleset.rules, weights_of(ruleset), examples, rounds, seed)
    if state.exists():
        learner.take_up(state)
    while not learner.is_done:
        fault = learner.learn_round()
        learner.keep(state)
        report(learner.done, len(examples), fault)
    return learner.net


def _claim(folder: Path, name: str, purpose: object) -> None:
    """Record in a folder the purpose of the files of that name.

    Raise `OtherStateError` if the folder has such files for another purpose.
    """
    file = folder / f"{name}.txt"
    if not file.exists() and not any(folder.glob(f"{name}-*.npz")):
        file.write_text(f"{purpose}\n", encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != f"{purpose}\n":
        raise OtherStateError


def _static_of(ruleset: Ruleset) -> tuple[str, int]:
    """Return values that identify a ruleset and its weights."""
    return ruleset.versioned_name, crc32(repr(weights_of(ruleset)).encode())


def calibration(
    ruleset: Ruleset, net: Net, matches: int, seed: int, folder: Path, run: Run
) -> float:
    """Return the factor for a net's scores that best predicts the results of its matches.

    It is from 0 to `LARGEST_FACTOR`; either bound means that the matches do not determine it.
    `folder` keeps the matches, so an interrupted run continues from there. Raise `OtherStateError`
    if it keeps other matches. The same net, number of matches and seed give the same factor.
    """
    name = f"{ruleset.name}-calibration"
    played_by = crc32(repr(net).encode())
    _claim(folder, name, (seed, matches, played_by, _static_of(ruleset)))
    seeds = [(seed, each) for each in range(matches)]
    played = read_played(play_all(ruleset, SelfPlayTerms(net), seeds, folder, name, run))
    static = static_scores(ruleset.rules, weights_of(ruleset), played.states)
    open_ = (static != SURE) & played.are_open
    scores = scores_of(net, played.states[open_]) / POINTS
    return best_factor(static[open_] / POINTS, scores, played.results[open_])


def scaled(net: Net, factor: float) -> Net:
    """Return a net with its scores multiplied."""
    return replace(
        net,
        output=tuple(round(weight * factor) for weight in net.output),
        output_bias=round(net.output_bias * factor),
    )


def scores_of(net: Net, states: Whole) -> Whole:
    """Return the net's score of each position."""
    first = np.array(net.inputs, np.float64)
    inputs = inputs_of(states, 0)[:, : len(first)]
    hidden = np.maximum(inputs @ first + np.array(net.hidden_bias), 0).astype(np.int64)
    scores: Whole = (hidden @ np.array(net.output) + net.output_bias) >> net.shift
    return scores
