"""Every colour of the pictures, and how one ink looks laid thinly over another.

Pictures and sprites are made of ink numbers, never of colours: a palette says what each ink looks
like. Whoever gives the inks other colours has another theme of the same pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import cache
from typing import Final

Rgb = tuple[int, int, int]

COVERAGES: Final = 4
"""How finely the edge of a sprite covers what lies below: in quarters."""


class Ink(IntEnum):
    """An ink by what it is for; its number is the pixel's value."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count

    OUTLINE = auto()
    WHITE = auto()
    FLOOR = auto()
    FLOOR_LIGHT = auto()
    FLOOR_DARK = auto()
    WOOD = auto()
    WOOD_LIGHT = auto()
    WOOD_DARK = auto()
    CREAM = auto()
    CREAM_LIGHT = auto()
    CREAM_DARK = auto()
    MINT = auto()
    MINT_LIGHT = auto()
    MINT_DARK = auto()
    ORANGE = auto()
    ORANGE_LIGHT = auto()
    ORANGE_DARK = auto()
    GRAY = auto()
    GRAY_LIGHT = auto()
    GRAY_DARK = auto()
    PINK = auto()
    EYE_GREEN = auto()
    GOLD = auto()
    GOLD_LIGHT = auto()
    GOLD_DARK = auto()
    TEAL = auto()
    RED = auto()
    BOOP = auto()
    CUSHION_ORANGE = auto()
    CUSHION_GRAY = auto()
    OPTION_A = auto()
    OPTION_B = auto()
    OPTION_C = auto()
    OPTION_D = auto()
    OPTION_E = auto()
    OPTION_F = auto()
    OPTION_G = auto()
    OPTION_H = auto()
    OPTION_I = auto()
    OPTION_J = auto()
    OPTION_K = auto()
    OPTION_L = auto()
    OPTION_M = auto()
    OPTION_N = auto()


OPTIONS: Final = tuple(ink for ink in Ink if ink.name.startswith("OPTION_"))

Mixture = tuple[Ink, Ink, float]
"""Two inks, and how much there is of the second."""

MIXTURES: Final[tuple[Mixture, ...]] = (
    (Ink.CREAM, Ink.OUTLINE, 0.25),
    (Ink.CREAM, Ink.OUTLINE, 0.38),
    (Ink.MINT, Ink.OUTLINE, 0.25),
    (Ink.MINT, Ink.OUTLINE, 0.5),
    (Ink.ORANGE, Ink.OUTLINE, 0.5),
    (Ink.GRAY, Ink.OUTLINE, 0.6),
    (Ink.ORANGE, Ink.CREAM, 0.6),
    (Ink.ORANGE, Ink.WHITE, 0.8),
    (Ink.GRAY, Ink.CREAM, 0.6),
    (Ink.ORANGE, Ink.ORANGE_DARK, 0.5),
    (Ink.WOOD, Ink.CREAM_LIGHT, 0.5),
    (Ink.WOOD_DARK, Ink.OUTLINE, 0.5),
    (Ink.BOOP, Ink.WHITE, 0.5),
    (Ink.RED, Ink.WHITE, 0.5),
    (Ink.GOLD, Ink.CREAM, 0.5),
    (Ink.TEAL, Ink.MINT, 0.5),
    (Ink.FLOOR_DARK, Ink.OUTLINE, 0.5),
    (Ink.PINK, Ink.CREAM, 0.5),
    (Ink.WHITE, Ink.OUTLINE, 0.5),
    (Ink.ORANGE_LIGHT, Ink.OUTLINE, 0.5),
)
"""What edges and shadows need between the inks; they follow the inks in a palette."""

SIZE: Final = len(Ink) + len(MIXTURES)


@dataclass(frozen=True, slots=True)
class Palette:
    """What each ink looks like, in the order of `Ink`."""

    inks: tuple[Rgb, ...]

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """The colours by pixel value: the inks, then the mixtures."""
        return self.inks + tuple(
            mix(self.inks[first], self.inks[second], share) for first, second, share in MIXTURES
        )


