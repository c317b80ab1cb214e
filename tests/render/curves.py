"""Rating curves for the tests, and their stored pictures.

`python -m tests.render.curves` makes these again, and the one in the docs.
"""

from dataclasses import replace
from math import sin
from pathlib import Path

from render.curves import Curve, CurveDot, draw_curve
from render.theme import THEMES
from tests.render.golden import DOCS

KEPT = Path(__file__).parent / "kept_curves"
SHOWN = DOCS / "curve.png"
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


LIVELY = Curve("Rating in classic · all time", dots(70))
ONE = Curve("Rating in scarce · all time", dots(1))
FEW = Curve("Rating in rows · all time", dots(3, apart=0.1))
MANY = Curve("Rating in seam · all time", dots(500, apart=1.9))


def curves() -> dict[str, Curve]:
    """Return every stored curve by its name."""
    themed = {name: replace(LIVELY, theme=theme) for name, theme in THEMES.items()}
    return themed | {"one": ONE, "few": FEW, "many": MANY}


def main() -> None:
    """Make every stored picture again."""
    KEPT.mkdir(exist_ok=True)
    for name, curve in curves().items():
        (KEPT / f"{name}.png").write_bytes(draw_curve(curve))
    SHOWN.write_bytes(draw_curve(LIVELY))


if __name__ == "__main__":
    main()
