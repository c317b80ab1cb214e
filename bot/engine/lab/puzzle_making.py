"""Making puzzles: let levels play each other, and search the positions for forced wins."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.engine.evaluation import evaluate, weights_of
from bot.engine.lab.matching import at_level, play_match, random_opening
from bot.engine.levels import LEVELS, work_of
from bot.engine.proving import MOST_TURNS_PROVED, Prover, TooMuchWork
from bot.engine.puzzles import HARDEST, Puzzle, Theme, id_of, theme_of
from bot.engine.thinking import think
from bot.engine.tree import ROW, WEIGHTS_AT
from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    Bed,
    Entry,
    GameRefusal,
    Kind,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Square,
    Squares,
    Step,
    Turn,
    column_of,
    play,
    row_of,
    write_position,
    write_turn,
)
from bot.game.chance import Chance, pick
from bot.game.compiled import room
from bot.game.perft import state_of
from bot.game.squares import COLUMNS, SIZE, Mask, mask_of, squares_of


def _symmetry(number: int) -> Squares:
    """Mirror columns by the number's first bit, rows by its second; exchange both by its third.

    Return where each square goes, by its index.
    """
    last = len(COLUMNS) - 1
    ends = []
    for square in EVERY_SQUARE:
        column, row = column_of(square), row_of(square)
        if number & 1:
            column = last - column
        if number & 2:
            row = last - row
        if number & 4:
            column, row = row, column
        ends.append(Square(row * SIZE + column))
    return tuple(ends)


EVERY_WAY: Final = range(8)
_SYMMETRIES: Final = tuple(map(_symmetry, EVERY_WAY))


def _entry_by(symmetry: Squares, entry: Entry) -> Entry:
    wanted = _way(symmetry[square] for step in (0, 1) for square in entry.squares_at(step))
    return next(
        other
        for other in ENTRIES
        if _way(square for step in (0, 1) for square in other.squares_at(step)) == wanted
    )


def _way(squares: Iterable[Square]) -> tuple[frozenset[Square], frozenset[Square]]:
    """Tell the squares beside a seam piece at its first step apart from those at its second."""
    first, second, third, fourth = squares
    return frozenset((first, second)), frozenset((third, fourth))


_ENTRIES: Final = tuple(
    {entry: _entry_by(symmetry, entry) for entry in ENTRIES} for symmetry in _SYMMETRIES
)


def turned_position(position: Position, way: int) -> Position:
    """Return the position after one of the eight ways, colours exchanged where gray is to move."""
    mover = position.to_move
    other = mover.other
    masks = (*position.bed.of(mover), *position.bed.of(other))
    return Position(
        Bed(*(turned_mask(mask, way) for mask in masks)),
        position.pool_of(mover),
        position.pool_of(other),
        Seat.ORANGE,
        position.ruleset,
        _turned_seam(position.seam_of(mover), way),
        _turned_seam(position.seam_of(other), way),
    )


def turned_turn(turn: Turn, way: int) -> Turn:
    """Return the turn after one of the eight ways."""
    symmetry = _SYMMETRIES[way]
    return Turn(
        replace(turn.placement, square=symmetry[turn.placement.square]),
        tuple(sorted(symmetry[square] for square in turn.leaves)),
        turn.wins,
        None if turn.recall is None else symmetry[turn.recall],
        None if turn.seam is None else _ENTRIES[way][turn.seam],
    )


def turned_mask(mask: Mask, way: int) -> Mask:
    """Return squares after one of the eight ways."""
    return mask_of(_SYMMETRIES[way][square] for square in squares_of(mask))


def _turned_seam(seam: SeamPiece | None, way: int) -> SeamPiece | None:
    return seam and replace(seam, entry=_ENTRIES[way][seam.entry])


SHARES: Final = {1: 0.25, 2: 0.5, 3: 0.25}
"""How many of the puzzles take so many turns."""
MOST_OF_THEME: Final = {1: 0.7, 2: 0.4, 3: 0.4}
MOST_PLAIN: Final = 0.3
"""No theme has a greater share of the puzzles of a length."""
AHEAD: Final = 16
"""The shares hold from the first puzzle on, but that a length may have its part of so many more."""


class Collection:
    """The puzzles of a ruleset so far, and which are wanted until there are so many in all."""

    def __init__(self, ruleset: Ruleset, kept: Sequence[Puzzle], size: int) -> None:
        self._ruleset = ruleset
        self._size = size
        self._number = 0
        self._patterns: set[str] = set()
        self._counts: Counter[tuple[int, Theme]] = Counter()
        for puzzle in kept:
            self._take(puzzle)

    @property
    def is_full(self) -> bool:
        """Whether nothing more is wanted."""
        return self._number >= self._size

    @property
    def longest(self) -> int:
        """The most turns of which puzzles are still wanted."""
        return max((turns for turns in SHARES if self._room_for(turns) > 0), default=0)

    def add_best(self, puzzles: Sequence[Puzzle]) -> Puzzle | None:
        """Take in the one that is wanted most, and return it with its id; none where none is."""
        wishes = {
            puzzle: self._wish(puzzle)
            for puzzle in puzzles
            if self._patterns.isdisjoint(patterns_of(puzzle))
        }
        best = max(wishes, key=wishes.__getitem__, default=None)
        if best is None or wishes[best] <= 0:
            return None
        best = replace(best, id=id_of(self._ruleset, self._number + 1))
        self._take(best)
        return best

    def _take(self, puzzle: Puzzle) -> None:
        self._patterns |= patterns_of(puzzle)
        self._counts[puzzle.turns, theme_of(puzzle)] += 1
        self._number += 1

    def _room_for(self, turns: int) -> float:
        have = sum(count for (length, _), count in self._counts.items() if length == turns)
        return self._share_of(turns) - have

    def _share_of(self, turns: int) -> float:
        return SHARES[turns] * min(self._size, self._number + AHEAD)

    def _wish(self, puzzle: Puzzle) -> float:
        """Return how much a puzzle is wanted: by what its length and theme lack, and how hard."""
        theme, share = theme_of(puzzle), self._share_of(puzzle.turns)
        most = MOST_PLAIN if theme is Theme.PLAIN else MOST_OF_THEME[puzzle.turns]
        lacking = 1 - self._counts[puzzle.turns, theme] / (most * share)
        room = self._room_for(puzzle.turns) / share
        return max(lacking, 0) * max(room, 0) * puzzle.difficulty


def patterns_of(puzzle: Puzzle) -> frozenset[str]:
    """Return what no other puzzle may have: its position, and its turns beside the pieces that win.

    Each is taken in that one of the eight ways to look at the bed in which it comes first, so that
    a mirrored copy has the same.
    """
    positions = (write_position(turned_position(puzzle.position, way)) for way in EVERY_WAY)
    return frozenset((min(positions), min(_idea(puzzle, way) for way in EVERY_WAY)))


def _idea(puzzle: Puzzle, way: int) -> str:
    """Write the solver's turns, and where its pieces are that can be part of a line that wins."""
    position = puzzle.position
    kittens, cats = position.bed.of(position.to_move)
    winners = cats if position.ruleset.lines_win_of is Kind.CAT else kittens
    turns = (write_turn(turned_turn(turn, way)) for turn in puzzle.solution[::2])
    return " ".join((*turns, f"{turned_mask(winners, way):x}"))


