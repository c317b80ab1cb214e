"""The crosstable of a group as a picture: the results of each player against each other."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, assert_never

from PIL import Image, ImageDraw

from bot.text.graphemes import beginnings
from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.sheet import (
    FOOT,
    FRAME,
    HEAD,
    LETTERS,
    MARGIN,
    SMALLEST,
    STRIP,
    WIDTH,
    blank,
    cloth_of,
    draw_head,
    draw_place,
    draw_strips,
    png_of,
)
from render.sprite import disc
from render.theme import DAY_QUILT, Theme

FEWEST_ROWS: Final = 2
MOST_ROWS: Final = 8
HEADING: Final = 38
"""The height of the strip above the first row, with the shortened names."""
NAMES: Final = MARGIN + 78
POINTS_END: Final = WIDTH - MARGIN - 16
POINTS_ROOM: Final = 62
NAME: Final = 28
NOTE: Final = 20
HEADING_LETTERS: Final = 20
LEGEND: Final = 21
GAP: Final = 10

_COLUMNS: Final = {2: 52, 3: 52, 4: 52, 5: 48, 6: 44, 7: 42, 8: 40}
"""The width of a column of results, by the number of columns."""
_LARGE: Final = 28
_SMALL: Final = 22
"""The sizes of a result's mark: `_LARGE` for a single leg, `_SMALL` for two legs."""


class LegMark(Enum):
    """The mark that is drawn for a leg."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """An entrant, with the marks of their legs against the entrant of each row.

    `cells` has the legs against each row in order. A cell is empty for the entrant's own row, and
    if nothing counts. `place` is None if the entrant's results do not count. `note` is written
    small below the name.
    """

    place: int | None
    name: str
    points: str
    cells: tuple[tuple[LegMark, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The table of a group; `legend` has the marks that are explained below it, with words."""

    title: str
    subtitle: str
    rows: tuple[CrosstableRow, ...]
    legend: tuple[tuple[LegMark, str], ...]
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not FEWEST_ROWS <= len(self.rows) <= MOST_ROWS:
            raise ValueError(f"a crosstable has 2 to {MOST_ROWS} rows, not {len(self.rows)}")
        if any(len(row.cells) != len(self.rows) for row in self.rows):
            raise ValueError("each row has a cell for each row")


