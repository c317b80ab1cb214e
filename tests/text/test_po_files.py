"""A catalogue is read as translators' tools write it."""

from pathlib import Path

import pytest

from bot.text import (
    N_,
    NC_,
    NN_,
    UNREADABLE,
    Language,
    digest_of_catalogues,
    drop_catalogues,
    gettext,
    speaking,
    translations,
)
from bot.text.po_files import CatalogueEntry, path_of, read_entries
from tests.kit.catalogues import WriteCatalogue

FILE = r"""
# German translation of boop.
# A comment with "quotes".
#, fuzzy
msgid ""
msgstr ""
"Language: de\n"
"X-Language-Name: Deutsch\n"

#. Translators: on a button
#: cogs/core/board.py cogs/core/panels.py
#, python-brace-format
msgctxt "the verb"
msgid "Draw"
msgstr "Zeichnen"
msgid "A text in "
"two lines.\n"
"And a \"second\" one\\two."
msgstr ""
"Ein Text in "
"zwei Zeilen.\n"
"Und ein \"zweiter\"."

#, fuzzy, python-brace-format
#| msgid "{count} pieces"
msgid "{count} piece"
msgid_plural "{count} pieces"
msgstr[0] "{count} Figur"
msgstr[1] ""

#, fuzzy
#~ msgid "Gone"
#~ msgstr "Fort"

#. Translators: on another button
msgid "Back"
msgstr "Zurück"
"""


def test_a_catalogue_is_read_with_all_features() -> None:
    header, *entries = read_entries(FILE.splitlines())
    assert header.forms == ["Language: de\nX-Language-Name: Deutsch\n"]
    assert entries == [
        CatalogueEntry("the verb", "Draw", None, ["Zeichnen"]),
        CatalogueEntry(
            None,
            'A text in two lines.\nAnd a "second" one\\two.',
            None,
            ['Ein Text in zwei Zeilen.\nUnd ein "zweiter".'],
        ),
        CatalogueEntry(None, "{count} piece", "{count} pieces", ["{count} Figur", ""], fuzzy=True),
        CatalogueEntry(None, "Back", None, ["Zurück"]),
    ]
    assert [each.is_translated for each in entries] == [True, True, False, True]


COMMENTED = r"""
msgctxt "animals"
# msgid "between"
msgid "cat"
  # and "between"

#, fuzzy
msgid_plural "cats"
# msgstr[0] "Hund"
msgstr[0] "Katze"
#: between.py
msgstr[1] "Katzen"
#, fuzzy
msgid "dog"
# between
msgstr "Hund"
"""


def test_comments_between_the_parts_of_an_entry_are_skipped() -> None:
    assert list(read_entries(COMMENTED.splitlines())) == [
        CatalogueEntry("animals", "cat", "cats", ["Katze", "Katzen"]),
        CatalogueEntry(None, "dog", None, ["Hund"], fuzzy=True),
    ]


@pytest.mark.parametrize(
    "broken", ["in the header", "further down", "no text", "no plural", "no header"]
)
def test_a_broken_catalogue_falls_back_to_english(
    write_catalogue: WriteCatalogue, broken: str
) -> None:
    write_catalogue("de", {N_("Back"): "Zurück"})
    write_catalogue("fr", {N_("Back"): "Retour"})
    path = path_of(Language("de"))
    whole = path.read_bytes()
    match broken:
        case "in the header":
            path.write_bytes(b"nonsense\n" + whole)
        case "further down":
            path.write_bytes(whole + b"nonsense\n")
        case "no plural":
            path.write_bytes(whole.replace(b"nplurals=2; plural=n != 1;", b"two"))
        case "no header":
            path.write_bytes(b'msgid ""\n\n' + whole.partition(b"\n\n")[2])
        case _:
            path.write_bytes(whole.replace("ü".encode(), b"\xfc"))
    drop_catalogues()
    for language, expected in (("de", "Back"), ("fr", "Retour"), ("en-US", "Back")):
        with speaking(Language(language)):
            assert gettext("Back") == expected
    assert list(UNREADABLE) == ["de"]


