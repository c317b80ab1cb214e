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

from render.palette import COVERAGES, DAY, MIXTURES, OPTIONS, SIZE, Ink, Rgb, distance, mix, nearest

HERE: Final = Path(__file__).parent
SOURCES: Final = HERE / "svg"
SPRITES: Final = HERE / "sprites"
FONT: Final = HERE / "font" / "Fredoka-SemiBold.ttf"

PIECES: Final = ("orange_kitten", "orange_cat", "gray_kitten", "gray_cat")
TILE: Final = 104
POOL_SIZES: Final = {"kitten": 86, "cat": 70}
FALLING_SIZES: Final = {"kitten": 68, "cat": 54}
FALLS: Final = {"north": -20, "northeast": -65}
FADING: Final = 0.62
PLANNED_FADING: Final = 0.34
ROUNDING: Final = 100_000

COARSE: Final = frozenset(
    {
        "preview",
        "recall",
        "turn",
        *(f"line_{way}_{n}" for way in ("row", "diagonal") for n in (1, 2, 3)),
    }
)
"""Large outlines, whose edges are smoothed in halves: quarters would take twice the time."""


Inks = tuple[int, ...]
Point = tuple[int, int]


def main() -> None:
    """Write every sprite anew."""
    SPRITES.mkdir(exist_ok=True)
    for name, image in sprites():
        image.save(SPRITES / f"{name}.png", optimize=True)


def sprites() -> Iterator[tuple[str, Image.Image]]:
    """Make each source a sprite, and each piece more: ghost, planned, in the pool, falling."""
    for source in sorted(SOURCES.glob("*.svg")):
        yield source.stem, inked(rendered(source), inks_of(source), coarse=source.stem in COARSE)
    for piece in PIECES:
        kind = piece.rpartition("_")[2]
        source = SOURCES / f"{piece}.svg"
        inks = inks_of(source)
        large, small = rendered(source), rendered(source, POOL_SIZES[kind])
        yield f"{piece}_ghost", faded(inked(without_shadow(large), inks, coarse=False))
        planned = faded(inked(without_shadow(large), inks, coarse=False), PLANNED_FADING)
        yield f"{piece}_planned", planned
        yield f"{piece}_pool", inked(small, inks, coarse=False)
        yield f"{piece}_pool_ghost", faded(inked(without_shadow(small), inks, coarse=False))
        for direction, angle in FALLS.items():
            fine = without_shadow(rendered(source, FALLING_SIZES[kind] * 4))
            turned = fine.rotate(angle, Image.Resampling.BICUBIC, expand=True)
            falling = turned.resize((turned.width // 4, turned.height // 4), Image.Resampling.BOX)
            yield f"{piece}_falls_{direction}", inked(falling, inks, coarse=False)


def inks_of(source: Path) -> Inks:
    """Give the inks whose colours the source names, and the mixtures of any two of them.

    Fewer inks make smaller pictures, and no edge gets a tinge of what the drawing does not have.
    """
    text = source.read_text(encoding="utf-8")
    inks = {ink for ink in Ink if "#{:02x}{:02x}{:02x}".format(*DAY.inks[ink]) in text}
    mixtures = (
        len(Ink) + index
        for index, (first, second, _) in enumerate(MIXTURES)
        if {first, second} <= inks
    )
    return (*sorted(inks), *mixtures)


def rendered(source: Path, width: int | None = None) -> Image.Image:
    """Render an SVG as RGBA."""
    resvg = importlib.import_module("resvg_py")
    png = resvg.svg_to_bytes(
        svg_path=str(source),
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


def faded(sprite: Image.Image, fading: float = FADING) -> Image.Image:
    """Bleach a sprite's inks towards the quilt: the ghost of a piece that was here or may be."""
    quilt = DAY.inks[Ink.CREAM]
    plain = [ink for ink in range(SIZE) if ink not in OPTIONS]
    pale = [nearest(DAY, mix(colour, quilt, fading), plain) for colour in DAY.colours]
    inks, coverages = sprite.split()
    return Image.merge("LA", (inks.point(pale + [0] * (256 - SIZE)), coverages))


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
