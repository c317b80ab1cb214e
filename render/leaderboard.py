"""The top of a leaderboard as a picture: a quilt with one strip per player."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.bed import flat
from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.sprite import disc, sprite
from render.theme import DAY_QUILT, Theme

WIDTH: Final = 720
HEAD: Final = 132
"""From the top to the quilt."""
STRIP: Final = 64
"""The height of a player's strip."""
FOOT: Final = 58
"""From the quilt to the bottom."""
FRAME: Final = 8
MARGIN: Final = 24
"""From the picture's edge to the quilt's frame."""

TITLE: Final = 44
SUBTITLE: Final = 27
LETTERS: Final = 31
SMALL: Final = 22
SMALLEST: Final = 15
"""The smallest letters that can still be read on a phone."""
MOST_ROWS: Final = 10

RECORD_COLUMN: Final = 128
"""From the end of a record to the end of the rating before it, where the record is no longer."""
RECORD_ROOM: Final = 190
POINTS_ROOM: Final = 210
NAME_LEAST: Final = 90
"""What is left to a name whose mark is long."""
GAP: Final = 18
"""Between two words of a row, at least."""
MARK_GAP: Final = 10

_MEDALS: Final = {
    1: (Ink.GOLD, Ink.GOLD_DARK, Ink.OUTLINE),
    2: (Ink.GRAY_LIGHT, Ink.GRAY_DARK, Ink.OUTLINE),
    3: (Ink.ORANGE, Ink.ORANGE_DARK, Ink.OUTLINE),
}
"""By place: the medal, its rim, and the number on it."""


