"""Learning weights: play matches, then fit the weights that predict their results best.

Nothing is known at first: with all weights zero the search sees only wins. The weights that those
matches teach play the next ones, and so on. A position's value is fitted half to the result of its
match and half to its search score, by logistic regression.
"""

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.engine.evaluation import (
    FEATURE_NAMES,
    HAND_WRITTEN,
    NO_WEIGHTS,
    SURE,
    Weights,
    evaluate,
    stage_of,
)
from bot.engine.lab.matching import MatchInProgress, PlayedMatch, play_match, random_opening
from bot.engine.net import Net
from bot.engine.thinking import Work, expectation, think
from bot.engine.tree import FEATURES, ROW, STAGES, STATE, WEIGHTS_AT, WIN_AT_LEAST
from bot.game import Ruleset, Seat, Turn, legal_turns
from bot.game.chance import Chance, pick
from bot.game.compiled import njit, room
from bot.game.perft import state_of
from bot.game.ruleset import Rules

POINTS: Final = 400 / math.log(10)
"""Points to one unit of the logistic regression: 400 points are ten to one."""

_ROW_AT: Final = WEIGHTS_AT + FEATURES * STAGES
_MOST_FOUND: Final = 48
"""More features than are ever non-zero at once."""
_VALUE_BITS: Final = 8
_VALUE_ZERO: Final = 128
_OPENING_OF_TRIALS: Final = 4


@dataclass(frozen=True, slots=True)
class Generation:
    """Matches that use the weights learned so far: how many, and how many nodes a turn."""

    matches: int
    nodes: int


@dataclass(frozen=True, slots=True)
class GenerationReport:
    """The outcome of a generation; weights that know nothing have a `fault` of 0.693."""

    number: int
    matches: int
    positions: int
    turns: int
    draws: int
    fault: float


@dataclass(frozen=True, slots=True)
class Course:
    """The parameters of learning.

    `strays` is the share of turns that are played at random, to see more of the game; `opening` is
    the largest number of random turns at the beginning of a match; `rounds` is how often the
    regression goes through all positions; `decay` pulls its weights towards zero.
    """

    generations: tuple[Generation, ...]
    strays: float = 0.06
    opening: int = 6
    rounds: int = 8
    rate: float = 0.03
    decay: float = 0.00001


def course_of(matches: int) -> Course:
    """Divide `matches` into generations. Each generation plays more and better matches."""
    shares = ((0.1, 300), (0.2, 800), (0.3, 1_500), (0.4, 2_500))
    return Course(tuple(Generation(max(1, round(matches * part)), nodes) for part, nodes in shares))


@dataclass(frozen=True, slots=True)
class Sample:
    """A position met in play, for the seat to move."""

    state: tuple[int, ...]
    to_move: Seat
    expected: float


class _Example(NamedTuple):
    """An example to learn from: a position, and its expected value, from 0 to 1."""

    state: tuple[int, ...]
    target: float


class SelfPlayer:
    """Plays both seats and remembers the positions that it searches.

    Positions whose result is certain are kept only with `keeps_certain`, as worth 0 or 1.
    """

    def __init__(
        self,
        nodes: int,
        weights: Weights,
        strays: float,
        chance: Chance,
        net: Net | None = None,
        *,
        keeps_certain: bool = False,
    ) -> None:
        self._work = Work(nodes=nodes)
        self._weights = weights
        self._net = net
        self._strays = strays
        self._chance = chance
        self._keeps_certain = keeps_certain
        self.samples: list[Sample] = []

    def __call__(self, match: MatchInProgress) -> Turn:
        """Choose a turn by a search, and remember its position; now and then choose at random."""
        position = match.position
        if self._chance.random() < self._strays:
            return pick(tuple(legal_turns(position)), self._chance)
        thought = think(position, match.past, self._work, weights=self._weights, net=self._net)
        is_certain = abs(thought.score) >= WIN_AT_LEAST
        if self._keeps_certain or not is_certain:
            *state, _ = state_of(position)
            expected = float(thought.score > 0) if is_certain else expectation(thought.score)
            self.samples.append(Sample(tuple(state), position.to_move, expected))
        return thought.turn


def learn(
    ruleset: Ruleset, course: Course, chance: Chance, report: Callable[[GenerationReport], None]
) -> Weights:
    """Learn the weights of a ruleset from nothing; `report` is called after each generation."""
    weights = NO_WEIGHTS
    before: list[_Example] = []
    for number, generation in enumerate(course.generations, 1):
        met: list[_Example] = []
        turns = draws = 0
        for _ in range(generation.matches):
            player = SelfPlayer(generation.nodes, weights, course.strays, chance)
            opening = random_opening(ruleset, int(chance.random() * (course.opening + 1)), chance)
            played = play_match(ruleset, opening, dict.fromkeys(Seat, player))
            met += (
                _Example(each.state, target_of(each, played, number)) for each in player.samples
            )
            turns += len(played.turns)
            draws += played.winner is None
        # The positions of the previous generation count too, unless it knew nothing yet.
        states, targets = zip(*before, *met, strict=True)
        weights, fault = fitted(ruleset.rules, states, targets, course)
        before = met if number > 1 else []
        report(GenerationReport(number, generation.matches, len(states), turns, draws, fault))
    return weights


