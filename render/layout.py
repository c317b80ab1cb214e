"""The positions of everything in a picture, in pixels from the top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.game import Entry, Seat, Square, Squares, column_of, row_of

WIDTH: Final = 720
HEIGHT: Final = 804
TILE: Final = 104
"""The side of a square."""

EDGE: Final = 48
"""The distance from the picture's edge to the bed, at the left, the top and the right."""

SIDE: Final = 6
"""The number of squares along each side of the bed."""

RIM: Final = 25
"""The distance from the bed to the middle of drawings on its frame."""

Point = tuple[int, int]

Way = tuple[int, int]
"""Columns and rows from one square to the next."""

CUSHION: Final = {Seat.ORANGE: (4, 714), Seat.GRAY: (362, 714)}
"""The top left corners of the cushions with the pools, including their glow."""

CUSHION_SIZE: Final = (354, 90)


def corner_of(square: Square) -> Point:
    """Return the top left corner of a square."""
    return EDGE + column_of(square) * TILE, EDGE + row_of(square) * TILE


def middle_of(square: Square) -> Point:
    """Return the middle of a square."""
    x, y = corner_of(square)
    return x + TILE // 2, y + TILE // 2


def direction(start: Square, end: Square) -> Way:
    """Return the direction from one square to another, as -1, 0 or 1 columns and rows."""
    return _sign(column_of(end) - column_of(start)), _sign(row_of(end) - row_of(start))


def way_along(entry: Entry) -> Way:
    """Return the direction in which a seam piece from this entry travels."""
    onward = 1 if entry.is_ascending else -1
    return (0, onward) if entry.lies_between_columns else (onward, 0)


def point_along(entry: Entry, step: int) -> Point:
    """Return where a seam piece is at step 0 to 5; at -1 and 6 it is on the frame."""
    across = EDGE + (entry.gap + 1) * TILE
    square = step if entry.is_ascending else SIDE - 1 - step
    if 0 <= step < SIDE:
        along = EDGE + square * TILE + TILE // 2
    else:
        along = EDGE - RIM if square < 0 else EDGE + SIDE * TILE + RIM
    return (across, along) if entry.lies_between_columns else (along, across)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


WAYS: Final[tuple[Way, ...]] = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions of a line, starting from its first square by row and then by column."""

SHORTEST: Final = 3


@dataclass(frozen=True, slots=True)
class Run:
    """Three or more squares in a line; the first is the first by row and then by column."""

    squares: Squares
    way: Way


def runs_of(squares: Iterable[Square]) -> tuple[Run, ...]:
    """Return the longest runs in a set of squares."""
    among = frozenset(squares)
    runs = []
    for way in WAYS:
        for first in sorted(among):
            if neighbour(first, (-way[0], -way[1])) in among:
                continue
            run = _run_from(first, way, among)
            if len(run) >= SHORTEST:
                runs.append(Run(run, way))
    return tuple(runs)


def neighbour(square: Square, way: Way) -> Square | None:
    """Return the next square that way; `None` beyond the edge."""
    column, row = column_of(square) + way[0], row_of(square) + way[1]
    if 0 <= column < SIDE and 0 <= row < SIDE:
        return Square(row * SIDE + column)
    return None


def _run_from(first: Square, way: Way, among: frozenset[Square]) -> Squares:
    run = [first]
    while (following := neighbour(run[-1], way)) is not None and following in among:
        run.append(following)
    return tuple(run)
