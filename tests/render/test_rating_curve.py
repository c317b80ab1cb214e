from dataclasses import replace

import pytest

from render.chart_canvas import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from render.palette import Ink
from render.rating_curve import CurveDot, RatingCurve, draw_rating_curve
from tests.render.golden import compare, open_png
from tests.render.rating_curves import DAY, LIVELY, MANY, ONE, SPRING


def test_the_comparison_detects_missing_matches() -> None:
    other = replace(LIVELY, dots=(*LIVELY.dots[:-9], *LIVELY.dots[-6:]))
    assert not compare(
        open_png(draw_rating_curve(other)), open_png(draw_rating_curve(LIVELY))
    ).alike


def test_a_curve_needs_a_dot() -> None:
    with pytest.raises(ValueError, match="at least one dot, not 0"):
        RatingCurve("Rating", ())


@pytest.mark.night
@pytest.mark.long
def test_higher_ratings_are_higher_and_later_ones_further_right() -> None:
    """The knot marks the end of the curve."""
    rising = RatingCurve("Rating", (CurveDot(SPRING, 1400, 60), CurveDot(SPRING + DAY, 1600, 60)))
    falling = RatingCurve("Rating", (CurveDot(SPRING, 1600, 60), CurveDot(SPRING + DAY, 1400, 60)))
    assert knot(rising)[0] == knot(falling)[0]
    assert abs(knot(rising)[0] - RIGHT) < 14
    assert knot(rising)[1] < knot(falling)[1]
    assert abs(knot(ONE)[0] - (LEFT + RIGHT) // 2) < 14


def test_matches_are_spaced_evenly_instead_of_by_time() -> None:
    """On a time axis, three of the four matches would be one streak at the left."""
    evening, weeks = (
        RatingCurve(
            "Rating", tuple(CurveDot(SPRING + at * long, 1500 + up, 60) for at, up in steps)
        )
        for long, steps in (
            (60.0, ((0, 0), (4, 80), (9, -40), (3000, 60))),
            (10 * DAY, ((0, 0), (1, 80), (2, -40), (3, 60))),
        )
    )
    area = (LEFT, TOP, RIGHT, BOTTOM)
    assert compare(
        *(open_png(draw_rating_curve(each)).crop(area) for each in (evening, weeks))
    ).alike


@pytest.mark.parametrize("points", [-900.0, 0.0, 1500.0, 9000.0])
def test_any_rating_can_be_drawn(points: float) -> None:
    wild = (CurveDot(SPRING, 1500, 350), CurveDot(SPRING, points, 350))
    assert open_png(draw_rating_curve(RatingCurve("M" * 200, wild))).size == (WIDTH, HEIGHT)


def test_a_curve_of_many_matches_is_small_enough_to_send() -> None:
    assert len(draw_rating_curve(MANY)) < 40_000


def knot(curve: RatingCurve) -> tuple[int, int]:
    """Return the first pixel of the knot's colour, searching by column from the right."""
    picture = open_png(draw_rating_curve(curve))
    colour = curve.theme.palette.inks[Ink.ORANGE]
    found = [
        (x, y)
        for x in range(picture.width)
        for y in range(picture.height)
        if picture.getpixel((x, y)) == colour
    ]
    assert found
    return max(found)
