"""Curves: who was ahead during a match, and a rating over time.

In the curve of a match, orange is above the middle and gray below. A pin marks each turn that
mattered, at the edge on the side of the seat that played it; a thread leads from the pin to the
point after the turn. A rating is a line with a band for its deviation.
"""

import io
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw

from bot.game import Seat
from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette, Rgb, distance, flat
from render.sprite import disc, sprite
from render.theme import DAY_QUILT, Theme

WIDTH: Final = 720
HEIGHT: Final = 440
LEFT: Final = 98
RIGHT: Final = WIDTH - 28
TOP: Final = 80
BOTTOM: Final = HEIGHT - 66
FRAME: Final = 8
TITLE: Final = 38
SMALL: Final = 30
TITLE_LEAST: Final = 24
"""The smallest size of a title, for one that is too long for a larger size."""

SMOOTH: Final = 2
"""How much larger shapes are drawn; reducing them makes their edges smooth."""

Box = tuple[int, int, int, int]
Point = tuple[float, float]

WITHIN: Final[Box] = (LEFT - FRAME, TOP, RIGHT + FRAME, BOTTOM)
"""The box that a curve may cover: the quilt, and its frame on both sides."""


def floor(palette: Palette) -> Image.Image:
    """Return an empty RGB picture."""
    return Image.new("RGB", (WIDTH, HEIGHT), palette.inks[Ink.FLOOR])


def draw_quilt(picture: Image.Image, palette: Palette) -> None:
    """Lay the quilt in its frame."""
    pen, inks = ImageDraw.Draw(picture), palette.inks
    box = (LEFT - FRAME, TOP - FRAME, RIGHT + FRAME, BOTTOM + FRAME)
    pen.rounded_rectangle(box, 14, inks[Ink.WOOD])
    pen.rectangle((LEFT, TOP, RIGHT, BOTTOM), inks[Ink.CREAM])


def mask() -> Image.Image:
    """Return an empty mask, `SMOOTH` times as large as the picture."""
    return Image.new("L", (WIDTH * SMOOTH, HEIGHT * SMOOTH))


def large(point: Point) -> Point:
    """Return the point of a mask that belongs to a point of the picture."""
    return point[0] * SMOOTH, point[1] * SMOOTH


def pour(picture: Image.Image, large_mask: Image.Image, colour: Rgb, box: Box = WITHIN) -> None:
    """Paint a colour through a mask, only within the box."""
    small = large_mask.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    picture.paste(colour, box, small.crop(box))


def png_of(picture: Image.Image) -> bytes:
    """Return a picture of few colours as the bytes of a PNG; equal ones give equal bytes."""
    out = io.BytesIO()
    # There are few colours, and those of the smooth edges of curves and letters.
    indexed = picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    indexed.save(out, "PNG", optimize=True)
    return out.getvalue()


MIDDLE: Final = (TOP + BOTTOM) // 2
BALANCE_LINE: Final = 4
THREAD: Final = 3
KNOT: Final = 8
PIN: Final = 19
"""The radius of a pin's head, in pixels. A phone shows the picture at half its size."""
NUMBER: Final = 29
MARGIN: Final = 24
BADGE: Final = 96
"""How many pixels at the right have no title: Discord puts its mark for alt text there."""
INSET: Final = 3
"""Pixels from the frame to the height at which a match is won."""
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

    Nothing is drawn for a share that is None. The pins are numbered in the order of their turns.
    The title is written as it is given, and so are the texts `below`: at the start, in the middle
    if there is room, and at the end.
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
    picture = floor(palette)
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
    """Move increasing numbers apart to the right, then those beyond the limit back to the left."""
    placed: list[float] = []
    for x in wished:
        placed.append(max(x, LEFT + PIN, placed[-1] + APART if placed else 0))
    limit = float(RIGHT - PIN)
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - APART
    return placed


def _draw_sides(picture: Image.Image, line: list[Point], palette: Palette) -> None:
    """Fill the area between the line and the middle with the colour of the seat of each side."""
    area = mask()
    first, last = line[0][0], line[-1][0]
    outline = [(first, MIDDLE), *line, (last + 1, line[-1][1]), (last + 1, MIDDLE)]
    ImageDraw.Draw(area).polygon([large(point) for point in outline], 255)
    left, _, right, _ = WITHIN
    pour(picture, area, palette.inks[_INKS[Seat.ORANGE]], (left, TOP, right, MIDDLE))
    pour(picture, area, palette.inks[_INKS[Seat.GRAY]], (left, MIDDLE, right, BOTTOM))


