"""The curve of a rating over time as a picture: a line on the quilt, with a band for doubt."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from PIL import Image, ImageDraw

from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.plot import (
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
    draw_quilt,
    floor,
    large,
    mask,
    png_of,
    pour,
)
from render.theme import DAY_QUILT, Theme

LINE: Final = 5
DOT: Final = 9

_STEPS: Final = (25, 50, 100, 200, 500, 1000, 2000)
"""Points between two lines of the grid."""
_MOST_LINES: Final = 5
_LEAST_SPAN: Final = 100.0
"""Points that the picture is high at least, so that little ups and downs look little."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LEAST_TIME: Final = 3600.0
"""Seconds that the picture is wide at least."""


@dataclass(frozen=True, slots=True)
class CurveDot:
    """A rating and how sure it was, in points, at a moment in epoch seconds."""

    at: float
    points: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How a rating went, by at least one dot, in order of time. The title is written as it is."""

    title: str
    dots: tuple[CurveDot, ...]
    theme: Theme = DAY_QUILT

    def __post_init__(self) -> None:
        if not self.dots:
            raise ValueError("a curve has at least one dot, not 0")


@dataclass(frozen=True, slots=True)
class _Scale:
    """What is where: from moments and points to pixels."""

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
    scale, lines = _scale(curve.dots)
    picture = floor(palette)
    draw_quilt(picture, palette)
    _draw_band(picture, curve.dots, scale, palette)
    _draw_grid(picture, lines, scale, palette)
    _draw_line(picture, curve.dots, scale, palette)
    _draw_dates(picture, scale, palette)
    size = size_fitting(curve.title, TITLE, TITLE_LEAST, WIDTH - 48)
    title = fitting(curve.title, size, WIDTH - 48)
    write(picture, (WIDTH // 2, 36), title, size, palette.inks[Ink.LABEL], "mm")
    return png_of(picture)


def _scale(dots: tuple[CurveDot, ...]) -> tuple[_Scale, list[int]]:
    """Choose a scale that shows the whole line, and the points at which a line of the grid is.

    The band may reach beyond: at its beginning it is far wider than all that comes after.
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
    """Shade what lies within the deviation."""
    if len(dots) == 1:
        return
    over = [(scale.x(dot.at), scale.y(dot.points + dot.deviation)) for dot in dots]
    under = [(scale.x(dot.at), scale.y(dot.points - dot.deviation)) for dot in dots]
    band = mask()
    ImageDraw.Draw(band).polygon([large(point) for point in (*over, *reversed(under))], 255)
    pour(picture, band, palette.inks[Ink.MINT])


def _draw_line(
    picture: Image.Image, dots: tuple[CurveDot, ...], scale: _Scale, palette: Palette
) -> None:
    """Draw the line, and a knot at its end."""
    drawn = mask()
    line = [large((scale.x(dot.at), scale.y(dot.points))) for dot in dots]
    if len(line) > 1:
        ImageDraw.Draw(drawn).line(line, 255, LINE * SMOOTH, joint="curve")
    pour(picture, drawn, palette.inks[Ink.ORANGE_DARK])
    x, y = line[-1]
    for radius, ink in ((DOT + 2, Ink.OUTLINE), (DOT, Ink.ORANGE)):
        knot, size = mask(), radius * SMOOTH
        ImageDraw.Draw(knot).ellipse((x - size, y - size, x + size, y + size), 255)
        pour(picture, knot, palette.inks[ink])


def _draw_dates(picture: Image.Image, scale: _Scale, palette: Palette) -> None:
    """Write the first, the middle and the last day below, as far as they are different ones."""
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
    """Write the first day, the one in the middle and the last, each once, for all languages."""
    moments = [_EPOCH + timedelta(seconds=at) for at in (since, (since + until) / 2, until)]
    return list(dict.fromkeys(moment.date().isoformat() for moment in moments))
