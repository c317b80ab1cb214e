"""Faults of a catalogue are found before users read it."""

import pytest

from bot.text import COMMAND_NAME, N_, NC_, NN_, Language, Message
from bot.text.checking import check
from bot.text.extracting import Key, limits_in
from bot.text.po_files import CatalogueEntry, path_of, read_entries
from tests.kit.catalogues import WriteCatalogue

TAKEN = N_("{square} is taken.")
LEFT = NN_("{count} piece is left.", "{count} pieces are left.")
HINTS = NN_("You have had your only hint.", "You have had your {most} hints.", "most")
CATS = NN_("{number} cat", "{number} cats")
HELP = NC_(COMMAND_NAME, "help")
MATCH = NC_(COMMAND_NAME, "match")
Translations = dict[Message, str | tuple[str, ...]]


def faults_of(
    plant: WriteCatalogue, language: str, translations: Translations, limits: dict[Key, int]
) -> list[str]:
    """Return the faults of a catalogue with these translations."""
    plant(language, translations)
    with path_of(Language(language)).open(encoding="utf-8") as file:
        header, *entries = read_entries(file)
    return list(check(header, {(each.context, each.text): each for each in entries}, limits))


@pytest.mark.parametrize(
    ("language", "translations"),
    [
        ("de", {TAKEN: "Auf {square} liegt schon etwas."}),
        ("de", {TAKEN: ""}),
        ("de", {LEFT: ("Eine Figur ist übrig.", "{count} Figuren sind übrig.")}),
        ("de", {HINTS: ("Dein einziger Tipp.", "Du hattest deine {most} Tipps.")}),
        ("ru", {LEFT: ("{count} фигура", "{count} фигуры", "{count} фигур")}),
        ("ru", {HINTS: ("{most} подсказка", "{most} подсказки", "{most} подсказок")}),
        ("ru", {CATS: ("{count} кошка", "{count} кошки", "{count} кошек")}),
        ("de", {N_("❌ **{square}**"): "❌ **{square}**"}),
        ("fr", {N_("Not there: '{square}'"): "Ce n’est pas là\u00a0: '{square}'"}),
        ("fr", {N_("Call it `it's`."): "Appelle-le `it's`."}),
        ("it", {N_("The opponent"): "L'avversario"}),
        ("de", {N_("Use `/help match:{match}`."): "Nutze `/hilfe partie:{match}`."}),
    ],
)
def test_a_good_translation_has_no_fault(
    write_catalogue: WriteCatalogue, language: str, translations: Translations
) -> None:
    names: Translations = {HELP: "hilfe", MATCH: "partie"}
    assert faults_of(write_catalogue, language, {**names, **translations}, {}) == []


@pytest.mark.parametrize(
    ("language", "translations", "fault"),
    [
        ("de", {TAKEN: "Auf {feld} liegt schon etwas."}, "has the gaps {feld}, and the English"),
        ("de", {TAKEN: "Belegt."}, "has the gaps none, and the English {square}"),
        ("de", {TAKEN: "Auf {square liegt"}, "the gaps do not parse"),
        ("de", {LEFT: ("Eine Figur", "Figuren")}, "form 1 has the gaps none"),
        ("ru", {LEFT: ("Одна фигура", "{count} фигуры", "{count} фигур")}, "form 0 has the gaps"),
        ("ru", {LEFT: ("{count} фигура", "{count} фигуры")}, "has 2 forms, and the language 3"),
        ("de", {N_("Draw"): "Remis "}, "begins or ends with a space"),
        ("de", {N_("**Draw**"): "**Remis"}, "opens what it does not close"),
        ("de", {N_("-# Draw"): "Remis"}, "begins with '-# '"),
        ("de", {N_("❌ Draw"): "Remis"}, "lacks ❌"),
        ("fr", {N_("The opponent"): "L'adversaire"}, 'has a straight apostrophe in "L\'a"'),
        ("fr", {TAKEN: "Plus d'{square}."}, 'has a straight apostrophe in "d\'{"'),
        ("de", {NC_(COMMAND_NAME, "draw"): "Remis bieten"}, "no such name of a command"),
        ("de", {HELP: "hilfe", N_("Use `/help`."): "Nutze `/help`."}, "`/hilfe` is what `/help`"),
        ("de", {N_("Accept"): "Herausforderung annehmen"}, "24 characters are more than 10"),
    ],
)
def test_a_bad_translation_is_reported(
    write_catalogue: WriteCatalogue, language: str, translations: Translations, fault: str
) -> None:
    found = faults_of(write_catalogue, language, translations, {(None, "Accept"): 10})
    assert len(found) == 1, found
    assert fault in found[0]


def test_a_catalogue_without_plural_forms_is_a_fault() -> None:
    assert list(check(CatalogueEntry(forms=["Language: de\n"]), {}, {})) == [
        "the header has no Plural-Forms"
    ]


def test_the_length_of_a_message_is_limited_by_its_use() -> None:
    source = """
button(gettext("Accept"), style, "accept")
discord.SelectOption(label=pgettext("the noun", "Draw"), description=about)
discord.ui.Label(text=gettext("Reason"), description=gettext("Both read it"))
Choice(1, N_("On"), N_("It is on"))
say(gettext("Anything"))
"""
    assert dict(limits_in(source)) == {
        (None, "Accept"): 80,
        ("the noun", "Draw"): 100,
        (None, "Reason"): 45,
        (None, "Both read it"): 100,
        (None, "On"): 80,
        (None, "It is on"): 100,
    }
