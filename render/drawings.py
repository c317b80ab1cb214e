"""The art as SVG in the colours of a theme, for clients that render SVG themselves."""

import re
from importlib.resources import files
from typing import Final

from render.palette import DAY, Ink
from render.theme import Theme

PIECES: Final = ("orange_kitten", "orange_cat", "gray_kitten", "gray_cat")
DRAWINGS: Final = ("board", *PIECES, "orange_seam", "gray_seam")
"""The drawings that a match needs."""
BOLD: Final = "bold_"
"""The prefix of the names of drawings with a heavier outline."""
HEAVIER: Final = (
    ('stroke-width="3.4"', 'stroke-width="6.4"'),
    ('stroke-width="4.2"', 'stroke-width="7.6"'),
)
"""The replacements that make the outlines of a source heavier."""

_LETTERS: Final = re.compile(r"<g font-family=.*?</g>", re.DOTALL)
"""The letters around the bed. They are removed: they need a font, and would turn with the bed."""


def bolder(drawing: str) -> str:
    """Return the drawing of a piece with a heavier outline."""
    for light, heavy in HEAVIER:
        drawing = drawing.replace(light, heavy)
    return drawing


def themed(name: str, theme: Theme) -> str:
    """Return a drawing in a theme's colours, without letters. Raise `KeyError` for another name."""
    if name not in DRAWINGS:
        raise KeyError(name)
    own = theme.drawing(name)
    source = files("render.assets") / "svg" / f"{own.removeprefix(BOLD)}.svg"
    drawing = _LETTERS.sub("", source.read_text(encoding="utf-8"))
    if own.startswith(BOLD):
        drawing = bolder(drawing)
    colours = {_hex_colour(DAY.inks[ink]): _hex_colour(theme.palette.inks[ink]) for ink in Ink}
    return re.sub("|".join(map(re.escape, colours)), lambda found: colours[found[0]], drawing)


def colours_of(theme: Theme) -> dict[str, str]:
    """Return the theme's colours of letters, cushions, marks and arrows, which have no drawing."""
    inks = theme.palette.inks
    return {
        "label": _hex_colour(inks[Ink.LABEL]),
        "o": _hex_colour(inks[Ink.CUSHION_ORANGE]),
        "g": _hex_colour(inks[Ink.CUSHION_GRAY]),
        "count": _hex_colour(inks[Ink.COUNT]),
        "mark": _hex_colour(inks[Ink.GOLD]),
        "arrow": _hex_colour(inks[Ink.BOOP]),
    }


def _hex_colour(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
