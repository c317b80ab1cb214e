"""A few words that a challenger adds to a challenge."""

from typing import Final, NewType

from bot.text.sanitizing import sanitized

Note = NewType("Note", str)
"""One line of at most `LONGEST_NOTE` characters, with something to see in it."""

LONGEST_NOTE: Final = 100


def read_note(text: str | None) -> Note | None:
    """Make a note of what somebody typed: one line, nothing unseen in it, cut where it is too long.

    `None` where nothing is left.
    """
    if text is None:
        return None
    line = sanitized(text, LONGEST_NOTE)
    return Note(line) if line else None
