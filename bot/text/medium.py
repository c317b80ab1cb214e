"""How facts are formatted in each medium: one table of formatters per medium.

A refusal names its sentence and has its facts as attributes or properties. The declared type of a
fact (a class, a `NewType` or an alias made by `Annotated`) is looked up in the medium's table, so
that a square is bold in Discord and plain on a terminal.
"""

from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.text.languages import current, gettext
from bot.text.messages import Message

Formatter = Callable[[Any], str]
"""Returns a fact as it appears in a sentence."""

Element = TypeVar("Element")
_ANY: Final = "any of them"

AnyOf = Annotated[tuple[Element, ...], _ANY]
"""Alternatives: `a, b or c`."""
Detail = Annotated[str, "in its own words"]
"""A text from the system, a library or a parser, shown unchanged."""
Typed = Annotated[str, "as a user typed it"]
"""A user's input, shown in quotes, cut, and without formatting of its own."""
PermissionName = Annotated[str, "a permission by Discord's name"]
"""The name of a permission in Discord, in the user's language."""


class FilledMessage:
    """The base of classes that have a message, and the facts for its gaps as attributes.

    A subclass with several messages overrides `choose_message`.
    """

    message: ClassVar[Message]

    def choose_message(self) -> Message:
        """Return the message that fits the facts."""
        return self.message


class Medium:
    """Formats objects that have a message."""

    def __init__(self, formatters: Mapping[object, Formatter]) -> None:
        self._formatters: Final = dict(formatters)
        self._found: Final[dict[tuple[type, str], Formatter]] = {}

    def say(self, filled: FilledMessage) -> str:
        """Return the sentence in the current language.

        Raise `LookupError` if there is no sentence, or no formatter for one of its facts.
        """
        message = filled.choose_message()
        facts = {gap: self._format_gap(filled, gap) for gap in message.gaps}
        count = None if message.plural is None else int(getattr(filled, message.number))
        return current().say(message, facts, count)

    def _format_gap(self, filled: FilledMessage, gap: str) -> str:
        key = (type(filled), gap)
        if key not in self._found:
            self._found[key] = self._formatter(_declared_type(*key))
        return self._found[key](getattr(filled, gap))

    def _formatter(self, declared: object) -> Formatter:
        """Find the formatter of a type; the elements of a list are formatted one by one."""
        if declared in self._formatters:
            return self._formatters[declared]
        origin, arguments = get_origin(declared), get_args(declared)
        if origin is Annotated:
            among, mark = arguments
            if mark == _ANY:
                each = self._formatter(get_args(among)[0])
                return lambda things: any_of([each(thing) for thing in things])
            return self._formatter(among)
        if origin is tuple and arguments[1:] == (...,):
            each = self._formatter(arguments[0])
            return lambda things: all_of([each(thing) for thing in things])
        if origin in (Union, UnionType):
            (something,) = (each for each in arguments if each is not NoneType)
            return self._formatter(something)
        if isinstance(declared, type):
            for base in declared.__mro__:
                if base in self._formatters:
                    return self._formatters[base]
        raise LookupError(f"no formatter for {declared}")


def _declared_type(kind: type, gap: str) -> object:
    """Return the type of a fact: a field, a constant of the class, or a property."""
    found = getattr(kind, gap, None)
    if isinstance(found, property):
        return get_type_hints(found.fget, include_extras=True)["return"]
    hints = get_type_hints(kind, include_extras=True)
    if gap not in hints:
        raise LookupError(f"{kind.__name__} has no {gap!r} for its message")
    return get_args(hints[gap])[0] if get_origin(hints[gap]) is ClassVar else hints[gap]


def all_of(parts: Sequence[str]) -> str:
    """Join parts with commas and "and": `a, b and c`."""
    if len(parts) <= 1:
        return "".join(parts)
    return gettext("{others} and {last}", others=one_by_one(parts[:-1]), last=parts[-1])


def any_of(parts: Sequence[str]) -> str:
    """Join parts with commas and "or": `a, b or c`."""
    if len(parts) <= 1:
        return "".join(parts)
    return gettext("{others} or {last}", others=one_by_one(parts[:-1]), last=parts[-1])


def one_by_one(parts: Sequence[str]) -> str:
    """Join the parts of a list with separators only: `a, b, c`."""
    if not parts:
        return ""
    joined, *others = parts
    for each in others:
        joined = gettext("{others}, {next}", others=joined, next=each)
    return joined


def in_order(parts: Sequence[str]) -> str:
    """Join successive events, whose texts may contain commas: `a; b; c`."""
    if not parts:
        return ""
    joined, *others = parts
    for each in others:
        joined = gettext("{earlier}; {next}", earlier=joined, next=each)
    return joined


def percentage(number: int) -> str:
    """Return a percentage in the current language's format: `64%`, `64 %`."""
    return gettext("{share}%", share=number)
