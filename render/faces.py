"""The faces of the eight cats, each on a patch of the quilt.

They keep their own colours in every theme, as portraits do; the quilt beneath has the theme's.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.lettering import fitting, write
from render.palette import DAY, SIZE, Ink, Palette
from render.quilt import INSET, Box, draw_frame, draw_patch
from render.theme import DAY_QUILT, Theme

LEVELS: Final = 8
"""The number of faces: one for each level, from 1 on."""

WIDTH: Final = 720
COLUMNS: Final = 4
MARGIN: Final = 20
PATCH: Final = (WIDTH - 2 * MARGIN) // COLUMNS
NAME: Final = 46
"""The height of the name below a face."""
LETTERS: Final = 28
FACE: Final = 146

COLOURS: Final = 72
"""How many colours a picture has; more of them take more bytes and look no better."""

_RIM: Final = 11
"""How many pixels wider a face is with its rim, half of them on each side."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """The cat of a level, and the name that is written below it."""

    level: int
    name: str


@dataclass(frozen=True, slots=True)
class Portraits:
    """Cats on one quilt, four in a row. `chosen` is the level of the marked one, if any.

    If the last row is not full, it is centred, with cloth on both sides.
    """

    cats: tuple[Portrait, ...]
    chosen: int | None = None
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not 1 <= len(self.cats) <= LEVELS:
            raise ValueError(f"there are 1 to {LEVELS} cats on a quilt, not {len(self.cats)}")


def draw_portraits(portraits: Portraits) -> bytes:
    """Return cats with their names as the bytes of a PNG; equal ones give equal bytes."""
    palette = portraits.theme.palette
    rows = -(-len(portraits.cats) // COLUMNS)
    height = 2 * MARGIN + rows * (PATCH + NAME)
    picture = Image.new("RGB", (WIDTH, height), palette.inks[Ink.FLOOR])
    paint = palette.inks.__getitem__
    draw_frame(picture, (MARGIN, MARGIN, WIDTH - MARGIN, height - MARGIN), paint)
    boxes = [_box_of(place, len(portraits.cats)) for place in range(len(portraits.cats))]
    for place, box in [*enumerate(boxes), *_gaps_beside(boxes)]:
        draw_patch(picture, box, _ink_of(place), paint)
    for box, cat in zip(boxes, portraits.cats, strict=True):
        _draw_cat(picture, box, cat, palette)
        if cat.level == portraits.chosen:
            _mark(picture, box, palette)
    return _png_of(picture)


def _png_of(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    indexed = picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    indexed.save(out, "PNG", optimize=True)
    return out.getvalue()


def _box_of(place: int, cats: int) -> Box:
    """Return the box of the cat at a place, of `cats` in all. Centre a row that is not full."""
    row, column = divmod(place, COLUMNS)
    empty = COLUMNS - min(COLUMNS, cats - row * COLUMNS)
    left = MARGIN + column * PATCH + empty * PATCH // 2
    top = MARGIN + row * (PATCH + NAME)
    return left, top, left + PATCH, top + PATCH + NAME


def _gaps_beside(boxes: Sequence[Box]) -> Iterator[tuple[int, Box]]:
    """Yield the patches beside a last row that is not full, each with its place."""
    first = (len(boxes) - 1) // COLUMNS * COLUMNS
    left, top, _, bottom = boxes[first]
    right = boxes[-1][2]
    if left > MARGIN:
        yield first + 1, (MARGIN, top, left, bottom)
        yield len(boxes), (right, top, WIDTH - MARGIN, bottom)


def _ink_of(place: int) -> Ink:
    """Return the colour of a patch, which differs from those of its neighbours."""
    return Ink.MINT if (place + place // COLUMNS) % 2 else Ink.CREAM


def _draw_cat(picture: Image.Image, box: Box, cat: Portrait, palette: Palette) -> None:
    left, top, right, bottom = box
    middle = (left + right) // 2
    _put_face(picture, cat.level, (middle, top + PATCH // 2 + 6), FACE, palette)
    at = (middle, bottom - NAME // 2 - 3)
    name = fitting(cat.name, LETTERS, PATCH - 4 * INSET)
    write(picture, at, name, LETTERS, palette.inks[Ink.COUNT], "mm")


def _mark(picture: Image.Image, box: Box, palette: Palette) -> None:
    left, top, right, bottom = box
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(
        (left, top, right - 1, bottom - 1), 12, None, palette.inks[Ink.OUTLINE], 10
    )
    pen.rounded_rectangle(
        (left + 2, top + 2, right - 3, bottom - 3), 10, None, palette.inks[Ink.GOLD], 6
    )


def _put_face(
    picture: Image.Image, level: int, middle: tuple[int, int], side: int, palette: Palette
) -> None:
    """Draw a face with a light rim, so that a dark cat is visible in a dark theme."""
    face, rim = _face(level, side)
    at = (middle[0] - side // 2, middle[1] - side // 2)
    picture.paste(palette.inks[Ink.LABEL], (*at, at[0] + side, at[1] + side), rim)
    picture.paste(face, at, face)


@cache
def _face(level: int, side: int) -> tuple[Image.Image, Image.Image]:
    """Load a face in its own colours as RGBA, and the mask of the face with its rim."""
    path = files("render.assets").joinpath("sprites", f"face_{level}.png")
    try:
        with path.open("rb") as file, Image.open(file) as image:
            inks, coverages = ImageOps.expand(image.convert("LA"), _RIM // 2 + 1).split()
    except FileNotFoundError:
        raise LookupError(f"no face for level {level}") from None
    inks.putpalette([part for colour in DAY.colours for part in colour] + [0] * (768 - 3 * SIZE))
    face = inks.convert("RGB")
    face.putalpha(coverages)
    rim = coverages.filter(ImageFilter.MaxFilter(_RIM)).filter(ImageFilter.BoxBlur(1))
    small = (side, side)
    return face.resize(small, Image.Resampling.LANCZOS), rim.resize(small, Image.Resampling.BOX)
