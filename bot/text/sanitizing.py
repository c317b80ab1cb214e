"""Making users' text safe to show: names, notes, titles.

Discord's markdown is not escaped here but where the text is shown.
"""

import re
import unicodedata
from typing import Final

from bot.text.graphemes import beginning

MOST_MARKS: Final = 3
"""Combining marks on one character: enough for every language, too few to reach other lines."""

_JOINERS: Final = "\u200c\u200d"
"""Zero-width characters that join the parts of an emoji, and separate letters in Persian and Hindi.
"""
_UNSEEN: Final = ("Cc", "Cf", "Cs")
"""Controls, marks that change the writing direction, surrogates."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like a space."""
_TAGGED_FLAG: Final = re.compile("(\N{WAVING BLACK FLAG}[\U000e0030-\U000e007a]{3,6}\U000e007f)")
"""A flag of England, Scotland or Wales: a black flag, and tags that are used nowhere else."""
_MARKS: Final = ("Mn", "Me")
"""Marks that are put above, below and around the character before them."""


def sanitized(text: str, longest: int | None = None) -> str:
    """Return a text as one line without characters that disturb it or the lines around it.

    Controls, including those of the writing direction, are removed, as are all but a few of the
    combining marks on a character. Spaces are single, and there are none at the ends. The text is
    cut to `longest` characters; the result may be empty. A sanitized text stays as it is.
    """
    # Every second piece is a flag, because the pattern has a group.
    pieces = _TAGGED_FLAG.split(text)
    shown = "".join(each if at % 2 else _visible_text(each) for at, each in enumerate(pieces))
    line = _without_heaps(unicodedata.normalize("NFC", " ".join(shown.split())))
    cut = line if longest is None else beginning(line, longest)
    return cut.rstrip(" " + _JOINERS)


def _visible_text(text: str) -> str:
    return "".join(" " if _is_blank(each) else each for each in text if not _is_unseen(each))


def _is_blank(character: str) -> bool:
    return character.isspace() or character in _BLANK


def _is_unseen(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return False
    return unicodedata.category(character) in _UNSEEN


def _without_heaps(text: str) -> str:
    """Remove marks beyond a few, marks on nothing, and joiners that join nothing."""
    kept = list[str]()
    marks = 0
    for character in text:
        if character in _JOINERS:
            if not kept or kept[-1] == " " or kept[-1] in _JOINERS:
                continue
        elif unicodedata.category(character) in _MARKS:
            marks += 1
            if marks > MOST_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(character)
    return " ".join("".join(kept).split())
