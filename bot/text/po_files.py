"""The catalogues: gettext `.po` files, one per language.

Translators edit `locale/pt-BR.po`, and the program reads the same file: nothing has to be compiled
or installed. A catalogue is read when it is first needed.
docs/decisions/po-files-without-compiling.md says why.
"""

import hashlib
import io
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Final, NewType

Language = NewType("Language", str)
"""A language in Discord's notation: `de`, `pt-BR`."""

LOCALE: Final = Path(__file__).parent / "locale"
"""The folder of the catalogues, `<language>.po`."""
OWN_NAME: Final = "X-Language-Name"
"""The header field with a language's own name."""
SHARE: Final = "X-Translated"
"""The header field with the percentage of translated messages."""

UNREADABLE: Final[dict[Language, str]] = {}
"""The catalogues that cannot be read, with the reason; their languages fall back to English."""

_TEXT: Final = re.compile(r'"(.*)"')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_CHARSET: Final = "\nContent-Type: text/plain; charset=utf-8\n"
_MAGIC: Final = 0x950412DE


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


def read_entries(lines: Iterable[str]) -> Iterator[CatalogueEntry]:
    """Read a `.po` file. The first entry, whose text is empty, is the header.

    Obsolete entries and comments are skipped. Raise `ValueError` for any other line.
    """
    entry, at, fuzzy = CatalogueEntry(), "", False
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            # The flags of an obsolete entry are not those of the next one.
            fuzzy = not line.startswith("#~") and (fuzzy or _is_fuzzy(line))
            continue
        keyword, _, rest = line.partition(" ")
        if keyword.startswith('"'):
            rest = line
        else:
            begins = keyword == "msgctxt" or (keyword == "msgid" and at != "msgctxt")
            if begins and at:
                yield entry
                entry = CatalogueEntry()
            if begins:
                entry.fuzzy = fuzzy
            fuzzy = False
            at = keyword
            if at.startswith("msgstr"):
                entry.forms.append("")
        parsed = _TEXT.fullmatch(rest)
        if parsed is None:
            raise ValueError(f"no line of a catalogue: {line}")
        text = parsed[1]
        if "\\" in text:
            text = _ESCAPE.sub(lambda each: _ESCAPED.get(each[1], each[1]), text)
        match at:
            case "msgctxt":
                entry.context = (entry.context or "") + text
            case "msgid":
                entry.text += text
            case "msgid_plural":
                entry.plural = (entry.plural or "") + text
            case _ if at.startswith("msgstr"):
                entry.forms[-1] += text
            case _:
                raise ValueError(f"no line of a catalogue: {line}")
    if at:
        yield entry


def _is_fuzzy(comment: str) -> bool:
    return comment.startswith("#,") and "fuzzy" in comment


def compiled(entries: Iterable[CatalogueEntry]) -> bytes:
    """Return translations as the `.mo` file that Python's `gettext` reads."""
    compiled_texts = dict[bytes, bytes]()
    for entry in entries:
        if entry.is_translated or not entry.text:
            key = entry.text if entry.plural is None else f"{entry.text}\0{entry.plural}"
            whole = key if entry.context is None else f"{entry.context}\4{key}"
            # `gettext` reads the encoding from the header, whose key is empty.
            forms = [entry.forms[0] + _CHARSET] if not whole else entry.forms
            compiled_texts[whole.encode()] = "\0".join(forms).encode()
    keys = sorted(compiled_texts)
    texts = [*keys, *(compiled_texts[key] for key in keys)]
    at = 28 + 8 * len(texts)
    table = list[int]()
    for text in texts:
        table += [len(text), at]
        at += len(text) + 1
    head = struct.pack("<7I", _MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return b"".join(
        [head, struct.pack(f"<{len(table)}I", *table), *(each + b"\0" for each in texts)]
    )


def path_of(language: Language) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / f"{language}.po"


def read(language: Language) -> NullTranslations:
    """Read the translations of a language that has a catalogue; empty if it cannot be read."""
    try:
        with path_of(language).open(encoding="utf-8") as file:
            return GNUTranslations(io.BytesIO(compiled(read_entries(file))))
    except (OSError, ValueError, LookupError) as error:
        # `gettext` raises `IndexError` for a header that lacks a field.
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
            header = header_of(next(read_entries(file), CatalogueEntry()))
    except (OSError, ValueError) as error:
        UNREADABLE[Language(path.stem)] = str(error)
        return None
    percent = header.get(SHARE, "0")
    name = header.get(OWN_NAME, path.stem)
    return Translation(Language(path.stem), name, int(percent) if percent.isdigit() else 0)


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