def _draw_middle(picture: Image.Image, palette: Palette) -> None:
    pen = ImageDraw.Draw(picture)
    for stitch in range(LEFT + 4, RIGHT - 4, 16):
        pen.line((stitch, MIDDLE, stitch + 8, MIDDLE), palette.inks[Ink.OUTLINE], 2)


def _draw_balance_line(picture: Image.Image, line: list[Point], palette: Palette) -> None:
    drawn = mask()
    if len(line) > 1:
        pen = ImageDraw.Draw(drawn)
        pen.line([large(point) for point in line], 255, BALANCE_LINE * SMOOTH, joint="curve")
    pour(picture, drawn, palette.inks[Ink.OUTLINE])
    _draw_disc(picture, line[-1], KNOT, palette.inks[Ink.OUTLINE])


def _draw_pins(picture: Image.Image, balance: Balance, palette: Palette) -> None:
    """Draw each pin's thread, its knot on the line, and its head with the number."""
    inks = palette.inks
    heads, ends = heads_of(balance), [point_of(balance, pin.ply) for pin in balance.pins]
    threads = mask()
    pen = ImageDraw.Draw(threads)
    for head, end in zip(heads, ends, strict=True):
        pen.line([large(head), large(end)], 255, THREAD * SMOOTH)
    pour(picture, threads, inks[Ink.RED])
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


RATING_LINE: Final = 5
DOT: Final = 9

