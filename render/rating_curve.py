"""The curve of a rating over time, with a band for its deviation."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from PIL import Image, ImageDraw

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
    draw_quilt,
    empty_mask,
    empty_picture,
    on_mask,
    paint_through,
    png_of,
)
from render.lettering import fitting, size_fitting, width_of, write
from render.palette import Ink, Palette
from render.theme import DAY_QUILT, Theme

RATING_LINE: Final = 5
DOT: Final = 9
_STEPS: Final = (25, 50, 100, 200, 500, 1000, 2000)
"""The possible distances between lines of the grid, in points."""
_MOST_LINES: Final = 5
_LEAST_SPAN: Final = 100.0
"""The fewest points that the height of the picture covers, so that small changes look small."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FEW_DAYS: Final = 7 * 86_400.0
"""If a curve covers fewer seconds, its dots are spaced evenly, not by time."""
_LEAST_TIME: Final = 3600.0
"""The fewest seconds that the width of the picture covers."""


@dataclass(frozen=True, slots=True)
class CurveDot:
    """A rating with its deviation, in points, at a moment in epoch seconds."""

    at: float
    points: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The course of a rating: at least one dot, in order of time."""

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


def draw_rating_curve(curve: RatingCurve) -> bytes:
    """Return a curve as the bytes of a PNG; equal curves give equal bytes."""
    palette = curve.theme.palette
    dots = _spread(curve.dots)
    scale, lines = _scale(dots)
    picture = empty_picture(palette)
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
    """Return the dots; space them evenly if they cover only a few days.

    By time, the matches of one evening would be a vertical line.
    """
    since, until = dots[0].at, dots[-1].at
    if len(dots) < 2 or until - since >= _FEW_DAYS:
        return dots
    apart = max(until - since, _LEAST_TIME) / (len(dots) - 1)
    return tuple(replace(dot, at=since + index * apart) for index, dot in enumerate(dots))


def _scale(dots: tuple[CurveDot, ...]) -> tuple[_Scale, list[int]]:
    """Return a scale that shows the whole line of the rating, and the ratings of the grid's lines.

    The band may reach beyond the picture, because the deviation is very large at first.
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
    band = empty_mask()
    ImageDraw.Draw(band).polygon([on_mask(point) for point in (*over, *reversed(under))], 255)
    paint_through(picture, band, palette.inks[Ink.MINT])


def _draw_rating_line(
    picture: Image.Image, dots: tuple[CurveDot, ...], scale: _Scale, palette: Palette
) -> None:
    """Draw the line, and a knot at its end."""
    drawn = empty_mask()
    line = [on_mask((scale.x(dot.at), scale.y(dot.points))) for dot in dots]
    if len(line) > 1:
        ImageDraw.Draw(drawn).line(line, 255, RATING_LINE * SMOOTH, joint="curve")
    paint_through(picture, drawn, palette.inks[Ink.ORANGE_DARK])
    x, y = line[-1]
    for radius, ink in ((DOT + 2, Ink.OUTLINE), (DOT, Ink.ORANGE)):
        knot, size = empty_mask(), radius * SMOOTH
        ImageDraw.Draw(knot).ellipse((x - size, y - size, x + size, y + size), 255)
        paint_through(picture, knot, palette.inks[ink])


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
    """Return the first, the middle and the last day in ISO 8601, without repetitions."""
    moments = [_EPOCH + timedelta(seconds=at) for at in (since, (since + until) / 2, until)]
    return list(dict.fromkeys(moment.date().isoformat() for moment in moments))
