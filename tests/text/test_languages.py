"""Messages are said in the language that is spoken, whole and with their gaps filled."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.text.languages
from bot.text import (
    ENGLISH,
    N_,
    NC_,
    NN_,
    PSEUDO,
    Language,
    Message,
    all_of,
    any_of,
    current,
    gettext,
    ngettext,
    pgettext,
    pseudo,
    speaking,
    translate,
    translator_for,
)

GERMAN = Language("de")
TAKEN = N_("{square} is taken.")
LEFT = NN_("{count} piece is left.", "{count} pieces are left.")
HINTS = NN_("You have had your only hint.", "You have had your {most} hints.", "most")
DRAW = NC_("the verb", "Draw")


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    """A catalogue in which most of the messages above have a translation."""
    catalogs = pytest.importorskip("babel.messages.catalog", reason="needs Babel")
    from babel.messages.mofile import write_mo

    catalog = catalogs.Catalog(locale="de")
    catalog.add("{square} is taken.", "Auf {square} liegt schon etwas.")
    catalog.add(
        (LEFT.text, LEFT.plural), ("{count} Figur ist übrig.", "{count} Figuren sind übrig.")
    )
    catalog.add("Draw", "Zeichnen", context="the verb")
    catalog.add("kitten", "Kätzchen")
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "boop.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(bot.text.languages, "LOCALE", tmp_path)
    translator_for.cache_clear()
    with speaking(GERMAN):
        yield GERMAN
    translator_for.cache_clear()


def test_english_needs_no_catalogue() -> None:
    assert translate(TAKEN, square="c3") == "c3 is taken."
    assert translate(LEFT, count=1) == "1 piece is left."
    assert translate(LEFT, count=0) == "0 pieces are left."
    assert translate(HINTS, most=1) == "You have had your only hint."
    assert translate(HINTS, most=3) == "You have had your 3 hints."
    assert translate(DRAW) == "Draw"
    assert current().language == ENGLISH


def test_what_is_marked_where_it_is_said_reads_the_same() -> None:
    assert gettext("{square} is taken.", square="c3") == "c3 is taken."
    assert ngettext("{count} cat", "{count} cats", 2) == "2 cats"
    assert pgettext("the verb", "Draw") == "Draw"


def test_a_catalogue_is_found_by_its_language(german: Language) -> None:
    assert current().language == german
    assert translate(TAKEN, square="c3") == "Auf c3 liegt schon etwas."
    assert translate(LEFT, count=1) == "1 Figur ist übrig."
    assert ngettext(LEFT.text, str(LEFT.plural), 5) == "5 Figuren sind übrig."
    assert translate(DRAW) == pgettext("the verb", "Draw") == "Zeichnen"
    with speaking(Language("de-AT")):
        assert translate(TAKEN, square="c3") == "Auf c3 liegt schon etwas."


def test_what_has_no_translation_is_said_in_english(german: Language) -> None:
    assert translate(HINTS, most=2) == "You have had your 2 hints."
    assert translate(N_("Draw")) == "Draw"


def test_a_message_in_a_gap_is_translated_too(german: Language) -> None:
    assert translate(TAKEN, square=N_("kitten")) == "Auf Kätzchen liegt schon etwas."


@pytest.mark.parametrize("tag", ["xx", "../../de", "de/../de", "", "d" * 5000, "DE", "de_DE"])
def test_a_language_without_a_catalogue_is_answered_in_english(tag: str) -> None:
    assert translator_for(Language(tag)).language == ENGLISH


def test_a_missing_fact_is_a_fault() -> None:
    with pytest.raises(KeyError):
        translate(TAKEN)
    with pytest.raises(TypeError):
        translate(LEFT, count="two")


def test_braces_in_a_text_are_doubled() -> None:
    assert translate(N_("{{square}}")) == "{square}"
    assert translate(TAKEN, square="{count}") == "{count} is taken."


def test_the_language_ends_with_its_block() -> None:
    with speaking(PSEUDO):
        assert current().language == PSEUDO
        with speaking(ENGLISH):
            assert translate(DRAW) == "Draw"
        assert translate(DRAW) == "⟦Dráw⟧"
    assert current().language == ENGLISH


async def test_each_task_speaks_its_own_language() -> None:
    both = asyncio.Barrier(2)

    async def said(language: Language) -> str:
        with speaking(language):
            await both.wait()
            return translate(TAKEN, square="c3")

    pseudo_said, english_said = await asyncio.gather(said(PSEUDO), said(ENGLISH))
    assert (pseudo_said, english_said) == ("⟦c3 ís tákéñ.⟧", "c3 is taken.")


async def test_a_thread_of_a_pool_speaks_english_unless_told() -> None:
    loop = asyncio.get_running_loop()
    with speaking(PSEUDO):
        assert await loop.run_in_executor(None, lambda: translate(DRAW)) == "Draw"
        assert await asyncio.to_thread(translate, DRAW) == "⟦Dráw⟧"


def test_the_pseudo_language_shows_what_was_translated() -> None:
    assert pseudo("Play `/next`: see <#7> or https://boop.example/a") == (
        "⟦Pláý `/next`: séé <#7> ór https://boop.example/a⟧"
    )
    with speaking(PSEUDO):
        assert translate(LEFT, count=2) == "⟦2 píéçés áré léft.⟧"
        assert translate(DRAW) == "⟦Dráw⟧"
        assert translate(Message("Draw", "Draws", context="the noun"), count=1) == "⟦Dráw⟧"


def test_lists_are_joined_as_people_do() -> None:
    assert [all_of(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert any_of(["a", "b", "c", "d"]) == "a, b, c or d"