@pytest.mark.parametrize("name", ['"DE', 'DE\\n"'])
def test_a_language_with_a_broken_line_in_its_header_is_not_offered(
    write_catalogue: WriteCatalogue, name: str
) -> None:
    write_catalogue("de", {N_("Back"): "Zurück"})
    path = path_of(Language("de"))
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(r'"X-Language-Name: DE\n"', name), encoding="utf-8")
    drop_catalogues()
    assert translations() == {}
    assert list(UNREADABLE) == ["de"]


def test_comments_above_a_header_may_name_keywords_and_have_empty_lines(
    write_catalogue: WriteCatalogue,
) -> None:
    write_catalogue("de", {N_("Back"): "Zurück"})
    path = path_of(Language("de"))
    whole = path.read_text(encoding="utf-8")
    path.write_text(f"# Each msgid has a msgstr.\n\n{whole}", encoding="utf-8")
    drop_catalogues()
    assert [each.name for each in translations().values()] == ["DE"]


def test_a_catalogue_with_a_fuzzy_header_is_used(write_catalogue: WriteCatalogue) -> None:
    write_catalogue("de", {N_("Back"): "Zurück"})
    path = path_of(Language("de"))
    path.write_text("#, fuzzy\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    drop_catalogues()
    with speaking(Language("de")):
        assert gettext("Back") == "Zurück"


@pytest.mark.parametrize("line", ["msgid c3", '"c3"', "nonsense", 'msgid "c3', 'msgtr[1] "c3"'])
def test_an_invalid_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no line of a catalogue"):
        list(read_entries([line]))
    if not line.startswith('"'):
        with pytest.raises(ValueError, match="no line of a catalogue"):
            list(read_entries(['msgid "c2"', 'msgstr "c2"', line]))


def test_a_catalogue_is_read_as_babel_reads_it(tmp_path: Path) -> None:
    pofile = pytest.importorskip("babel.messages.pofile", reason="needs Babel")
    path = tmp_path / "de.po"
    path.write_text(FILE, encoding="utf-8")
    with path.open("rb") as file:
        theirs = pofile.read_po(file, locale="de")
    _, *ours = read_entries(FILE.splitlines())
    found = {
        (each.context, each.id if isinstance(each.id, str) else each.id[0]): (
            [each.string] if isinstance(each.string, str) else list(each.string),
            each.fuzzy,
        )
        for each in theirs
        if each.id
    }
    assert {(each.context, each.text): (each.forms, each.fuzzy) for each in ours} == found


def test_a_catalogue_is_read_as_unicode_regardless_of_its_header(
    write_catalogue: WriteCatalogue,
) -> None:
    write_catalogue("de", {N_("cat"): "Kätzchen"})
    path = path_of(Language("de"))
    header = r'"Content-Type: text/plain; charset=utf-8\n"'
    for other in (r'"Content-Type: text/plain; charset=latin-1\n"', ""):
        path.write_text(path.read_text(encoding="utf-8").replace(header, other), encoding="utf-8")
        drop_catalogues()
        with speaking(Language("de")):
            assert gettext("cat") == "Kätzchen"
        header = other


def test_the_share_of_each_language_is_in_its_header(
    write_catalogue: WriteCatalogue,
) -> None:
    assert translations() == {}
    write_catalogue("de", {N_("cat"): "Katze", NC_("the verb", "Draw"): "Zeichnen"})
    write_catalogue("ru", {NN_("{count} cat", "{count} cats"): ("a", "b", "c")})
    found = [(each.language, each.name, each.percent) for each in translations().values()]
    assert found == [("de", "DE", 40), ("ru", "RU", 40)]


def test_the_digest_changes_with_any_translation(write_catalogue: WriteCatalogue) -> None:
    write_catalogue("de", {N_("cat"): "Katze"})
    before = digest_of_catalogues()
    assert digest_of_catalogues() == before
    write_catalogue("de", {N_("cat"): "Kater"})
    assert digest_of_catalogues() != before
