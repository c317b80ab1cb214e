"""Puzzles: positions from played matches in which one line alone wins, in one to three own turns.

They are kept in `puzzles.txt`, a section for each ruleset, a line for each puzzle, which
`boop puzzles make` writes and `boop puzzles verify` proves again. What was published is never
changed, nor numbered anew: servers remember puzzles by their ids.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.game import (
    Position,
    Ruleset,
    Turn,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
    write_turn,
)

FILE: Final = Path(__file__).with_name("puzzles.txt")
HARDEST: Final = 5
"""Difficulties go from 1 to this."""

_BETWEEN: Final = " | "


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position that its seat to move wins in so many own turns, and the one line that does it.

    `solution` begins and ends with a turn of that seat; between its turns stand the replies that
    hold out longest. `difficulty` is 1 to 5, by how much the opponent must think to see it.
    """

    id: str
    position: Position
    turns: int
    solution: tuple[Turn, ...]
    difficulty: int = 1


Puzzles = Mapping[Ruleset, tuple[Puzzle, ...]]


@lru_cache
def puzzles_of(ruleset: Ruleset) -> tuple[Puzzle, ...]:
    """Give the puzzles of a ruleset in the order of their ids; none where none were made."""
    return read_puzzles(FILE.read_text(encoding="utf-8")).get(ruleset, ())


def id_of(ruleset: Ruleset, number: int) -> str:
    """Give the id of a ruleset's puzzle of that number, from 1 on."""
    version = "" if ruleset.version == 1 else f"{ruleset.version}"
    return f"{ruleset.name}{version}-{number:04}"


def read_puzzles(text: str) -> Puzzles:
    """Read the puzzles of each ruleset, as `write_puzzles` writes them."""
    found: dict[Ruleset, tuple[Puzzle, ...]] = {}
    for section in text.split("\n\n"):
        title, *lines = section.strip().splitlines()
        name, version = title.split()
        ruleset = ruleset_of(name, int(version))
        found[ruleset] = tuple(_read(line, ruleset) for line in lines)
    return found


def _read(line: str, ruleset: Ruleset) -> Puzzle:
    name, difficulty, position, words = line.split(_BETWEEN)
    solution = tuple(map(read_turn, words.split()))
    turns = (len(solution) + 1) // 2
    return Puzzle(name, read_position(position, ruleset), turns, solution, int(difficulty))


def write_puzzles(puzzles: Puzzles) -> str:
    """Write the puzzles of each ruleset: its name and version, then a line for each."""
    sections = (
        "\n".join([f"{ruleset.name} {ruleset.version}", *map(_written, of_it)])
        for ruleset, of_it in puzzles.items()
    )
    return "\n\n".join(sections) + "\n"


def _written(puzzle: Puzzle) -> str:
    solution = " ".join(map(write_turn, puzzle.solution))
    return _BETWEEN.join(
        (puzzle.id, str(puzzle.difficulty), write_position(puzzle.position), solution)
    )
