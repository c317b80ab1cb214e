"""Text in pictures: which of our fonts has the characters, and how wide the text is.

Latin is Fredoka, as on the beds; what it lacks of Latin, Greek, Cyrillic and kana is M PLUS
Rounded, and so are kanji, in a file of their own that is read when it is needed. A text is written
in one font as a whole, so that its letters fit one another.
"""

from bisect import bisect_left
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.text.graphemes import beginnings
from render.palette import Ink, Rgb
from render.sprite import Sprite, inked

FONTS: Final = (
    "Fredoka-SemiBold-Text.ttf",
    "MPLUSRounded1c-Bold-Text.ttf",
    "MPLUSRounded1c-Bold-Japanese.ttf",
)
"""The files, the first choice first. A character that a font lacks is drawn as nothing."""
ELLIPSIS: Final = "..."
"""The end of a text that was cut."""

_SPACES: Final = str.maketrans("\u00a0\u202f", "  ")
"""Spaces at which no line is broken, as French has them; a picture has one line."""
CHARACTERS_KEPT: Final = 4096
_PROBE: Final = 20
"""The size in which characters are looked for."""


def writable(text: str) -> bool:
    """Return whether one of the fonts has every character of a text."""
    text = text.translate(_SPACES)
    return bool(text.strip()) and any(_writes(name, text) for name in FONTS)


def fitting(text: str, size: int, width: int) -> str:
    """Cut a text to `width` pixels, and end it with dots if it is too long."""
    if width_of(text, size) <= width:
        return text
    cuts = [each.rstrip() + ELLIPSIS for each in beginnings(text)]
    # The longest is first, so those that fit are behind those that do not.
    longest = bisect_left(cuts, True, key=lambda cut: width_of(cut, size) <= width)
    return cuts[longest] if longest < len(cuts) else ELLIPSIS


def size_fitting(text: str, size: int, least: int, width: int) -> int:
    """Return the largest size up to `size` in which a text has room; `least` where in none."""
    while size > least and width_of(text, size) > width:
        size -= 1
    return size


def width_of(text: str, size: int) -> int:
    """Return how many pixels a text is wide."""
    text = text.translate(_SPACES)
    return round(_font_for(text, size).getlength(text))


def write(
    picture: Image.Image, at: tuple[int, int], text: str, size: int, colour: Rgb, anchor: str = "ls"
) -> None:
    """Write a line onto a picture of RGB; `anchor` says which point of it is there, as in Pillow.

    What no font has is left out; ask `writable` before.
    """
    text = text.translate(_SPACES)
    ImageDraw.Draw(picture).text(at, text, colour, _font_for(text, size), anchor)


def lettered(text: str, size: int, ink: Ink) -> Sprite:
    """Return a line as a sprite; the middle of the sprite is that of the line, on its baseline.

    What no font has is left out; ask `writable` before.
    """
    text = text.translate(_SPACES)
    font = _font_for(text, size)
    _, top, _, bottom = font.getbbox(text, anchor="ls")
    half = (width_of(text, size) + 1) // 2
    above = max(-round(top), round(bottom))
    covered = Image.new("L", (2 * half, 2 * above))
    ImageDraw.Draw(covered).text((half, above), text, 255, font, "ms")
    return inked(covered, ink)


def _font_for(text: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the first font that can write a text; the first of all where none can."""
    name = next((name for name in FONTS if _writes(name, text)), FONTS[0])
    return _font(name, size)


def _writes(name: str, text: str) -> bool:
    return all(_has(name, character) for character in text)


@lru_cache(CHARACTERS_KEPT)
def _has(name: str, character: str) -> bool:
    if character == " ":
        return True
    return _font(name, _PROBE).getmask(character).getbbox() is not None


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # All sizes share what was read of the file.
    return _face(name) if size == _PROBE else _face(name).font_variant(size=size)


@cache
def _face(name: str) -> ImageFont.FreeTypeFont:
    # The simple layout is the same on every machine; none of the scripts here needs another.
    engine = ImageFont.Layout.BASIC
    file = BytesIO((files("render.assets") / "font" / name).read_bytes())
    return ImageFont.truetype(file, _PROBE, layout_engine=engine)
