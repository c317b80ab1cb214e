"""Every panel, board and form is said through messages: in the pseudo-language nothing is left."""

import ast
import re
from collections.abc import Iterator

import discord

from bot.text import PSEUDO, speaking
from bot.text.__main__ import ROOT
from tests.cogs.test_views import forms, views
from tests.cogs.texts import texts_of
from tests.text.pseudo import untranslated
from tests.text.test_unmarked import LIST

WRITTEN = frozenset(
    {"text", "said", "note", "words", "Kept", "Europe", "Berlin", "America", "Argentina"}
)
"""Words that these tests hand in, and those of time zones."""


def still_english() -> set[str]:
    """Return the words of the modules that are still to be converted."""
    return {
        word
        for name in LIST.read_text(encoding="utf-8").split()
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in re.findall(r"\w+", node.value)
    }


def shown() -> Iterator[discord.ui.LayoutView | discord.ui.Modal]:
    """Yield one of each panel, board and form."""
    yield from views()
    yield from (form for form, _ in forms())


def left_in_english(text: str) -> list[str]:
    """Return the words of a text that were never translated, but for what people wrote."""
    return [word for word in untranslated(text) if word not in WRITTEN and len(set(word)) > 1]


def test_nothing_that_is_shown_stays_english() -> None:
    excused = still_english()
    with speaking(PSEUDO):
        texts = {text for each in shown() for text in texts_of(each)}
    assert sorted(text for text in texts if set(left_in_english(text)) - excused) == []


def test_nothing_is_too_long_for_discord_in_another_language() -> None:
    with speaking(PSEUDO):
        assert [each for each in views() if each.content_length() > 4000] == []
