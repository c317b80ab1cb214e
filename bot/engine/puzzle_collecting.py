"""What a collection of puzzles still wants: its share of each length and theme, nothing twice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine.puzzles import Puzzle, id_of
from bot.engine.symmetry import EVERY_WAY, turned_mask, turned_position, turned_turn
from bot.engine.themes import Theme, theme_of
from bot.game import Kind, Ruleset, write_position, write_turn

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
        """Take in the one that is wanted most, and give it with its id; none where none is."""
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
        """Tell how much a puzzle is wanted: by what its length and theme lack, and by how hard."""
        theme, share = theme_of(puzzle), self._share_of(puzzle.turns)
        most = MOST_PLAIN if theme is Theme.PLAIN else MOST_OF_THEME[puzzle.turns]
        lacking = 1 - self._counts[puzzle.turns, theme] / (most * share)
        room = self._room_for(puzzle.turns) / share
        return max(lacking, 0) * max(room, 0) * puzzle.difficulty


def patterns_of(puzzle: Puzzle) -> frozenset[str]:
    """Give what no other puzzle may have: its position, and its turns beside the pieces that win.

    Each is taken in that one of the eight ways to look at the bed in which it comes first, so that
    a mirrored copy has the same.
    """
    positions = (write_position(turned_position(puzzle.position, way)) for way in EVERY_WAY)
    return frozenset((min(positions), min(_idea(puzzle, way) for way in EVERY_WAY)))


def _idea(puzzle: Puzzle, way: int) -> str:
    """Write the solver's turns, and where its pieces stand that can be part of a line that wins."""
    position = puzzle.position
    kittens, cats = position.bed.of(position.to_move)
    winners = cats if position.ruleset.lines_win_of is Kind.CAT else kittens
    turns = (write_turn(turned_turn(turn, way)) for turn in puzzle.solution[::2])
    return " ".join((*turns, f"{turned_mask(winners, way):x}"))