FEWEST_PIECES: Final = 8
"""With fewer on the bed there is too little to look at."""

_PLAYERS: Final = LEVELS[2:6]
_FIRST_PLY: Final = 8
_LONGEST_OPENING: Final = 4
_MEASURES: Final = LEVELS[3:7]
_MOST_NODES: Final = 2_000_000
"""More positions than any but a few questions take; those are left alone."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A match that was searched: its number, its length, and the puzzle that it gave, if any."""

    match: int
    turns: int
    puzzle: Puzzle | None


def make_puzzles(
    ruleset: Ruleset, collection: Collection, chance_of: Callable[[int], Chance]
) -> Iterator[Searched]:
    """Play matches and search them until the collection is full.

    `chance_of` gives the chance of each match by its number, from 1 on; equal chances, beside equal
    collections, give equal puzzles.
    """
    finder = Finder(ruleset)
    match = 0
    while not collection.is_full:
        match += 1
        positions = _met(ruleset, chance_of(match))
        puzzles = [
            puzzle
            for position in positions[_FIRST_PLY:]
            for puzzle in finder.puzzles_in(position, collection.longest)
        ]
        yield Searched(match, len(positions), collection.add_best(puzzles))


def _met(ruleset: Ruleset, chance: Chance) -> list[Position]:
    """Return the positions of a match between two levels, some random turns first."""
    opening = random_opening(ruleset, int(chance.random() * (_LONGEST_OPENING + 1)), chance)
    players = {seat: at_level(pick(_PLAYERS, chance), chance) for seat in Seat}
    position = Position.start(ruleset)
    positions = []
    for turn in play_match(ruleset, opening, players).turns:
        positions.append(position)
        position = play(position, turn).after
    return positions


