"""Patterns of an outline's thread, so that outlines differ even where no colour is seen.

A built outline has no ink where its thread runs, but says of each pixel how far along the thread it
is; a pattern turns that into ink and gaps.
"""

from enum import Enum
from functools import lru_cache
from typing import Final

from render.palette import Ink
from render.sprite import Sprite, sprite

THREAD: Final = 128
"""Pixel values from here on are thread: this, and how far along it is."""

PERIOD: Final = 64
"""A pattern begins anew after so many parts of the thread."""

OUTLINES_KEPT: Final = 48
"""Of up to 400 kB each, but seldom more than 200."""

Stretch = tuple[int, int]


class Stitch(Enum):
    """Where there is thread, as stretches of one period. What is between them is gap."""

    SOLID = ((0, 64),)
    DASHES = ((0, 21), (32, 53))
    DOTS = ((0, 9), (16, 25), (32, 41), (48, 57))
    LONG_AND_SHORT = ((0, 34), (44, 54))
    LONG_DASHES = ((8, 56),)
    LONG_AND_TWO_SHORT = ((0, 26), (34, 42), (49, 57))
    CORNERS = ((20, 44),)
    TWINS = ((0, 13), (19, 32))

    def covers(self, along: int) -> bool:
        """Return whether there is thread so far along a period."""
        stretches: tuple[Stretch, ...] = self.value
        return any(start <= along < end for start, end in stretches)


STITCHES: Final = tuple(Stitch)


@lru_cache(OUTLINES_KEPT)
def stitched_sprite(name: str, quarters: int, stitch: Stitch, ink: Ink) -> Sprite:
    """Return an outline sewn with a pattern in an ink, turned clockwise."""
    thread = [ink if stitch.covers(along) else Ink.HALO for along in range(PERIOD)]
    table = [*range(THREAD), *thread, *[0] * (256 - THREAD - PERIOD)]
    return sprite(name).turned(quarters).with_inks(table)
