"""Learning a net by gradient descent: it is fitted to the errors of the evaluation without it.

A position is worth `static score + net`, in points. The logistic function of that is fitted to the
target, the share of the match's point that the position was worth. Each time a position is used, it
is turned and mirrored at random, so that the net learns the eight symmetries. Weights become whole
numbers at the end. numpy comes with the extra `fast`.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bot.engine.evaluation import SURE, Weights, evaluate, weights_of
from bot.engine.lab.learning import POINTS, SelfPlayer, target_of
from bot.engine.lab.matching import play_match, random_opening
from bot.engine.net import HAND_SIZES, HANDS_AT, Net
from bot.engine.symmetry import SYMMETRIES, turned_entry
from bot.engine.tree import (
    HIDDEN,
    INPUTS,
    LANE_BITS,
    PLAIN_INPUTS,
    ROW,
    ROWS_AT,
    STATE,
    WEIGHTS_AT,
)
from bot.game import ENTRIES, Ruleset, Seat
from bot.game.compiled import njit, room
from bot.game.kernel import IN_HAND
from bot.game.pieces import SEAM_STEPS
from bot.game.ruleset import Rules

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

BATCH: Final = 4_096
RATE: Final = 0.002
"""The initial learning rate (Adam: Kingma and Ba, 2014), which falls to a tenth by a cosine."""
VALUE_COUNTS: Final = 0.7
"""The weight of the value that a search found; the result has the rest."""
SHIFT: Final = 16
MOST_PIECES: Final = 16
KEPT_TOGETHER: Final = 100
"""How many matches a file holds, which is how many an interruption can lose."""
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


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions, as rows of the search, and what the match's point was worth.

    `targets` are for the seat to move, from 0 to 1.
    """

    states: Whole
    targets: Floats

    def __len__(self) -> int:
        return len(self.targets)


def read_examples(files: Iterable[Path]) -> Examples:
    """Read positions with the values that a stronger player gave them, and their results."""
    states, targets = [], []
    for file in files:
        with np.load(file) as stored:
            masks, hands = stored["masks"], stored["hands"]
            value, result = stored["value"], stored["result"]
        wide = np.zeros((len(masks), 4, 8), np.uint8)
        wide[:, :, :5] = masks
        # The file has both kittens first, then both cats.
        ours = [0, 2, 1, 3]
        bed = wide.view("<u8").reshape(-1, 4)[:, ours].astype(np.int64)
        seams = np.full((len(masks), 2), IN_HAND)
        states.append(np.concatenate([bed, hands[:, ours].astype(np.int64), seams], axis=1))
        expected = VALUE_COUNTS * (value / 2_000 + 0.5)
        targets.append((expected + (1 - VALUE_COUNTS) * (result / 4 + 0.5)).astype(np.float32))
    return Examples(np.concatenate(states), np.concatenate(targets))


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
    """The weights while they are learned, and what Adam keeps of their gradients."""

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
            found = [kept[f"array_{number}"] for number in range(12)]
            self.done = int(kept["done"])
            self._layers = _Layers(found[:4], found[4:8], found[8:], int(kept["steps"]))

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
    found = np.zeros((len(states), INPUTS), np.float32)
    bits = states[:, :4, None] >> WAYS[way] & 1
    found[:, :HANDS_AT] = bits.reshape(-1, HANDS_AT)
    hands = states[:, 4:8, None] == np.arange(HAND_SIZES)
    found[:, HANDS_AT:PLAIN_INPUTS] = hands.reshape(len(states), -1)
    seams = states[:, 8:, None] == SEAM_WAYS[way]
    found[:, PLAIN_INPUTS:] = seams.reshape(len(states), -1)
    return found


@dataclass(frozen=True, slots=True)
class NetCourse:
    """The parameters of learning a net.

    `matches` are played in as many equal parts as `generations`, each with the net that was learned
    from those before, with `nodes` a turn; `rounds` is how often all positions are gone through.
    """

    matches: int
    rounds: int
    nodes: int = 3_000
    generations: int = 2
    strays: float = 0.06
    opening: int = 6


Heard = Callable[[int, int, float], None]
"""Called after each round with its number, the number of positions, and their mean fault."""


