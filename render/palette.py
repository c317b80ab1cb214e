"""All colours, and how one ink looks if it covers another only partly.

Pictures and sprites consist of ink numbers, never of colours: a palette has the colour of each ink.
Another palette for the same inks makes another theme of the same pictures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto
from functools import cache
from typing import Final

from bot.game import Seat

Rgb = tuple[int, int, int]

COVERAGES: Final = 4
"""The number of steps in which a pixel of a sprite covers the one below: quarters."""


class Ink(IntEnum):
    """An ink, named by its use; its number is the value of its pixels."""

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
    LABEL = auto()
    COUNT = auto()
    PAPER = auto()
    HALO = auto()
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
"""Two inks, and the share of the second."""

MIXTURES: Final[tuple[Mixture, ...]] = (
    (Ink.CREAM, Ink.OUTLINE, 0.25),
    (Ink.CREAM, Ink.OUTLINE, 0.38),
    (Ink.MINT, Ink.OUTLINE, 0.25),
    (Ink.ORANGE, Ink.OUTLINE, 0.5),
    (Ink.GRAY, Ink.OUTLINE, 0.6),
    (Ink.ORANGE, Ink.CREAM, 0.6),
    (Ink.ORANGE, Ink.CREAM, 0.34),
    (Ink.ORANGE_DARK, Ink.CREAM, 0.5),
    (Ink.GRAY, Ink.CREAM, 0.6),
    (Ink.ORANGE, Ink.ORANGE_DARK, 0.5),
    (Ink.WOOD, Ink.CREAM_LIGHT, 0.5),
    (Ink.BOOP, Ink.HALO, 0.5),
    (Ink.RED, Ink.HALO, 0.5),
    (Ink.PINK, Ink.CREAM, 0.5),
    (Ink.WHITE, Ink.OUTLINE, 0.5),
    (Ink.ORANGE_LIGHT, Ink.OUTLINE, 0.5),
)
"""The mixtures that edges and shadows need; their pixel values follow those of the inks."""

SIZE: Final = len(Ink) + len(MIXTURES)
"""The number of pixel values: with four coverages of each they fill a byte."""


def _mixture(first: Ink, second: Ink) -> int:
    """Return the pixel value of the first mixture of two inks."""
    return len(Ink) + [mixture[:2] for mixture in MIXTURES].index((first, second))


MUTED: Final = tuple(
    value
    for value, parts in enumerate([*((ink,) for ink in Ink), *(pair[:2] for pair in MIXTURES)])
    if not {Ink.RED, Ink.TEAL, *OPTIONS}.intersection(parts)
)
"""The pixel values for faded drawings: without the hues that would tinge them."""

FAINT: Final = (
    int(Ink.CREAM),
    _mixture(Ink.CREAM, Ink.OUTLINE),
    _mixture(Ink.ORANGE, Ink.CREAM),
    _mixture(Ink.GRAY, Ink.CREAM),
)
"""The pixel values for the most faded drawings: only four, so that they take few bytes."""


def mix(below: Rgb, above: Rgb, share: float) -> Rgb:
    """Return the mixture of two colours, with this share of `above`."""
    red, green, blue = (
        round(low + (high - low) * share) for low, high in zip(below, above, strict=True)
    )
    return red, green, blue


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colour of each ink, in the order of `Ink`.

    `colours` are the colours by pixel value: the inks, then the mixtures. Palettes are compared by
    identity, because they are keys of cached tables.
    """

    inks: tuple[Rgb, ...]
    colours: tuple[Rgb, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        mixed = (
            mix(self.inks[first], self.inks[second], share) for first, second, share in MIXTURES
        )
        object.__setattr__(self, "colours", (*self.inks, *mixed))


def palette_of(colours: Mapping[Ink, str]) -> Palette:
    """Return the palette with these colours, written as in SVG without `#`; each ink needs one."""
    triples = (bytes.fromhex(colours[ink]) for ink in Ink)
    return Palette(tuple((red, green, blue) for red, green, blue in triples))


DAY: Final = palette_of(
    {
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
        Ink.LABEL: "fffdf6",
        Ink.COUNT: "33242e",
        Ink.PAPER: "fff6e0",
        Ink.HALO: "fdfdfd",
        Ink.OPTION_A: "d7263d",
        Ink.OPTION_B: "1b6fd0",
        Ink.OPTION_C: "1a7f37",
        Ink.OPTION_D: "8e24aa",
        Ink.OPTION_E: "b35900",
        Ink.OPTION_F: "00767f",
        Ink.OPTION_G: "c2185b",
        Ink.OPTION_H: "3949ab",
        Ink.OPTION_I: "5b7600",
        Ink.OPTION_J: "6d4c41",
        Ink.OPTION_K: "007ab0",
        Ink.OPTION_L: "bd14bd",
        Ink.OPTION_M: "00695c",
        Ink.OPTION_N: "455a64",
    }
)
"""A cream and mint quilt by daylight, on a dusky floor: the colours that the art is drawn in."""


def distance(one: Rgb, other: Rgb) -> int:
    """Return how far apart two colours look ("redmean", a weighted square of the difference)."""
    mean = one[0] + other[0]
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return (1024 + mean) * red * red + 2048 * green * green + (1534 - mean) * blue * blue


def nearest(palette: Palette, colour: Rgb, among: Sequence[int] = range(SIZE)) -> int:
    """Return the pixel value that looks most like a colour."""
    colours = palette.colours
    return min(among, key=lambda value: distance(colours[value], colour))


@cache
def thread_of(palette: Palette, seat: Seat) -> Ink:
    """Return the ink of a seat's thread: the shade that stands out most on a halo."""
    shades = _SHADES[seat]
    halo = palette.inks[Ink.HALO]
    return max(shades, key=lambda ink: distance(palette.inks[ink], halo))


_SHADES: Final = {
    Seat.ORANGE: (Ink.ORANGE_DARK, Ink.ORANGE_LIGHT),
    Seat.GRAY: (Ink.GRAY_DARK, Ink.GRAY_LIGHT),
}


def thinly(palette: Palette, ink: int, coverage: int) -> bytes:
    """Return, for each pixel value, the value that results if an ink covers some quarters of it."""
    colours = palette.colours
    over = colours[ink]
    seen = [mix(below, over, coverage / COVERAGES) for below in colours]
    return bytes(nearest(palette, colour) for colour in seen)


@cache
def glaze(palette: Palette, ink: int) -> bytes:
    """Return the table for `bytes.translate` that lays an ink over pixels.

    The index is the value of the pixel, plus `SIZE` for each quarter of it that the ink covers (at
    most three).
    """
    partly = (thinly(palette, ink, coverage) for coverage in range(1, COVERAGES))
    return b"".join((bytes(range(SIZE)), *partly)).ljust(256, b"\0")


def _with_inks(colours: Mapping[Ink, str]) -> Palette:
    """Return the day palette with other colours for some inks, written as in SVG."""
    written = {ink: bytes(DAY.inks[ink]).hex() for ink in Ink}
    return palette_of({**written, **colours})


NIGHT: Final = _with_inks(
    {
        Ink.OUTLINE: "15132a",
        Ink.FLOOR: "191930",
        Ink.FLOOR_LIGHT: "20203c",
        Ink.FLOOR_DARK: "111122",
        Ink.WOOD: "4a3a58",
        Ink.WOOD_LIGHT: "74608a",
        Ink.WOOD_DARK: "2f2440",
        Ink.CREAM: "4d5290",
        Ink.CREAM_LIGHT: "6268a8",
        Ink.CREAM_DARK: "3b3f74",
        Ink.MINT: "2e4a73",
        Ink.MINT_LIGHT: "3d5e8c",
        Ink.MINT_DARK: "22385a",
        Ink.ORANGE: "f79d45",
        Ink.GRAY: "98a3ba",
        Ink.GRAY_LIGHT: "d3dae6",
        Ink.GRAY_DARK: "5f6a84",
        Ink.RED: "ff6f66",
        Ink.BOOP: "a8dcff",
        Ink.CUSHION_ORANGE: "5c4433",
        Ink.CUSHION_GRAY: "3d4560",
        Ink.LABEL: "f3efff",
        Ink.COUNT: "fff6e2",
        Ink.PAPER: "262552",
        Ink.HALO: "14122b",
        Ink.OPTION_A: "ff8088",
        Ink.OPTION_B: "7db8ff",
        Ink.OPTION_C: "6fdc8c",
        Ink.OPTION_D: "d99cf0",
        Ink.OPTION_E: "ffae5c",
        Ink.OPTION_F: "52d6e0",
        Ink.OPTION_G: "ff86b8",
        Ink.OPTION_H: "a5b0ff",
        Ink.OPTION_I: "c3dc55",
        Ink.OPTION_J: "dcb8a4",
        Ink.OPTION_K: "5cc8ff",
        Ink.OPTION_L: "ff8cff",
        Ink.OPTION_M: "4fe0bd",
        Ink.OPTION_N: "b8c7d2",
    }
)
"""The same quilt by moonlight: deep blue patches, with the pieces and the marks left bright."""

COLOUR_BLIND: Final = _with_inks(
    {
        Ink.OUTLINE: "1d1f2b",
        Ink.FLOOR: "3a4356",
        Ink.FLOOR_LIGHT: "455066",
        Ink.FLOOR_DARK: "2c3444",
        Ink.WOOD: "5b6478",
        Ink.WOOD_LIGHT: "8b94a8",
        Ink.WOOD_DARK: "3f475a",
        Ink.CREAM: "f5f2ea",
        Ink.CREAM_LIGHT: "fffdf7",
        Ink.CREAM_DARK: "d9d2c0",
        Ink.MINT: "bfd4ea",
        Ink.MINT_LIGHT: "d6e5f4",
        Ink.MINT_DARK: "93b2d2",
        Ink.ORANGE: "ffb52e",
        Ink.ORANGE_LIGHT: "fff0c4",
        Ink.ORANGE_DARK: "b86a00",
        Ink.GRAY: "4a566e",
        Ink.GRAY_LIGHT: "93a0b8",
        Ink.GRAY_DARK: "2c3548",
        Ink.EYE_GREEN: "ffffff",
        Ink.TEAL: "0b63b5",
        Ink.RED: "c8321e",
        Ink.BOOP: "1a2a8c",
        Ink.CUSHION_ORANGE: "ffe9b8",
        Ink.CUSHION_GRAY: "d3dbe8",
    }
)
"""Light orange and dark gray on white and pale blue: lightness distinguishes them, not hue."""

PLAIN: Final = _with_inks(
    {
        Ink.OUTLINE: "000000",
        Ink.FLOOR: "101010",
        Ink.FLOOR_LIGHT: "101010",
        Ink.FLOOR_DARK: "000000",
        Ink.WOOD: "000000",
        Ink.WOOD_LIGHT: "ffffff",
        Ink.WOOD_DARK: "000000",
        Ink.CREAM: "ffffff",
        Ink.CREAM_LIGHT: "ffffff",
        Ink.CREAM_DARK: "8a8a8a",
        Ink.MINT: "e2e2e0",
        Ink.MINT_LIGHT: "e2e2e0",
        Ink.MINT_DARK: "8a8a8a",
        Ink.ORANGE: "ff9a1f",
        Ink.ORANGE_LIGHT: "fff1d6",
        Ink.ORANGE_DARK: "8f3d00",
        Ink.GRAY: "5a616e",
        Ink.GRAY_LIGHT: "b9c0cc",
        Ink.GRAY_DARK: "2b303a",
        Ink.RED: "c40018",
        Ink.BOOP: "0000b0",
        Ink.CUSHION_ORANGE: "fff1d6",
        Ink.CUSHION_GRAY: "eef0f4",
        Ink.LABEL: "ffffff",
        Ink.COUNT: "000000",
        Ink.PAPER: "ffffff",
        Ink.HALO: "ffffff",
    }
)
"""Flat squares of white and light gray in black, and full colours on them."""


@cache
def flat(palette: Palette) -> list[int]:
    """Return the palette in Pillow's format: red, green and blue of each colour in turn."""
    return [part for colour in palette.colours for part in colour]
