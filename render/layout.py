"""Where things are in the picture, in pixels from its top left corner."""

from typing import Final

from bot.game import Seat, Square, column_of, row_of

WIDTH: Final = 720
HEIGHT: Final = 804
TILE: Final = 104
"""The side of a square."""

EDGE: Final = 48
"""From the picture's edge to the bed's, at the left, the top and the right."""

Point = tuple[int, int]

CUSHION: Final = {Seat.ORANGE: (4, 714), Seat.GRAY: (362, 714)}
"""The top left corners of the cushions that the pools sit on, their glow with them."""

CUSHION_SIZE: Final = (354, 90)


def corner_of(square: Square) -> Point:
    """Give the top left corner of a square."""
    return EDGE + column_of(square) * TILE, EDGE + row_of(square) * TILE


def middle_of(square: Square) -> Point:
    """Give the middle of a square."""
    x, y = corner_of(square)
    return x + TILE // 2, y + TILE // 2


def direction(start: Square, end: Square) -> Point:
    """Give the signs of the way from one square to another, as columns and rows."""
    return _sign(column_of(end) - column_of(start)), _sign(row_of(end) - row_of(start))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
