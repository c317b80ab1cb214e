"""Builds the sprites from the SVG sources: `python -m render.assets.build`.

It needs `resvg-py`, a tool for those who change the art; the program itself never imports it.
A sprite is a PNG of two bands: the ink of each pixel, and how much the pixel covers what lies
below, in quarters.
"""

import importlib
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

from render.assets.threads import outlines
from render.palette import COVERAGES, DAY, MIXTURES, OPTIONS, Ink, Rgb, distance, nearest

HERE: Final = Path(__file__).parent
SOURCES: Final = HERE / "svg"
SPRITES: Final = HERE / "sprites"
FONT: Final = HERE / "font" / "Fredoka-SemiBold.ttf"

PIECES: Final = ("orange_kitten", "orange_cat", "gray_kitten", "gray_cat")
POOL_SIZES: Final = {"kitten": 70, "cat": 71}
FALLING_SIZES: Final = {"kitten": 68, "cat": 54}
FALLS: Final = {"north": -20, "northeast": -65}
ROUNDING: Final = 100_000

COARSE: Final = frozenset(
    {"better", "hint", "preview", "turn", *(f"patch_{each}" for each in range(1, 9))}
)
"""Large outlines, whose edges are smoothed in halves: quarters would take twice the time."""

SQUARED: Final = (
    ('<circle cx="22" cy="22" r="20"', '<rect x="2" y="2" width="40" height="40" rx="8"'),
    ('<circle cx="22" cy="22" r="17.5"', '<rect x="5" y="5" width="34" height="34" rx="6"'),
)
"""What makes a round badge, of a line, the square one of a single piece."""

STATES: Final = ("", "_asleep")
BOLD: Final = "bold_"
"""How the names of the same pieces with a heavier outline begin."""

HEAVIER: Final = (
    ('stroke-width="3.4"', 'stroke-width="6.4"'),
    ('stroke-width="4.2"', 'stroke-width="7.6"'),
)
"""What makes an outline of the sources heavier."""


Inks = tuple[int, ...]
Point = tuple[int, int]


def main() -> None:
    """Write every sprite anew."""
    SPRITES.mkdir(exist_ok=True)
    for name, image in sprites():
        image.save(SPRITES / f"{name}.png", optimize=True)


def sprites() -> Iterator[tuple[str, Image.Image]]:
    """Make each source a sprite, and each piece more: in the pool, falling, and all of it bold."""
    yield from outlines()
    for source in sorted(SOURCES.glob("*.svg")):
        drawing = source.read_text(encoding="utf-8")
        yield source.stem, inked(rendered(drawing), inks_of(drawing), coarse=source.stem in COARSE)
    for source in sorted(SOURCES.glob("badge_*.svg")):
        square = source.read_text(encoding="utf-8")
        for round_, squared in SQUARED:
            square = square.replace(round_, squared)
        yield f"square_{source.stem}", inked(rendered(square), inks_of(square), coarse=False)
    for piece in PIECES:
        kind = piece.rpartition("_")[2]
        for state in STATES:
            drawing = (SOURCES / f"{piece}{state}.svg").read_text(encoding="utf-8")
            bold = bolder(drawing)
            inks = inks_of(drawing)
            yield f"{BOLD}{piece}{state}", inked(rendered(bold), inks, coarse=False)
            for name, each in ((piece, drawing), (f"{BOLD}{piece}", bold)):
                small = rendered(each, POOL_SIZES[kind])
                yield f"{name}{state}_pool", inked(small, inks, coarse=False)
                if not state:
                    yield from falling(name, kind, each)


