"""The bracket of a cup as a picture: the pairings of each round, and their winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PIL import Image, ImageDraw

from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.sheet import (
    FOOT,
    FRAME,
    HEAD,
    MARGIN,
    SMALL,
    SMALLEST,
    WIDTH,
    blank,
    draw_head,
    draw_note,
    png_of,
)
from render.sprite import disc
from render.theme import DAY_QUILT, Theme

FEWEST_ROUNDS: Final = 1
MOST_ROUNDS: Final = 4
HEADING: Final = 40
"""The height of the names of the rounds."""
INSET: Final = 8
GAP: Final = 7
DOT: Final = 13
"""The size of the dot beside a winner, so that gold is not the only sign."""
SMALLEST_NAME: Final = 19

_BY_ROUNDS: Final = {1: (56, 26, 40), 2: (52, 24, 40), 3: (46, 24, 28), 4: (38, 20, 20)}
"""By the number of rounds: a side's height, its letters, and the gap between two pairings."""


class SideState(Enum):
    """Whether a side of a pairing has won or lost, or is still undecided."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A player in a bracket and their score; the name is empty if it is not known yet."""

    name: str
    score: str = ""
    state: SideState = SideState.OPEN


BracketBox = tuple[BracketSide, ...]
"""The sides of a pairing, the upper one first; a single side has a bye."""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The pairings of a round, from the top."""

    name: str
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True, slots=True)
class BracketChart:
    """A bracket: each round has half as many pairings as the one before, and the last one has one.

    `third` has the match for the third place, if there is one.
    """

    title: str
    subtitle: str
    rounds: tuple[BracketRound, ...]
    third: BracketRound | None
    note: str
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        numbers = [len(each.boxes) for each in self.rounds]
        if not FEWEST_ROUNDS <= len(numbers) <= MOST_ROUNDS:
            raise ValueError(
                f"a bracket has {FEWEST_ROUNDS} to {MOST_ROUNDS} rounds, not {len(numbers)}"
            )
        if numbers != [2**left for left in reversed(range(len(numbers)))]:
            raise ValueError(f"each round has half as many pairings as the one before: {numbers}")


def draw_bracket(chart: BracketChart) -> bytes:
    """Return a bracket as the bytes of a PNG; equal brackets give equal bytes."""
    palette, number = chart.theme.palette, len(chart.rounds)
    side, letters, gap = _BY_ROUNDS[number]
    pitch = 2 * side + gap
    first = HEAD + HEADING
    room = pitch * len(chart.rounds[0].boxes)
    if chart.third is not None:
        # The match for the third place is below the final, which is in the middle.
        room = max(room, 3 * pitch + 2 * HEADING)
    picture = blank(first + room + FOOT, chart.theme)
    draw_head(picture, chart.title, chart.subtitle, chart.theme)
    _draw_ground(picture, first + room, palette)
    column = (WIDTH - 2 * MARGIN) // number
    style = _Style(column - 2 * INSET, side, letters, palette)
    for index, each in enumerate(chart.rounds):
        left, share = MARGIN + index * column + INSET, room // len(each.boxes)
        _draw_heading(picture, each.name, (left, HEAD + HEADING // 2 - 4), style)
        for row, box in enumerate(each.boxes):
            middle = first + row * share + share // 2
            if index:
                _join(picture, (left, middle), share // 4, palette)
            _draw_box(picture, box, (left, middle), style)
    if chart.third is not None:
        left = MARGIN + (number - 1) * column + INSET
        middle = first + room - gap // 2 - side
        _draw_heading(picture, chart.third.name, (left, middle - side - HEADING // 2), style)
        for box in chart.third.boxes:
            _draw_box(picture, box, (left, middle), style)
    draw_note(picture, chart.note, palette)
    return png_of(picture)


@dataclass(frozen=True, slots=True)
class _Style:
    width: int
    side: int
    letters: int
    palette: Palette


def _draw_ground(picture: Image.Image, bottom: int, palette: Palette) -> None:
    """Draw the cloth below the bracket, in its frame."""
    pen, inks = ImageDraw.Draw(picture), palette.inks
    left, right = MARGIN, WIDTH - MARGIN - 1
    frame = (left - FRAME, HEAD - FRAME, right + FRAME, bottom + FRAME)
    pen.rounded_rectangle(frame, 14, inks[Ink.WOOD])
    pen.rectangle((left, HEAD, right, bottom), inks[Ink.MINT])


def _draw_heading(picture: Image.Image, name: str, at: tuple[int, int], style: _Style) -> None:
    room = style.width + INSET
    size = size_fitting(name, SMALL, SMALLEST, room)
    text = fitting(name, size, room)
    middle = (at[0] + style.width // 2, at[1])
    write(picture, middle, text, size, style.palette.inks[Ink.COUNT], "mm")


def _join(picture: Image.Image, at: tuple[int, int], reach: int, palette: Palette) -> None:
    """Draw the lines that join two pairings to the pairing of their winners."""
    pen, ink = ImageDraw.Draw(picture), palette.inks[Ink.COUNT]
    left, middle = at
    turn = left - INSET
    pen.line((turn, middle - reach, turn, middle + reach), ink, 3)
    pen.line((turn, middle, left, middle), ink, 3)
    for end in (middle - reach, middle + reach):
        pen.line((turn - INSET, end, turn, end), ink, 3)


def _draw_box(
    picture: Image.Image, box: Sequence[BracketSide], at: tuple[int, int], style: _Style
) -> None:
    pen, inks = ImageDraw.Draw(picture), style.palette.inks
    left, top = at[0], at[1] - len(box) * style.side // 2
    right, bottom = left + style.width - 1, top + len(box) * style.side - 1
    pen.rounded_rectangle((left - 2, top - 2, right + 2, bottom + 2), 9, inks[Ink.COUNT])
    for index, side in enumerate(box):
        upper = top + index * style.side
        ink = Ink.GOLD_LIGHT if side.state is SideState.WON else Ink.CREAM
        pen.rounded_rectangle((left, upper, right, upper + style.side - 2), 7, inks[ink])
        _write_side(picture, side, (left, upper), style)


def _write_side(
    picture: Image.Image, side: BracketSide, at: tuple[int, int], style: _Style
) -> None:
    if not side.name:
        return
    palette, middle = style.palette, at[1] + style.side // 2 - 1
    ink = Ink.OUTLINE if side.state is SideState.WON else Ink.COUNT
    colour, left, right = palette.inks[ink], at[0] + INSET, at[0] + style.width - INSET
    if side.state is SideState.WON:
        mask = disc(DOT)
        picture.paste(colour, (left, middle - DOT // 2, left + DOT, middle - DOT // 2 + DOT), mask)
        left += DOT + GAP
    if side.score:
        write(picture, (right, middle), side.score, style.letters, colour, "rm")
        right -= width_of(side.score, style.letters) + GAP
    size = size_fitting(side.name, style.letters, SMALLEST_NAME, right - left)
    name = fitting(side.name, size, right - left)
    write(picture, (left, middle), name, size, colour, "lm")
