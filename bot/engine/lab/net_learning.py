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
from zlib import crc32

import numpy as np
import numpy.typing as npt

from bot.engine.evaluation import SURE, Weights, evaluate, weights_of
from bot.engine.lab.learning import POINTS, SelfPlayer, result_of
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
RATE: Final = 0.004
"""The initial learning rate (Adam: Kingma and Ba, 2014), which falls to a tenth by a cosine."""
VALUE_COUNTS: Final = 0.7
"""The weight of the value that a search found; the result has the rest."""
LARGEST_FACTOR: Final = 4.0
"""The largest number that scores are multiplied by to predict results."""
SHIFT: Final = 16
MOST_PIECES: Final = 16
KEPT_TOGETHER: Final = 100
"""How many matches a file holds, which is how many an interruption can lose of each process."""
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


@dataclass(frozen=True, slots=True)
class NetCourse:
    """The parameters of learning a net.

    `matches` are played in as many equal parts as `generations`, each with the net that was learned
    from those before, with `nodes` a turn; `rounds` is how often all positions are gone through in
    the end, and a quarter of it after each generation before the last.
    """

    matches: int
    rounds: int
    nodes: int = 3_000
    generations: int = 2
    strays: float = 0.06
    opening: int = 6


LearningReport = Callable[[int, int, float], None]
"""Called after each round with its number, the number of positions, and their mean fault."""

Run = Callable[[Callable[..., None], Sequence[tuple[Any, ...]]], None]
"""Calls a function with each of some arguments, in any order."""


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
        before.append(
            read_played(_play_all(ruleset, course, seeds, net, folder, begin, run)).examples()
        )
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
    `OtherStateError` if it keeps what was learned from other examples, or otherwise.
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
    """Note in a folder what the files of that name are for.

    Raise `OtherStateError` if there are such files already, for something else.
    """
    file = folder / f"{name}.txt"
    if not file.exists() and not any(folder.glob(f"{name}-*.npz")):
        file.write_text(f"{purpose}\n", encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != f"{purpose}\n":
        raise OtherStateError


def _static_of(ruleset: Ruleset) -> tuple[str, int]:
    """Return what tells a ruleset and its weights from others."""
    return ruleset.versioned_name, crc32(repr(weights_of(ruleset)).encode())


def calibration(
    ruleset: Ruleset, net: Net, matches: int, seed: int, folder: Path, run: Run
) -> float:
    """Return the factor for a net's scores that best predicts the results of matches by it.

    It is from 0 to `LARGEST_FACTOR`; one of these two means that the matches don't tell. `folder`
    keeps the matches, so an interrupted run continues from there. Raise `OtherStateError` if it
    keeps others. The same net, number of matches and seed give the same factor.
    """
    name = f"{ruleset.name}-calibration"
    played_by = crc32(repr(net).encode())
    _claim(folder, name, (seed, matches, played_by, _static_of(ruleset)))
    course = NetCourse(matches, rounds=0)
    seeds = [(seed, each) for each in range(matches)]
    played = read_played(_play_all(ruleset, course, seeds, net, folder, name, run))
    static = static_scores(ruleset.rules, weights_of(ruleset), played.states)
    open_ = (static != SURE) & played.are_open
    scores = scores_of(net, played.states[open_]) / POINTS
    return _best_factor(static[open_] / POINTS, scores, played.results[open_])


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


def _best_factor(static: Doubles, scores: Doubles, targets: Floats) -> float:
    """Return, in hundredths, by what to multiply scores so that they predict the targets best.

    It is found by logistic regression, with the static scores as they are, and is from 0 to
    `LARGEST_FACTOR`, however few the targets are.
    """
    low, high = 0.0, LARGEST_FACTOR
    while high - low > 0.001:
        factor = (low + high) / 2
        expected = 1 / (1 + np.exp(-static - factor * scores))
        if ((targets - expected) * scores).sum() > 0:
            low = factor
        else:
            high = factor
    return round(low, 2)


def _play_all(
    ruleset: Ruleset,
    course: NetCourse,
    seeds: Sequence[tuple[int, ...]],
    net: Net | None,
    folder: Path,
    name: str,
    run: Run,
) -> list[Path]:
    """Play the matches that no file has yet, and return the files. `name` begins their names."""
    files, missing = [], []
    for first in range(0, len(seeds), KEPT_TOGETHER):
        file = folder / f"{name}-{first}.npz"
        files.append(file)
        if not file.exists():
            missing.append((ruleset, course, seeds[first : first + KEPT_TOGETHER], net, file))
    run(_play, missing)
    return files


def _play(
    ruleset: Ruleset,
    course: NetCourse,
    seeds: Sequence[tuple[int, ...]],
    net: Net | None,
    file: Path,
) -> None:
    """Play matches, each with a random generator of its own, and keep their positions."""
    states, values, results = [], [], []
    for seed in seeds:
        chance = np.random.default_rng(seed)
        player = SelfPlayer(
            course.nodes, weights_of(ruleset), course.strays, chance, net, keeps_certain=True
        )
        opening = random_opening(ruleset, int(chance.random() * (course.opening + 1)), chance)
        played = play_match(ruleset, opening, dict.fromkeys(Seat, player))
        for sample in player.samples:
            states.append(sample.state)
            values.append(sample.expected)
            results.append(result_of(sample, played))
    write_whole(
        file,
        states=np.array(states, np.int64).reshape(-1, STATE),
        values=np.array(values, np.float64),
        results=np.array(results, np.float32),
    )


@dataclass(frozen=True, slots=True)
class PlayedPositions:
    """Positions of matches that were played, for the seat to move.

    `values` are what a search expected them to be worth, from 0 to 1, and `results` the points that
    the seat got in the match. The value of a position whose result is certain is 0 or 1.
    """

    states: Whole
    values: Doubles
    results: Floats

    @property
    def are_open(self) -> npt.NDArray[np.bool_]:
        """Whether the search left the result of each position open."""
        return (self.values > 0) & (self.values < 1)

    def examples(self) -> Examples:
        """Return the positions as examples.

        A short search is not sure enough of what it sees, so its scores of open positions are first
        multiplied by the factor that predicts the results best.
        """
        values, open_ = self.values.copy(), self.are_open
        logits = np.log(values[open_] / (1 - values[open_]))
        factor = _best_factor(np.zeros_like(logits), logits, self.results[open_])
        values[open_] = 1 / (1 + np.exp(-factor * logits))
        targets = VALUE_COUNTS * values + (1 - VALUE_COUNTS) * self.results
        return Examples(self.states, targets.astype(np.float32))


def read_played(files: Iterable[Path]) -> PlayedPositions:
    """Read the positions of matches that were played."""
    matches = []
    for file in files:
        with np.load(file) as kept:
            matches.append((kept["states"], kept["values"], kept["results"]))
    return PlayedPositions(*map(np.concatenate, zip(*matches, strict=True)))


def write_whole(file: Path, **arrays: npt.NDArray[Any]) -> None:
    """Write arrays to a file, replacing it as a whole."""
    whole = file.with_name(f"{file.name}.new")
    with whole.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
    whole.replace(file)