def learn_net(ruleset: Ruleset, course: NetCourse, seed: int, folder: Path, heard: Heard) -> Net:
    """Learn the net of a ruleset from matches against itself.

    `folder` keeps what is played and learned, so an interrupted run continues from there. The
    same course and seed give the same net.
    """
    net: Net | None = None
    files: list[Path] = []
    parts = [len(part) for part in np.array_split(range(course.matches), course.generations)]
    for number, matches in enumerate(parts, 1):
        for first in range(0, matches, KEPT_TOGETHER):
            file = folder / f"{ruleset.name}-{number}-{first}.npz"
            if not file.exists():
                some = range(first, min(first + KEPT_TOGETHER, matches))
                _play(ruleset, course, [(seed, number, each) for each in some], net, file)
            files.append(file)
        examples = read_played(files)
        state = folder / f"{ruleset.name}-{number}-net.npz"
        learned = learn_from(ruleset, examples, course.rounds, seed, state, heard)
        if number == course.generations:
            return learned
        net = learned
    raise ValueError("a course has one generation or more")


def learn_from(
    ruleset: Ruleset, examples: Examples, rounds: int, seed: int, state: Path, heard: Heard
) -> Net:
    """Learn a net from examples. `state` keeps what is learned, so an interrupted run continues."""
    learner = NetLearner(ruleset.rules, weights_of(ruleset), examples, rounds, seed)
    if state.exists():
        learner.take_up(state)
    while not learner.is_done:
        fault = learner.learn_round()
        learner.keep(state)
        heard(learner.done, len(examples), fault)
    return learner.net


def calibrate(ruleset: Ruleset, net: Net, matches: int, seed: int, folder: Path) -> Net:
    """Scale a net's scores so that they best predict the results of matches that it plays.

    `folder` keeps the matches, so an interrupted run continues from there. The same net, number of
    matches and seed give the same net.
    """
    course, files = NetCourse(matches, rounds=0), []
    for first in range(0, matches, KEPT_TOGETHER):
        file = folder / f"{ruleset.name}-calibration-{first}.npz"
        if not file.exists():
            some = range(first, min(first + KEPT_TOGETHER, matches))
            _play(ruleset, course, [(seed, each) for each in some], net, file, generation=1)
        files.append(file)
    played = read_played(files)
    static = static_scores(ruleset.rules, weights_of(ruleset), played.states)
    open_ = static != SURE
    scores = scores_of(net, played.states[open_]) / POINTS
    share = _best_share(static[open_] / POINTS, scores, played.targets[open_])
    return replace(
        net,
        output=tuple(round(weight * share) for weight in net.output),
        output_bias=round(net.output_bias * share),
    )


def scores_of(net: Net, states: Whole) -> Whole:
    """Return the net's score of each position."""
    first = np.array(net.inputs, np.float64)
    inputs = inputs_of(states, 0)[:, : len(first)]
    hidden = np.maximum(inputs @ first + np.array(net.hidden_bias), 0).astype(np.int64)
    scores: Whole = (hidden @ np.array(net.output) + net.output_bias) >> net.shift
    return scores


def _best_share(static: Doubles, scores: Doubles, targets: Floats) -> float:
    """Return, in hundredths, the share of the net's scores that predicts the targets best.

    It is found by logistic regression (Newton's method), with the static scores as they are.
    """
    share = 1.0
    for _ in range(20):
        expected = 1 / (1 + np.exp(-static - share * scores))
        slope = ((targets - expected) * scores).sum()
        share += slope / (expected * (1 - expected) * scores * scores).sum()
    return round(float(share), 2)


def _play(
    ruleset: Ruleset,
    course: NetCourse,
    seeds: Sequence[tuple[int, ...]],
    net: Net | None,
    file: Path,
    generation: int = 2,
) -> None:
    """Play matches, each with a random generator of its own, and keep their positions."""
    states, targets = [], []
    for seed in seeds:
        chance = np.random.default_rng(seed)
        player = SelfPlayer(course.nodes, weights_of(ruleset), course.strays, chance, net)
        opening = random_opening(ruleset, int(chance.random() * (course.opening + 1)), chance)
        played = play_match(ruleset, opening, dict.fromkeys(Seat, player))
        for sample in player.samples:
            states.append(sample.state)
            targets.append(target_of(sample, played, generation))
    write_whole(
        file,
        states=np.array(states, np.int64).reshape(-1, STATE),
        targets=np.array(targets, np.float32),
    )


def read_played(files: Iterable[Path]) -> Examples:
    """Read the positions of matches that were played."""
    states, targets = [], []
    for file in files:
        with np.load(file) as kept:
            states.append(kept["states"])
            targets.append(kept["targets"])
    return Examples(np.concatenate(states), np.concatenate(targets))


def write_whole(file: Path, **arrays: npt.NDArray[Any]) -> None:
    """Write arrays to a file, replacing it as a whole."""
    whole = file.with_name(f"{file.name}.new")
    with whole.open("wb") as out:
        np.savez(out, allow_pickle=False, **arrays)
    whole.replace(file)
