"""Checking catalogues for faults that translators overlook and readers notice.

Discord's limits are checked here only for texts that are written in one piece; the tests measure
all that they can show, in each language.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from gettext import c2py
from typing import Final

from bot.text.extracting import Key
from bot.text.messages import COMMAND_NAME, Message, codes_in, command_name, gaps_of
from bot.text.po_files import CatalogueEntry, header_of

NUMBER: Final = "count"
"""The usual gap for the number that chooses the form; any other is in the English plural alone."""
IN_WORDS: Final = "number"
"""The gap for a number in words, which some languages replace by digits."""
MOST: Final = 1000
"""The plural forms of the numbers below this one are checked."""
LEADS: Final = ("-# ", "### ", "## ", "# ", "- ", "> ")
"""Markdown marks at the beginning of a line."""

CURLY: Final = frozenset({"fr"})
"""The languages whose apostrophe is ’."""

_NAME: Final = re.compile(r"[-_'\w]+")
_STRAIGHT: Final = re.compile(r"\w'[\w{]")
"""A straight apostrophe between letters, or before a gap."""
_CODE: Final = re.compile(r"`[^`]*`")
_PLURAL: Final = re.compile(r"nplurals=(\d+);\s*plural=(.+?);?\s*$")

Entries = Mapping[Key, CatalogueEntry]


def check(header: CatalogueEntry, translated: Entries, limits: Mapping[Key, int]) -> Iterator[str]:
    """Yield a line for each fault in a catalogue's translations."""
    parsed = _PLURAL.fullmatch(header_of(header).get("Plural-Forms", ""))
    if parsed is None:
        yield "the header has no Plural-Forms"
        return
    is_curly = header_of(header).get("Language") in CURLY
    forms, plural = int(parsed[1]), c2py(parsed[2])
    covered = [0] * forms
    for number in range(MOST):
        covered[plural(number)] += 1
    names = {
        text: entry.forms[0] if entry.is_translated else text
        for (context, text), entry in translated.items()
        if context == COMMAND_NAME
    }
    for key, entry in translated.items():
        if entry.is_translated:
            faults = [*_of_gaps(entry, covered), *_of_form(entry), *_of_commands(entry, names)]
            if key[0] == COMMAND_NAME:
                faults += _of_name(entry.forms[0])
            elif is_curly:
                faults += _of_apostrophes(entry)
            longest = max(len(form) for form in entry.forms)
            if longest > limits.get(key, longest):
                faults.append(f"{longest} characters are more than {limits[key]}")
            yield from (f"{entry.text!r}: {fault}" for fault in faults)


def _of_gaps(entry: CatalogueEntry, covered: list[int]) -> Iterator[str]:
    """Compare the gaps with those of the English.

    A form that is used for a single number may spell the number out; a form for several numbers
    must have the gap.
    """
    try:
        shown = [gaps_of(form) for form in entry.forms]
    except ValueError as error:
        yield f"the gaps do not parse: {error}"
        return
    if entry.plural is None:
        own, english = _gap_list(shown[0]), _gap_list(gaps_of(entry.text))
        if own != english:
            yield f"has the gaps {own}, and the English {english}"
        return
    if len(shown) != len(covered):
        yield f"has {len(shown)} forms, and the language {len(covered)}"
        return
    shown = [_in_digits(gaps) for gaps in shown]
    one, many = _in_digits(gaps_of(entry.text)), _in_digits(gaps_of(entry.plural))
    for form, (gaps, numbers) in enumerate(zip(shown, covered, strict=True)):
        least = one & many - {NUMBER} if numbers == 1 else many
        if not least <= gaps <= one | many:
            yield f"form {form} has the gaps {_gap_list(gaps)}, and should have {_gap_list(least)}"


def _in_digits(gaps: frozenset[str]) -> frozenset[str]:
    """Replace the gap for a number in words by the gap for its digits: either is valid."""
    return frozenset(NUMBER if gap == IN_WORDS else gap for gap in gaps)


def _gap_list(gaps: frozenset[str]) -> str:
    return ", ".join(f"{{{gap}}}" for gap in sorted(gaps)) or "none"


def _of_form(entry: CatalogueEntry) -> Iterator[str]:
    """Compare everything but words with the English: spaces at the ends, bold, headings, emoji."""
    for form in entry.forms:
        if form != form.strip():
            yield "begins or ends with a space"
        if form.count("**") % 2 or form.count("`") % 2:
            yield "opens what it does not close"
        for lead in LEADS:
            if entry.text.startswith(lead) != form.startswith(lead):
                yield f"begins with {lead!r} in one language alone"
                break
        if lost := _emoji(entry.text) - _emoji(form):
            yield f"lacks {' '.join(sorted(lost))}"


def _of_apostrophes(entry: CatalogueEntry) -> Iterator[str]:
    for form in entry.forms:
        if parsed := _STRAIGHT.search(_CODE.sub("", form)):
            yield f"has a straight apostrophe in {parsed[0]!r}, where ’ belongs"


def _emoji(text: str) -> set[str]:
    return {each for each in text if unicodedata.category(each) == "So"}


def _of_name(name: str) -> Iterator[str]:
    """Check a command's name against Discord's rules."""
    if _NAME.fullmatch(name) is None or name != name.lower():
        yield f"Discord takes no such name of a command: {name!r}"


def _of_commands(entry: CatalogueEntry, names: Mapping[str, str]) -> Iterator[str]:
    """Check that commands and options have the names that the same catalogue gives them.

    Users could not find them otherwise, if their Discord is in another language.
    """
    for code in codes_in(Message(entry.text)):
        typed = command_name(code, lambda name: names.get(name, name))
        if code.startswith("/") or typed != code:
            yield from (
                f"`{typed}` is what `{code}` is called"
                for form in entry.forms
                if f"`{typed}`" not in form
            )