class Finder:
    """Finds the puzzle in a position, if it is one."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._prover = Prover(ruleset, _MOST_NODES)
        self._row = WEIGHTS_AT + len(weights_of(ruleset))
        self._memory = room(self._row + ROW)
        for number, weight in enumerate(weights_of(ruleset)):
            self._memory[WEIGHTS_AT + number] = weight

    def puzzles_in(self, position: Position, longest: int) -> Iterator[Puzzle]:
        """Yield the puzzle of at most so many turns that a position is, without an id, or none."""
        if not _has_enough(position):
            return
        try:
            turns = self._turns_to_win(position, longest)
            line = self._line(position, turns) if turns else ()
        except TooMuchWork:
            return
        if line:
            yield Puzzle("", position, turns, line, difficulty_of(position, line[0]))

    def _turns_to_win(self, position: Position, longest: int) -> int:
        for turns in range(1, longest + 1):
            if self._prover.can_win(position, turns):
                return turns
        return 0

    def _line(self, position: Position, turns: int) -> tuple[Turn, ...]:
        """Return the line that alone wins; nothing where two turns do so, however it is replied."""
        winning = self._prover.winning_turns(position, turns)
        if len(winning) != 1:
            return ()
        if turns == 1:
            return winning
        after = play(position, winning[0]).after
        replies = self._prover.best_replies(after, turns - 1)
        for reply in sorted(replies, key=lambda reply: self._worth(play(after, reply).after)):
            rest = self._line(play(after, reply).after, turns - 1)
            if rest:
                return (winning[0], reply, *rest)
        return ()

    def _worth(self, position: Position) -> int:
        *state, rules = state_of(position)
        for place, value in enumerate(state):
            self._memory[self._row + place] = value
        return evaluate(self._memory, self._row, rules)


def _has_enough(position: Position) -> bool:
    """Return whether there is something to look at, and something to win with."""
    pieces = sum(1 for _ in position.bed)
    _, cats = position.bed.of(position.to_move)
    cats_matter = position.ruleset.lines_win_of is Kind.CAT
    owned = cats.bit_count() + position.pool_of(position.to_move).cats
    return pieces >= FEWEST_PIECES and (owned > 0 or not cats_matter)


def difficulty_of(position: Position, turn: Turn) -> int:
    """Return how hard a turn is to find, 1 to 5.

    1 where the fourth level finds it, which looks one turn ahead; 2 to 4 where the fifth to the
    seventh do, if they overlook nothing; 5 where those do not.
    """
    works = (work_of(level, position.ruleset) for level in _MEASURES)
    misses = (think(position, (), work).turn != turn for work in works)
    return 1 + max((number for number, missed in enumerate(misses, 1) if missed), default=0)


class Fault(Enum):
    """What is wrong with a puzzle, or with a turn of its line."""

    MISNUMBERED = "it is not numbered in turn"
    ALIKE = "it looks like one before it"
    ODD = "no puzzle has such a length or difficulty"
    ILLEGAL = "it cannot be played"
    NOT_IN_FULL = "it is not written in full"
    NO_END = "the line does not end with the win, and there alone"
    SOONER = "the win can be had sooner"
    NOT_FORCED = "it forces no win in time"
    NOT_ALONE = "another turn wins too"
    WEAK_REPLY = "another reply holds out longer"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a puzzle, and at which turn of its line, from 1; 0 for all of it."""

    fault: Fault
    turn: int = 0


def flaws_in(
    ruleset: Ruleset, puzzles: Sequence[Puzzle], prover: Prover
) -> Iterator[tuple[Puzzle, Flaw | None]]:
    """Prove each puzzle of a ruleset, that no two are alike, and that none was numbered anew."""
    patterns: set[str] = set()
    for number, puzzle in enumerate(puzzles, 1):
        flaw = flaw_of(puzzle, prover)
        if flaw is None and puzzle.id != id_of(ruleset, number):
            flaw = Flaw(Fault.MISNUMBERED)
        if flaw is None and not patterns.isdisjoint(patterns_of(puzzle)):
            flaw = Flaw(Fault.ALIKE)
        if flaw is None:
            patterns |= patterns_of(puzzle)
        yield puzzle, flaw


def flaw_in_line(puzzle: Puzzle) -> Flaw | None:
    """Play the line, which is cheap, and say what is wrong with it; `None` if nothing is."""
    turns = len(puzzle.solution)
    fits = turns == 2 * puzzle.turns - 1 and 1 <= puzzle.turns <= MOST_TURNS_PROVED
    if not fits or not 1 <= puzzle.difficulty <= HARDEST:
        return Flaw(Fault.ODD)
    position = puzzle.position
    for number, turn in enumerate(puzzle.solution, 1):
        step = _played(position, turn)
        if step is None:
            return Flaw(Fault.ILLEGAL, number)
        if step.turn != turn:
            return Flaw(Fault.NOT_IN_FULL, number)
        if (step.win is None) is (number == turns):
            return Flaw(Fault.NO_END, number)
        position = step.after
    return None


def _played(position: Position, turn: Turn) -> Step | None:
    try:
        return play(position, turn)
    except GameRefusal:
        return None


def flaw_of(puzzle: Puzzle, prover: Prover) -> Flaw | None:
    """Prove a puzzle by every turn and every reply, and say what is wrong; `None` if nothing is."""
    flaw = flaw_in_line(puzzle)
    position, left = puzzle.position, puzzle.turns
    for number, turn in enumerate(puzzle.solution, 1):
        if flaw is not None:
            break
        if number % 2:
            flaw = _flaw_of_turn(position, turn, left, prover, number)
            left -= 1
        elif turn not in prover.best_replies(position, left):
            flaw = Flaw(Fault.WEAK_REPLY, number)
        position = play(position, turn).after
    return flaw


def _flaw_of_turn(
    position: Position, turn: Turn, left: int, prover: Prover, number: int
) -> Flaw | None:
    if prover.can_win(position, left - 1):
        return Flaw(Fault.SOONER, number)
    winning = prover.winning_turns(position, left)
    if turn not in winning:
        return Flaw(Fault.NOT_FORCED, number)
    return Flaw(Fault.NOT_ALONE, number) if len(winning) > 1 else None
