"""The language that is spoken at the moment, and the catalogues of all languages.

The current language is a context variable: whoever handles a request, or sends something to
somebody, says `with speaking(language):` once, and all that is formatted inside is in it. Each task
of asyncio has its own. A thread or a process of a pool has not: give it texts, or the language.

Discord shows commands in the language of each person's client, so what one person alone reads may
name them in another language than its sentences are in.
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
    called,
    codes_in,
    gaps_of,
    replace_codes,
)
from bot.text.po_files import UNREADABLE, Language, chain_of, read, translations

ENGLISH: Final = Language("en")
"""The language of the code, which needs no catalogue."""
PSEUDO: Final = Language("en-XA")
"""Every message in brackets and its letters with accents: what has none was never translated."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages for one person: of sentences, and of the commands that sentences name.

    The latter is the language of their client, which they may not have chosen for sentences.
    """

    sentences: Language
    commands: Language


_KEPT: Final = re.compile(r"\{\w*\}|`[^`]*`|<[^<> ]*>|https?://\S+")
"""What a translation leaves as it is: gaps, code, mentions and addresses."""
LONGER: Final = 0.4
"""How much is added to a text in the pseudo-language: as much as to a short one in German."""
_FILLER: Final = " ééééé ééé éééé" * 200
_ACCENTS: Final = str.maketrans(
    "aceinouyzACEINOUYZ",
    "áçéíñóúýžÁÇÉÍÑÓÚÝŽ",
)


class _Pseudo(NullTranslations):
    """Translates nothing, and shows what it was asked for."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def pseudo(text: str) -> str:
    """Bracket a text, put accents on its letters, and make it longer, as translations are.

    What no translation changes is left as it is.
    """
    shown = []
    at = 0
    for kept in _KEPT.finditer(text):
        shown += [text[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    shown.append(text[at:].translate(_ACCENTS))
    return f"⟦{''.join(shown)}{_FILLER[: round(LONGER * _length(text))].rstrip()}⟧"


def _length(text: str) -> int:
    """Return how long a text is without its gaps, which are as long as what fills them."""
    return len(_KEPT.sub("", text))


class Translator:
    """Says messages in one language."""

    __slots__ = ("catalogue", "language")

    def __init__(self, language: Language, catalogue: NullTranslations) -> None:
        self.language: Final = language
        self.catalogue: Final = catalogue

    def say(self, message: Message, facts: Facts, count: int | None = None) -> str:
        """Return the message with its gaps filled.

        `count` chooses between one and many; without it the fact does that the message names.
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
        """Return what a slash command or an option is called in this language."""
        return self.catalogue.pgettext(COMMAND_NAME, name)

    def template_of(self, message: Message, count: int | None, facts: Facts) -> str:
        """Return a message with its gaps, in the form for `count` or the fact that it names."""
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
    """Says messages in one language, and names commands in them as another does.

    Which commands a message names is seen in the English; the check of the catalogues sees to it
    that each translation names the same ones, as its language calls them.
    """

    __slots__ = ("_commands", "_templates")

    def __init__(self, sentences: Translator, commands: Translator) -> None:
        super().__init__(sentences.language, sentences.catalogue)
        self._commands: Final = commands
        self._templates: Final = dict[tuple[str, str], str]()

    def template_of(self, message: Message, count: int | None, facts: Facts) -> str:
        """Return a message with its gaps and the other language's commands."""
        if message.context in SHOWN_BY_DISCORD:
            return self._commands.template_of(message, count, facts)
        template = super().template_of(message, count, facts)
        if "`" not in template:
            return template
        key = (message.text, template)
        if key not in self._templates:
            codes: dict[str, str] = {}
            for code in codes_in(message):
                theirs = called(code, self._commands.name_of)
                # A sentence that isn't translated yet has the English names.
                codes |= {code: theirs, called(code, self.name_of): theirs}
            self._templates[key] = replace_codes(template, codes)
        return self._templates[key]


def _number(fact: str | int | Message) -> int:
    """Return what chooses the form of a plural; no language has one for a fraction."""
    if not isinstance(fact, int):
        raise TypeError(f"{fact!r} is no number to choose between one and many by")
    return fact


_READ: Final[dict[Language, Translator]] = {}
"""The translators of the catalogues that were needed."""
_PAIRED: Final[dict[Languages, Translator]] = {}
"""The translators for people whose Discord is in another language, by the nearest of both."""


def translator_for(language: Language | Languages) -> Translator:
    """Return the translator of a language, or of the nearest one that has a catalogue.

    What a catalogue lacks is looked up in the next nearest, and said in English where none has it.
    The catalogues are read when they are first asked for, and kept.
    """
    if isinstance(language, Languages):
        return _paired(translator_for(language.sentences), translator_for(language.commands))
    if language == PSEUDO:
        return _PSEUDO
    chain = chain_of(language)
    if not chain:
        return _ENGLISH
    nearest, *others = chain
    if nearest not in _READ:
        catalogue = read(nearest)
        for each in others:
            catalogue.add_fallback(read(each))
        _READ[nearest] = Translator(nearest, catalogue)
    return _READ[nearest]


def _paired(sentences: Translator, commands: Translator) -> Translator:
    if sentences is commands:
        return sentences
    pair = Languages(sentences.language, commands.language)
    if pair not in _PAIRED:
        _PAIRED[pair] = _WithOtherCommands(sentences, commands)
    return _PAIRED[pair]


def is_at_hand(language: Language | Languages) -> bool:
    """Return whether a language is spoken without reading a catalogue first."""
    if isinstance(language, Languages):
        return is_at_hand(language.sentences) and is_at_hand(language.commands)
    return set(chain_of(language)[:1]) <= _READ.keys()


def drop_catalogues() -> None:
    """Drop what was read of the catalogues; they are looked for and read again when needed."""
    _READ.clear()
    _PAIRED.clear()
    translations.cache_clear()
    chain_of.cache_clear()
    UNREADABLE.clear()


_ENGLISH: Final = Translator(ENGLISH, NullTranslations())
_PSEUDO: Final = Translator(PSEUDO, _Pseudo())
_current: Final[ContextVar[Translator]] = ContextVar("language", default=_ENGLISH)


@contextmanager
def speaking(language: Language | Languages) -> Iterator[None]:
    """Speak a language in what is called inside, or to one person in theirs."""
    before = _current.set(translator_for(language))
    try:
        yield
    finally:
        _current.reset(before)


def current() -> Translator:
    """Return the translator of the language that is spoken here."""
    return _current.get()


def translate(message: Message, /, **facts: str | int | Message) -> str:
    """Return a message in the language that is spoken here, its gaps filled."""
    return _current.get().say(message, facts)


def gettext(text: str, /, **facts: str | int | Message) -> str:
    """Mark a text and translate it at once."""
    return _current.get().say(Message(text), facts)


def ngettext(one: str, many: str, count: int, /, **facts: str | int | Message) -> str:
    """Mark a text for one and a text for many, and translate the one that fits `count` at once.

    The gap `{count}` holds the number.
    """
    return _current.get().say(Message(one, many), {"count": count, **facts})


def pgettext(context: str, text: str, /, **facts: str | int | Message) -> str:
    """Mark a text that reads like another in English, and translate it at once."""
    return _current.get().say(Message(text, context=context), facts)
