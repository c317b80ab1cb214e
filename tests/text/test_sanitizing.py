"""Users' texts are shown as one line, and do not change the lines around them."""

import unicodedata
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.sanitizing import MOST_MARKS, sanitized

ACUTE = "\u0301"
SCOTLAND = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
HARMFUL = "".join(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C]))
"""All characters that change the direction of the text after them."""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \n\t Lovelace ", "Ada Lovelace"),
        ("\u202ebob", "bob"),
        (f"a{HARMFUL}b", "ab"),
        ("nul\x00l \x1b[31m", "null [31m"),
        ("half \ud83d", "half"),
        ("\u3164\u2800\u1160", ""),
        ("a\u3164\u3164b", "a b"),
        (f"cafe{ACUTE}", "café"),
        (f"X{ACUTE * 99}algo", f"X{ACUTE * MOST_MARKS}algo"),
        (f"X{(ACUTE * 3 + chr(0x200D)) * 9}", f"X{ACUTE * 3}"),
        (f"{ACUTE * 9} x", "x"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
        ("ผู้ใหญ่", "ผู้ใหญ่"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d👧 🏳️\u200d🌈 ❤️", "👩\u200d👧 🏳️\u200d🌈 ❤️"),
        ("\u200d \u200b\u2060 \u200d\u200d", ""),
        (f"{SCOTLAND} Ann", f"{SCOTLAND} Ann"),
        (f"Ann{SCOTLAND[1:]}", "Ann"),
    ],
)
def test_only_visible_characters_are_kept(written: str, shown: str) -> None:
    assert sanitized(written) == shown


def test_an_overlong_text_is_cut() -> None:
    assert sanitized("x" * 250, 100) == "x" * 100
    assert sanitized("x" * 99 + " y", 100) == "x" * 99
    assert sanitized("x" * 99 + "\u200dy", 100) == "x" * 99
    assert sanitized("x" * 99 + "👩\u200d👧", 100) == "x" * 99


def is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


ODD = st.sampled_from([*HARMFUL, ACUTE, "\u20dd", "\u200d", "\u200c", "\u3164", " ", "\n", "e"])


@given(st.text(st.characters(codec=None, categories=None) | ODD, max_size=200))
def test_any_text_becomes_a_line_that_does_not_affect_others(written: str) -> None:
    shown = sanitized(written, 50)
    assert len(shown) <= 50
    assert shown == " ".join(shown.split())
    shown.encode("utf-8")
    unseen = [each for each in shown if unicodedata.category(each) in ("Cc", "Cf", "Cs")]
    assert set(unseen) <= set("\u200c\u200d")
    seen = [each for each in shown if each not in "\u200c\u200d"]
    heaps = [len(list(heap)) for marks, heap in groupby(seen, is_mark) if marks]
    assert max(heaps, default=0) <= MOST_MARKS
    assert sanitized(shown, 50) == shown