@dataclass(frozen=True, slots=True)
class PosterRow:
    """A player on a poster; what is too long is written smaller, and a name is cut at last.

    `mark` is small behind the name, where there is something to say of them.
    """

    place: int
    name: str
    points: str
    record: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A text in a row: how large its letters are, and from where on it is, in pixels."""

    text: str
    size: int
    left: int


@dataclass(frozen=True, slots=True)
class Poster:
    """The first of a leaderboard, of whom at least one; `note` is below them."""

    title: str
    subtitle: str
    rows: tuple[PosterRow, ...]
    note: str
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise ValueError(f"a poster has 1 to {MOST_ROWS} rows, not {len(self.rows)}")


def draw_poster(poster: Poster) -> bytes:
    """Return a poster as the bytes of a PNG; equal posters give equal bytes."""
    palette = poster.theme.palette
    height = HEAD + STRIP * len(poster.rows) + FOOT
    picture = Image.new("RGB", (WIDTH, height), palette.inks[Ink.FLOOR])
    _draw_head(picture, poster)
    _draw_quilt(picture, len(poster.rows), palette)
    for index, row in enumerate(poster.rows):
        _draw_row(picture, row, HEAD + index * STRIP + STRIP // 2, palette)
    at = (WIDTH // 2, height - FOOT // 2 + FRAME // 2)
    size = size_fitting(poster.note, SMALL, SMALLEST, WIDTH - 2 * MARGIN)
    note = fitting(poster.note, size, WIDTH - 2 * MARGIN)
    write(picture, at, note, size, palette.inks[Ink.LABEL], "mm")
    out = io.BytesIO()
    # The colours are few; what lies between them are the edges of letters.
    indexed = picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # Level 9 takes eight times as long, for a twelfth of the bytes.
    indexed.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _draw_head(picture: Image.Image, poster: Poster) -> None:
    theme, palette = poster.theme, poster.theme.palette
    for piece, left in (("orange_cat", MARGIN), ("gray_cat", WIDTH - MARGIN - 104)):
        _stamp(picture, theme.drawing(piece), (left, 12), theme)
    room = WIDTH - 2 * (MARGIN + 104 + 8)
    subtitle = size_fitting(poster.subtitle, SUBTITLE, SMALLEST, room)
    for text, size, middle in ((poster.title, TITLE, 50), (poster.subtitle, subtitle, 95)):
        at = (WIDTH // 2, middle)
        write(picture, at, fitting(text, size, room), size, palette.inks[Ink.LABEL], "mm")


def _draw_quilt(picture: Image.Image, rows: int, palette: Palette) -> None:
    """Lay the strips in their frame, with a seam between each two."""
    pen, inks = ImageDraw.Draw(picture), palette.inks
    left, right, bottom = MARGIN, WIDTH - MARGIN - 1, HEAD + rows * STRIP - 1
    pen.rounded_rectangle(
        (left - FRAME, HEAD - FRAME, right + FRAME, bottom + FRAME), 14, inks[Ink.WOOD]
    )
    for row in range(rows):
        ink = Ink.MINT if row % 2 else Ink.CREAM
        top = HEAD + row * STRIP
        pen.rectangle((left, top, right, top + STRIP - 1), inks[ink])
        if row:
            for stitch in range(left + 6, right - 8, 16):
                pen.line((stitch, top, stitch + 8, top), inks[Ink.CREAM_LIGHT], 2)


def _draw_row(picture: Image.Image, row: PosterRow, middle: int, palette: Palette) -> None:
    colour = palette.inks[Ink.COUNT]
    _draw_place(picture, row.place, middle, palette)
    for word in words_of(row):
        at = (word.left, middle)
        write(picture, at, word.text, word.size, colour, "lm")


def words_of(row: PosterRow) -> list[Word]:
    """Lay out a row from the right to the left; no two words touch, however long they are."""
    right = WIDTH - MARGIN - 18
    record = _ending_at(row.record, SMALL, RECORD_ROOM, right)
    # Ratings end below one another, as far as the records let them.
    points_end = min(right - RECORD_COLUMN, record.left - GAP)
    points = _ending_at(row.points, LETTERS, POINTS_ROOM, points_end)
    left, end = MARGIN + 78, points.left - GAP
    marked = []
    if row.mark:
        room = end - left - NAME_LEAST - MARK_GAP
        mark = fitting(row.mark, SMALL, room)
        end -= width_of(mark, SMALL) + MARK_GAP
    name = fitting(row.name, LETTERS, end - left)
    if row.mark:
        marked = [Word(mark, SMALL, left + width_of(name, LETTERS) + MARK_GAP)]
    return [record, points, Word(name, LETTERS, left), *marked]


def _ending_at(text: str, size: int, room: int, end: int) -> Word:
    """Write a text in the largest letters in which it has room; in the smallest, cut it."""
    size = size_fitting(text, size, SMALLEST, room)
    text = fitting(text, size, room)
    return Word(text, size, end - width_of(text, size))


def _draw_place(picture: Image.Image, place: int, middle: int, palette: Palette) -> None:
    """Draw a medal for the first three, and a number for the others."""
    at = (MARGIN + 40, middle)
    medal = _MEDALS.get(place)
    colour = palette.inks[Ink.COUNT]
    if medal is not None:
        face, rim, number = (palette.inks[ink] for ink in medal)
        mask = disc(46)
        corner = (at[0] - 23, at[1] - 23)
        picture.paste(rim, (*corner, corner[0] + 46, corner[1] + 46), mask)
        mask = disc(38)
        corner = (at[0] - 19, at[1] - 19)
        picture.paste(face, (*corner, corner[0] + 38, corner[1] + 38), mask)
        colour = number
    write(picture, at, str(place), LETTERS if place < 100 else SMALL, colour, "mm")


def _stamp(picture: Image.Image, name: str, at: tuple[int, int], theme: Theme) -> None:
    """Put a sprite onto the floor of a picture of RGB."""
    drawing = sprite(name)
    inks = Image.new("L", drawing.size, int(Ink.FLOOR))
    drawing.stamp(inks, 0, 0, theme.palette)
    inks.putpalette(flat(theme.palette))
    picture.paste(inks.convert("RGB"), at)
