"""Notes: the part of a user's text that is kept."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.terms import LONGEST_NOTE, read_note


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("good luck", "good luck"),
        ("  one\n\ttwo  \r\n three ", "one two three"),
        ("\u202edesrever", "desrever"),
        ("nul\x00l \x1b[31m", "null [31m"),
        ("👩\u200d👧 and a 🩷", "👩\u200d👧 and a 🩷"),
        ("café ñ 猫", "café ñ 猫"),
        ("half \ud83d", "half"),
        ("X" + "\u0301" * 99, "X" + "\u0301" * 3),
        ("x" * 250, "x" * 100),
        ("x" * 99 + " y", "x" * 99),
    ],
)
def test_a_note_is_one_line_of_visible_characters(typed: str, note: str) -> None:
    assert read_note(typed) == note


@pytest.mark.parametrize("typed", [None, "", "   ", "\n\t", "\u200b\u2060", "\u200d \u200d"[:1]])
def test_a_note_without_visible_characters_is_none(typed: str | None) -> None:
    assert read_note(typed) is None


@given(st.text(st.characters(codec=None, categories=None), max_size=300))
def test_any_text_makes_a_bounded_line_or_nothing(typed: str) -> None:
    note = read_note(typed)
    if note is None:
        return
    assert 0 < len(note) <= LONGEST_NOTE
    assert note == note.strip()
    assert "\n" not in note
    note.encode("utf-8")
    assert all(
        unicodedata.category(character) not in ("Cc", "Cf", "Cs") or character == "\u200d"
        for character in note
    )
    assert read_note(note) == note, "reading a note again does not change it"