def falling(name: str, kind: str, drawing: str) -> Iterator[tuple[str, Image.Image]]:
    """Make a piece's sprites as it goes over the edge."""
    for direction, angle in FALLS.items():
        fine = without_shadow(rendered(drawing, FALLING_SIZES[kind] * 4))
        turned = fine.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        small = turned.resize((turned.width // 4, turned.height // 4), Image.Resampling.BOX)
        yield f"{name}_falls_{direction}", inked(small, inks_of(drawing), coarse=False)


def bolder(drawing: str) -> str:
    """Return the drawing of a piece with a heavier outline."""
    for light, heavy in HEAVIER:
        drawing = drawing.replace(light, heavy)
    return drawing


def inks_of(drawing: str) -> Inks:
    """Return the inks whose colours a drawing names, and the mixtures of any two of them.

    Fewer inks make smaller pictures, and no edge gets a tinge of what the drawing does not have.
    """
    inks = {ink for ink in Ink if "#{:02x}{:02x}{:02x}".format(*DAY.inks[ink]) in drawing}
    mixtures = (
        len(Ink) + index
        for index, (first, second, _) in enumerate(MIXTURES)
        if {first, second} <= inks
    )
    return (*sorted(inks), *mixtures)


def rendered(drawing: str, width: int | None = None) -> Image.Image:
    """Render an SVG as RGBA."""
    resvg = importlib.import_module("resvg_py")
    png = resvg.svg_to_bytes(
        svg_string=drawing,
        width=width,
        font_files=[str(FONT)],
        skip_system_fonts=True,
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def without_shadow(image: Image.Image) -> Image.Image:
    """Leave out what covers less than half."""
    alpha = image.getchannel("A").point([0] * 128 + list(range(128, 256)))
    image.putalpha(alpha)
    return image


def inked(image: Image.Image, inks: Inks, *, coarse: bool) -> Image.Image:
    """Turn RGBA into inks and coverages; a coarse edge covers half or not at all.

    A pixel of an ink's own colour takes it. Every other one lies between two shapes and takes
    the likest of the inks around it or of their mixtures: no edge gets a tinge that its shapes do
    not have, and the fewer inks there are at edges, the smaller and sooner made is the picture.
    """
    step = 2 if coarse else 1
    pixels: dict[Point, tuple[Rgb, int]] = {}
    for at, colour, alpha in _pixels(image):
        coverage = round(alpha / 255 * (COVERAGES // step)) * step
        if coverage:
            pixels[at] = (colour, coverage)
    own = {at: ink for at, (colour, _) in pixels.items() if (ink := _own_ink(colour, inks)) >= 0}
    layers = (Image.new("L", image.size), Image.new("L", image.size))
    for at, (colour, coverage) in pixels.items():
        ink = own[at] if at in own else _likest(colour, _around(at, own), inks)
        layers[0].putpixel(at, ink)
        layers[1].putpixel(at, coverage * 255 // COVERAGES)
    return Image.merge("LA", layers)


def _pixels(image: Image.Image) -> Iterator[tuple[Point, Rgb, int]]:
    for y in range(image.height):
        for x in range(image.width):
            pixel = image.getpixel((x, y))
            if not isinstance(pixel, tuple):
                raise AssertionError(f"not an RGBA pixel: {pixel}")
            red, green, blue, alpha = pixel
            yield (x, y), (red, green, blue), alpha


@cache
def _own_ink(colour: Rgb, inks: Inks) -> int:
    """Find the ink that a colour is, but for rounding; -1 when it is none."""
    ink = nearest(DAY, colour, [ink for ink in inks if ink < len(Ink)])
    return ink if distance(DAY.inks[ink], colour) < ROUNDING else -1


def _around(at: Point, own: dict[Point, int]) -> frozenset[int]:
    x, y = at
    near = ((x + across, y + down) for across in range(-2, 3) for down in range(-2, 3))
    return frozenset(own[point] for point in near if point in own)


@cache
def _likest(colour: Rgb, around: frozenset[int], inks: Inks) -> int:
    mixtures = (
        len(Ink) + index
        for index, (first, second, _) in enumerate(MIXTURES)
        if {first, second} <= around
    )
    among = [*sorted(around), *mixtures] or [ink for ink in inks if ink not in OPTIONS]
    return nearest(DAY, colour, among)


if __name__ == "__main__":
    main()
