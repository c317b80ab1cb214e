"""Users' input is converted to plain characters, and plain text doesn't change."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.folding import folded
from tests.kit.disguises import disguises

PLAIN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("ｃ３", "c3"),
        ("с3", "c3"),
        ("Кс3=а1", "Kc3=a1"),
        ("Κc3", "Kc3"),
        ("＃１", "#1"),
        ("№1", "#1"),
        ("２２：３０", "22:30"),
        ("22∶30", "22:30"),
        ("22:30\u202fPM", "22:30 PM"),
        ("١٢ ۱۲ १२ ๑๒", "12 12 12 12"),
        ("Kc3，Kd4、Ke5", "Kc3,Kd4,Ke5"),
        ("cd– cd− cd— cd‐", "cd- cd- cd- cd-"),
        ("Kc3～cdー", "Kc3~cd-"),
        ("１…Ｋｃ３", "1...Kc3"),
        ("3️⃣", "3"),
        ("c\u200b3\u2060\ufeff", "c3"),
        ("“a”’", '"a"\''),
        ("ıstanbul İSTANBUL", "istanbul ISTANBUL"),
        ("São Paulo Zürich", "Sao Paulo Zurich"),
        ("シーズン 각 ใหญ่ ハ", "シーズン 각 ใหญ่ ハ"),
        ("a\u2028b", "a\nb"),
    ],
)
def test_equivalent_characters_become_plain(typed: str, plain: str) -> None:
    assert folded(typed) == plain


@given(PLAIN)
def test_plain_text_is_unchanged_and_recovered_from_its_disguises(text: str) -> None:
    assert folded(text) == text
    for disguised in disguises(text):
        assert folded(disguised).strip() == text.strip()


@given(PLAIN, PLAIN)
def test_plain_characters_stay_beside_others(before: str, after: str) -> None:
    assert folded(f"{before} ж {after}") == f"{before} ж {after}"


@given(st.text())
def test_folded_text_is_unchanged(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert not any(
        unicodedata.category(each) in ("Cf", "Cs", "Nd") for each in once if ord(each) > 127
    )
