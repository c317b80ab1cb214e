"""The curve of a match: who was ahead, turn by turn.

Orange is above the middle and gray below. A pin marks each turn that mattered, at the edge on the
side of the seat that played it; a thread leads from the pin to the point after the turn.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw

from bot.game import Seat
from render.chart_canvas import (
    BOTTOM,
    FRAME,
    LEFT,
    RIGHT,
    SMALL,
    SMOOTH,
    TITLE,
    TITLE_LEAST,
    TOP,
    WIDTH,
    WITHIN,
    Point,
    draw_quilt,
    empty_mask,
    empty_picture,
    on_mask,
    paint_through,
    png_of,
)
from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette, Rgb, distance, flat
from render.sprite import disc, sprite
from render.theme import DAY_QUILT, Theme

MIDDLE: Final = (TOP + BOTTOM) // 2
BALANCE_LINE: Final = 4
THREAD: Final = 3
KNOT: Final = 8
PIN: Final = 19
"""The radius of a pin's head, in pixels. A phone shows the picture at half its size."""
NUMBER: Final = 29
MARGIN: Final = 24
BADGE: Final = 96
"""How many pixels at the right the title leaves free: Discord shows its alt text mark there."""
INSET: Final = 3
"""Pixels between the frame and the line of a won match."""
APART: Final = 2 * PIN + 4
"""The least distance between two pins on one edge."""
_INKS: Final = {Seat.ORANGE: Ink.ORANGE, Seat.GRAY: Ink.GRAY}
_PIECES: Final = {Seat.ORANGE: "orange_cat_pool", Seat.GRAY: "gray_cat_pool"}
_LEAST_WIDE: Final = 1


@dataclass(frozen=True, slots=True)
class Pin:
    """A turn that mattered: its number, counted from 1, and the seat that played it."""

    ply: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Balance:
    """How a match stood at the start and after each turn: orange's share, from 0 to 1.

    The line has a gap where a share is None. The pins are numbered in the order of their turns. The
    texts `below` are written below the start, the middle (if there is room) and the end.
    """

    title: str
    shares: tuple[float | None, ...]
    pins: tuple[Pin, ...] = ()
    below: tuple[str, str, str] = ("", "", "")
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not self.shares:
            raise ValueError("a balance has at least one share, not 0")
        for pin in self.pins:
            if not 0 < pin.ply < len(self.shares):
                raise ValueError(f"a match of {len(self.shares) - 1} turns has no turn {pin.ply}")
            if self.shares[pin.ply] is None:
                raise ValueError(f"turn {pin.ply} is pinned and has no share")


def draw_balance(balance: Balance) -> bytes:
    """Return a balance as the bytes of a PNG; equal ones give equal bytes."""
    theme, palette = balance.theme, balance.theme.palette
    picture = empty_picture(palette)
    draw_quilt(picture, palette)
    lines = lines_of(balance)
    for line in lines:
        _draw_sides(picture, line, palette)
    _draw_middle(picture, palette)
    for line in lines:
        _draw_balance_line(picture, line, palette)
    _draw_pins(picture, balance, palette)
    _draw_below(picture, balance, palette)
    for seat, top in ((Seat.ORANGE, TOP - FRAME), (Seat.GRAY, BOTTOM + FRAME - 71)):
        _stamp(picture, theme.drawing(_PIECES[seat]), (10, top), theme)
    room = WIDTH - MARGIN - BADGE
    size = size_fitting(balance.title, TITLE, TITLE_LEAST, room)
    title = fitting(balance.title, size, room)
    write(picture, (MARGIN, 34), title, size, palette.inks[Ink.LABEL], "lm")
    return png_of(picture)


def point_of(balance: Balance, ply: int) -> Point:
    """Return where the picture shows the balance after `ply` turns, in pixels."""
    last = max(len(balance.shares) - 1, _LEAST_WIDE)
    x, share = LEFT + ply / last * (RIGHT - LEFT), balance.shares[ply]
    return x, MIDDLE + (0.5 - (0.5 if share is None else share)) * (BOTTOM - TOP - 2 * INSET)


def lines_of(balance: Balance) -> list[list[Point]]:
    """Return the lines to draw: the points of each run of shares that are not None."""
    by_known = groupby(range(len(balance.shares)), lambda ply: balance.shares[ply] is not None)
    return [[point_of(balance, ply) for ply in plies] for is_known, plies in by_known if is_known]


