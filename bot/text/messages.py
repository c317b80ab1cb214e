"""Messages: English sentences with named gaps, marked where they are used."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from string import Formatter
from typing import Final


@dataclass(frozen=True, slots=True)
class Message:
    """One whole sentence, or another text that is translated as a whole.

    `text` is the English, with gaps such as `{square}`. `plural` is the English for any number but
    one, where a number chooses; `number` names its gap. `context` tells apart what reads alike in
    English. `facts` fill gaps where the message itself is a fact of another.
    """

    text: str
    plural: str | None = None
    number: str = "count"
    context: str | None = None
    facts: "tuple[tuple[str, str | int | Message], ...]" = ()

    def filled(self, **facts: "str | int | Message") -> "Message":
        """Return the message with facts of its own, so that it can be part of another."""
        return replace(self, facts=tuple(facts.items()))

    @property
    def gaps(self) -> frozenset[str]:
        """The names of all gaps, of the plural too."""
        return gaps_of(self.text) if self.plural is None else gaps_of(self.text, self.plural)


COMMAND_NAME: Final = "name of a command or option"
"""The context of names of slash commands: in small letters, without spaces."""
MENU_COMMAND: Final = "command in a menu"
"""The context of commands in the menu of a member or a message, Discord's own among them."""
PERMISSION: Final = "permission in Discord"
"""The context of permissions' names, as Discord shows them."""
SHOWN_BY_DISCORD: Final = frozenset({COMMAND_NAME, MENU_COMMAND, PERMISSION})
"""The contexts of what Discord shows people in the language of their client."""

_CODE: Final = re.compile(r"`([^`]+)`")


def codes_in(message: Message) -> Iterator[str]:
    """Yield what the English of a message has in backticks, commands and options among it."""
    for text in (message.text, message.plural):
        if text is not None:
            yield from _CODE.findall(text)


def replace_codes(text: str, codes: Mapping[str, str]) -> str:
    """Return a text with other things in its backticks, as `codes` pairs them."""
    return _CODE.sub(lambda found: f"`{codes.get(found[1], found[1])}`", text)


def called(code: str, name_of: Callable[[str], str]) -> str:
    """Return a command or an option as it is typed where `name_of` returns what each is called.

    What else may be in backticks stays as it is.
    """
    words = []
    for word in code.removeprefix("/").split(" "):
        name, colon, value = word.partition(":")
        words.append(f"{name_of(name)}{colon}{value}")
    return f"{'/' if code.startswith('/') else ''}{' '.join(words)}"


def N_(text: str) -> Message:  # noqa: N802
    """Mark a text for translation."""
    return Message(text)


def NC_(context: str, text: str) -> Message:  # noqa: N802
    """Mark a text that reads like another in English; the context says which it is."""
    return Message(text, context=context)


def NN_(one: str, many: str, number: str = "count") -> Message:  # noqa: N802
    """Mark a text for one and a text for many; `number` names the gap that chooses."""
    return Message(one, many, number)


@cache
def gaps_of(*texts: str) -> frozenset[str]:
    """Return the names of the gaps in the texts. Raise `ValueError` if one does not parse."""
    return frozenset(name for text in texts for _, name, _, _ in _PARSE(text) if name is not None)


_PARSE: Final = Formatter().parse

Facts = Mapping[str, "str | int | Message"]
"""What fills the gaps. A message that is a fact is translated in its place."""
