"""The canvas of charts with curves: sizes, the quilt, and shapes with smooth edges."""

import io
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Ink, Palette, Rgb

WIDTH: Final = 720
HEIGHT: Final = 440
LEFT: Final = 98
RIGHT: Final = WIDTH - 28
TOP: Final = 80
BOTTOM: Final = HEIGHT - 66
FRAME: Final = 8
TITLE: Final = 38
SMALL: Final = 30
TITLE_LEAST: Final = 24
"""The smallest size of a title, used if it is too long for a larger size."""

SMOOTH: Final = 2
"""How much larger masks are drawn; shrinking them makes edges smooth."""

Box = tuple[int, int, int, int]
Point = tuple[float, float]

WITHIN: Final[Box] = (LEFT - FRAME, TOP, RIGHT + FRAME, BOTTOM)
"""The box that a curve may cover: the quilt, and its frame on both sides."""


def empty_picture(palette: Palette) -> Image.Image:
    """Return an empty RGB picture."""
    return Image.new("RGB", (WIDTH, HEIGHT), palette.inks[Ink.FLOOR])


def draw_quilt(picture: Image.Image, palette: Palette) -> None:
    """Draw the quilt in its frame."""
    pen, inks = ImageDraw.Draw(picture), palette.inks
    box = (LEFT - FRAME, TOP - FRAME, RIGHT + FRAME, BOTTOM + FRAME)
    pen.rounded_rectangle(box, 14, inks[Ink.WOOD])
    pen.rectangle((LEFT, TOP, RIGHT, BOTTOM), inks[Ink.CREAM])


def empty_mask() -> Image.Image:
    """Return an empty mask, `SMOOTH` times as large as the picture."""
    return Image.new("L", (WIDTH * SMOOTH, HEIGHT * SMOOTH))


def on_mask(point: Point) -> Point:
    """Convert a point of the picture to a point of a mask."""
    return point[0] * SMOOTH, point[1] * SMOOTH


def paint_through(
    picture: Image.Image, large_mask: Image.Image, colour: Rgb, box: Box = WITHIN
) -> None:
    """Paint a colour through a mask, only within the box."""
    small = large_mask.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    picture.paste(colour, box, small.crop(box))


def png_of(picture: Image.Image) -> bytes:
    """Return a picture of few colours as the bytes of a PNG; equal ones give equal bytes."""
    out = io.BytesIO()
    # 128 colours are enough: there are few, and the shades on the edges of curves and letters.
    indexed = picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    indexed.save(out, "PNG", optimize=True)
    return out.getvalue()
