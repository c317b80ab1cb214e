"""Extract all messages, update the catalogues, and check them.

`python -m bot.text [LANGUAGE ...]`, with Babel from the extra `checks`. Without arguments all
catalogues are updated; a named language without a catalogue gets one. `--check` writes nothing, and
fails if something would have been written; `--template FILE` writes only the template. The exit
status is 1 if anything is wrong.
"""

import argparse
import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.text import Language, translations
from bot.text.checking import check
from bot.text.extracting import Key, Template, all_faults, extract
from bot.text.po_files import OWN_NAME, SHARE, CatalogueEntry, header_of, path_of, read_entries

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

HEADER: Final = """\
{language} catalogue of boop.
Made without a native reader: speakers of the language can improve it, see CONTRIBUTING.md."""
EMPTY: Final = (
    rb"POT-Creation-Date: .*|Generated-By: .*|PO-Revision-Date: YEAR.*|Project-Id-Version: .*|"
    rb"Last-Translator: FULL NAME.*|Report-Msgid-Bugs-To: EMAIL.*|Language-Team: .*LL@li.*"
)
"""Fields that Babel adds although they are empty, or that change with each run."""


def main(arguments: Sequence[str]) -> int:
    """Run the command, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.text", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", type=Language)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--template", type=Path, metavar="FILE", help="write the template alone")
    options = parser.parse_args(arguments)
    faults = [str(fault) for fault in all_faults()]
    if not faults:
        template = extract()
        if options.template is not None:
            options.template.write_bytes(_written(template.catalog))
            sys.stdout.write(f"{len(template.catalog)} messages in {options.template}\n")
            return 0
        sys.stdout.write(f"{len(template.catalog)} messages\n")
        for language in options.languages or translations():
            merged = merge(language, template)
            if not options.check:
                path_of(language).parent.mkdir(exist_ok=True)
                path_of(language).write_bytes(merged)
            elif path_of(language).read_bytes() != merged:
                faults.append(f"{language}: run `python -m bot.text` to bring it up to date")
            header, *entries = read_entries(io.StringIO(merged.decode()))
            sys.stdout.write(f"{language}: {header_of(header)[SHARE]}% translated\n")
            by_key: dict[Key, CatalogueEntry] = {
                (each.context, each.text): each for each in entries
            }
            faults += (f"{language}: {each}" for each in check(header, by_key, template.limits))
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


def merge(language: Language, template: Template) -> bytes:
    """Return the catalogue of a language with exactly the messages of the template.

    A new message is untranslated, or fuzzy if a similar one was translated.
    """
    from babel import Locale
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    locale, path = Locale.parse(language, sep="-"), path_of(language)
    name = locale.get_display_name(locale) or language
    name = name[0].upper() + name[1:]
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=locale)
        with path.open(encoding="utf-8") as lines:
            name = header_of(next(read_entries(lines))).get(OWN_NAME, name)
        catalog.update(template.catalog)
        catalog.obsolete.clear()
    else:
        called = locale.get_display_name("en") or language
        comment = "\n".join(f"# {line}" for line in HEADER.format(language=called).split("\n"))
        catalog = Catalog(locale, project="boop", header_comment=comment, charset="utf-8")
        for message in template.catalog:
            if message.id:
                catalog[message.id] = message
    catalog.fuzzy = False
    return _with_fields(_written(catalog), {OWN_NAME: name, SHARE: str(share_of(catalog))})


def share_of(catalog: "Catalog") -> int:
    """Return the percentage of translated messages, rounded down."""
    messages = [each for each in catalog if each.id]
    done = [
        each for each in messages if not each.fuzzy and each.string and all(_forms_of(each.string))
    ]
    return 100 * len(done) // max(1, len(messages))


def _forms_of(string: str | Sequence[str]) -> Sequence[str]:
    return [string] if isinstance(string, str) else string


def _written(catalog: "Catalog") -> bytes:
    """Return a catalogue as a file that changes only if its messages do."""
    from babel.messages.pofile import write_po

    file = io.BytesIO()
    write_po(file, catalog, width=100, include_lineno=False, sort_by_file=True)
    return re.sub(rb'^"(?:' + EMPTY + rb")\n", b"", file.getvalue(), flags=re.MULTILINE)


def _with_fields(written: bytes, fields: dict[str, str]) -> bytes:
    """Add header fields that Babel does not know and would leave out."""
    head, language, rest = written.partition(b'"Language: ')
    line, end, rest = rest.partition(b"\n")
    added = b"".join(rf'"{name}: {value}\n"'.encode() + b"\n" for name, value in fields.items())
    return head + language + line + end + added + rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
