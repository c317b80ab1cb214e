"""Squares in a row: where lines are in a set of squares, and which way they run."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.game import Square, Squares, column_of, row_of
from render.layout import SIDE, Way

WAYS: Final[tuple[Way, ...]] = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The ways that a line can run, from its first square by row and column."""

SHORTEST: Final = 3


@dataclass(frozen=True, slots=True)
class Run:
    """Three or more squares in a row, from the first by row and then by column."""

    squares: Squares
    way: Way


def runs_of(squares: Iterable[Square]) -> tuple[Run, ...]:
    """Return the runs in a set of squares, each as long as it is."""
    among = frozenset(squares)
    found = []
    for way in WAYS:
        for first in sorted(among):
            if neighbour(first, (-way[0], -way[1])) in among:
                continue
            run = _from(first, way, among)
            if len(run) >= SHORTEST:
                found.append(Run(run, way))
    return tuple(found)


def neighbour(square: Square, way: Way) -> Square | None:
    """Return the next square that way; `None` beyond the edge."""
    column, row = column_of(square) + way[0], row_of(square) + way[1]
    if 0 <= column < SIDE and 0 <= row < SIDE:
        return Square(row * SIDE + column)
    return None


def _from(first: Square, way: Way, among: frozenset[Square]) -> Squares:
    run = [first]
    while (following := neighbour(run[-1], way)) is not None and following in among:
        run.append(following)
    return tuple(run)
