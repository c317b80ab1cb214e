"""Texts that a person wrote, made safe to show back."""

import re
from typing import Final

from bot.match.terms import Note
from bot.text import gettext
from bot.text.sanitizing import sanitized

LONGEST_QUOTE: Final = 60

_MARKS: Final = re.compile(r"[!-/:-@\[-`{-~]")
"""ASCII's punctuation; formatting, mentions and links all need some of it."""


def quoted(text: str) -> str:
    """Show what somebody typed: bounded, on one line, and with no formatting of its own."""
    line = sanitized(text).replace("`", "ˋ")
    if not line:
        return gettext("an empty text")
    if len(line) > LONGEST_QUOTE:
        line = line[: LONGEST_QUOTE - 1] + "…"
    return f"`{line}`"


def quoted_note(note: Note) -> str:
    """Show a note as a quotation in a line of its own."""
    return f"> {note_in_line(note)}"


def note_in_line(note: Note) -> str:
    """Show a note inside a sentence: every mark escaped, so it formats, mentions, links nothing.

    Discord takes a backslash before any mark for "as it is"; before a letter it shows it.
    """
    return f"“{escaped(note)}”"


def escaped(text: str) -> str:
    """Escape every mark in a text, so that it formats, mentions and links nothing."""
    return _MARKS.sub(lambda mark: chr(92) + mark[0], text)
