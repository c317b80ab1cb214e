"""Patches of cloth that are sewn along their edges, as in a quilt."""

from collections.abc import Callable, Iterator
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Ink, Rgb

Box = tuple[int, int, int, int]
"""The left, upper, right and lower edge of a patch, in pixels."""

Paint = Callable[[Ink], int | Rgb]
"""Returns the value of an ink in a picture: its number if pixels are inks, or else its colour."""

INSET: Final = 7
"""The distance from the edge of a patch to its stitches."""
FRAME: Final = 8
"""The width of the wood around a quilt."""


def draw_frame(picture: Image.Image, quilt: Box, paint: Paint) -> None:
    """Draw the wooden frame around and below a quilt."""
    left, top, right, bottom = quilt
    frame = (left - FRAME, top - FRAME, right + FRAME - 1, bottom + FRAME - 1)
    ImageDraw.Draw(picture).rounded_rectangle(frame, 14, paint(Ink.WOOD))


def draw_patch(picture: Image.Image, box: Box, cloth: Ink, paint: Paint) -> None:
    """Draw a patch of cream or mint, with its stitches."""
    left, top, right, bottom = box
    ImageDraw.Draw(picture).rectangle((left, top, right - 1, bottom - 1), paint(cloth))
    _sew(picture, box, paint(Ink.MINT_DARK if cloth is Ink.MINT else Ink.CREAM_DARK))


def _sew(picture: Image.Image, box: Box, thread: int | Rgb) -> None:
    """Draw the stitches along the edges of a patch."""
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = box[0] + INSET, box[1] + INSET, box[2] - INSET, box[3] - INSET
    long, width = 2 * INSET, max(2, INSET // 3)
    for x in _stitches(left, right, long):
        for y in (top, bottom):
            pen.line((x, y, x + long, y), thread, width)
    for y in _stitches(top, bottom, long):
        for x in (left, right):
            pen.line((x, y, x, y + long), thread, width)


def _stitches(first: int, last: int, long: int) -> Iterator[int]:
    """Yield the starts of the stitches between two ends; the rest is split between the ends."""
    count = (last - first - long) // (2 * long)
    begin = (first + last - (2 * count - 1) * long) // 2
    for number in range(count):
        yield begin + 2 * number * long
