"""The current language, and the catalogues of all languages.

The current language is a context variable. The code that handles a request, or sends a message to a
user, says `with speaking(language):` once, and everything formatted inside is in that language.
Each asyncio task has its own. A thread or a process of a pool has none: give it texts, or the
language.

Discord shows commands in the language of each user's client, so a text for one user may name
commands in another language than its sentences are in.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final

from bot.text.messages import (
    COMMAND_NAME,
    SHOWN_BY_DISCORD,
    Facts,
    Message,
    codes_in,
    command_name,
    gaps_of,
    replace_codes,
)
from bot.text.po_files import UNREADABLE, Language, chain_of, read, translations

ENGLISH: Final = Language("en")
"""The language of the code, which needs no catalogue."""
PSEUDO: Final = Language("en-XA")
"""Every message in brackets with accents on its letters: text without them is untranslated."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages for one user: one for sentences, one for the commands named in them.

    Commands are in the language of the user's client, which may differ from the chosen language.
    """

    sentences: Language
    commands: Language


_KEPT: Final = re.compile(r"\{\w*\}|`[^`]*`|<[^<> ]*>|https?://\S+")
"""What a translation leaves unchanged: gaps, code, mentions and addresses."""
LONGER: Final = 0.4
"""How much longer texts are in the pseudo-language, as short texts are in German."""
_FILLER: Final = " ééééé ééé éééé" * 200
_ACCENTS: Final = str.maketrans(
    "aceinouyzACEINOUYZ",
    "áçéíñóúýžÁÇÉÍÑÓÚÝŽ",
)


class _Pseudo(NullTranslations):
    """A catalogue that returns the English texts in the pseudo-language."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def pseudo(text: str) -> str:
    """Put brackets around a text and accents on its letters, and make it longer.

    What no translation changes is left unchanged.
    """
    shown = []
    at = 0
    for kept in _KEPT.finditer(text):
        shown += [text[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    shown.append(text[at:].translate(_ACCENTS))
    return f"⟦{''.join(shown)}{_FILLER[: round(LONGER * _length(text))].rstrip()}⟧"


def _length(text: str) -> int:
    """Return the length of a text without its gaps, whose values are as long in any language."""
    return len(_KEPT.sub("", text))


class Translator:
    """Formats messages in one language."""

    __slots__ = ("catalogue", "language")

    def __init__(self, language: Language, catalogue: NullTranslations) -> None:
        self.language: Final = language
        self.catalogue: Final = catalogue

    def say(self, message: Message, facts: Facts, count: int | None = None) -> str:
        """Return the message with its gaps filled.

        `count` chooses the plural form; without it, the fact that `message.number` names does.
        Raise `KeyError` if a fact is missing.
        """
        if message.facts:
            facts = {**dict(message.facts), **facts}
        template = self.template_of(message, count, facts)
        if not gaps_of(template):
            return template.format() if "{" in template or "}" in template else template
        shown = {
            name: self.say(fact, {}) if isinstance(fact, Message) else fact
            for name, fact in facts.items()
        }
        return template.format_map(shown)

    def name_of(self, name: str) -> str:
        """Return the name of a slash command or an option in this language."""
        return self.catalogue.pgettext(COMMAND_NAME, name)

    def template_of(self, message: Message, count: int | None, facts: Facts) -> str:
        """Return a message with its gaps, in the plural form for `count` or its own number."""
        catalogue, context = self.catalogue, message.context
        if message.plural is None:
            if context is None:
                return catalogue.gettext(message.text)
            return catalogue.pgettext(context, message.text)
        count = _number(facts[message.number] if count is None else count)
        if context is None:
            return catalogue.ngettext(message.text, message.plural, count)
        return catalogue.npgettext(context, message.text, message.plural, count)


class _WithOtherCommands(Translator):
    """Formats messages in one language, with commands named in another.

    The English text shows which commands a message names; the check of the catalogues ensures that
    each translation names the same ones, by the names of its language.
    """

    __slots__ = ("_commands", "_templates")

    def __init__(self, sentences: Translator, commands: Translator) -> None:
        super().__init__(sentences.language, sentences.catalogue)
        self._commands: Final = commands
        self._templates: Final = dict[tuple[str, str], str]()

    def template_of(self, message: Message, count: int | None, facts: Facts) -> str:
        """Return a message with its gaps, and commands named in the other language."""
        if message.context in SHOWN_BY_DISCORD:
            return self._commands.template_of(message, count, facts)
        template = super().template_of(message, count, facts)
        if "`" not in template:
            return template
        key = (message.text, template)
        if key not in self._templates:
            codes: dict[str, str] = {}
            for code in codes_in(message):
                theirs = command_name(code, self._commands.name_of)
                # A sentence without a translation has the English names.
                codes |= {code: theirs, command_name(code, self.name_of): theirs}
            self._templates[key] = replace_codes(template, codes)
        return self._templates[key]


def _number(fact: str | int | Message) -> int:
    """Return the number that chooses a plural form; no language has a form for fractions."""
    if not isinstance(fact, int):
        raise TypeError(f"{fact!r} is not a whole number, which a plural needs")
    return fact


_READ: Final[dict[Language, Translator]] = {}
"""The translators of the catalogues that were read."""
_PAIRED: Final[dict[Languages, Translator]] = {}
"""The translators for users whose client is in another language, by the nearest languages."""


def translator_for(language: Language | Languages) -> Translator:
    """Return the translator of a language, or of the nearest one that has a catalogue.

    A message that the catalogue lacks is looked up in the next nearest catalogue, and is in English
    if none has it. A catalogue is read when it is first needed, and kept.
    """
    if isinstance(language, Languages):
        return _paired(translator_for(language.sentences), translator_for(language.commands))
    if language == PSEUDO:
        return _PSEUDO
    chain = chain_of(language)
    if not chain:
        return _ENGLISH
    nearest, *others = chain
    translator = _READ.get(nearest)
    if translator is None:
        catalogue = read(nearest)
        for each in others:
            catalogue.add_fallback(read(each))
        # Another thread may drop the catalogues now, so return the local variable.
        translator = _READ[nearest] = Translator(nearest, catalogue)
    return translator


def _paired(sentences: Translator, commands: Translator) -> Translator:
    if sentences is commands:
        return sentences
    pair = Languages(sentences.language, commands.language)
    if pair not in _PAIRED:
        _PAIRED[pair] = _WithOtherCommands(sentences, commands)
    return _PAIRED[pair]


def is_at_hand(language: Language | Languages) -> bool:
    """Return whether the catalogue of a language has been read, if it has one."""
    if isinstance(language, Languages):
        return is_at_hand(language.sentences) and is_at_hand(language.commands)
    return set(chain_of(language)[:1]) <= _READ.keys()


def drop_catalogue(language: Language) -> None:
    """Drop the catalogue of a language; it is read again when needed."""
    _READ.pop(language, None)
    gaps_of.cache_clear()


def drop_catalogues() -> None:
    """Drop all catalogues, so that changed files are found and read."""
    _READ.clear()
    _PAIRED.clear()
    translations.cache_clear()
    chain_of.cache_clear()
    gaps_of.cache_clear()
    UNREADABLE.clear()


_ENGLISH: Final = Translator(ENGLISH, NullTranslations())
_PSEUDO: Final = Translator(PSEUDO, _Pseudo())
_current: Final[ContextVar[Translator]] = ContextVar("language", default=_ENGLISH)


@contextmanager
def speaking(language: Language | Languages) -> Iterator[None]:
    """Use a language, or one user's languages, for the code inside."""
    before = _current.set(translator_for(language))
    try:
        yield
    finally:
        _current.reset(before)


def current() -> Translator:
    """Return the translator of the current language."""
    return _current.get()


def translate(message: Message, /, **facts: str | int | Message) -> str:
    """Return a message in the current language, with its gaps filled."""
    return _current.get().say(message, facts)


def gettext(text: str, /, **facts: str | int | Message) -> str:
    """Mark a text, and translate it at once."""
    return _current.get().say(Message(text), facts)


def ngettext(one: str, many: str, count: int, /, **facts: str | int | Message) -> str:
    """Mark a singular and a plural text, and translate the one for `count` at once.

    The gap `{count}` holds the number.
    """
    return _current.get().say(Message(one, many), {"count": count, **facts})


def pgettext(context: str, text: str, /, **facts: str | int | Message) -> str:
    """Mark a text that is ambiguous in English, and translate it at once."""
    return _current.get().say(Message(text, context=context), facts)
