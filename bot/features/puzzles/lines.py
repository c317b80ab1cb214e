"""Puzzles and their lines: which puzzle comes next, and whether a turn is right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from hashlib import sha256
from typing import Final, Generic, TypeVar

from bot.engine.puzzles import ListedPuzzle, Puzzle, PuzzleTheme, listed, steps_of
from bot.engine.reasons import Reason, reasons_for
from bot.features.puzzles.ratings import points_of
from bot.game import CLASSIC, RULESETS, Position, Ruleset, Step, Turn, newest_of_each, play

NEVER: Final = float("-inf")
NEAR: Final = 200.0
"""Puzzles whose points differ from the user's by at most this suit them equally."""

State = TypeVar("State")


class AnswerResult(Enum):
    """The result of a turn that a user chose."""

    RIGHT = auto()
    """The turn is on the line, and more turns are to be found."""
    SOLVED = auto()
    WRONG = auto()
    """The turn is not on the line. In a streak of puzzles, it ends the streak."""
    BEHIND = auto()
    """The user chose the turn in an earlier state, on another device or by a second click."""


@dataclass(frozen=True, slots=True)
class LineAnswer(Generic[State]):
    """The user's state after a turn that they chose; `step` is `None` if the turn came too late."""

    now: State
    result: AnswerResult
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class LinePosition:
    """The position after some found turns and the replies to them.

    `recent` are the last found turn and its reply, if any.
    """

    position: Position
    recent: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A wrong turn, played after `found` turns of a puzzle were found."""

    puzzle: Puzzle
    found: int
    step: Step

    @property
    def left(self) -> int:
        """How many own turns of the line were left after this one."""
        return self.puzzle.turns - self.found - 1


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """A turn of a line and its reasons; a reply has none."""

    step: Step
    reasons: tuple[Reason, ...] = ()


def rulesets_with_puzzles() -> tuple[Ruleset, ...]:
    """List the newest version with puzzles of each ruleset, in the usual order."""
    return tuple(_newest().values())


def ruleset_for(name: str) -> Ruleset:
    """Return the newest version of a ruleset that has puzzles; of `classic` if none has."""
    newest = _newest()
    return newest.get(name) or newest[CLASSIC.name]


def _newest() -> dict[str, Ruleset]:
    # A new version has no puzzles until some are made for it.
    return newest_of_each(each for each in RULESETS if listed(each))


def ruleset_with(theme: PuzzleTheme | None, usual: Ruleset) -> Ruleset:
    """Return the usual ruleset, or another one if it has no puzzle of a theme."""
    if theme is None:
        return usual
    having = (each for each in (usual, *rulesets_with_puzzles()) if theme in themes_in(each))
    return next(having, usual)


@lru_cache
def themes_in(ruleset: Ruleset) -> frozenset[PuzzleTheme]:
    """Return the themes of a ruleset's puzzles."""
    return frozenset(theme for each in listed(ruleset) for theme in each.themes)


def find_puzzle(number: str) -> Puzzle | None:
    """Return the puzzle with that id, if there is one."""
    puzzle = _by_id().get(number)
    return None if puzzle is None else puzzle.read()


def list_all() -> None:
    """List every puzzle, so that no user waits for it later. It takes some milliseconds."""
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
    """Return a puzzle that was never used, else the one that was used longest ago.

    Each text `order` gives unused puzzles an order of its own, which does not change when puzzles
    are added. Unused puzzles about as hard as `points` come first.
    """

    def place(puzzle: ListedPuzzle) -> tuple[float, float, bytes]:
        mixed = sha256(f"{order} {puzzle.id}".encode()).digest()
        far = 0.0 if points is None else abs(points_of(puzzle.difficulty) - points) // NEAR
        return used.get(puzzle.id, NEVER), far, mixed

    return min(puzzles, key=place).read()


def reached(puzzle: Puzzle, found: int) -> LinePosition:
    """Return the position after `found` turns of the line and the replies to them."""
    steps = steps_of(puzzle)[: 2 * found]
    position = steps[-1].after if steps else puzzle.position
    return LinePosition(position, steps[-2:])


def is_right(puzzle: Puzzle, found: int, step: Step) -> bool:
    """Return whether a turn follows the line, or wins at once, which is never wrong."""
    return step.win is not None or step.turn == steps_of(puzzle)[2 * found].turn


def result_of(puzzle: Puzzle, found: int, step: Step) -> AnswerResult:
    """Return the result of a turn after `found` right ones; any win solves the puzzle."""
    if not is_right(puzzle, found, step):
        return AnswerResult.WRONG
    if step.win is not None or found + 1 == puzzle.turns:
        return AnswerResult.SOLVED
    return AnswerResult.RIGHT


@lru_cache(maxsize=256)
def explained(puzzle: Puzzle) -> tuple[ExplainedTurn, ...]:
    """Explain each turn of the line. It takes some milliseconds."""
    return tuple(
        ExplainedTurn(step, reasons_for(step.before, step.turn) if ply % 2 == 0 else ())
        for ply, step in enumerate(steps_of(puzzle))
    )


def played(puzzle: Puzzle, found: int, turn: Turn) -> Step:
    """Play a turn in the position after `found` right ones. Raise what `bot.game.play` raises."""
    return play(reached(puzzle, found).position, turn)
