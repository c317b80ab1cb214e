"""Text in pictures: which of our fonts has the characters, and how wide the text is.

Latin letters are in Fredoka, as on the beds. M PLUS Rounded has the Latin, Greek and Cyrillic
letters and the kana that Fredoka lacks, and kanji in a separate file, which is read when it is
needed. A whole text is written in one font, so that its letters match.
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
"""The font files, the first choice first. A font draws nothing for a character that it lacks."""
ELLIPSIS: Final = "..."
"""The end of a text that was cut."""

_SPACES: Final = str.maketrans("\u00a0\u202f", "  ")
"""Replaces no-break spaces, which French uses, with spaces; a picture has no line breaks."""
CHARACTERS_KEPT: Final = 4096
_PROBE: Final = 20
"""The font size used to test whether a font has a character."""


def writable(text: str) -> bool:
    """Return whether one of the fonts has every character of a text."""
    text = text.translate(_SPACES)
    return bool(text.strip()) and any(_writes(name, text) for name in FONTS)


def fitting(text: str, size: int, width: int) -> str:
    """Return the text; if it is wider than `width` pixels, cut it and end it with dots."""
    if width_of(text, size) <= width:
        return text
    cuts = [each.rstrip() + ELLIPSIS for each in beginnings(text)]
    # The cuts are sorted from the longest on, so the first that fits is found by bisection.
    longest = bisect_left(cuts, True, key=lambda cut: width_of(cut, size) <= width)
    return cuts[longest] if longest < len(cuts) else ELLIPSIS


def size_fitting(text: str, size: int, least: int, width: int) -> int:
    """Return the largest size from `least` to `size` in which a text fits; `least` if none does."""
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
    """Write a line onto an RGB picture; `anchor` is Pillow's: the point of the line to put at `at`.

    Characters that the font lacks are left out; check `writable` first.
    """
    text = text.translate(_SPACES)
    ImageDraw.Draw(picture).text(at, text, colour, _font_for(text, size), anchor)


def lettered(text: str, size: int, ink: Ink) -> Sprite:
    """Return a line as a sprite, whose middle is the middle of the line's baseline.

    Characters that the font lacks are left out; check `writable` first.
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
    """Return the first font that has all characters of a text, or else the first of all."""
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
    # All sizes share the file that was read.
    return _face(name) if size == _PROBE else _face(name).font_variant(size=size)


@cache
def _face(name: str) -> ImageFont.FreeTypeFont:
    # The simple layout is the same on every machine; none of the scripts here needs another.
    engine = ImageFont.Layout.BASIC
    file = BytesIO((files("render.assets") / "font" / name).read_bytes())
    return ImageFont.truetype(file, _PROBE, layout_engine=engine)