def draw_crosstable(table: Crosstable) -> bytes:
    """Return a crosstable as the bytes of a PNG; equal tables give equal bytes."""
    palette, top = table.theme.palette, HEAD + HEADING
    picture = blank(top + STRIP * len(table.rows) + FOOT, table.theme)
    draw_head(picture, table.title, table.subtitle, table.theme)
    draw_strips(picture, top, len(table.rows), palette)
    column = _COLUMNS[len(table.rows)]
    first = POINTS_END - POINTS_ROOM - GAP - column * len(table.rows)
    for index, row in enumerate(table.rows):
        left, middle = first + index * column, top + index * STRIP + STRIP // 2
        heading = _heading(row.name, column - 4)
        at = (left + column // 2, HEAD + (HEADING - FRAME) // 2)
        write(picture, at, heading, HEADING_LETTERS, palette.inks[Ink.LABEL], "mm")
        _draw_own(picture, (left, middle), column, index, palette)
        _draw_row(picture, row, middle, first, palette)
        for number, marks in enumerate(row.cells):
            at = (first + number * column + column // 2, middle)
            _draw_cell(picture, at, marks, palette)
    _draw_legend(picture, table.legend, palette)
    return png_of(picture)


def _heading(name: str, room: int) -> str:
    """Return the longest beginning of a name that fits above a column, at least 1 character."""
    shorter = [each.rstrip() for each in beginnings(name)]
    longest = bisect_left(shorter, True, key=lambda cut: width_of(cut, HEADING_LETTERS) <= room)
    return shorter[min(longest, len(shorter) - 1)] if shorter else ""


def _draw_own(
    picture: Image.Image, at: tuple[int, int], column: int, index: int, palette: Palette
) -> None:
    """Darken the cell of a row's own column."""
    left, top = at[0], at[1] - STRIP // 2
    ink = Ink.MINT_DARK if cloth_of(index) is Ink.MINT else Ink.CREAM_DARK
    box = (left + 1, top + 3, left + column - 2, top + STRIP - 4)
    ImageDraw.Draw(picture).rounded_rectangle(box, 8, palette.inks[ink])


def _draw_row(
    picture: Image.Image, row: CrosstableRow, middle: int, end: int, palette: Palette
) -> None:
    colour, room = palette.inks[Ink.COUNT], end - GAP - NAMES
    if row.place is not None:
        draw_place(picture, row.place, middle, palette)
    name = fitting(row.name, NAME, room)
    write(picture, (NAMES, middle - 11 if row.note else middle), name, NAME, colour, "lm")
    if row.note:
        size = size_fitting(row.note, NOTE, SMALLEST, room)
        note = fitting(row.note, size, room)
        write(picture, (NAMES, middle + 17), note, size, colour, "lm")
    write(picture, (POINTS_END, middle), row.points, LETTERS, colour, "rm")


def _draw_cell(
    picture: Image.Image, at: tuple[int, int], marks: Sequence[LegMark], palette: Palette
) -> None:
    """Draw the marks of a pairing's legs, the first one at the top."""
    side = _LARGE if len(marks) <= 1 else _SMALL
    step = side + 4
    top = at[1] - step * (len(marks) - 1) // 2
    for number, mark in enumerate(marks):
        _draw_mark(picture, (at[0], top + number * step), mark, side, palette, Ink.COUNT)


def _draw_mark(
    picture: Image.Image,
    middle: tuple[int, int],
    mark: LegMark,
    side: int,
    palette: Palette,
    ink: Ink,
) -> None:
    mask = _mask(mark, side)
    left, top = middle[0] - side // 2, middle[1] - side // 2
    picture.paste(palette.inks[ink], (left, top, left + side, top + side), mask)


@cache
def _mask(mark: LegMark, side: int) -> Image.Image:
    """Return a mark: a disc, half a disc in a ring, a ring, or three dots."""
    # Copy the discs: they are cached, so they must not change.
    ring, hole = disc(side).copy(), disc(side - 8).copy()
    empty = Image.new("L", (side, side))
    match mark:
        case LegMark.WON:
            return ring
        case LegMark.LOST:
            ring.paste(empty.crop((0, 0, *hole.size)), (4, 4), hole)
            return ring
        case LegMark.DRAWN:
            hole.paste(0, (0, 0, hole.width // 2, hole.height))
            ring.paste(empty.crop((0, 0, *hole.size)), (4, 4), hole)
            return ring
        case LegMark.RUNNING:
            dot = max(4, side // 5)
            for number in range(3):
                left = number * (side - dot) // 2
                empty.paste(disc(dot), (left, (side - dot) // 2))
            return empty
        case _:
            assert_never(mark)


def _draw_legend(
    picture: Image.Image, legend: Sequence[tuple[LegMark, str]], palette: Palette
) -> None:
    """Write the legend below the quilt, in the middle."""
    side, gap, between, size = 20, 7, 22, LEGEND
    marks = len(legend) * (side + gap) + (len(legend) - 1) * between
    room = WIDTH - 2 * MARGIN - marks
    while size > SMALLEST and sum(width_of(word, size) for _, word in legend) > room:
        size -= 1
    words = [word for _, word in legend]
    if sum(width_of(word, size) for word in words) > room:
        words = [fitting(word, size, room // len(words)) for word in words]
    left = (WIDTH - marks - sum(width_of(word, size) for word in words)) // 2
    middle = picture.height - FOOT // 2 + FRAME // 2
    for (mark, _), word in zip(legend, words, strict=True):
        _draw_mark(picture, (left + side // 2, middle), mark, side, palette, Ink.LABEL)
        left += side + gap
        write(picture, (left, middle), word, size, palette.inks[Ink.LABEL], "lm")
        left += width_of(word, size) + between
