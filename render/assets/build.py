"""Build the sprites from the SVG sources: `python -m render.assets.build`.

It needs `resvg-py`, a tool for those who change the art; the program itself never imports it.
A sprite is a PNG with two bands: the ink of each pixel, and how much of the picture below the pixel
covers, in quarters.

Outlines are built from their geometry: a rounded frame of thread, with a halo around it. A pixel of
thread stores its position along the thread, which `render.sprite` reads; so one drawing serves
every pattern.
"""

import importlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import atan2, floor, hypot, pi, sqrt
from pathlib import Path
from typing import Final

from PIL import Image

from render.drawings import BOLD, PIECES, bolder
from render.layout import SHORTEST, SIDE, TILE
from render.palette import COVERAGES, DAY, MIXTURES, OPTIONS, Ink, Rgb, distance, nearest
from render.sprite import PERIOD, THREAD

PERIOD_LENGTH: Final = 66
"""The approximate length of a pattern's period, in pixels."""

ROW_INSETS: Final = (14, 21, 28)
DIAGONAL_INSETS: Final = (16, 23, 30)
"""The distance of an outline from the edges of its squares, for each of the widths."""


@dataclass(frozen=True, slots=True)
class FrameShape:
    """A rounded frame: half its sides, the radius of its corners, and its thread, in pixels.

    `slant` is the cosine of the angle by which the frame is turned. `thread` is half the width of
    the thread, `halo` half the width with the halo. `periods` is how often the pattern repeats.
    """

    across: float
    down: float
    radius: float
    slant: float
    thread: float
    halo: float
    periods: int

    @property
    def quarter(self) -> float:
        """The length of a quarter of the frame."""
        straight = self.across - self.radius + self.down - self.radius
        return straight + pi * self.radius / 2

    def value(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel value and the coverage, in quarters, at a point from the middle."""
        right = x * self.slant + y * sqrt(1 - self.slant**2)
        below = y * self.slant - x * sqrt(1 - self.slant**2)
        away = abs(self._distance_outside(right, below))
        covered = min(max(self.halo + 0.5 - away, 0.0), 1.0)
        coverage = round(covered * COVERAGES / 2) * 2
        if away > self.thread:
            return Ink.HALO, coverage
        along = floor(self._length_along(right, below) / (4 * self.quarter) * self.periods * PERIOD)
        return THREAD + along % PERIOD, COVERAGES

    def _distance_outside(self, x: float, y: float) -> float:
        across = abs(x) - self.across + self.radius
        down = abs(y) - self.down + self.radius
        outside = hypot(max(across, 0.0), max(down, 0.0))
        return outside + min(max(across, down), 0.0) - self.radius

    def _length_along(self, x: float, y: float) -> float:
        """Return how far along the frame a point is, clockwise from the middle of its top."""
        across, down = abs(x) - self.across + self.radius, abs(y) - self.down + self.radius
        if across <= 0:
            along = abs(x)
        elif down <= 0:
            along = self.quarter - abs(y)
        else:
            along = self.across - self.radius + self.radius * atan2(across, down)
        if x >= 0:
            return along if y < 0 else 2 * self.quarter - along
        return 2 * self.quarter + along if y >= 0 else 4 * self.quarter - along


def outlines() -> Iterator[tuple[str, Image.Image]]:
    """Yield every outline with its name, for rows and diagonals of each length."""
    for length in range(SHORTEST, SIDE + 1):
        widths = range(len(ROW_INSETS)) if length == SHORTEST else range(1)
        for width in widths:
            inset = ROW_INSETS[width]
            size = (length * TILE, TILE)
            frame = _capsule(size[0] / 2 - inset, TILE / 2 - inset, 1.0)
            yield f"outline_row_{length}_{width + 1}", _render(frame, size)
            inset = DIAGONAL_INSETS[width]
            down = TILE / 2 - inset
            across = (length - 1) * TILE / sqrt(2) + down
            frame = _capsule(across, down, sqrt(0.5))
            name = f"outline_diagonal_{length}_{width + 1}"
            yield name, _render(frame, (length * TILE, length * TILE))


def _capsule(across: float, down: float, slant: float) -> FrameShape:
    frame = FrameShape(across, down, down, slant, 3.0, 5.0, 1)
    periods = round(4 * frame.quarter / PERIOD_LENGTH)
    return FrameShape(across, down, down, slant, 3.0, 5.0, periods)


def _render(frame: FrameShape, size: tuple[int, int]) -> Image.Image:
    inks, coverages = bytearray(), bytearray()
    for y in range(size[1]):
        for x in range(size[0]):
            ink, coverage = frame.value(x + 0.5 - size[0] / 2, y + 0.5 - size[1] / 2)
            inks.append(ink if coverage else 0)
            coverages.append(coverage * 255 // COVERAGES)
    layers = (Image.frombytes("L", size, bytes(band)) for band in (inks, coverages))
    return Image.merge("LA", tuple(layers))


HERE: Final = Path(__file__).parent
SOURCES: Final = HERE / "svg"
SPRITES: Final = HERE / "sprites"
FONT: Final = HERE / "font" / "Fredoka-SemiBold.ttf"

POOL_SIZES: Final = {"kitten": 70, "cat": 71}
FALLING_SIZES: Final = {"kitten": 68, "cat": 54}
FALLS: Final = {"north": -20, "northeast": -65}
ROUNDING: Final = 100_000

COARSE: Final = frozenset({"hint", "preview", "turn", *(f"patch_{each}" for each in range(1, 9))})
"""Large outlines, whose edges are smoothed in halves: quarters would take twice the time."""

SQUARED: Final = (
    ('<circle cx="22" cy="22" r="20"', '<rect x="2" y="2" width="40" height="40" rx="8"'),
    ('<circle cx="22" cy="22" r="17.5"', '<rect x="5" y="5" width="34" height="34" rx="6"'),
)
"""Replacements that turn the round badge of a line into the square one of a single piece."""

STATES: Final = ("", "_asleep")

Inks = tuple[int, ...]
Point = tuple[int, int]


def main() -> None:
    """Write every sprite anew."""
    SPRITES.mkdir(exist_ok=True)
    for name, image in sprites():
        image.save(SPRITES / f"{name}.png", optimize=True)


def sprites() -> Iterator[tuple[str, Image.Image]]:
    """Yield every sprite with its name; pieces also have bold, pool and falling sprites."""
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
    """Yield the sprites of a piece that tips over the edge."""
    for direction, angle in FALLS.items():
        fine = without_shadow(rendered(drawing, FALLING_SIZES[kind] * 4))
        turned = fine.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        small = turned.resize((turned.width // 4, turned.height // 4), Image.Resampling.BOX)
        yield f"{name}_falls_{direction}", inked(small, inks_of(drawing), coarse=False)


def inks_of(drawing: str) -> Inks:
    """Return the inks whose colours a drawing names, and the mixtures of any two of them.

    Fewer inks make smaller pictures, and no edge takes on a colour that the drawing lacks.
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
    """Make all pixels that are less than half opaque transparent."""
    alpha = image.getchannel("A").point([0] * 128 + list(range(128, 256)))
    image.putalpha(alpha)
    return image


def inked(image: Image.Image, inks: Inks, *, coarse: bool) -> Image.Image:
    """Turn RGBA into inks and coverages; a coarse edge covers half or not at all.

    A pixel that has the colour of an ink takes that ink. Every other pixel lies between two shapes,
    and takes the most similar of the inks around it and their mixtures. So no edge takes on a
    colour that its shapes lack, and edges have few inks, which makes pictures smaller and faster
    to draw.
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
        ink = own[at] if at in own else _most_similar(colour, _neighbouring(at, own), inks)
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
    """Return the ink that has this colour, apart from rounding; -1 if none has."""
    ink = nearest(DAY, colour, [ink for ink in inks if ink < len(Ink)])
    return ink if distance(DAY.inks[ink], colour) < ROUNDING else -1


def _neighbouring(at: Point, own: dict[Point, int]) -> frozenset[int]:
    x, y = at
    near = ((x + across, y + down) for across in range(-2, 3) for down in range(-2, 3))
    return frozenset(own[point] for point in near if point in own)


@cache
def _most_similar(colour: Rgb, around: frozenset[int], inks: Inks) -> int:
    mixtures = (
        len(Ink) + index
        for index, (first, second, _) in enumerate(MIXTURES)
        if {first, second} <= around
    )
    among = [*sorted(around), *mixtures] or [ink for ink in inks if ink not in OPTIONS]
    return nearest(DAY, colour, among)


if __name__ == "__main__":
    main()
