"""The parts of pictures with a row per player: a head, a quilt of strips, places, a foot."""

import io
from typing import Final

from PIL import Image, ImageDraw

from render.lettering import fitting, size_fitting, write
from render.palette import Ink, Palette, flat
from render.sprite import disc, sprite
from render.theme import Theme

WIDTH: Final = 720
HEAD: Final = 132
"""The height of the part above the quilt."""
STRIP: Final = 64
"""The height of a player's strip."""
FOOT: Final = 58
"""The height of the part below the quilt."""
FRAME: Final = 8
MARGIN: Final = 24
"""The distance from the picture's sides to the quilt."""

TITLE: Final = 44
SUBTITLE: Final = 27
LETTERS: Final = 31
SMALL: Final = 22
SMALLEST: Final = 15
"""The smallest letters that can still be read on a phone."""

MEDAL: Final = 46
_MEDALS: Final = {
    1: (Ink.GOLD, Ink.GOLD_DARK, Ink.OUTLINE),
    2: (Ink.GRAY_LIGHT, Ink.GRAY_DARK, Ink.OUTLINE),
    3: (Ink.ORANGE, Ink.ORANGE_DARK, Ink.OUTLINE),
}
"""The inks of each place's medal, of its rim, and of its number."""


def blank(height: int, theme: Theme) -> Image.Image:
    """Return a picture of the floor alone."""
    return Image.new("RGB", (WIDTH, height), theme.palette.inks[Ink.FLOOR])


def draw_head(picture: Image.Image, title: str, subtitle: str, theme: Theme) -> None:
    """Write a title and a subtitle between two cats."""
    for piece, left in (("orange_cat", MARGIN), ("gray_cat", WIDTH - MARGIN - 104)):
        _stamp(picture, theme.drawing(piece), (left, 12), theme)
    room = WIDTH - 2 * (MARGIN + 104 + 8)
    small = size_fitting(subtitle, SUBTITLE, SMALLEST, room)
    for text, size, middle in ((title, TITLE, 50), (subtitle, small, 95)):
        at = (WIDTH // 2, middle)
        write(picture, at, fitting(text, size, room), size, theme.palette.inks[Ink.LABEL], "mm")


def draw_strips(picture: Image.Image, top: int, rows: int, palette: Palette) -> None:
    """Draw the strips in their frame, with a seam between neighbours."""
    pen, inks = ImageDraw.Draw(picture), palette.inks
    left, right, bottom = MARGIN, WIDTH - MARGIN - 1, top + rows * STRIP - 1
    pen.rounded_rectangle(
        (left - FRAME, HEAD - FRAME, right + FRAME, bottom + FRAME), 14, inks[Ink.WOOD]
    )
    for row in range(rows):
        pen.rectangle(
            (left, top + row * STRIP, right, top + (row + 1) * STRIP - 1), inks[cloth_of(row)]
        )
        if row:
            for stitch in range(left + 6, right - 8, 16):
                pen.line(
                    (stitch, top + row * STRIP, stitch + 8, top + row * STRIP),
                    inks[Ink.CREAM_LIGHT],
                    2,
                )


def cloth_of(row: int) -> Ink:
    """Return the ink of a strip; neighbours differ."""
    return Ink.MINT if row % 2 else Ink.CREAM


def draw_place(picture: Image.Image, place: int, middle: int, palette: Palette) -> None:
    """Draw a medal for the first three, and a number for the others."""
    at = (MARGIN + 40, middle)
    medal = _MEDALS.get(place)
    colour = palette.inks[Ink.COUNT]
    if medal is not None:
        face, rim, number = (palette.inks[ink] for ink in medal)
        mask = disc(MEDAL)
        corner = (at[0] - 23, at[1] - 23)
        picture.paste(rim, (*corner, corner[0] + 46, corner[1] + 46), mask)
        mask = disc(38)
        corner = (at[0] - 19, at[1] - 19)
        picture.paste(face, (*corner, corner[0] + 38, corner[1] + 38), mask)
        colour = number
    write(picture, at, str(place), LETTERS if place < 100 else SMALL, colour, "mm")


def draw_note(picture: Image.Image, note: str, palette: Palette) -> None:
    """Write a line below the quilt."""
    at = (WIDTH // 2, picture.height - FOOT // 2 + FRAME // 2)
    size = size_fitting(note, SMALL, SMALLEST, WIDTH - 2 * MARGIN)
    text = fitting(note, size, WIDTH - 2 * MARGIN)
    write(picture, at, text, size, palette.inks[Ink.LABEL], "mm")


def png_of(picture: Image.Image) -> bytes:
    """Return a picture as the bytes of a PNG; equal pictures give equal bytes."""
    out = io.BytesIO()
    # 128 colours are enough: there are few, and their shades on the edges of letters.
    indexed = picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # Level 9 takes eight times as long, to save a twelfth of the bytes.
    indexed.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _stamp(picture: Image.Image, name: str, at: tuple[int, int], theme: Theme) -> None:
    """Draw a sprite on the floor of an RGB picture."""
    drawing = sprite(name)
    inks = Image.new("L", drawing.size, int(Ink.FLOOR))
    drawing.stamp(inks, 0, 0, theme.palette)
    inks.putpalette(flat(theme.palette))
    picture.paste(inks.convert("RGB"), at)