_DAY: Final = {
    Ink.OUTLINE: "3b2b35",
    Ink.WHITE: "ffffff",
    Ink.FLOOR: "4b4566",
    Ink.FLOOR_LIGHT: "585278",
    Ink.FLOOR_DARK: "3e3957",
    Ink.WOOD: "9a6440",
    Ink.WOOD_LIGHT: "bd8557",
    Ink.WOOD_DARK: "754829",
    Ink.CREAM: "f8ebd3",
    Ink.CREAM_LIGHT: "fff8ea",
    Ink.CREAM_DARK: "e4cfa8",
    Ink.MINT: "b5dccb",
    Ink.MINT_LIGHT: "d0ede0",
    Ink.MINT_DARK: "8dbfab",
    Ink.ORANGE: "f2963c",
    Ink.ORANGE_LIGHT: "ffdca8",
    Ink.ORANGE_DARK: "c65f1b",
    Ink.GRAY: "8e97aa",
    Ink.GRAY_LIGHT: "c6cdd8",
    Ink.GRAY_DARK: "5c657a",
    Ink.PINK: "f3a0a0",
    Ink.EYE_GREEN: "8cc152",
    Ink.GOLD: "ffc83d",
    Ink.GOLD_LIGHT: "ffe89a",
    Ink.GOLD_DARK: "c98a12",
    Ink.TEAL: "2fa3a0",
    Ink.RED: "d9453f",
    Ink.BOOP: "34318a",
    Ink.CUSHION_ORANGE: "fbe3c4",
    Ink.CUSHION_GRAY: "dde2ea",
    Ink.OPTION_A: "d7263d",
    Ink.OPTION_B: "1b6fd0",
    Ink.OPTION_C: "1e8e3e",
    Ink.OPTION_D: "8e24aa",
    Ink.OPTION_E: "b35900",
    Ink.OPTION_F: "00838f",
    Ink.OPTION_G: "c2185b",
    Ink.OPTION_H: "3949ab",
    Ink.OPTION_I: "6d8b00",
    Ink.OPTION_J: "6d4c41",
    Ink.OPTION_K: "0097d6",
    Ink.OPTION_L: "d81bd8",
    Ink.OPTION_M: "00695c",
    Ink.OPTION_N: "455a64",
}


def _palette(colours: dict[Ink, str]) -> Palette:
    """Read colours as they are written in SVG."""
    triples = (bytes.fromhex(colours[ink]) for ink in Ink)
    return Palette(tuple((red, green, blue) for red, green, blue in triples))


DAY: Final = _palette(_DAY)
"""A cream and mint quilt by daylight, on a dusky floor."""


def mix(below: Rgb, above: Rgb, share: float) -> Rgb:
    """Give the colour between two, of which the second is so great a share."""
    red, green, blue = (
        round(low + (high - low) * share) for low, high in zip(below, above, strict=True)
    )
    return red, green, blue


def distance(one: Rgb, other: Rgb) -> int:
    """Tell how far apart two colours look ("redmean", a weighted square of the difference)."""
    mean = one[0] + other[0]
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return (1024 + mean) * red * red + 2048 * green * green + (1534 - mean) * blue * blue


def nearest(palette: Palette, colour: Rgb, among: Sequence[int] = range(SIZE)) -> int:
    """Find the pixel value that looks most like a colour."""
    colours = palette.colours
    return min(among, key=lambda value: distance(colours[value], colour))


@cache
def thinly(palette: Palette, ink: int, coverage: int) -> bytes:
    """Give, for each pixel value below, the value seen when an ink covers some quarters of it.

    It is a table of 256 for `Image.point`; `coverage` is 1 to 3.
    """
    colours = palette.colours
    over = colours[ink]
    seen = [mix(below, over, coverage / COVERAGES) for below in colours]
    values = bytes(nearest(palette, colour) for colour in seen)
    return values + bytes(256 - len(values))
