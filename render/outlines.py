"""Outlines around the squares of options, and the letters beside them."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import dist
from typing import Final

from PIL import Image

from bot.game import Squares, column_of, row_of
from render.layout import TILE, Point, corner_of, middle_of
from render.palette import OPTIONS, Ink, Palette
from render.scene import letter_of
from render.sprite import Sprite, sprite

WIDTHS: Final = 3
"""Lines over one another take outlines of so many widths in turn."""

APART: Final = 37
"""Letters are kept at least so far apart."""


@cache
def line_sprite(way: Point, width: int, ink: Ink) -> Sprite:
    """Give the outline of a line of three that runs this way: columns and rows for a step."""
    name = "line_diagonal" if all(way) else "line_row"
    outline = sprite(f"{name}_{width % WIDTHS + 1}").with_ink(Ink.OPTION_A, ink)
    return outline.turned(1) if way in ((0, 1), (-1, 1)) else outline


@cache
def recall_sprite(ink: Ink) -> Sprite:
    """Give the outline of a single square."""
    return sprite("recall").with_ink(Ink.OPTION_A, ink)


def way_of(line: Squares) -> Point:
    """Give the columns and rows from one square of a line to the next."""
    return column_of(line[1]) - column_of(line[0]), row_of(line[1]) - row_of(line[0])


def draw_line(picture: Image.Image, line: Squares, width: int, ink: Ink, palette: Palette) -> None:
    """Outline three squares in a row, a column or a diagonal."""
    corners = [corner_of(square) for square in line]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    line_sprite(way_of(line), width, ink).stamp(picture, left, top, palette)


def draw_options(picture: Image.Image, options: tuple[Squares, ...], palette: Palette) -> None:
    """Outline each option in its own colour and letter it."""
    lines = [squares for squares in options if len(squares) > 1]
    for index, squares in reversed(list(enumerate(options))):
        ink = OPTIONS[index]
        if len(squares) == 1:
            recall_sprite(ink).stamp(picture, *corner_of(squares[0]), palette)
        else:
            draw_line(picture, squares, _width(squares, lines), ink, palette)
    for index, place in enumerate(letter_places(options)):
        sprite(f"badge_{letter_of(index).lower()}").stamp_around(picture, *place, palette)


def letter_places(options: tuple[Squares, ...]) -> list[Point]:
    """Choose the middle of each option's letter, so that no letter covers another.

    Single squares choose first, for they have the fewest places.
    """
    places: dict[Squares, Point] = {}
    for squares in sorted(options, key=len):
        places[squares] = _free(squares, list(places.values()))
    return [places[squares] for squares in options]


def _width(line: Squares, lines: list[Squares]) -> int:
    """Count the lines before this one that run over some of its squares the same way."""
    before = lines[: lines.index(line)]
    return sum(
        way_of(other) == way_of(line) and not set(other).isdisjoint(line) for other in before
    )


def _free(squares: Squares, taken: list[Point]) -> Point:
    """Choose the first place that no letter is near, or else the one that is least near."""

    def room(place: Point) -> float:
        return min((dist(place, other) for other in taken), default=APART)

    places = list(_places(squares))
    return next((place for place in places if room(place) >= APART), max(places, key=room))


def _places(squares: Squares) -> Iterator[Point]:
    """Walk over the places where an option's letter can stand, the best first."""
    if len(squares) > 1:
        for first, second in pairwise(squares):
            (x, y), (a, b) = middle_of(first), middle_of(second)
            yield (x + a) // 2, (y + b) // 2
    for across, down in _AT_THE_RIM:
        for square in squares:
            x, y = middle_of(square)
            yield x + across * _RIM, y + down * _RIM


_RIM: Final = TILE // 2 - 16
_AT_THE_RIM: Final = ((1, -1), (-1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (0, 1), (1, 0))
"""The corners of a square, then the middles of its sides."""
