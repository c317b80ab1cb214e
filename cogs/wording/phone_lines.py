"""How many lines a text takes on a phone, estimated from its characters.

Discord tells a bot nothing of the screen. The estimate is for 360 pixels and wide letters, so a
text rarely takes more lines than it says.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

ROOM_BELOW_BED: Final = 4
"""The lines of text below a bed, with three rows of buttons, with which a phone shows it whole."""

_COLUMNS: Final = 30
"""The Latin letters of a line in a panel with a frame."""
_WIDTHS: Final = {"W": 2.0, "F": 2.0}
_CYRILLIC: Final = 1.15
_MARKS: Final = re.compile(r"\*\*|^-# |^#+ ", re.MULTILINE)
"""Formatting, which is not shown."""
_WORDS: Final = re.compile(r"[^\s\u3000-\u9fff\uff00-\uffef]+|[\u3000-\u9fff\uff00-\uffef]")
"""What a line breaks between. Japanese breaks between any two characters."""


def count_lines(texts: Iterable[str]) -> int:
    """Return how many lines some texts take, each of which begins a line."""
    return sum(_lines_of(line) for text in texts for line in text.split("\n"))


def _lines_of(line: str) -> int:
    text = _MARKS.sub("", line)
    lines, used, end = 1, 0.0, 0
    for word in _WORDS.finditer(text):
        space = 1.0 if word.start() > end else 0.0
        width = sum(map(_width_of, word[0]))
        if used and used + space + width > _COLUMNS:
            lines, used, space = lines + 1, 0.0, 0.0
        used, end = used + space + width, word.end()
    return lines


def _width_of(character: str) -> float:
    if "\u0400" <= character <= "\u052f":
        return _CYRILLIC
    return _WIDTHS.get(unicodedata.east_asian_width(character), 1.0)
