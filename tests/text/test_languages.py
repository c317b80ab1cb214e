"""Messages are translated to the current language, whole and with their gaps filled."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.text import (
    COMMAND_NAME,
    ENGLISH,
    MENU_COMMAND,
    N_,
    NC_,
    NN_,
    PSEUDO,
    Language,
    Languages,
    Message,
    accepted_language,
    all_of,
    any_of,
    current,
    gettext,
    in_order,
    is_at_hand,
    ngettext,
    one_by_one,
    percentage,
    pgettext,
    pseudo,
    speaking,
    translate,
    translator_for,
)
from bot.text.po_files import path_of
from tests.kit.catalogues import WriteCatalogue

GERMAN = Language("de")
TAKEN = N_("{square} is taken.")
LEFT = NN_("{count} piece is left.", "{count} pieces are left.")
HINTS = NN_("You have had your only hint.", "You have had your {most} hints.", "most")
DRAW = NC_("the verb", "Draw")


@pytest.fixture
def german(write_catalogue: WriteCatalogue) -> Iterator[Language]:
    """Write a catalogue with translations of most of the messages above."""
    write_catalogue(
        "de",
        {
            TAKEN: "Auf {square} liegt schon etwas.",
            LEFT: ("{count} Figur ist übrig.", "{count} Figuren sind übrig."),
            DRAW: "Zeichnen",
            N_("kitten"): "Kätzchen",
        },
    )
    with speaking(GERMAN):
        yield GERMAN


def test_english_needs_no_catalogue() -> None:
    assert translate(TAKEN, square="c3") == "c3 is taken."
    assert translate(LEFT, count=1) == "1 piece is left."
    assert translate(LEFT, count=0) == "0 pieces are left."
    assert translate(HINTS, most=1) == "You have had your only hint."
    assert translate(HINTS, most=3) == "You have had your 3 hints."
    assert translate(DRAW) == "Draw"
    assert current().language == ENGLISH


def test_gettext_and_its_variants_format_english_messages() -> None:
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


def test_commands_are_named_as_the_users_discord_shows_them(
    write_catalogue: WriteCatalogue,
) -> None:
    show, match, block = (NC_(COMMAND_NAME, each) for each in ("show", "match", "block"))
    ignore = NC_(MENU_COMMAND, "Ignore")
    text = N_("`/show` and `/show match:{match}`; `match` takes `c3`, and {name} or *{menu}*")
    left = NN_("{count} left: `/block`", "{count} left: `/block`")
    write_catalogue(
        "de",
        {
            show: "match",
            match: "partie",
            block: "blockieren",
            ignore: "Ignorieren",
            text: "`/match partie:{match}`, `/match`; bei `partie` geht `c3`, {name} oder *{menu}*",
            left: ("{count} übrig: `/blockieren`", "{count} übrige: `/blockieren`"),
        },
    )
    write_catalogue("fr", {show: "montrer", match: "partie", block: "bloquer", ignore: "Ignorer"})
    shown = {}
    for commands in ("de", "fr", "en-US", "tr"):
        with speaking(Languages(GERMAN, Language(commands))):
            shown[commands] = translate(text, match=7, name="`/match`", menu=ignore)
            shown[commands] += f", {translate(left, count=2)}, {translate(block)}"
    english = (
        "`/show match:7`, `/show`; bei `match` geht `c3`, `/match` oder *Ignore*, "
        "2 übrige: `/block`, block"
    )
    assert shown == {
        "de": "`/match partie:7`, `/match`; bei `partie` geht `c3`, `/match` oder *Ignorieren*, "
        "2 übrige: `/blockieren`, blockieren",
        "fr": "`/montrer partie:7`, `/montrer`; bei `partie` geht `c3`, `/match` oder *Ignorer*, "
        "2 übrige: `/bloquer`, bloquer",
        "en-US": english,
        "tr": english,
    }


def test_untranslated_messages_are_shown_in_english(german: Language) -> None:
    assert translate(HINTS, most=2) == "You have had your 2 hints."
    assert translate(N_("Draw")) == "Draw"


def test_a_language_without_a_catalogue_is_answered_in_the_nearest_one(
    write_catalogue: WriteCatalogue,
) -> None:
    write_catalogue("pt-BR", {TAKEN: "Já há algo em {square}.", DRAW: "Desenhar"})
    write_catalogue("pt-PT", {TAKEN: "{square} já está ocupada."})
    write_catalogue("es-ES", {TAKEN: "{square} está ocupada."})
    write_catalogue("es", {DRAW: "Dibujar"})
    spoken = {}
    for tag in ("pt-PT", "pt-BR", "pt", "es-419", "es-ES", "en-GB", "en-US", "zh-CN"):
        with speaking(Language(tag)):
            spoken[tag] = (translate(TAKEN, square="c3"), translate(DRAW), translate(N_("kitten")))
    assert spoken == {
        "pt-PT": ("c3 já está ocupada.", "Desenhar", "kitten"),
        "pt-BR": ("Já há algo em c3.", "Desenhar", "kitten"),
        "pt": ("Já há algo em c3.", "Desenhar", "kitten"),
        "es-419": ("c3 está ocupada.", "Dibujar", "kitten"),
        "es-ES": ("c3 está ocupada.", "Dibujar", "kitten"),
        "en-GB": ("c3 is taken.", "Draw", "kitten"),
        "en-US": ("c3 is taken.", "Draw", "kitten"),
        "zh-CN": ("c3 is taken.", "Draw", "kitten"),
    }


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("nonsense;;q=x,,", "en"),
        ("DE-at,en;q=0.9", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("nl, pt-PT;q=0.8, de; q=0.9", "de"),
        ("de;q=0, pt-PT;q=0.1", "pt-BR"),
        ("en-XA", "en"),
    ],
)
def test_the_language_is_chosen_by_the_browsers_preferences(
    header: str, language: str, write_catalogue: WriteCatalogue
) -> None:
    write_catalogue("de", {})
    write_catalogue("pt-BR", {})
    assert accepted_language(header) == language


@pytest.mark.parametrize(
    ("number", "form"), [(0, 2), (1, 0), (2, 1), (5, 2), (11, 2), (21, 0), (101, 0)]
)
def test_a_number_selects_among_all_plural_forms_of_a_language(
    write_catalogue: WriteCatalogue, number: int, form: int
) -> None:
    forms = ("{count} фигура", "{count} фигуры", "{count} фигур")
    write_catalogue("ru", {LEFT: forms})
    with speaking(Language("ru")):
        assert translate(LEFT, count=number) == forms[form].format(count=number)


def test_a_catalogue_is_read_once_and_only_when_it_is_needed(
    write_catalogue: WriteCatalogue,
) -> None:
    write_catalogue("de", {DRAW: "Zeichnen"})
    assert [is_at_hand(each) for each in (ENGLISH, PSEUDO, GERMAN)] == [True, True, False]
    with speaking(Language("de-AT")):
        assert is_at_hand(GERMAN)
    path_of(GERMAN).unlink()
    with speaking(GERMAN):
        assert translate(DRAW) == "Zeichnen"


def test_a_message_inside_another_is_translated_too(german: Language) -> None:
    assert translate(TAKEN, square=N_("kitten")) == "Auf Kätzchen liegt schon etwas."


@pytest.mark.parametrize("tag", ["xx", "../../de", "de/../de", "", "d" * 5000, "DE", "de_DE"])
def test_a_language_without_a_catalogue_is_answered_in_english(tag: str) -> None:
    assert translator_for(Language(tag)).language == ENGLISH


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        translate(TAKEN)
    with pytest.raises(TypeError):
        translate(LEFT, count="two")


@pytest.mark.parametrize("number", [0.5, 1.0, 2.5])
def test_a_fraction_does_not_select_a_plural_form(number: float) -> None:
    with pytest.raises(TypeError):
        ngettext("{count} day", "{count} days", number)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        translate(HINTS, most=number)  # type: ignore[arg-type]


def test_doubled_braces_in_a_text_are_shown_as_single_ones() -> None:
    assert translate(N_("{{square}}")) == "{square}"
    assert translate(TAKEN, square="{count}") == "{count} is taken."


def test_the_language_ends_with_its_block() -> None:
    with speaking(PSEUDO):
        assert current().language == PSEUDO
        with speaking(ENGLISH):
            assert translate(DRAW) == "Draw"
        assert translate(DRAW) == "⟦Dráw é⟧"
    assert current().language == ENGLISH


async def test_each_task_has_its_own_language() -> None:
    both = asyncio.Barrier(2)

    async def translate_taken(language: Language) -> str:
        with speaking(language):
            await both.wait()
            return translate(TAKEN, square="c3")

    pseudo_said, english_said = await asyncio.gather(
        translate_taken(PSEUDO), translate_taken(ENGLISH)
    )
    assert (pseudo_said, english_said) == ("⟦c3 ís tákéñ. ééé⟧", "c3 is taken.")


async def test_a_pool_thread_uses_english_unless_to_thread_started_it() -> None:
    loop = asyncio.get_running_loop()
    with speaking(PSEUDO):
        assert await loop.run_in_executor(None, lambda: translate(DRAW)) == "Draw"
        assert await asyncio.to_thread(translate, DRAW) == "⟦Dráw é⟧"


def test_the_pseudo_language_marks_translated_text() -> None:
    assert pseudo("Play `/next`: see <#7> or https://boop.example/a") == (
        "⟦Pláý `/next`: séé <#7> ór https://boop.example/a ééééé⟧"
    )
    with speaking(PSEUDO):
        assert translate(LEFT, count=2) == "⟦2 píéçés áré léft. ééééé⟧"
        assert translate(DRAW) == "⟦Dráw é⟧"
        assert translate(Message("Draw", "Draws", context="the noun"), count=1) == "⟦Dráw é⟧"


def test_lists_are_joined_in_natural_language() -> None:
    assert [all_of(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert any_of(["a", "b", "c", "d"]) == "a, b, c or d"
    assert [one_by_one(parts) for parts in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b, c"]
    assert [in_order(parts) for parts in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a; b; c"]


def test_a_percentage_is_formatted_for_each_language() -> None:
    written = {}
    for tag in ("en-US", "de", "fr", "it", "ja"):
        with speaking(Language(tag)):
            written[tag] = percentage(64)
    assert written == {
        "en-US": "64%",
        "de": "64\u00a0%",
        "fr": "64\u00a0%",
        "it": "64%",
        "ja": "64%",
    }
