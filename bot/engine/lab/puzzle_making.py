"""Making puzzles: let levels play each other, and search their positions for forced play."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.finding import MOST_NODES, Finder, difficulty_of
from bot.engine.lab.matching import at_level, play_match, random_opening
from bot.engine.levels import LEVELS
from bot.engine.puzzles import GOALS, LENGTHS, TO_HOLD, Puzzle, PuzzleTheme, id_of
from bot.engine.reasons import can_win
from bot.engine.symmetry import EVERY_WAY, common_text, turned_mask, turned_turn
from bot.game import (
    Kind,
    Position,
    Ruleset,
    Seat,
    play,
    write_turn,
)
from bot.game.chance import Chance, pick

MOST_OF_GOAL: Final = {TO_HOLD: 0.3, 1: 0.25, 2: 0.5, 3: 0.4}
"""The greatest share of the puzzles that a goal may have."""
MOST_OF_MOTIF: Final = 0.7
MOST_PLAIN: Final = 0.4
"""The largest share that one motif has of the puzzles that win in the same number of turns."""
AHEAD: Final = 16
"""For how many further puzzles each share is computed, so that shares hold from the first on."""
RARE: Final = frozenset((PuzzleTheme.CHOOSE, PuzzleTheme.GRADUATE, PuzzleTheme.EIGHT_CATS))
"""Themes too rare in matches to leave any out."""
_MOTIFS: Final = tuple(theme for theme in PuzzleTheme if theme not in LENGTHS)


def motif_of(puzzle: Puzzle) -> PuzzleTheme | None:
    """Return the rarest theme of a puzzle; `None` if it has only a length."""
    return next((each for each in _MOTIFS if each in puzzle.themes), None)


class Collection:
    """The puzzles of a ruleset so far, and which ones are wanted until there are `size`."""

    def __init__(self, ruleset: Ruleset, kept: Sequence[Puzzle], size: int) -> None:
        self._ruleset = ruleset
        self._size = size
        self._number = 0
        self._patterns: set[str] = set()
        self._counts: Counter[tuple[int, PuzzleTheme | None]] = Counter()
        for puzzle in kept:
            self._take(puzzle)

    @property
    def is_full(self) -> bool:
        """Whether there are enough puzzles."""
        return self._number >= self._size

    @property
    def goals(self) -> frozenset[int]:
        """The goals that still need puzzles."""
        return frozenset(goal for goal in GOALS if self._room_for(goal) >= 1)

    def add_best(self, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
        """Add the most wanted puzzle of each goal, and all rare ones.

        Return them with their IDs and difficulties.
        """
        added: list[Puzzle] = []
        of_goal = Counter[int]()
        for puzzle in sorted(puzzles, key=self._wish, reverse=True):
            is_rare = not RARE.isdisjoint(puzzle.themes)
            is_wanted = self._wish(puzzle) > 0 and (is_rare or not of_goal[puzzle.goal])
            if is_wanted and not self.is_full and self._patterns.isdisjoint(patterns_of(puzzle)):
                of_goal[puzzle.goal] += 1
                added.append(self._numbered(puzzle))
                self._take(puzzle)
        return added

    def _numbered(self, puzzle: Puzzle) -> Puzzle:
        number = id_of(self._ruleset, self._number + 1)
        return replace(puzzle, id=number, difficulty=difficulty_of(puzzle))

    def _take(self, puzzle: Puzzle) -> None:
        self._patterns |= patterns_of(puzzle)
        self._counts[puzzle.goal, motif_of(puzzle)] += 1
        self._number += 1

    def _room_for(self, goal: int) -> float:
        have = sum(count for (each, _), count in self._counts.items() if each == goal)
        return self._most_of(goal) - have

    def _most_of(self, goal: int) -> float:
        return MOST_OF_GOAL[goal] * min(self._size, self._number + AHEAD)

    def _wish(self, puzzle: Puzzle) -> float:
        """Return how much the puzzles lack one of this goal and motif; 0 if they have enough."""
        if self._room_for(puzzle.goal) < 1:
            return 0
        if not RARE.isdisjoint(puzzle.themes):
            return 2
        if puzzle.holds:
            # A player under an immediate threat need not look far.
            position = puzzle.position
            return 0.5 if can_win(position, position.to_move.other) else 1
        motif = motif_of(puzzle)
        most = (MOST_PLAIN if motif is None else MOST_OF_MOTIF) * self._most_of(puzzle.goal)
        return max(1 - self._counts[puzzle.goal, motif] / most, 0)


def patterns_of(puzzle: Puzzle) -> frozenset[str]:
    """Return texts that must be unique: a puzzle's position, and its turns with winning pieces.

    Write each in the orientation of the bed (one of eight) that sorts first, so that a mirrored
    copy gives the same text.
    """
    idea = min(_idea(puzzle, way) for way in EVERY_WAY)
    return frozenset((common_text(puzzle.position), idea))


def _idea(puzzle: Puzzle, way: int) -> str:
    """Write the solver's turns, and the places of the pieces that can be part of a winning line."""
    position = puzzle.position
    winner = position.to_move.other if puzzle.holds else position.to_move
    kittens, cats = position.bed.of(winner)
    winners = cats if position.ruleset.lines_win_of is Kind.CAT else kittens
    turns = (write_turn(turned_turn(turn, way)) for turn in puzzle.solution[::2])
    return " ".join((*turns, f"{turned_mask(winners, way):x}", *("!" if puzzle.holds else ())))


_PLAYERS: Final = LEVELS[2:6]
_FIRST_PLY: Final = 8
_LONGEST_OPENING: Final = 4


@dataclass(frozen=True, slots=True)
class SearchedMatch:
    """A match that was searched: its number, its length, and its puzzles."""

    match: int
    turns: int
    puzzles: Sequence[Puzzle]


def make_puzzles(
    ruleset: Ruleset,
    collection: Collection,
    chance_of: Callable[[int], Chance],
    most_nodes: int = MOST_NODES,
) -> Iterator[SearchedMatch]:
    """Play matches and search them until the collection is full.

    `chance_of` returns the chance of each match by its number, from 1 on; equal chances, work and
    collections give equal puzzles.
    """
    finder = Finder(ruleset, most_nodes)
    match = 0
    while not collection.is_full:
        match += 1
        positions = _met(ruleset, chance_of(match))
        found = (finder.find(each, collection.goals) for each in positions[_FIRST_PLY:])
        puzzles = [puzzle for puzzle in found if puzzle is not None]
        yield SearchedMatch(match, len(positions), collection.add_best(puzzles))


def _met(ruleset: Ruleset, chance: Chance) -> list[Position]:
    """Return the positions of a match between two levels, after some random turns."""
    opening = random_opening(ruleset, int(chance.random() * (_LONGEST_OPENING + 1)), chance)
    players = {seat: at_level(pick(_PLAYERS, chance), chance) for seat in Seat}
    position = Position.start(ruleset)
    positions = []
    for turn in play_match(ruleset, opening, players).turns:
        positions.append(position)
        position = play(position, turn).after
    return positions
