"""The catalogues: gettext `.po` files, one per language.

Translators edit `locale/pt-BR.po`, and the program reads the same file: nothing has to be compiled
or installed. A catalogue is read when it is first needed.
docs/decisions/po-files-without-compiling.md says why.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from types import MappingProxyType
from typing import Final, NewType

Language = NewType("Language", str)
"""A language in Discord's notation: `de`, `pt-BR`."""

LOCALE: Final = Path(__file__).parent / "locale"
"""The folder of the catalogues, `<language>.po`."""
OWN_NAME: Final = "X-Language-Name"
"""The header field with a language's own name."""
PLURALS: Final = "Plural-Forms"
"""The header field with the number of plural forms, and the expression that chooses one."""
SHARE: Final = "X-Translated"
"""The header field with the percentage of translated messages."""

UNREADABLE: Final[dict[Language, str]] = {}
"""The catalogues that cannot be read, with the reason; their languages fall back to English."""

_LINE: Final = r'[ \t]*".*"\s*\n'
_TEXT: Final = re.compile(r'"(.*)"')
_FORM: Final = re.compile(rf"^[ \t]*msgstr(?:\[\d+\])? ((?:{_LINE})+)", re.MULTILINE)
_COMMENTS: Final = re.compile(r"(?:[ \t]*(?:#.*)?\n)*")
_FUZZY: Final = re.compile(r"^[ \t]*#,.*fuzzy(?!(?s:.*)^[ \t]*#~)", re.MULTILINE)
"""The flag of a message. Before an obsolete line, it is that of an obsolete entry."""
_BETWEEN: Final = r"[ \t]*(?:#.*\n\s*)*"
"""The comments between two parts of an entry."""
_ENTRY: Final = re.compile(
    rf"({_COMMENTS.pattern})"
    rf"(?:[ \t]*msgctxt ((?:{_LINE})+){_BETWEEN}|[ \t]*)"
    rf"msgid ((?:{_LINE})+)"
    rf"(?:{_BETWEEN}msgid_plural ((?:{_LINE})+))?"
    # After a single form, no comments are searched for another one.
    rf"({_BETWEEN}msgstr (?:{_LINE})+|(?:{_BETWEEN}msgstr\[\d+\] (?:{_LINE})+)*)"
)
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(slots=True)
class CatalogueEntry:
    """A message of a catalogue with its translation: one text for each plural form."""

    context: str | None = None
    text: str = ""
    plural: str | None = None
    forms: list[str] = field(default_factory=list)
    fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        """Whether there is a translation that a translator has confirmed."""
        return not self.fuzzy and bool(self.forms) and all(self.forms)


@dataclass(frozen=True, slots=True)
class Translation:
    """A language with a catalogue: its own name, and how much is translated."""

    language: Language
    name: str
    percent: int


def read_entries(text: str) -> Iterator[CatalogueEntry]:
    """Read a `.po` file. The first entry, whose text is empty, is the header.

    Obsolete entries and comments are skipped. Raise `ValueError` for any other line.
    """
    if not text.endswith("\n"):
        text += "\n"
    at = 0
    while (found := _ENTRY.match(text, at)) is not None:
        comments, context, message, plural, forms = found.groups()
        yield CatalogueEntry(
            None if context is None else _unquoted(context),
            _unquoted(message),
            None if plural is None else _unquoted(plural),
            [_unquoted(form) for form in _forms_in(forms)],
            fuzzy="fuzzy" in comments and _FUZZY.search(comments) is not None,
        )
        at = found.end()
    if (rest := text[at:]) and not _COMMENTS.fullmatch(rest):
        raise ValueError(f"no line of a catalogue: {_COMMENTS.sub('', rest, 1).splitlines()[0]}")


def _forms_in(lines: str) -> list[str]:
    # Most messages have one form, which need not be searched for.
    lines = lines.strip()
    is_alone = lines.startswith("msgstr ") and lines.count("msgstr") == 1
    return [lines.removeprefix("msgstr ")] if is_alone else _FORM.findall(f"{lines}\n")


def _unquoted(quoted: str) -> str:
    """Return a text that is in quotes, maybe in several lines."""
    text = quoted.strip().replace('"\n"', "")[1:-1]
    if "\n" in text:  # A line is indented, or ends with spaces.
        text = "".join(_TEXT.findall(quoted))
    if "\\" in text:
        text = _ESCAPE.sub(lambda each: _ESCAPED.get(each[1], each[1]), text)
    return text


