"""The language that is spoken at the moment, and the catalogues of all languages.

The current language is a context variable: whoever handles a request, or sends something to
somebody, says `with speaking(language):` once, and all that is formatted inside is in it. Each task
of asyncio has its own. A thread or a process of a pool has not: give it texts, or the language.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final

from bot.text.messages import Facts, Message, gaps_of
from bot.text.po_files import UNREADABLE, Language, chain_of, read, translations

ENGLISH: Final = Language("en")
"""The language of the code, which needs no catalogue."""
PSEUDO: Final = Language("en-XA")
"""Every message in brackets and its letters with accents: what has none was never translated."""

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

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: Language, catalogue: NullTranslations) -> None:
        self.language: Final = language
        self._catalogue: Final = catalogue

    def say(self, message: Message, facts: Facts, count: int | None = None) -> str:
        """Return the message with its gaps filled.

        `count` chooses between one and many; without it the fact does that the message names.
        Raise `KeyError` if a fact is missing.
        """
        if message.facts:
            facts = {**dict(message.facts), **facts}
        template = self._template(message, count, facts)
        if not gaps_of(template):
            return template.format() if "{" in template or "}" in template else template
        shown = {
            name: self.say(fact, {}) if isinstance(fact, Message) else fact
            for name, fact in facts.items()
        }
        return template.format_map(shown)

    def _template(self, message: Message, count: int | None, facts: Facts) -> str:
        catalogue, context = self._catalogue, message.context
        if message.plural is None:
            if context is None:
                return catalogue.gettext(message.text)
            return catalogue.pgettext(context, message.text)
        count = _number(facts[message.number] if count is None else count)
        if context is None:
            return catalogue.ngettext(message.text, message.plural, count)
        return catalogue.npgettext(context, message.text, message.plural, count)


def _number(fact: str | int | Message) -> int:
    """Return what chooses the form of a plural; no language has one for a fraction."""
    if not isinstance(fact, int):
        raise TypeError(f"{fact!r} is no number to choose between one and many by")
    return fact


_READ: Final[dict[Language, Translator]] = {}
"""The translators of the catalogues that were needed."""


def translator_for(language: Language) -> Translator:
    """Return the translator of a language, or of the nearest one that has a catalogue.

    What a catalogue lacks is looked up in the next nearest, and said in English where none has it.
    The catalogues are read when they are first asked for, and kept.
    """
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


def is_at_hand(language: Language) -> bool:
    """Return whether a language is spoken without reading a catalogue first."""
    return set(chain_of(language)[:1]) <= _READ.keys()


def drop_catalogues() -> None:
    """Drop what was read of the catalogues; they are looked for and read again when needed."""
    _READ.clear()
    translations.cache_clear()
    chain_of.cache_clear()
    UNREADABLE.clear()


_ENGLISH: Final = Translator(ENGLISH, NullTranslations())
_PSEUDO: Final = Translator(PSEUDO, _Pseudo())
_current: Final[ContextVar[Translator]] = ContextVar("language", default=_ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language in what is called inside."""
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
