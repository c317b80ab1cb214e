"""One command creates, updates and checks catalogues; `.ci/run` checks ours."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.text import Language, gettext, po_files, speaking, translations
from bot.text.po_files import CatalogueEntry, path_of

pytest.importorskip("babel", reason='needs Babel: pip install -e ".[checks]"')

from babel.messages.pofile import read_po

from bot.text.__main__ import main
from bot.text.checking import check
from bot.text.extracting import Key, Template, extract
from tests.kit.catalogues import WriteCatalogue

Run = Callable[..., int]


SPACED = re.compile(r"[\w})*] …")
"""A word, a gap or a bracket, and a space before the ellipsis."""


@pytest.fixture(scope="module")
def template() -> Template:
    """Return all messages. Reading the whole program takes seconds."""
    return extract()


@pytest.fixture
def run(template: Template, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the command; it works in a folder of its own if a test plants catalogues."""
    monkeypatch.setattr("bot.text.__main__.extract", lambda: template)
    monkeypatch.setattr("bot.text.__main__.all_faults", list)
    return lambda *arguments: main(arguments)


def put(language: str, old: str, new: str) -> None:
    """Edit a catalogue as a translator does."""
    path = path_of(Language(language))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_catalogue_is_created_filled_in_and_reported_with_its_share(
    write_catalogue: WriteCatalogue, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("pt-BR") == 0
    assert "pt-BR: 0% translated" in capsys.readouterr().out
    text = path_of(Language("pt-BR")).read_text(encoding="utf-8")
    assert "Made without a native reader" in text
    assert "X-Language-Name: Português (Brasil)" in text
    put("pt-BR", 'msgid "Your preferences"\nmsgstr ""', 'msgid "Your preferences"\nmsgstr "Suas"')
    assert run() == 0
    po_files.translations.cache_clear()
    assert [each.name for each in translations().values()] == ["Português (Brasil)"]
    with speaking(Language("pt-PT")):
        assert gettext("Your preferences") == "Suas"


def test_an_up_to_date_catalogue_is_not_changed(write_catalogue: WriteCatalogue, run: Run) -> None:
    assert run("ru") == 0
    before = path_of(Language("ru")).read_bytes()
    assert run() == 0
    assert path_of(Language("ru")).read_bytes() == before
    assert run("--check") == 0


def test_removed_messages_are_deleted_and_new_ones_added(
    write_catalogue: WriteCatalogue, run: Run
) -> None:
    assert run("de") == 0
    put("de", 'msgid "Your preferences"', 'msgid "Your fondest preferences"')
    assert run("--check") == 1
    assert run() == 0
    text = path_of(Language("de")).read_text(encoding="utf-8")
    assert 'msgid "Your preferences"' in text
    assert "fondest" not in text


def test_a_fault_makes_the_command_fail(
    write_catalogue: WriteCatalogue, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("de") == 0
    put("de", 'msgid "Your preferences"\nmsgstr ""', 'msgid "Your preferences"\nmsgstr "**Mein"')
    assert run() == 1
    assert "de: 'Your preferences': opens what it does not close" in capsys.readouterr().err


def test_the_template_alone_can_be_written(
    run: Run, template: Template, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "boop.pot"
    assert run("--template", str(target)) == 0
    with target.open("rb") as file:
        catalog = read_po(file)
    assert "{others} or {last}" in catalog
    assert len(catalog) == len(template.catalog)
    assert capsys.readouterr().out == f"{len(catalog)} messages in {target}\n"


def test_the_english_messages_have_no_faults(template: Template) -> None:
    entries: dict[Key, CatalogueEntry] = {}
    for message in template.catalog:
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else list(message.id)
            plural = None if len(forms) == 1 else forms[1]
            entries[message.context, forms[0]] = CatalogueEntry(
                message.context, forms[0], plural, forms
            )
    header = CatalogueEntry(forms=["Plural-Forms: nplurals=2; plural=n != 1;\n"])
    assert list(check(header, entries, template.limits)) == []


def test_no_space_comes_before_an_ellipsis_in_english(template: Template) -> None:
    texts = [
        text
        for each in template.catalog
        for text in ([each.id] if isinstance(each.id, str) else each.id)
    ]
    assert len(texts) > 1000
    assert [text for text in texts if SPACED.search(text)] == []