def target_of(sample: Sample, played: PlayedMatch, generation: int) -> float:
    """Return the value that a position should have had, from 0 to 1."""
    result = result_of(sample, played)
    return result if generation == 1 else (result + sample.expected) / 2


def result_of(sample: Sample, played: PlayedMatch) -> float:
    """Return the points that the seat to move in a position got in its match."""
    return 0.5 if played.winner is None else float(played.winner is sample.to_move)


def trial(ruleset: Ruleset, weights: Weights, nodes: int, matches: int, chance: Chance) -> float:
    """Play each opening from both seats against hand-written weights; return the points won."""
    work = Work(nodes=nodes)

    def learned(match: MatchInProgress) -> Turn:
        return think(match.position, match.past, work, weights=weights).turn

    def guessed(match: MatchInProgress) -> Turn:
        return think(match.position, match.past, work, weights=HAND_WRITTEN).turn

    points = 0.0
    opening: tuple[Turn, ...] = ()
    for number in range(matches):
        seat = Seat.GRAY if number % 2 else Seat.ORANGE
        if seat is Seat.ORANGE:
            opening = random_opening(ruleset, _OPENING_OF_TRIALS, chance)
        played = play_match(ruleset, opening, {seat: learned, seat.other: guessed})
        points += 0.5 if played.winner is None else float(played.winner is seat)
    return points


def fitted(
    rules: Rules, states: Sequence[Sequence[int]], targets: Sequence[float], course: Course
) -> tuple[Weights, float]:
    """Return the weights that predict the targets best, and their final fault."""
    flat = room(STATE * len(states))
    for number, state in enumerate(states):
        flat[number * STATE : number * STATE + STATE] = array("q", state)
    ends = room(len(states))
    found = room(len(states) * _MOST_FOUND)
    features_of(flat, len(states), rules, room(_ROW_AT + ROW), found, ends)
    weights = array("d", bytes(8 * FEATURES * STAGES))
    slopes = array("d", [1.0] * len(weights))
    stride = _stride(len(states))
    fault = 0.0
    for _ in range(course.rounds):
        fault = descend(
            found, ends, array("d", targets), weights, slopes, stride, course.rate, course.decay
        )
    return tuple(round(weight * POINTS) for weight in weights), fault


def _stride(count: int) -> int:
    """Return the distance from one sample to the next, so that each comes once in a round.

    Neighbours come from one match and are similar, so they are taken far apart.
    """
    stride = max(1, round(count * 0.618))
    while math.gcd(stride, count) > 1:
        stride -= 1
    return stride


@njit
def features_of(
    states: list[int],
    count: int,
    rules: Rules,
    memory: list[int],
    found: list[int],
    ends: list[int],
) -> None:
    """Write the non-zero features of each state, and where those of each state end.

    A feature is the evaluation with its weight set to 1 and every other to 0. Nothing is written
    for a state that is surely won.
    """
    end = 0
    for number in range(count):
        start = end
        for place in range(STATE):
            memory[_ROW_AT + place] = states[number * STATE + place]
        stage = FEATURES * stage_of(memory, _ROW_AT)
        for feature in range(len(FEATURE_NAMES)):
            memory[WEIGHTS_AT + stage + feature] = 1
            value = evaluate(memory, _ROW_AT, rules)
            memory[WEIGHTS_AT + stage + feature] = 0
            if value == SURE:
                end = start
                break
            if value:
                found[end] = stage + feature << _VALUE_BITS | value + _VALUE_ZERO
                end += 1
        ends[number] = end


@njit
def descend(
    found: list[int],
    ends: list[int],
    targets: "array[float]",
    weights: "array[float]",
    slopes: "array[float]",
    stride: int,
    rate: float,
    decay: float,
) -> float:
    """Move weights against the gradient of each sample's fault in turn; return the mean fault.

    The fault is the cross-entropy. A weight moves less the more it has been moved already, which is
    recorded in `slopes` (AdaGrad: Duchi, Hazan and Singer, 2011).
    """
    fault = 0.0
    count = len(targets)
    number = 0
    for _ in range(count):
        number = (number + stride) % count
        start = ends[number - 1] if number else 0
        end = ends[number]
        if end == start:
            continue
        total = 0.0
        for at in range(start, end):
            value = (found[at] & 255) - _VALUE_ZERO
            total += weights[found[at] >> _VALUE_BITS] * value
        share = 1 / (1 + math.exp(-total))
        target = targets[number]
        fault -= target * math.log(share + 1e-12) + (1 - target) * math.log(1 - share + 1e-12)
        for at in range(start, end):
            value = (found[at] & 255) - _VALUE_ZERO
            which = found[at] >> _VALUE_BITS
            slope = (share - target) * value + decay * weights[which]
            slopes[which] += slope * slope
            weights[which] -= rate * slope / math.sqrt(slopes[which])
    return fault / count
