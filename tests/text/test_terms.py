"""Languages in which translators have had two words for one thing use one of them."""

import re

import pytest

from bot.text.po_files import Language, path_of, read_entries


def test_a_link_has_one_name_in_polish() -> None:
    with path_of(Language("pl")).open(encoding="utf-8") as lines:
        entries = list(read_entries(lines))
    assert any("odnośnik" in form for each in entries for form in each.forms)
    # Only labels of Discord's own client have a context, and its word.
    ours = [form for each in entries if each.context is None for form in each.forms]
    assert [form for form in ours if re.search(r"(?<!\{)\blink", form, re.IGNORECASE)] == []


@pytest.mark.parametrize(("language", "term"), [("fr", "cote"), ("pt-BR", "rating")])
def test_a_puzzle_rating_is_called_what_other_ratings_are(language: str, term: str) -> None:
    with path_of(Language(language)).open(encoding="utf-8") as lines:
        entries = list(read_entries(lines))
    ratings = [form for each in entries if "puzzle rating" in each.text for form in each.forms]
    assert len(ratings) >= 3
    assert [form for form in ratings if term not in form] == []