def heads_of(balance: Balance) -> list[Point]:
    """Return the positions of the pins' heads; no two on the same edge touch."""
    heads: list[Point] = [(0.0, 0.0)] * len(balance.pins)
    for seat, y in ((Seat.ORANGE, TOP - FRAME // 2), (Seat.GRAY, BOTTOM + FRAME // 2)):
        own = [index for index, pin in enumerate(balance.pins) if pin.seat is seat]
        wished = [point_of(balance, balance.pins[index].ply)[0] for index in own]
        for index, x in zip(own, _spread_apart(wished), strict=True):
            heads[index] = x, y
    return heads


def _spread_apart(wished: list[float]) -> list[float]:
    """Space increasing positions: first push them to the right, then back left from the limit."""
    placed: list[float] = []
    for x in wished:
        placed.append(max(x, LEFT + PIN, placed[-1] + APART if placed else 0))
    limit = float(RIGHT - PIN)
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - APART
    return placed


def _draw_sides(picture: Image.Image, line: list[Point], palette: Palette) -> None:
    """Fill the area between the line and the middle, each side in the colour of its seat."""
    area = empty_mask()
    first, last = line[0][0], line[-1][0]
    outline = [(first, MIDDLE), *line, (last + 1, line[-1][1]), (last + 1, MIDDLE)]
    ImageDraw.Draw(area).polygon([on_mask(point) for point in outline], 255)
    left, _, right, _ = WITHIN
    paint_through(picture, area, palette.inks[_INKS[Seat.ORANGE]], (left, TOP, right, MIDDLE))
    paint_through(picture, area, palette.inks[_INKS[Seat.GRAY]], (left, MIDDLE, right, BOTTOM))


def _draw_middle(picture: Image.Image, palette: Palette) -> None:
    pen = ImageDraw.Draw(picture)
    for stitch in range(LEFT + 4, RIGHT - 4, 16):
        pen.line((stitch, MIDDLE, stitch + 8, MIDDLE), palette.inks[Ink.OUTLINE], 2)


def _draw_balance_line(picture: Image.Image, line: list[Point], palette: Palette) -> None:
    drawn = empty_mask()
    if len(line) > 1:
        pen = ImageDraw.Draw(drawn)
        pen.line([on_mask(point) for point in line], 255, BALANCE_LINE * SMOOTH, joint="curve")
    paint_through(picture, drawn, palette.inks[Ink.OUTLINE])
    _draw_disc(picture, line[-1], KNOT, palette.inks[Ink.OUTLINE])


def _draw_pins(picture: Image.Image, balance: Balance, palette: Palette) -> None:
    """Draw each pin's thread, its knot on the line, and its head with the number."""
    inks = palette.inks
    heads, ends = heads_of(balance), [point_of(balance, pin.ply) for pin in balance.pins]
    threads = empty_mask()
    pen = ImageDraw.Draw(threads)
    for head, end in zip(heads, ends, strict=True):
        pen.line([on_mask(head), on_mask(end)], 255, THREAD * SMOOTH)
    paint_through(picture, threads, inks[Ink.RED])
    for end in ends:
        _draw_disc(picture, end, KNOT, inks[Ink.OUTLINE])
        _draw_disc(picture, end, KNOT - 3, inks[Ink.RED])
    digits = max((inks[Ink.WHITE], inks[Ink.OUTLINE]), key=lambda ink: distance(ink, inks[Ink.RED]))
    for number, head in enumerate(heads, 1):
        _draw_disc(picture, head, PIN + 3, inks[Ink.OUTLINE])
        _draw_disc(picture, head, PIN, inks[Ink.RED])
        x, y = head
        write(picture, (round(x), round(y)), str(number), NUMBER, digits, "mm")


def _draw_disc(picture: Image.Image, at: Point, radius: int, colour: Rgb) -> None:
    """Draw a disc around the pixel nearest to a point."""
    corner = round(at[0]) - radius, round(at[1]) - radius
    picture.paste(colour, corner, disc(2 * radius + 1))


def middle_turn(last: int) -> int:
    """Return the turn in the middle of a match of `last` turns."""
    return last // 2


def _draw_below(picture: Image.Image, balance: Balance, palette: Palette) -> None:
    """Write the texts below the start, the middle and the end."""
    colour, y = palette.inks[Ink.LABEL], BOTTOM + FRAME + 36
    start, middle, end = balance.below
    last = len(balance.shares) - 1
    write(picture, (LEFT, y), start, SMALL, colour, "lm")
    if not last:
        return
    write(picture, (RIGHT, y), end, SMALL, colour, "rm")
    widest = max(width_of(each, SMALL) for each in balance.below)
    if last > 3 and widest < (RIGHT - LEFT) // 4:
        at = round(LEFT + middle_turn(last) / last * (RIGHT - LEFT))
        write(picture, (at, y), middle, SMALL, colour, "mm")


def _stamp(picture: Image.Image, name: str, at: tuple[int, int], theme: Theme) -> None:
    """Draw a sprite on the background of an RGB picture."""
    drawing = sprite(name)
    inks = Image.new("L", drawing.size, int(Ink.FLOOR))
    drawing.stamp(inks, 0, 0, theme.palette)
    inks.putpalette(flat(theme.palette))
    picture.paste(inks.convert("RGB"), at)
