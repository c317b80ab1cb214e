"""Puzzles and their lines, whoever solves them: which comes next, and what a turn is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from hashlib import sha256
from typing import Final, Generic, TypeVar

from bot.engine.puzzles import ListedPuzzle, Puzzle, PuzzleTheme, listed, steps_of
from bot.engine.reasons import Reason, reasons_for
from bot.features.puzzles.ratings import points_of
from bot.game import CLASSIC, RULESETS, Position, Ruleset, Step, Turn, newest_ruleset, play

NEVER: Final = float("-inf")
NEAR: Final = 200.0
"""Puzzles whose points are within so many of somebody's are all as fit for them."""


State = TypeVar("State")


class AnswerResult(Enum):
    """What came of a turn that somebody chose."""

    RIGHT = auto()
    """It is on the line, and more is to be found."""
    SOLVED = auto()
    WRONG = auto()
    """It also ends a streak of puzzles."""
    BEHIND = auto()
    """It was chosen where they are no more, on another device or by a second click."""


@dataclass(frozen=True, slots=True)
class LineAnswer(Generic[State]):
    """Where somebody is after a turn that they chose, and the step it was; none if it was late."""

    now: State
    result: AnswerResult
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class LinePosition:
    """The bed after so many found turns and the replies to them.

    `recent` are the last turn that was found and its reply, if any was.
    """

    position: Position
    recent: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A wrong turn, played where so many turns of a puzzle were found."""

    puzzle: Puzzle
    found: int
    step: Step

    @property
    def left(self) -> int:
        """How many own turns the line would have had after it."""
        return self.puzzle.turns - self.found - 1


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """A turn of a line and what speaks for it; nothing is said for a reply."""

    step: Step
    reasons: tuple[Reason, ...] = ()


def rulesets_with_puzzles() -> tuple[Ruleset, ...]:
    """List the newest of each ruleset that has puzzles, in the order in which all are listed."""
    newest = dict.fromkeys(newest_ruleset(each.name) for each in RULESETS)
    return tuple(each for each in newest if listed(each))


def ruleset_for(name: str) -> Ruleset:
    """Return the ruleset whose puzzles are taken where one is asked for: `classic` without any."""
    ruleset = newest_ruleset(name)
    return ruleset if listed(ruleset) else newest_ruleset(CLASSIC.name)


def ruleset_with(theme: PuzzleTheme | None, usual: Ruleset) -> Ruleset:
    """Return the usual ruleset, or another one where that has no puzzle of a theme."""
    if theme is None:
        return usual
    having = (each for each in (usual, *rulesets_with_puzzles()) if theme in themes_in(each))
    return next(having, usual)


@lru_cache
def themes_in(ruleset: Ruleset) -> frozenset[PuzzleTheme]:
    """Return the themes of which a ruleset has puzzles."""
    return frozenset(theme for each in listed(ruleset) for theme in each.themes)


def find_puzzle(number: str) -> Puzzle | None:
    """Return the puzzle of an id, if there is one."""
    found = _by_id().get(number)
    return None if found is None else found.read()


def list_all() -> None:
    """List every puzzle, so that nobody waits for it later. It takes some milliseconds."""
    _by_id()


@lru_cache
def _by_id() -> Mapping[str, ListedPuzzle]:
    return {puzzle.id: puzzle for ruleset in RULESETS for puzzle in listed(ruleset)}


def draw(
    puzzles: Sequence[ListedPuzzle],
    used: Mapping[str, float],
    order: str,
    points: float | None = None,
) -> Puzzle:
    """Return a puzzle that was never used, else the one whose use is longest ago.

    Each text `order` has an order of its own in which unused ones come, whatever is added to them;
    those about as hard as so many `points` come first.
    """

    def place(puzzle: ListedPuzzle) -> tuple[float, float, bytes]:
        mixed = sha256(f"{order} {puzzle.id}".encode()).digest()
        far = 0.0 if points is None else abs(points_of(puzzle.difficulty) - points) // NEAR
        return used.get(puzzle.id, NEVER), far, mixed

    return min(puzzles, key=place).read()


def reached(puzzle: Puzzle, found: int) -> LinePosition:
    """Return the bed where the next turn is to be found, or after the last one."""
    steps = steps_of(puzzle)[: 2 * found]
    position = steps[-1].after if steps else puzzle.position
    return LinePosition(position, steps[-2:])


def is_right(puzzle: Puzzle, found: int, step: Step) -> bool:
    """Return whether a turn goes on along the line, or wins at once, which is never wrong."""
    return step.win is not None or step.turn == steps_of(puzzle)[2 * found].turn


def result_of(puzzle: Puzzle, found: int, step: Step) -> AnswerResult:
    """Return what a turn is worth where so many were found: whatever wins solves the puzzle."""
    if not is_right(puzzle, found, step):
        return AnswerResult.WRONG
    if step.win is not None or found + 1 == puzzle.turns:
        return AnswerResult.SOLVED
    return AnswerResult.RIGHT


@lru_cache(maxsize=256)
def explained(puzzle: Puzzle) -> tuple[ExplainedTurn, ...]:
    """Say of each turn of the line what speaks for it. It takes some milliseconds."""
    return tuple(
        ExplainedTurn(step, reasons_for(step.before, step.turn) if ply % 2 == 0 else ())
        for ply, step in enumerate(steps_of(puzzle))
    )


def played(puzzle: Puzzle, found: int, turn: Turn) -> Step:
    """Play a turn where the next one is to be found. Raise what `bot.game.play` raises."""
    return play(reached(puzzle, found).position, turn)
