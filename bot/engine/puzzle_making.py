"""Making puzzles: levels play each other, and what they met is searched for wins along one line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.engine.evaluation import evaluate
from bot.engine.layout import ROW, WEIGHTS_AT
from bot.engine.levels import LEVELS, work_of
from bot.engine.matching import pick, play_match, random_opening
from bot.engine.players import at_level
from bot.engine.proving import Prover, TooMuchWork
from bot.engine.puzzle_collecting import Collection
from bot.engine.puzzles import Puzzle
from bot.engine.thinking import think
from bot.engine.weights import weights_of
from bot.game import Kind, Position, Ruleset, Seat, Turn, play
from bot.game.chance import Chance
from bot.game.compiled import room
from bot.game.perft import state_of

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
    """Give the positions of a match between two levels, some random turns first."""
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
        """Give the puzzle of at most so many turns that a position is, without an id, or none."""
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
        """Give the line that alone wins; nothing where two turns do so, however it is replied."""
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
    """Tell whether there is something to look at, and something to win with."""
    pieces = sum(1 for _ in position.bed)
    _, cats = position.bed.of(position.to_move)
    cats_matter = position.ruleset.lines_win_of is Kind.CAT
    owned = cats.bit_count() + position.pool_of(position.to_move).cats
    return pieces >= FEWEST_PIECES and (owned > 0 or not cats_matter)


def difficulty_of(position: Position, turn: Turn) -> int:
    """Tell how hard a turn is to find, 1 to 5.

    1 where the fourth level finds it, which looks one turn ahead; 2 to 4 where the fifth to the
    seventh do, if they overlook nothing; 5 where those do not.
    """
    works = (work_of(level, position.ruleset) for level in _MEASURES)
    misses = (think(position, (), work).turn != turn for work in works)
    return 1 + max((number for number, missed in enumerate(misses, 1) if missed), default=0)
