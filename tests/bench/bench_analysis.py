"""How long the analysis of a match takes, on one core, and the drawing of its picture.

The compiled figure comes from a separate process, which imports numba first; without numba it is
left out. Two players who look a little ahead play the match, so that it has good and bad turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median

from bot.engine import Work, expectation
from bot.engine.analysis import Analysis, examine, judge
from bot.engine.lab.matching import play_match, random_opening, with_work
from bot.game import CLASSIC, Position, Seat, Step, Turn, play
from render.balance import Balance, Pin, draw_balance
from tests.bench.compiling import compiled
from tests.bench.figures import Effort, Figure, at_most, milliseconds, work, yardstick

TURNS = 40
SHORT = 3
"""Turns that a guard analyses, spread over the match."""
SLOWEST = 15.0
AS_TASKS = 2_000.0
"""How many times the yardstick's time an analysis takes: 3 700 to 4 900 at 2dc28fdb, 1 500 to 1 700
since it looks at fewer positions."""
BEGINNING = 10
SOON = 3.0
DRAWN = 20


@dataclass(slots=True)
class Examined:
    """The processor time of each examined turn, and the yardstick's beside it, in milliseconds."""

    turns: list[float] = field(default_factory=list)
    yardsticks: list[float] = field(default_factory=list)

    def seconds(self) -> float:
        """Return how long a whole match takes, though perhaps only a part was measured."""
        return sum(self.turns) / 1000 * (TURNS + 1) / len(self.turns)

    def by_yardstick(self) -> float:
        """Return the same as a multiple of the yardstick."""
        return sum(self.turns) / sum(self.yardsticks) * (TURNS + 1)


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure an analysis, plain and compiled, and its picture."""
    steps = match()
    taken, analysis = analyse(steps, effort)
    note = f"{len(steps)} turns, the longest look at one {max(taken.turns) / 1000:.2f} s"
    what = f"an analysis of {TURNS} turns in plain Python"
    yield Figure(what, taken.seconds(), "s", at_most(SLOWEST), note)
    ratio = taken.by_yardstick()
    yield Figure("the same, by the yardstick", ratio, "×", at_most(AS_TASKS, slack=1.3))
    if analysis is None:
        return
    what = f"its first {BEGINNING} turns"
    yield Figure(what, sum(taken.turns[: BEGINNING + 1]) / 1000, "s", at_most(SOON))
    for name, (value, unit) in compiled("bench_analysis", effort).items():
        yield Figure(name, value, unit)
    yield _picture(analysis, effort)


def compiled_figures(effort: Effort) -> dict[str, tuple[float, str]]:
    """Measure the same with a compiled engine."""
    steps = match()
    examine(Position(), _turns(steps), 0)  # This compiles everything.
    taken, _ = analyse(steps, effort)
    return {f"an analysis of {TURNS} turns compiled": (taken.seconds(), "s")}


def match() -> tuple[Step, ...]:
    """Return the first turns of a long enough match."""
    for seed in range(100):
        chance = Random(seed)
        players = {seat: with_work(Work(nodes=300)) for seat in Seat}
        played = play_match(CLASSIC, random_opening(CLASSIC, 4, chance), players)
        if len(played.turns) >= TURNS:
            return _steps(played.turns[:TURNS])
    raise AssertionError("no match is long enough")


def analyse(steps: tuple[Step, ...], effort: Effort) -> tuple[Examined, Analysis | None]:
    """Return what each turn took, and the analysis if all turns were examined."""
    every = range(len(steps) + 1)
    plies = every if effort is Effort.FULL else every[:: len(steps) // SHORT]
    turns, taken, examined = _turns(steps), Examined(), []
    for ply in plies:
        before = yardstick()
        taken.turns.append(work(lambda: examined.append(examine(Position(), turns, ply))))  # noqa: B023
        taken.yardsticks.append((before + yardstick()) / 2)
    return taken, judge(steps, examined) if effort is Effort.FULL else None


def _picture(analysis: Analysis, effort: Effort) -> Figure:
    """Draw the curve, as the studio's threads do."""
    pins = tuple(Pin(ply, analysis.turns[ply - 1].seat) for ply in analysis.mattering)
    shares = tuple(map(expectation, analysis.scores))
    balance = Balance("Match #1234 · who stood better", shares, pins)
    taken = [milliseconds(lambda: draw_balance(balance)) for _ in range(effort.of(DRAWN))]
    note = f"{len(shares)} points, {len(draw_balance(balance)) / 1000:.0f} kB"
    return Figure("its picture as PNG, median", median(taken), "ms", at_most(200), note)


def _steps(turns: tuple[Turn, ...]) -> tuple[Step, ...]:
    steps, position = [], Position()
    for turn in turns:
        steps.append(play(position, turn))
        position = steps[-1].after
    return tuple(steps)


def _turns(steps: tuple[Step, ...]) -> tuple[Turn, ...]:
    return tuple(step.turn for step in steps)
