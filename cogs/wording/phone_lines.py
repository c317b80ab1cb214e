"""Estimates how many lines a text takes on a phone.

A bot does not know a user's screen. The estimate assumes a narrow one, of 360 pixels, and wide
letters, so a text rarely takes more lines than estimated.
"""

import math
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

ROOM_BELOW_BED: Final = 4
"""The most lines of text below a bed with three rows of buttons, if a phone is to show it whole."""

_COLUMNS: Final = 30
"""The Latin letters that fit one line in a panel with a frame."""
_WIDTHS: Final = {"W": 2.0, "F": 2.0}
_CYRILLIC: Final = 1.15
_SHOWN: Final = (
    (re.compile(r"^(?:-#|#{1,3}) "), ""),
    (re.compile(r"\[([^\]]*)\]\([^)\s]*\)"), r"\1"),
    (re.compile(r"</([^:>]+):\d+>"), r"/\1"),
    (re.compile(r"<(?:@[!&]?|#)\d+>"), "@" + "n" * 14),
    (re.compile(r"<a?:\w+:\d+>"), "🙂"),
    (re.compile(r"<t:-?\d+(?::\w)?>"), "30 November 2026 13:00"),
    (re.compile(r"\\([\W_])|\*+|`+|__|~~|\|\|"), r"\1"),
)
"""The text that Discord shows for each piece of markup: a link's label, a name, an emoji, a date.

This module does not know names and dates, so the examples are longer than most.
"""
_WORDS: Final = re.compile(r"[^\s\u3000-\u9fff\uff00-\uffef]+|[\u3000-\u9fff\uff00-\uffef]")
"""A word: a line can break before and after it. In Japanese, each character is a word."""


def count_lines(texts: Iterable[str]) -> int:
    """Return how many lines texts take if each text begins a new line."""
    return sum(_lines_of(line) for text in texts for line in text.split("\n"))


def _lines_of(line: str) -> int:
    text = line
    for markup, shown in _SHOWN:
        text = markup.sub(shown, text)
    lines, used, end = 1, 0.0, 0
    for word in _WORDS.finditer(text):
        space = 1.0 if word.start() > end else 0.0
        width = sum(map(width_of, word[0]))
        if used and used + space + width > _COLUMNS:
            lines, used, space = lines + 1, 0.0, 0.0
        used, end = used + space + width, word.end()
        if used > _COLUMNS:
            # Discord breaks a word that is longer than a line between any two letters.
            more = math.ceil(used / _COLUMNS) - 1
            lines, used = lines + more, used - more * _COLUMNS
    return lines


def width_of(character: str) -> float:
    """Return the width of a character in Latin letters, roughly."""
    if "\u0400" <= character <= "\u052f":
        return _CYRILLIC
    return _WIDTHS.get(unicodedata.east_asian_width(character), 1.0)
