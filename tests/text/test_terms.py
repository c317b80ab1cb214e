"""Languages in which translators have had two words for one thing use one of them."""

import re

from bot.text.po_files import Language, path_of, read_entries


def test_a_link_has_one_name_in_polish() -> None:
    with path_of(Language("pl")).open(encoding="utf-8") as lines:
        entries = list(read_entries(lines))
    assert any("odnośnik" in form for each in entries for form in each.forms)
    # Only labels of Discord's own client have a context, and its word.
    ours = [form for each in entries if each.context is None for form in each.forms]
    assert [form for form in ours if re.search(r"(?<!\{)\blink", form, re.IGNORECASE)] == []