class _PoCatalogue(NullTranslations):
    """The translations of a `.po` file.

    `gettext.GNUTranslations` reads only compiled files. To write one in memory for it takes as long
    as reading the entries. Raise `LookupError` for an incomplete header.
    """

    def __init__(self, entries: Iterable[CatalogueEntry]) -> None:
        super().__init__()
        self._texts: Final = dict[str | tuple[str, int], str]()
        self._form_of: Callable[[int], int] = _is_plural_in_english
        for entry in entries:
            if not entry.text:
                self._form_of = _form_chooser(entry)
            elif entry.is_translated:
                key = _key(entry.context, entry.text)
                self._texts[key] = entry.forms[0]
                if entry.plural is not None:
                    self._texts.update({(key, at): form for at, form in enumerate(entry.forms)})

    def gettext(self, message: str) -> str:
        found = self._texts.get(message)
        return super().gettext(message) if found is None else found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._texts.get((msgid1, self._form_of(n)))
        return super().ngettext(msgid1, msgid2, n) if found is None else found

    def pgettext(self, context: str, message: str) -> str:
        found = self._texts.get(_key(context, message))
        return super().pgettext(context, message) if found is None else found

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        found = self._texts.get((_key(context, msgid1), self._form_of(n)))
        return super().npgettext(context, msgid1, msgid2, n) if found is None else found


def _key(context: str | None, text: str) -> str:
    return text if context is None else f"{context}\4{text}"


def _is_plural_in_english(number: int) -> int:
    return int(number != 1)


def _form_chooser(header: CatalogueEntry) -> Callable[[int], int]:
    """Return the function that chooses the plural form for a number."""
    if not header.forms:
        raise LookupError("the header is empty")
    plurals = header_of(header).get(PLURALS)
    return (
        _is_plural_in_english if plurals is None else c2py(plurals.split("plural=")[1].rstrip(";"))
    )


def path_of(language: Language) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / f"{language}.po"


def read(language: Language) -> NullTranslations:
    """Read the translations of a language that has a catalogue; empty if it cannot be read."""
    try:
        return _PoCatalogue(read_entries(path_of(language).read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError) as error:
        UNREADABLE[language] = str(error)
        return NullTranslations()


@cache
def translations() -> Mapping[Language, Translation]:
    """Return the languages that have a catalogue. Only the header of each file is read."""
    headers = (_header_of(path) for path in sorted(LOCALE.glob("*.po")))
    return MappingProxyType({each.language: each for each in headers if each is not None})


def _header_of(path: Path) -> Translation | None:
    try:
        with path.open(encoding="utf-8") as file:
            entries = list(read_entries(_beginning(file)))
    except (OSError, ValueError) as error:
        UNREADABLE[Language(path.stem)] = str(error)
        return None
    header = header_of(entries[0]) if entries else {}
    percent = header.get(SHARE, "0")
    name = header.get(OWN_NAME, path.stem)
    return Translation(Language(path.stem), name, int(percent) if percent.isdigit() else 0)


def _beginning(lines: Iterable[str]) -> str:
    """Return a file up to the first empty line after a translation: its header."""
    text, has_translation = "", False
    for line in lines:
        if line.isspace() and has_translation:
            break
        text += line
        has_translation = has_translation or line.lstrip().startswith("msgstr")
    return text


def header_of(entry: CatalogueEntry) -> dict[str, str]:
    """Return the fields of a header."""
    lines = "".join(entry.forms).split("\n")
    pairs = (line.partition(":") for line in lines)
    return {name: value.strip() for name, colon, value in pairs if colon}


def digest_of_catalogues() -> str:
    """Return a digest that changes with every translation."""
    digest = hashlib.sha256()
    for language in translations():
        digest.update(language.encode())
        digest.update(path_of(language).read_bytes())
    return digest.hexdigest()


def accepted_language(header: str) -> Language:
    """Return the language that a browser prefers among those with a catalogue; else English.

    `header` is its `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.8`.
    """
    weighed = list[tuple[float, Language]]()
    for each in header.split(","):
        tag, _, weight = each.replace(" ", "").partition(";q=")
        if _WEIGHT.fullmatch(weight) and float(weight or 1):
            base, hyphen, country = tag.partition("-")
            weighed.append((float(weight or 1), Language(f"{base.lower()}{hyphen}{country}")))
    for _, language in sorted(weighed, key=lambda pair: -pair[0]):
        if language.partition("-")[0] == "en":
            break
        if chain := chain_of(language):
            return chain[0]
    return Language("en")


_WEIGHT: Final = re.compile(r"([01](\.[0-9]{0,3})?)?")


@lru_cache(maxsize=64)
def chain_of(language: Language) -> tuple[Language, ...]:
    """Return the catalogues to look a message up in for a language, the nearest one first.

    After the language's own catalogue comes that of the same language without a country, then those
    of other countries: users in Portugal get Brazilian Portuguese rather than English. The result
    is empty for English and for languages without a catalogue.
    """
    base = language.partition("-")[0]
    if base == "en" and language not in translations():
        return ()
    near = (each for each in translations() if each.partition("-")[0] == base)
    return tuple(sorted(near, key=lambda each: (each != language, each != base, each)))
