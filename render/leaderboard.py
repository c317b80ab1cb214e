"""The top of a leaderboard as a picture: a quilt with one strip per player."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.sheet import (
    FOOT,
    HEAD,
    LETTERS,
    MARGIN,
    SMALL,
    SMALLEST,
    STRIP,
    WIDTH,
    blank,
    draw_head,
    draw_note,
    draw_place,
    draw_strips,
    png_of,
)
from render.theme import DAY_QUILT, Theme

MOST_ROWS: Final = 10

RECORD_COLUMN: Final = 128
"""The distance from the end of a record to the end of the rating before it.

A longer record moves the rating further to the left.
"""
RECORD_ROOM: Final = 190
POINTS_ROOM: Final = 210
NAME_LEAST: Final = 90
"""The least room for a name, however long its mark is."""
GAP: Final = 18
"""The least gap between two words of a row."""
MARK_GAP: Final = 10


@dataclass(frozen=True, slots=True)
class PosterRow:
    """A player on a poster.

    `points` is empty if only the record is shown. `mark` is a remark about the player in small
    letters after the name. A record or a rating that is too long is written smaller; a name or a
    mark is cut.
    """

    place: int
    name: str
    points: str
    record: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A text in a row, with the size of its letters and its left edge, in pixels."""

    text: str
    size: int
    left: int


@dataclass(frozen=True, slots=True)
class Poster:
    """The first players of a leaderboard, at least one; `note` is below them."""

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
    picture = blank(HEAD + STRIP * len(poster.rows) + FOOT, poster.theme)
    draw_head(picture, poster.title, poster.subtitle, poster.theme)
    draw_strips(picture, HEAD, len(poster.rows), palette)
    for index, row in enumerate(poster.rows):
        _draw_row(picture, row, HEAD + index * STRIP + STRIP // 2, palette)
    draw_note(picture, poster.note, palette)
    return png_of(picture)


def _draw_row(picture: Image.Image, row: PosterRow, middle: int, palette: Palette) -> None:
    colour = palette.inks[Ink.COUNT]
    draw_place(picture, row.place, middle, palette)
    for word in words_of(row):
        at = (word.left, middle)
        write(picture, at, word.text, word.size, colour, "lm")


def words_of(row: PosterRow) -> list[Word]:
    """Lay out a row from the right to the left; no two words touch, however long they are."""
    right = WIDTH - MARGIN - 18
    record = _ending_at(row.record, SMALL, RECORD_ROOM, right)
    # Align the ends of the ratings, unless a record is too long for that.
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
    words = [record, points, Word(name, LETTERS, left), *marked]
    return [word for word in words if word.text]


def _ending_at(text: str, size: int, room: int, end: int) -> Word:
    """Lay out a text in the largest letters that fit; cut it if not even the smallest do.

    An empty text takes no room.
    """
    if not text:
        return Word("", size, end)
    size = size_fitting(text, size, SMALLEST, room)
    text = fitting(text, size, room)
    return Word(text, size, end - width_of(text, size))
