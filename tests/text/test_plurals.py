"""In every language, each plural has a form for each number, and the form shows the number."""

import re
from gettext import c2py

import pytest

from bot.text import Language, Message, translations, translator_for
from bot.text.checking import IN_WORDS, NUMBER
from bot.text.messages import gaps_of
from bot.text.po_files import CatalogueEntry, header_of, path_of, read_entries

NUMBERS = (0, 1, 2, 5, 11, 21, 101)
"""Numbers that at least one language treats specially."""
MOST = 1000
"""Numbers below this one are tried to see which share a form."""


def number_gaps(entry: CatalogueEntry) -> frozenset[str]:
    """Return the gaps that may hold the number that chooses the form."""
    one, many = gaps_of(entry.text), gaps_of(str(entry.plural))
    return (many & {NUMBER, IN_WORDS}) or (many - one)


@pytest.mark.parametrize("tag", translations())
def test_every_plural_form_that_needs_a_number_contains_it(tag: Language) -> None:
    with path_of(tag).open(encoding="utf-8") as file:
        header, *entries = read_entries(file)
    parsed = re.search(r"plural=(.+?);?\s*$", header_of(header)["Plural-Forms"])
    assert parsed is not None
    form_of, translator = c2py(parsed[1]), translator_for(tag)
    covered = [form_of(number) for number in range(MOST)]
    plurals = [entry for entry in entries if entry.plural is not None]
    assert len(plurals) > 100
    for entry in plurals:
        message = Message(entry.text, entry.plural, context=entry.context)
        facts = {gap: f"<{gap}>" for gap in message.gaps | {NUMBER, IN_WORDS}}
        shown = {f"<{gap}>" for gap in number_gaps(entry) | {NUMBER}}
        for number in NUMBERS:
            sentence = translator.say(message, facts, number)
            assert sentence == entry.forms[form_of(number)].format(**facts)
            gaps = gaps_of(entry.text) & gaps_of(str(entry.plural)) - {NUMBER, IN_WORDS}
            assert all(f"<{gap}>" in sentence for gap in gaps), (entry.text, number)
            if number_gaps(entry) and not any(each in sentence for each in shown):
                assert covered.count(form_of(number)) == 1, (entry.text, number)
