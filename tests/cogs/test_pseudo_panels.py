"""In the pseudo-language no English is left on any panel, board or form."""

import re
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.features.settings.zones.places import NAMES as NAMES_OF_ZONES
from bot.match.identity import MatchId
from bot.text import ENGLISH, PSEUDO, Language, Message, gettext, speaking, translations
from bot.text.po_files import path_of, read_entries
from cogs.core.arguments import match_title
from cogs.moderation.views import _title as title_to_moderate
from cogs.watching.cog import _title as title_to_watch
from cogs.wording.names import LONGEST, NAMES
from tests.cogs.limits import overlong_texts
from tests.cogs.test_views import forms, views
from tests.cogs.texts import texts_of
from tests.kit.catalogues import WriteCatalogue
from tests.kit.matches import GRAY, ORANGE, match
from tests.kit.pseudo import untranslated

WRITTEN = frozenset({"text", "said", "note", "words", "Saved"}).union(
    *(re.findall(r"[^\W\d_]+", name) for name in NAMES_OF_ZONES)
)
"""Words from these tests' own arguments, and from the names of time zones."""


def views_and_forms() -> Iterator[discord.ui.LayoutView | discord.ui.Modal]:
    """Yield one of each panel, board and form."""
    yield from views()
    yield from (form for form, _ in forms())


def untranslated_words(text: str) -> list[str]:
    """Return the words of a text that were never translated, except those that users wrote."""
    return [word for word in untranslated(text) if word not in WRITTEN and len(set(word)) > 1]


@pytest.mark.long
def test_panels_in_the_pseudo_language_have_no_english_or_overlong_text() -> None:
    texts, long = set[str](), set[str]()
    with speaking(PSEUDO):
        # Building all panels takes seconds, so one test checks both.
        for each in views_and_forms():
            texts.update(texts_of(each))
            long.update(overlong_texts(each))
    assert sorted(text for text in texts if untranslated_words(text)) == []
    assert sorted(long) == []


@pytest.fixture
def longest_forms() -> dict[Message, str]:
    """Return the longest form of each message in any language."""
    found = dict[Message, str]()
    for language in translations():
        with path_of(language).open(encoding="utf-8") as file:
            entries = [each for each in read_entries(file) if each.text and each.is_translated]
        for each in entries:
            message = Message(each.text, each.plural, context=each.context)
            found[message] = max(found.get(message, each.text), *each.forms, key=len)
    return found


@pytest.fixture
def longest(longest_forms: dict[Message, str], write_catalogue: WriteCatalogue) -> Language:
    """Return a language that says each message in its longest form of any language."""
    german = Language("de")
    write_catalogue(
        german,
        {each: (form, form) if each.plural else form for each, form in longest_forms.items()},
    )
    return german


@pytest.mark.night
@pytest.mark.long
def test_no_text_is_too_long_for_discord_in_any_language(longest: Language) -> None:
    with speaking(longest):
        assert sorted({text for each in views_and_forms() for text in overlong_texts(each)}) == []


@pytest.mark.parametrize("language", [ENGLISH, *translations()])
def test_no_title_of_a_suggested_match_is_too_long_for_discord(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NAMES, "known", lambda user: "W" * LONGEST)
    live = replace(match(), id=MatchId(99_999_999))
    with speaking(language):
        watching = gettext("watch"), gettext("stop watching")
        titles = [
            *(match_title(live, user) for user in (ORANGE, GRAY)),
            *(title_to_watch(live, each, is_seen=True) for each in watching),
            title_to_moderate(live),
        ]
    assert [title for title in titles if len(title) > 100] == []
