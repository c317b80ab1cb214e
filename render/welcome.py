"""The game in one row: three kittens in a line, and the three cats that they become."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.layout import TILE
from render.palette import Ink
from render.png import as_png
from render.quilt import draw_frame, draw_patch
from render.sprite import sprite
from render.theme import DAY_QUILT, Theme

MARGIN: Final = 20
FIGURES: Final = (*["orange_kitten"] * 3, "star", *["orange_cat"] * 3)
"""The figures from left to right."""
WIDTH: Final = 2 * MARGIN + len(FIGURES) * TILE
HEIGHT: Final = 2 * MARGIN + TILE
_CROWN: Final = 42
"""The height of the crown above the centre of the middle cat's patch."""


@dataclass(frozen=True, slots=True)
class GrowingUp:
    """A picture of three kittens and the three cats that they become, in a theme."""

    theme: Theme = DAY_QUILT


def draw_growing_up(growing: GrowingUp) -> bytes:
    """Return the row as the bytes of a PNG; equal ones give equal bytes."""
    theme, palette = growing.theme, growing.theme.palette
    picture = Image.new("L", (WIDTH, HEIGHT), int(Ink.FLOOR))
    draw_frame(picture, (MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN), int)
    for place, figure in enumerate(FIGURES):
        left = MARGIN + place * TILE
        cloth = Ink.MINT if place % 2 else Ink.CREAM
        draw_patch(picture, (left, MARGIN, left + TILE, MARGIN + TILE), cloth, int)
        middle = left + TILE // 2, MARGIN + TILE // 2
        sprite(theme.drawing(figure)).stamp_around(picture, *middle, palette)
    middle_cat = MARGIN + 5 * TILE + TILE // 2, MARGIN + TILE // 2 - _CROWN
    sprite("crown").stamp_around(picture, *middle_cat, palette)
    return as_png(picture, palette)
