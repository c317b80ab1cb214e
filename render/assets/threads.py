"""The outlines, built from their geometry: a rounded frame of thread, with a halo around it.

Where an outline has thread, its pixels say how far along, as
`render.stitches` reads it; so one drawing serves every pattern.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, floor, hypot, pi, sqrt
from typing import Final

from PIL import Image

from render.layout import SIDE, TILE
from render.palette import COVERAGES, Ink
from render.runs import SHORTEST
from render.stitches import PERIOD, THREAD

PERIOD_LENGTH: Final = 66
"""Pixels that one period of a pattern should take."""

ROW_INSETS: Final = (14, 21, 28)
DIAGONAL_INSETS: Final = (16, 23, 30)
"""How far inside its squares an outline runs, for each of the widths."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A rounded frame: half its sides, the radius of its corners, and its thread, in pixels.

    `slant` is the cosine of the angle that it is turned by. `thread` is half the thread's width,
    `halo` half of all. `periods` are how often a pattern is sewn around.
    """

    across: float
    down: float
    radius: float
    slant: float
    thread: float
    halo: float
    periods: int

    @property
    def quarter(self) -> float:
        """The length of a quarter of the frame."""
        straight = self.across - self.radius + self.down - self.radius
        return straight + pi * self.radius / 2

    def value(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel value and the coverage, in quarters, at a point seen from the middle."""
        right = x * self.slant + y * sqrt(1 - self.slant**2)
        below = y * self.slant - x * sqrt(1 - self.slant**2)
        away = abs(self._away(right, below))
        covered = min(max(self.halo + 0.5 - away, 0.0), 1.0)
        coverage = round(covered * COVERAGES / 2) * 2
        if away > self.thread:
            return Ink.HALO, coverage
        along = floor(self._along(right, below) / (4 * self.quarter) * self.periods * PERIOD)
        return THREAD + along % PERIOD, COVERAGES

    def _away(self, x: float, y: float) -> float:
        across = abs(x) - self.across + self.radius
        down = abs(y) - self.down + self.radius
        outside = hypot(max(across, 0.0), max(down, 0.0))
        return outside + min(max(across, down), 0.0) - self.radius

    def _along(self, x: float, y: float) -> float:
        """Return how far along the frame a point is, clockwise from the middle of its top."""
        across, down = abs(x) - self.across + self.radius, abs(y) - self.down + self.radius
        if across <= 0:
            along = abs(x)
        elif down <= 0:
            along = self.quarter - abs(y)
        else:
            along = self.across - self.radius + self.radius * atan2(across, down)
        if x >= 0:
            return along if y < 0 else 2 * self.quarter - along
        return 2 * self.quarter + along if y >= 0 else 4 * self.quarter - along


def outlines() -> Iterator[tuple[str, Image.Image]]:
    """Yield every outline by its name: of runs of each length and way."""
    for length in range(SHORTEST, SIDE + 1):
        widths = range(len(ROW_INSETS)) if length == SHORTEST else range(1)
        for width in widths:
            inset = ROW_INSETS[width]
            size = (length * TILE, TILE)
            frame = _capsule(size[0] / 2 - inset, TILE / 2 - inset, 1.0)
            yield f"outline_row_{length}_{width + 1}", _drawn(frame, size)
            inset = DIAGONAL_INSETS[width]
            down = TILE / 2 - inset
            across = (length - 1) * TILE / sqrt(2) + down
            frame = _capsule(across, down, sqrt(0.5))
            name = f"outline_diagonal_{length}_{width + 1}"
            yield name, _drawn(frame, (length * TILE, length * TILE))


def _capsule(across: float, down: float, slant: float) -> Frame:
    frame = Frame(across, down, down, slant, 3.0, 5.0, 1)
    periods = round(4 * frame.quarter / PERIOD_LENGTH)
    return Frame(across, down, down, slant, 3.0, 5.0, periods)


def _drawn(frame: Frame, size: tuple[int, int]) -> Image.Image:
    inks, coverages = bytearray(), bytearray()
    for y in range(size[1]):
        for x in range(size[0]):
            ink, coverage = frame.value(x + 0.5 - size[0] / 2, y + 0.5 - size[1] / 2)
            inks.append(ink if coverage else 0)
            coverages.append(coverage * 255 // COVERAGES)
    layers = (Image.frombytes("L", size, bytes(band)) for band in (inks, coverages))
    return Image.merge("LA", tuple(layers))
