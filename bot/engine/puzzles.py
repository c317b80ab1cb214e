"""Puzzles: positions from matches in which a single line wins, in one to three turns.

They are kept in `puzzles.txt`, a section for each ruleset, a line for each puzzle, which
`boop puzzles make` writes and `boop puzzles verify` proves again. What was published is never
changed, nor numbered anew: servers remember puzzles by their ids.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from bot.engine.reasons import can_win
from bot.errors import StartRefusal
from bot.game import (
    Booped,
    GameRefusal,
    Position,
    Ruleset,
    Step,
    Turn,
    WinBy,
    play,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
    write_turn,
)
from bot.text import N_, Typed

FILE: Final = Path(__file__).with_name("puzzles.txt")
HARDEST: Final = 5
"""Difficulties go from 1 to this."""

_BETWEEN: Final = " | "


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position that its seat to move wins in so many own turns, and the one line that does it.

    `solution` begins and ends with a turn of that seat; between its turns are the replies that
    hold out longest. `difficulty` is 1 to 5, by how much the opponent must think to see it.
    """

    id: str
    position: Position
    turns: int
    solution: tuple[Turn, ...]
    difficulty: int = 1


Puzzles = Mapping[Ruleset, tuple[Puzzle, ...]]


def puzzles_of(ruleset: Ruleset) -> tuple[Puzzle, ...]:
    """Return the puzzles of a ruleset in the order of their ids; none where none were made.

    The first call reads the puzzles of all, which takes too long for an event loop.
    """
    return _every_puzzle().get(ruleset, ())


@cache
def _every_puzzle() -> Puzzles:
    return read_puzzles(FILE.read_text(encoding="utf-8"))


def id_of(ruleset: Ruleset, number: int) -> str:
    """Return the id of a ruleset's puzzle of that number, from 1 on."""
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


def read_puzzles(text: str) -> Puzzles:
    """Read the puzzles of each ruleset, as `write_puzzles` writes them.

    Raise `PuzzleUnreadable`.
    """
    found: dict[Ruleset, list[Puzzle]] = {}
    ruleset = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if not line:
                ruleset = None
            elif ruleset is None:
                name, version = line.split()
                ruleset = ruleset_of(name, int(version))
                found[ruleset] = []
            else:
                found[ruleset].append(_read(line, ruleset))
        except (ValueError, LookupError, GameRefusal) as error:
            raise PuzzleUnreadable(number, line) from error
    return {ruleset: tuple(puzzles) for ruleset, puzzles in found.items()}


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


class Theme(Enum):
    """What the solver has to see, the rarest first: the first that fits is a puzzle's own."""

    FULL_BED = "all pieces on the bed"
    """It wins with every cat on the bed."""
    SEAM = "a seam piece laid"
    """A seam piece has to be laid."""
    HOLDING = "holding off a threat"
    """The other seat would win with its next turn, and is held off on the way."""
    RECALL = "a recall"
    """A single piece has to be taken back."""
    GROWING = "growing up"
    """Pieces have to graduate before the win."""
    PUSHING = "a push into line"
    """The last turn pushes a piece into the line that wins."""
    THREATENING = "two threats at once"
    """Something is threatened that cannot all be held off."""
    PLAIN = "three in a line"
    """A piece completes the line beside it."""


def theme_of(puzzle: Puzzle) -> Theme:
    """Return what a puzzle is about."""
    return next(_themes(puzzle))


def _themes(puzzle: Puzzle) -> Iterator[Theme]:
    steps = steps_of(puzzle)
    own, last = steps[::2], steps[-1]
    if last.win is None:
        raise ValueError(f"{puzzle.id} ends without a win")
    if last.win.by is WinBy.FULL_BED:
        yield Theme.FULL_BED
    if any(step.turn.seam for step in own):
        yield Theme.SEAM
    if any(can_win(step.before, step.before.to_move.other) for step in own[:-1]):
        yield Theme.HOLDING
    if any(len(step.turn.leaves) == 1 or step.turn.recall is not None for step in own):
        yield Theme.RECALL
    if any(len(step.turn.leaves) > 1 for step in own):
        yield Theme.GROWING
    pushed = {event.end for event in last.events if isinstance(event, Booped)}
    if pushed.intersection(last.win.squares):
        yield Theme.PUSHING
    yield Theme.THREATENING if len(own) > 1 else Theme.PLAIN
