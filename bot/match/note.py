"""A few words that a challenger adds to a challenge."""

import unicodedata
from typing import Final, NewType

Note = NewType("Note", str)
"""One line of at most `LONGEST_NOTE` characters, with something to see in it."""

LONGEST_NOTE: Final = 100

_JOINER: Final = "\u200d"
"""What holds the parts of one emoji together."""
_UNSEEN: Final = ("Cc", "Cf", "Cs")
"""Controls, marks that turn the direction of what follows them, halves of characters."""


def read_note(text: str | None) -> Note | None:
    """Make a note of what somebody typed: one line, nothing unseen in it, cut where it is too long.

    `None` where nothing is left.
    """
    if text is None:
        return None
    line = " ".join("".join(map(_seen, text)).split())[:LONGEST_NOTE].rstrip()
    return Note(line) if line.strip(_JOINER) else None


def _seen(character: str) -> str:
    if character.isspace():
        return " "
    if character == _JOINER:
        return character
    return "" if unicodedata.category(character) in _UNSEEN else character
