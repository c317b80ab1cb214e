"""The palettes of the themes but the first, which stands with the inks: each a change of it."""

from collections.abc import Mapping
from typing import Final

from render.palette import DAY, Ink, Palette, palette_of


def _changed(colours: Mapping[Ink, str]) -> Palette:
    """Return the palette by day with some inks of other colours, as they are written in SVG."""
    written = {ink: bytes(DAY.inks[ink]).hex() for ink in Ink}
    return palette_of({**written, **colours})


NIGHT: Final = _changed(
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

COLOUR_BLIND: Final = _changed(
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
"""Orange light and gray dark, on white and pale blue: told apart by lightness, not by hue."""

PLAIN: Final = _changed(
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
