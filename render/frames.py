"""Frames around pictures of turns that were not played, with a heading in any language."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from render.layout import WIDTH
from render.lettering import fitting, lettered, size_fitting
from render.palette import Ink, Palette
from render.scene import Scene, Status
from render.sprite import Sprite, sprite

TOP: Final = 6
BOTTOM: Final = 40
"""The rows of pixels between which a heading is, in the frame's upper side."""
BASELINE: Final = 28
MIDDLE: Final = 19
"""The rows of the letters' baseline, and of the middle of the drawings beside them."""
LETTERS: Final = 28
SMALLEST: Final = 12
"""The largest and the smallest size of the letters; an accented capital fits in both."""
BESIDE: Final = 29
"""The distance from the letters to the middle of the drawing beside them."""
AROUND: Final = BESIDE + 20
"""The least distance from the letters to the next stitch."""
STITCH: Final = 32
"""The length of a stitch of the frame and of the gap after it."""
FIRST: Final = 6
"""The distance from the middle of the frame's upper side to the first stitch."""
ROOM: Final = 2 * (FIRST + 9 * STITCH - AROUND)
"""The greatest width of the letters; it leaves only the corner stitches."""
KEPT: Final = 64
"""How many headings are cached, of at most 40 kB each."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame: its drawing, the drawing on both sides of its heading, and the heading's inks."""

    drawing: str
    beside: str
    paper: Ink
    ink: Ink


_HINT: Final = Frame("hint", "bulb", Ink.GOLD_LIGHT, Ink.OUTLINE)
_PREVIEW: Final = Frame("preview", "hourglass", Ink.PAPER, Ink.BOOP)
_FRAMES: Final = {
    Status.NOT_YET_PLAYED: _PREVIEW,
    Status.TRIED: _PREVIEW,
    Status.HINTED: _HINT,
    Status.BETTER: _HINT,
}


def draw_frame(board: Image.Image, status: Status, palette: Palette) -> None:
    """Draw the frame for a status around an empty bed, without its heading, if it has a frame."""
    frame = _FRAMES.get(status)
    if frame is not None:
        sprite(frame.drawing).stamp(board, 0, 0, palette)


def draw_heading(picture: Image.Image, scene: Scene) -> None:
    """Write the heading of a scene into its frame, if it has one."""
    frame = _FRAMES.get(scene.status)
    if frame is not None:
        heading = heading_of(scene.heading, frame, scene.theme.palette)
        picture.paste(heading, ((WIDTH - heading.width) // 2, TOP))


def baseline_of(letters: Sprite) -> int:
    """Return the baseline of letters; raise it if a cedilla or an ogonek has no room below."""
    below = BASELINE - letters.size[1] // 2 + letters.at[1] + letters.mask.height
    return BASELINE - max(0, below - (BOTTOM - TOP))


@lru_cache(KEPT)
def heading_of(text: str, frame: Frame, palette: Palette) -> Image.Image:
    """Return a heading on its paper; its width leaves whole stitches on both sides."""
    size = size_fitting(text, LETTERS, SMALLEST, ROOM)
    letters = lettered(fitting(text, size, ROOM), size, frame.ink)
    needed = letters.size[0] // 2 + AROUND
    half = FIRST + -(-(needed - FIRST) // STITCH) * STITCH
    strip = Image.new("L", (2 * half, BOTTOM - TOP), frame.paper)
    letters.stamp_around(strip, half, baseline_of(letters), palette)
    away = letters.size[0] // 2 + BESIDE
    for x in (half - away, half + away):
        sprite(frame.beside).stamp_around(strip, x, MIDDLE, palette)
    return strip
