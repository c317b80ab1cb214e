"""The book of puzzles: positions from matches in which a single line wins, or a single turn holds.

It is stored in `puzzles.txt`, a section for each ruleset, a line for each puzzle, which `boop
puzzles make` writes and `boop puzzles verify` proves again. A published puzzle is never changed or
renumbered: servers remember puzzles by their IDs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from bot.errors import StartRefusal
from bot.game import (
    GameRefusal,
    Position,
    Ruleset,
    Step,
    Turn,
    play,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
    write_turn,
)
from bot.text import N_, Typed

FILE: Final = Path(__file__).with_name("puzzles.txt")
HARDEST: Final = 9
"""The highest difficulty, one more than the number of levels; the lowest is 1."""
HELD_FOR: Final = 2
"""Within this many turns, the other seat wins after every turn except the one that holds."""

TO_HOLD: Final = 0
"""The goal of holding; the others are the number of turns within which to win."""
GOALS: Final = (TO_HOLD, 1, 2, 3)

_BETWEEN: Final = " | "


class PuzzleTheme(Enum):
    """What the solver has to do or to see; the value is its letter in the book."""

    WIN_IN_ONE = "1"
    WIN_IN_TWO = "2"
    WIN_IN_THREE = "3"
    DEFEND = "d"
    """Nothing wins; only one turn keeps the other seat from winning in its next two."""
    EIGHT_CATS = "8"
    """It wins with every cat on the bed."""
    SEAM = "s"
    """A seam piece has to be laid."""
    CHOOSE = "c"
    """Several lines can leave the bed, and one of them is right."""
    RECALL = "r"
    """A single piece has to be taken back."""
    PARRY = "p"
    """The other seat would win with its next turn, and is stopped on the way to the win."""
    PUSH_OFF = "o"
    """A piece of the other seat is pushed off the bed on the way to the win."""
    GRADUATE = "g"
    """Pieces have to graduate before the win."""
    PUSH_IN = "i"
    """The last turn pushes a piece into the line that wins."""


LENGTHS: Final = (PuzzleTheme.WIN_IN_ONE, PuzzleTheme.WIN_IN_TWO, PuzzleTheme.WIN_IN_THREE)
"""The themes that only say in how many turns a puzzle is won."""

Themes = frozenset[PuzzleTheme]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the only line that wins it, or the only turn that holds it.

    `solution` begins and ends with a turn of the seat to move; between its turns are the replies
    that hold out longest. `difficulty` is the lowest level such that it and all higher ones find
    the first turn, or `HARDEST` if the highest level does not find it.
    """

    id: str
    position: Position
    solution: tuple[Turn, ...]
    difficulty: int = 1
    themes: Themes = frozenset()

    @property
    def turns(self) -> int:
        """How many turns are to be found."""
        return (len(self.solution) + 1) // 2

    @property
    def holds(self) -> bool:
        """Whether the goal is to hold, and not to win."""
        return not self.solution[-1].wins

    @property
    def goal(self) -> int:
        """In how many turns it is won, or `TO_HOLD`."""
        return TO_HOLD if self.holds else self.turns


Puzzles = Mapping[Ruleset, Sequence[Puzzle]]


@dataclass(frozen=True, slots=True)
class ListedPuzzle:
    """A puzzle as the book lists it: what selects it, and its line, which `read` parses."""

    id: str
    ruleset: Ruleset
    difficulty: int
    themes: Themes
    line: str

    def read(self) -> Puzzle:
        """Return the puzzle. Raise `ValueError` or a `GameRefusal` if the line is not one."""
        return _read(self)


Book = Mapping[Ruleset, tuple[ListedPuzzle, ...]]


def listed(ruleset: Ruleset) -> tuple[ListedPuzzle, ...]:
    """List the puzzles of a ruleset in the order of their IDs, if it has any."""
    return _own_book().get(ruleset, ())


def puzzles_of(ruleset: Ruleset) -> tuple[Puzzle, ...]:
    """Read every puzzle of a ruleset, which takes too long for an event loop."""
    return tuple(each.read() for each in listed(ruleset))


