"""The lessons of a ruleset as a path of stones across a quilt, with a kitten on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.layout import Point
from render.lettering import lettered
from render.palette import Ink
from render.png import as_png
from render.quilt import Box, draw_frame, draw_patch
from render.sprite import Sprite, disc, inked, sprite
from render.theme import DAY_QUILT, Theme

WIDTH: Final = 720
MARGIN: Final = 20
COLUMNS: Final = 4
"""The most stones in a row. A path with fewer stones has wider patches."""
PATCH: Final = 128
"""The height of a patch."""
STONE: Final = 84
SMALL_STONE: Final = 46
RIM: Final = 6
LETTERS: Final = 44
SMALL_LETTERS: Final = 28

_STITCH: Final = 14
"""The length of a stitch of the path, and of the gap after it."""
_THREAD: Final = 8
_BESIDE: Final = (50, 34)
"""The offset of the number from the middle of a stone that carries the kitten or the cat."""


@dataclass(frozen=True, slots=True)
class LessonPath:
    """A path with a stone for each lesson, in order; `done` says which lessons are done.

    `kitten` is the index of the stone on which the kitten stands. It is None once all lessons are
    done; a cat sits on the last stone then.
    """

    done: tuple[bool, ...]
    kitten: int | None
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if self.kitten is not None and not 0 <= self.kitten < len(self.done):
            raise ValueError(f"no stone {self.kitten} on a path of {len(self.done)}")


def draw_path(path: LessonPath) -> bytes:
    """Return a path as the bytes of a PNG; equal ones give equal bytes."""
    stones = len(path.done)
    columns, rows = min(COLUMNS, stones), -(-stones // COLUMNS)
    height = 2 * MARGIN + rows * PATCH
    picture = Image.new("L", (WIDTH, height), int(Ink.FLOOR))
    draw_frame(picture, (MARGIN, MARGIN, WIDTH - MARGIN, height - MARGIN), int)
    for row in range(rows):
        for column in range(columns):
            cloth = Ink.MINT if (row + column) % 2 else Ink.CREAM
            draw_patch(picture, _box_of(row, column, columns), cloth, int)
    middles = _middles(stones, columns)
    _sew_path(picture, middles, path)
    for number, middle in enumerate(middles):
        _draw_stone(picture, middle, number, path)
    return as_png(picture, path.theme.palette)


def _box_of(row: int, column: int, columns: int) -> Box:
    width = (WIDTH - 2 * MARGIN) // columns
    left, top = MARGIN + column * width, MARGIN + row * PATCH
    # The last patch takes the remainder of the division.
    right = WIDTH - MARGIN if column == columns - 1 else left + width
    return left, top, right, top + PATCH


def _middles(stones: int, columns: int) -> list[Point]:
    """Return the middles of the stones. Every other row runs from right to left."""
    middles = []
    for number in range(stones):
        row, along = divmod(number, columns)
        column = along if row % 2 == 0 else columns - 1 - along
        left, top, right, bottom = _box_of(row, column, columns)
        middles.append(((left + right) // 2, (top + bottom) // 2))
    return middles


def _sew_path(picture: Image.Image, middles: Sequence[Point], path: LessonPath) -> None:
    """Draw the path from stone to stone, in gold after each lesson that is done."""
    pen = ImageDraw.Draw(picture)
    for number, ((left, top), (right, bottom)) in enumerate(pairwise(middles)):
        length = abs(right - left) + abs(bottom - top)
        across, down = (right - left) / length, (bottom - top) / length
        ink = Ink.GOLD_DARK if path.done[number] else Ink.GRAY
        for begin in range(_STITCH // 2, length, 2 * _STITCH):
            points = [
                (round(left + across * along), round(top + down * along))
                for along in (begin, begin + _STITCH)
            ]
            pen.line([*points[0], *points[1]], int(ink), _THREAD)


def _draw_stone(picture: Image.Image, middle: Point, number: int, path: LessonPath) -> None:
    palette, is_last = path.theme.palette, number == len(path.done) - 1
    face = Ink.GOLD if path.done[number] else Ink.PAPER
    _put_stone(picture, middle, STONE, face, path)
    across, down = middle
    is_on_it = number == path.kitten or (path.kitten is None and is_last)
    if not is_on_it:
        _put_number(picture, middle, number, LETTERS, path)
        return
    animal = "orange_cat" if path.kitten is None else "orange_kitten"
    sprite(path.theme.drawing(animal)).stamp_around(picture, across, down - 14, palette)
    beside = across + _BESIDE[0], down + _BESIDE[1]
    _put_stone(picture, beside, SMALL_STONE, face, path)
    _put_number(picture, beside, number, SMALL_LETTERS, path)


def _put_stone(picture: Image.Image, middle: Point, side: int, face: Ink, path: LessonPath) -> None:
    palette = path.theme.palette
    _disc(side, Ink.COUNT).stamp_around(picture, *middle, palette)
    _disc(side - RIM, face).stamp_around(picture, *middle, palette)


def _put_number(
    picture: Image.Image, middle: Point, number: int, size: int, path: LessonPath
) -> None:
    """Write the number of a stone on it. Digits are 0.7 times as high as their font size."""
    across, down = middle
    ink = Ink.OUTLINE if path.done[number] else Ink.COUNT
    letters = lettered(str(number + 1), size, ink)
    letters.stamp_around(picture, across, down + round(size * 0.35), path.theme.palette)


@cache
def _disc(side: int, ink: Ink) -> Sprite:
    return inked(disc(side), ink)
