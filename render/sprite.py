"""Sprites: prepared art that is stamped onto a picture in a fraction of a millisecond.

A picture is an image of mode L whose pixels are ink numbers. If a sprite covers a pixel partly, a
table gives the ink that looks like the mixture, so edges are smooth on everything drawn before. A
built outline has no ink in its thread: each pixel has its position along the thread. A `Stitch`
turns these positions into ink and gaps, so outlines differ even without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.palette import COVERAGES, FAINT, MUTED, SIZE, Ink, Palette, glaze, mix, nearest

_TURNS: Final = (
    None,
    Image.Transpose.ROTATE_270,
    Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_90,
)
"""The transpositions, by the number of quarter turns clockwise."""
_SMOOTH: Final = 4
"""How much larger shapes are drawn; shrinking them makes their edges smooth."""


class Fading(Enum):
    """How much the inks of a piece that is not really there are mixed with the quilt."""

    PLANNED = 0.34
    GHOST = 0.62
    FAINT = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """The pixels that one ink covers partly: `SIZE` times the quarters that it covers, or 0."""

    ink: int
    quarters: Image.Image


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Prepared art: opaque pixels, and veils around them.

    `size` is the size of the whole drawing. `at` is the top left corner of its part that is not
    empty; only this part is stored.
    """

    size: tuple[int, int]
    at: tuple[int, int]
    inks: Image.Image
    mask: Image.Image
    veils: tuple[Veil, ...]

    def stamp(self, picture: Image.Image, x: int, y: int, palette: Palette) -> None:
        """Draw the sprite on a picture, with its top left corner at the point."""
        left, top = x + self.at[0], y + self.at[1]
        if not self.veils:
            picture.paste(self.inks, (left, top), self.mask)
            return
        seen = picture.crop((left, top, left + self.mask.width, top + self.mask.height))
        for veil in self.veils:
            covered = ImageChops.add(seen, veil.quarters).tobytes()
            # Image.point converts its table in Python each time, which takes longer than the rest.
            glazed = covered.translate(glaze(palette, veil.ink))
            seen = Image.frombytes("L", seen.size, glazed)
        seen.paste(self.inks, mask=self.mask)
        picture.paste(seen, (left, top))

    def restore(self, picture: Image.Image, x: int, y: int) -> None:
        """Draw the opaque pixels again where the sprite was stamped.

        Leave out the veils, because they would cover the picture twice.
        """
        picture.paste(self.inks, (x + self.at[0], y + self.at[1]), self.mask)

    def stamp_around(self, picture: Image.Image, x: int, y: int, palette: Palette) -> None:
        """Draw the sprite on a picture, with its middle at the point."""
        self.stamp(picture, x - self.size[0] // 2, y - self.size[1] // 2, palette)

    def turned(self, quarters: int) -> "Sprite":
        """Return the sprite after some quarter turns clockwise."""
        turn = _TURNS[quarters % 4]
        if turn is None:
            return self
        whole_width, whole_height = self.size
        left, top = self.at
        right = whole_width - left - self.mask.width
        bottom = whole_height - top - self.mask.height
        sideways = quarters % 2 == 1
        return Sprite(
            (whole_height, whole_width) if sideways else self.size,
            ((bottom, left), (right, bottom), (top, right))[quarters % 4 - 1],
            self.inks.transpose(turn),
            self.mask.transpose(turn),
            tuple(replace(veil, quarters=veil.quarters.transpose(turn)) for veil in self.veils),
        )

    def with_ink(self, old: int, new: int) -> "Sprite":
        """Return the sprite with one ink in place of another."""
        table = list(range(256))
        table[old] = new
        return self.with_inks(table)

    def with_inks(self, table: Sequence[int]) -> "Sprite":
        """Return the sprite with each ink replaced by its entry in a table of 256 inks."""
        veils = (replace(veil, ink=table[veil.ink]) for veil in self.veils)
        return replace(self, inks=self.inks.point(table), veils=tuple(veils))

    def without_shadow(self) -> "Sprite":
        """Return the sprite without the pixels that it covers less than half."""
        table = [level if level * 2 >= SIZE * COVERAGES else 0 for level in range(256)]
        veils = (replace(veil, quarters=veil.quarters.point(table)) for veil in self.veils)
        return replace(self, veils=tuple(veil for veil in veils if veil.quarters.getbbox()))


@cache
def sprite(name: str) -> Sprite:
    """Load a sprite of `render.assets.build`. Raise `FileNotFoundError` if it is not built."""
    path = files("render.assets") / "sprites" / f"{name}.png"
    with path.open("rb") as file, Image.open(file) as image:
        return sprite_of(*image.convert("LA").split())


def sprite_of(inks: Image.Image, coverages: Image.Image) -> Sprite:
    """Return a sprite from the inks of its pixels and their coverages, in quarters of 255."""
    box = coverages.getbbox() or (0, 0, 1, 1)
    size = inks.size
    inks, coverages = inks.crop(box), coverages.crop(box)
    quarters = coverages.point(_QUARTERS)
    partly = inks.histogram(quarters.point(_ANY))
    veils = tuple(
        Veil(ink, ImageChops.multiply(quarters, _equal(inks, ink)))
        for ink, count in enumerate(partly)
        if count
    )
    return Sprite(size, box[:2], inks, _equal(coverages, 255), veils)


_QUARTERS: Final = [(level * COVERAGES + 254) // 255 % COVERAGES * SIZE for level in range(256)]
"""A veil's value for each coverage in quarters of 255; 0 for full coverage."""
_ANY: Final = [255 if level else 0 for level in range(256)]


def inked(covered: Image.Image, ink: Ink) -> Sprite:
    """Return a sprite of one ink, with the coverages of a mask rounded to quarters."""
    quarters = covered.point(
        [round(each / 255 * COVERAGES) * 255 // COVERAGES for each in range(256)]
    )
    return sprite_of(Image.new("L", covered.size, int(ink)), quarters)


@lru_cache(16)
def disc(side: int) -> Image.Image:
    """Return the mask of a disc with a smooth edge."""
    large, box = _to_shrink(side, side)
    ImageDraw.Draw(large).ellipse(box, 255)
    return large.resize((side, side), Image.Resampling.BOX)


def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rounded rectangle with a smooth edge."""
    large, box = _to_shrink(width, height)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _SMOOTH, 255)
    return large.resize((width, height), Image.Resampling.BOX)


def _to_shrink(width: int, height: int) -> tuple[Image.Image, tuple[int, int, int, int]]:
    large = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    return large, (0, 0, large.width - 1, large.height - 1)


@cache
def turned_sprite(name: str, quarters: int) -> Sprite:
    """Load a sprite and turn it clockwise."""
    return sprite(name).turned(quarters)


@cache
def faded_sprite(name: str, quarters: int, fading: Fading, palette: Palette) -> Sprite:
    """Load a sprite, turn it clockwise, and mix its inks with the quilt."""
    quilt = palette.inks[Ink.CREAM]
    among = FAINT if fading is Fading.FAINT else MUTED
    pale = (nearest(palette, mix(colour, quilt, fading.value), among) for colour in palette.colours)
    table = [*pale, *range(SIZE, 256)]
    return turned_sprite(name, quarters).without_shadow().with_inks(table)


def _equal(image: Image.Image, value: int) -> Image.Image:
    """Return the mask of the pixels with that value."""
    return image.point([255 if level == value else 0 for level in range(256)])


THREAD: Final = 128
"""The least pixel value of thread; the pixel's position along a period is added to it."""

PERIOD: Final = 64
"""The length of a period, after which a pattern repeats, in pixel values."""

OUTLINES_KEPT: Final = 48
"""How many outlines are cached, of up to 400 kB each, but seldom more than 200."""

Stretch = tuple[int, int]


class Stitch(Enum):
    """The stretches of a period that have thread; between them are gaps."""

    SOLID = ((0, 64),)
    DASHES = ((0, 21), (32, 53))
    DOTS = ((0, 9), (16, 25), (32, 41), (48, 57))
    LONG_AND_SHORT = ((0, 34), (44, 54))
    LONG_DASHES = ((8, 56),)
    LONG_AND_TWO_SHORT = ((0, 26), (34, 42), (49, 57))
    CORNERS = ((20, 44),)
    TWINS = ((0, 13), (19, 32))

    def covers(self, along: int) -> bool:
        """Return whether a position in a period has thread."""
        stretches: tuple[Stretch, ...] = self.value
        return any(start <= along < end for start, end in stretches)


STITCHES: Final = tuple(Stitch)


@lru_cache(OUTLINES_KEPT)
def stitched_sprite(name: str, quarters: int, stitch: Stitch, ink: Ink) -> Sprite:
    """Return an outline sewn with a pattern in an ink, turned clockwise."""
    thread = [ink if stitch.covers(along) else Ink.HALO for along in range(PERIOD)]
    table = [*range(THREAD), *thread, *[0] * (256 - THREAD - PERIOD)]
    return sprite(name).turned(quarters).with_inks(table)
