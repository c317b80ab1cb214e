"""A text is cut between graphemes, never inside a flag, a family or an accented letter."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.graphemes import beginning, beginnings, shortened

FLAG = "🇯🇵"
FAMILY = "👩\u200d👩\u200d👧\u200d👦"
ASTRONAUT = "🧑🏽\u200d🚀"
SCOTLAND = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KEYCAP = "1\ufe0f\u20e3"
ACCENTED = "q\u0323\u0307"
WHOLE = (FLAG, FAMILY, ASTRONAUT, SCOTLAND, KEYCAP, ACCENTED, "각", "a", " ", "猫")


@pytest.mark.parametrize("grapheme", WHOLE[:6])
def test_a_grapheme_is_kept_whole_or_left_out(grapheme: str) -> None:
    text = f"ab{grapheme}cd"
    for most in range(2, len(text)):
        kept = beginning(text, most)
        assert kept == ("ab" if most < 2 + len(grapheme) else text[:most])


def test_a_shortened_text_ends_with_an_ellipsis_and_no_space() -> None:
    assert shortened("Ada Lovelace", 12) == "Ada Lovelace"
    assert shortened("Ada Lovelace", 11) == "Ada Lovela…"
    assert shortened("Ada Lovelace", 5) == "Ada…"
    assert shortened(f"Ada {FLAG}{FLAG}", 7) == f"Ada {FLAG}…"
    assert shortened(f"Ada {FAMILY}", 10) == "Ada…"


def test_a_first_grapheme_that_does_not_fit_is_cut() -> None:
    assert beginning(FAMILY, 3) == FAMILY[:3]


@given(st.lists(st.sampled_from(WHOLE) | st.characters(codec="utf-8"), max_size=30), st.integers(9))
def test_the_result_is_a_prefix_that_fits(parts: list[str], most: int) -> None:
    text = "".join(parts)
    kept = beginning(text, most)
    assert len(kept) <= most
    assert text.startswith(kept)
    assert kept in (text, text[:most], *beginnings(text))


@given(st.lists(st.sampled_from(WHOLE), max_size=30), st.integers(9, 60))
def test_every_whole_grapheme_that_fits_is_kept(parts: list[str], most: int) -> None:
    text = "".join(parts)
    kept, left = beginning(text, most), text[len(beginning(text, most)) :]
    assert not left or not unicodedata.combining(left[0])
    assert not left or left[0] not in "\u200d\ufe0f\u20e3🏽"
    assert len(kept) > most - max(map(len, WHOLE)) or kept == text
    # Flags are pairs of letters, and half a pair would change those after it.
    assert sum("🇦" <= each <= "🇿" for each in kept) % 2 == 0
