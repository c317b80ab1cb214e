"""Texts of users, quoted and escaped."""

import re
from typing import Final

from bot.match.terms import Note
from bot.text import gettext
from bot.text.graphemes import shortened
from bot.text.sanitizing import sanitized

LONGEST_QUOTE: Final = 60
_MARKS: Final = re.compile(r"[!-/:-@\[-`{-~]")
"""Matches ASCII punctuation, because formatting, mentions and links all need some of it."""


def quoted(text: str) -> str:
    """Return user text on one line, shortened and without formatting."""
    line = sanitized(text).replace("`", "ˋ")
    if not line:
        return gettext("an empty text")
    return f"`{shortened(line, LONGEST_QUOTE)}`"


def quoted_note(note: Note) -> str:
    """Return a note as a quotation on its own line."""
    return f"> {note_in_line(note)}"


def note_in_line(note: Note) -> str:
    """Return a note within a sentence. Escape all marks, so that it cannot format, ping or link.

    Discord reads a backslash before a mark as an escape, but shows a backslash before a letter.
    """
    return gettext("“{note}”", note=escaped(note))


def escaped(text: str) -> str:
    """Escape all marks in a text, so that it cannot format, mention or link."""
    return _MARKS.sub(lambda mark: chr(92) + mark[0], text)