_STEPS: Final = (25, 50, 100, 200, 500, 1000, 2000)
"""Points between two lines of the grid."""
_MOST_LINES: Final = 5
_LEAST_SPAN: Final = 100.0
"""The fewest points that the height of the picture covers, so that small changes look small."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FEW_DAYS: Final = 7 * 86_400.0
"""In a curve over fewer seconds, the distance between dots is equal and does not follow time."""
_LEAST_TIME: Final = 3600.0
"""The fewest seconds that the width of the picture covers."""


@dataclass(frozen=True, slots=True)
class CurveDot:
    """A rating with its deviation, in points, at a moment in epoch seconds."""

    at: float
    points: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of a rating: at least one dot, in order of time. The title is written as it is."""

    title: str
    dots: tuple[CurveDot, ...]
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not self.dots:
            raise ValueError("a curve has at least one dot, not 0")


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts moments and points to pixels."""

    since: float
    until: float
    low: float
    high: float

    def x(self, at: float) -> float:
        return LEFT + (at - self.since) / (self.until - self.since) * (RIGHT - LEFT)

    def y(self, points: float) -> float:
        return BOTTOM - (points - self.low) / (self.high - self.low) * (BOTTOM - TOP)


def draw_curve(curve: Curve) -> bytes:
    """Return a curve as the bytes of a PNG; equal curves give equal bytes."""
    palette = curve.theme.palette
    dots = _spread(curve.dots)
    scale, lines = _scale(dots)
    picture = floor(palette)
    draw_quilt(picture, palette)
    _draw_band(picture, dots, scale, palette)
    _draw_grid(picture, lines, scale, palette)
    _draw_rating_line(picture, dots, scale, palette)
    _draw_dates(picture, scale, palette)
    size = size_fitting(curve.title, TITLE, TITLE_LEAST, WIDTH - 48)
    title = fitting(curve.title, size, WIDTH - 48)
    write(picture, (WIDTH // 2, 36), title, size, palette.inks[Ink.LABEL], "mm")
    return png_of(picture)


def _spread(dots: tuple[CurveDot, ...]) -> tuple[CurveDot, ...]:
    """Return the dots, at equal distances if they are of a few days only.

    At their true moments, the matches of one evening would be a vertical line.
    """
    since, until = dots[0].at, dots[-1].at
    if len(dots) < 2 or until - since >= _FEW_DAYS:
        return dots
    apart = max(until - since, _LEAST_TIME) / (len(dots) - 1)
    return tuple(replace(dot, at=since + index * apart) for index, dot in enumerate(dots))


def _scale(dots: tuple[CurveDot, ...]) -> tuple[_Scale, list[int]]:
    """Return a scale that shows the whole line, and the points of the grid's lines.

    The band may reach beyond the picture, because at first the deviation is very large.
    """
    low, high = min(dot.points for dot in dots), max(dot.points for dot in dots)
    settled = dots[-1].deviation
    low, high = min(low, dots[-1].points - settled), max(high, dots[-1].points + settled)
    if high - low < _LEAST_SPAN:
        low, high = (low + high - _LEAST_SPAN) / 2, (low + high + _LEAST_SPAN) / 2
    step = next((each for each in _STEPS if (high - low) / each <= _MOST_LINES - 1), _STEPS[-1])
    first, last = int(low // step) * step, -int(-high // step) * step
    since, until = dots[0].at, dots[-1].at
    if until - since < _LEAST_TIME:
        since, until = (since + until - _LEAST_TIME) / 2, (since + until + _LEAST_TIME) / 2
    return _Scale(since, until, first, last), list(range(first, last + 1, step))


def _draw_grid(picture: Image.Image, lines: list[int], scale: _Scale, palette: Palette) -> None:
    pen, inks = ImageDraw.Draw(picture), palette.inks
    for points in lines:
        y = round(scale.y(points))
        if TOP < y < BOTTOM:
            for stitch in range(LEFT + 4, RIGHT - 4, 16):
                pen.line((stitch, y, stitch + 8, y), inks[Ink.CREAM_DARK], 2)
        at = (LEFT - FRAME - 8, y)
        write(picture, at, str(points), SMALL, inks[Ink.LABEL], "rm")


def _draw_band(
    picture: Image.Image, dots: tuple[CurveDot, ...], scale: _Scale, palette: Palette
) -> None:
    """Draw the band of the deviation."""
    if len(dots) == 1:
        return
    over = [(scale.x(dot.at), scale.y(dot.points + dot.deviation)) for dot in dots]
    under = [(scale.x(dot.at), scale.y(dot.points - dot.deviation)) for dot in dots]
    band = mask()
    ImageDraw.Draw(band).polygon([large(point) for point in (*over, *reversed(under))], 255)
    pour(picture, band, palette.inks[Ink.MINT])


def _draw_rating_line(
    picture: Image.Image, dots: tuple[CurveDot, ...], scale: _Scale, palette: Palette
) -> None:
    """Draw the line, and a knot at its end."""
    drawn = mask()
    line = [large((scale.x(dot.at), scale.y(dot.points))) for dot in dots]
    if len(line) > 1:
        ImageDraw.Draw(drawn).line(line, 255, RATING_LINE * SMOOTH, joint="curve")
    pour(picture, drawn, palette.inks[Ink.ORANGE_DARK])
    x, y = line[-1]
    for radius, ink in ((DOT + 2, Ink.OUTLINE), (DOT, Ink.ORANGE)):
        knot, size = mask(), radius * SMOOTH
        ImageDraw.Draw(knot).ellipse((x - size, y - size, x + size, y + size), 255)
        pour(picture, knot, palette.inks[ink])


def _draw_dates(picture: Image.Image, scale: _Scale, palette: Palette) -> None:
    """Write the first, the middle and the last day below the curve, if they differ."""
    colour, y = palette.inks[Ink.LABEL], BOTTOM + FRAME + 26
    days = _days(scale.since, scale.until)
    first, *others = days
    write(picture, (LEFT, y), first, SMALL, colour, "lm")
    if others:
        write(picture, (RIGHT, y), others[-1], SMALL, colour, "rm")
    if len(others) > 1:
        room = RIGHT - LEFT - sum(width_of(day, SMALL) for day in days)
        if room > 60:
            write(picture, ((LEFT + RIGHT) // 2, y), others[0], SMALL, colour, "mm")


def _days(since: float, until: float) -> list[str]:
    """Return the first, the middle and the last day, each once, in the form of ISO 8601."""
    moments = [_EPOCH + timedelta(seconds=at) for at in (since, (since + until) / 2, until)]
    return list(dict.fromkeys(moment.date().isoformat() for moment in moments))
