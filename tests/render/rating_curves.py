"""Rating curves for the tests, which `tests.render.charts` stores as pictures."""

from dataclasses import replace
from math import sin

from render.rating_curve import CurveDot, RatingCurve
from render.theme import THEMES

SPRING = 1_772_323_200.0
"""The first of March 2026, at midnight in UTC."""
DAY = 86_400.0


def dots(number: int, apart: float = 2.3) -> tuple[CurveDot, ...]:
    """Return ratings over that many matches that rise unevenly and become more certain."""
    return tuple(
        CurveDot(
            SPRING + each * apart * DAY,
            1500 + 3 * each + 60 * sin(each / 5) + 25 * sin(each * 1.7),
            max(62.0, 350 * 0.93**each),
        )
        for each in range(number)
    )


LIVELY = RatingCurve("Rating in classic · all time", dots(70))
ONE = RatingCurve("Rating in scarce · all time", dots(1))
FEW = RatingCurve("Rating in rows · all time", dots(3, apart=0.1))
MANY = RatingCurve("Rating in seam · all time", dots(500, apart=1.9))


def curves() -> dict[str, RatingCurve]:
    """Return every stored curve by its name."""
    themed = {name: replace(LIVELY, theme=theme) for name, theme in THEMES.items()}
    return themed | {"one": ONE, "few": FEW, "many": MANY}
