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
    one; `number` names the gap of that number. `context` distinguishes texts that are the same in
    English. `facts` fill the gaps of a message that is itself a fact of another.
    """

    text: str
    plural: str | None = None
    number: str = "count"
    context: str | None = None
    facts: "tuple[tuple[str, str | int | Message], ...]" = ()

    def filled(self, **facts: "str | int | Message") -> "Message":
        """Return the message with facts of its own, so that it can be a part of another."""
        return replace(self, facts=tuple(facts.items()))

    @property
    def gaps(self) -> frozenset[str]:
        """The names of all gaps, including those of the plural."""
        return gaps_of(self.text) if self.plural is None else gaps_of(self.text, self.plural)


COMMAND_NAME: Final = "name of a command or option"
"""The context of slash command names: lower case, without spaces."""
MENU_COMMAND: Final = "command in a menu"
"""The context of commands in the menu of a member or a message, including Discord's own."""
PERMISSION: Final = "permission in Discord"
"""The context of permission names, as Discord shows them."""
SHOWN_BY_DISCORD: Final = frozenset({COMMAND_NAME, MENU_COMMAND, PERMISSION})
"""The contexts of texts that Discord shows in the language of the user's client."""

_CODE: Final = re.compile(r"`([^`]+)`")


def codes_in(message: Message) -> Iterator[str]:
    """Yield each text in backticks in the English of a message, such as a command or an option."""
    for text in (message.text, message.plural):
        if text is not None:
            yield from _CODE.findall(text)


def replace_codes(text: str, codes: Mapping[str, str]) -> str:
    """Return a text with the contents of its backticks replaced according to `codes`."""
    return _CODE.sub(lambda found: f"`{codes.get(found[1], found[1])}`", text)


def command_name(code: str, name_of: Callable[[str], str]) -> str:
    """Return a command or an option as a user types it; `name_of` translates each name.

    Other text in backticks is returned unchanged.
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
    """Mark a text that is ambiguous in English; the context tells which meaning it has."""
    return Message(text, context=context)


def NN_(one: str, many: str, number: str = "count") -> Message:  # noqa: N802
    """Mark a singular and a plural text; `number` names the gap that chooses."""
    return Message(one, many, number)


@cache
def gaps_of(*texts: str) -> frozenset[str]:
    """Return the names of the gaps in the texts. Raise `ValueError` if a text cannot be parsed."""
    return frozenset(name for text in texts for _, name, _, _ in _PARSE(text) if name is not None)


_PARSE: Final = Formatter().parse

Facts = Mapping[str, "str | int | Message"]
"""The values for the gaps. A message among them is translated in its place."""