@cache
def _own_book() -> Book:
    return list_puzzles(FILE.read_text(encoding="utf-8"))


def id_of(ruleset: Ruleset, number: int) -> str:
    """Return the ID of a ruleset's puzzle with that number, from 1 on."""
    version = "" if ruleset.version == 1 else f"{ruleset.version}"
    return f"{ruleset.name}{version}-{number:04}"


@lru_cache(maxsize=256)
def steps_of(puzzle: Puzzle) -> tuple[Step, ...]:
    """Play the whole line of a puzzle. Raise what `bot.game.play` raises."""
    steps: list[Step] = []
    position = puzzle.position
    for turn in puzzle.solution:
        steps.append(play(position, turn))
        position = steps[-1].after
    return tuple(steps)


@dataclass(eq=False, slots=True)
class PuzzleUnreadable(StartRefusal):
    """A line of a file with puzzles, numbered from 1, is neither a ruleset nor a puzzle."""

    message = N_("Line {line} of the puzzles isn't a puzzle: {text}.")

    line: int
    text: Typed


def list_puzzles(text: str) -> Book:
    """List the puzzles of each ruleset, as `write_puzzles` writes them, without parsing them.

    Raise `PuzzleUnreadable`.
    """
    listed: dict[Ruleset, list[ListedPuzzle]] = {}
    ruleset = None
    for number, line in enumerate(_lines(text), 1):
        try:
            if not line:
                ruleset = None
            elif ruleset is None:
                name, version = line.split()
                ruleset = ruleset_of(name, int(version))
                listed[ruleset] = []
            else:
                listed[ruleset].append(_listed(line, ruleset))
        except (ValueError, LookupError) as error:
            raise PuzzleUnreadable(number, line) from error
    return {ruleset: tuple(puzzles) for ruleset, puzzles in listed.items()}


def read_puzzles(text: str) -> dict[Ruleset, list[Puzzle]]:
    """Read the puzzles of each ruleset. Raise `PuzzleUnreadable`."""
    puzzles: dict[Ruleset, list[Puzzle]] = {}
    for ruleset, book in list_puzzles(text).items():
        puzzles[ruleset] = []
        for each in book:
            try:
                puzzles[ruleset].append(each.read())
            except (ValueError, GameRefusal) as error:
                number = _lines(text).index(each.line) + 1
                raise PuzzleUnreadable(number, each.line) from error
    return puzzles


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def _listed(line: str, ruleset: Ruleset) -> ListedPuzzle:
    name, difficulty, letters, _, _ = line.split(_BETWEEN)
    return ListedPuzzle(name, ruleset, int(difficulty), _themes(letters), line)


@cache
def _themes(letters: str) -> Themes:
    return frozenset(map(PuzzleTheme, letters))


@lru_cache(maxsize=256)
def _read(listed: ListedPuzzle) -> Puzzle:
    *_, position, words = listed.line.split(_BETWEEN)
    return Puzzle(
        listed.id,
        read_position(position, listed.ruleset),
        tuple(map(read_turn, words.split())),
        listed.difficulty,
        listed.themes,
    )


def write_puzzles(puzzles: Puzzles) -> str:
    """Write the puzzles of each ruleset: its name and version, then a line for each."""
    sections = {ruleset: list(map(line_of, of_it)) for ruleset, of_it in puzzles.items()}
    return write_sections(sections)


def write_sections(sections: Mapping[Ruleset, Sequence[str]]) -> str:
    """Write the lines of `line_of` for the puzzles of each ruleset."""
    written = ("\n".join([ruleset.versioned_name, *lines]) for ruleset, lines in sections.items())
    return "\n\n".join(written) + "\n"


def line_of(puzzle: Puzzle) -> str:
    """Write a puzzle in a line: its ID, difficulty, themes, position and solution."""
    letters = "".join(theme.value for theme in PuzzleTheme if theme in puzzle.themes)
    solution = " ".join(map(write_turn, puzzle.solution))
    position = write_position(puzzle.position)
    return _BETWEEN.join((puzzle.id, str(puzzle.difficulty), letters, position, solution))
