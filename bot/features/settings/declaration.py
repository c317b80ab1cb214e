"""Declaring a setting: type, default, choices and sentences.

A setting is a field of a frozen dataclass that is made by `setting`. The row in which it is kept,
the panels on which it is changed, what a client may send for it and `/settings check` follow from
the declaration, so another setting is a column and a field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, Final, TypeVar, cast

from bot.text import Message

Value = TypeVar("Value")
Declaring = TypeVar("Declaring")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be chosen, by the words for it.

    `summary` is in an overview, where nothing says what it is about; without it the label does.
    """

    value: Any
    label: Message
    about: Message | None = None
    summary: Message | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """One value of a few. `other` names one that an earlier program offered."""

    each: tuple[Choice, ...]
    other: Message | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One value of two, each on a button; what the one that is set means is said above them."""

    each: tuple[Choice, Choice]


class Catalogue(Enum):
    """Values of which somebody else has the list."""

    RULESETS = "rulesets"
    THEMES = "themes"
    TIME_CONTROLS = "time controls"
    LANGUAGES = "languages"


@dataclass(frozen=True, slots=True)
class FromCatalogue:
    """One value of a list that others keep. `none` is the choice of no value, if there is one."""

    catalogue: Catalogue
    none: Choice | None = None


class ChannelUse(Enum):
    """What the bot does in a channel, which is what it must be allowed there."""

    MATCHES = "matches"
    LOG = "log"
    DIGEST = "digest"
    PUZZLE = "puzzle"


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of the server, or none.

    `chosen` and `none` say so in the overview, the first one with the gap `{channel}`; `unset`
    is on the button by which none is chosen any more.
    """

    use: ChannelUse
    chosen: Message
    none: Message
    unset: Message


@dataclass(frozen=True, slots=True)
class RoleChoice:
    """A role of the server, or everyone: `none` says so, and `unset` is on the button for it."""

    none: Message
    unset: Message


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between bounds, typed into a form; `counted` says it with its unit."""

    least: int
    most: int
    counted: Message


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone as `bot.features.settings.zones` stores it, typed into a form."""


Kind = Choices | Switch | FromCatalogue | Channel | RoleChoice | Number | Zone


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as it is declared.

    It is shown in its `section`. `needs` names a setting without which it is without effect and is
    not shown. `shown_as` names a property to show in its place, for where it is not set another
    setting decides. It is a field of the settings themselves, or of what they have in the field
    `within`.
    """

    name: str
    section: Enum
    title: Message
    kind: Kind
    about: Message | None = None
    needs: str | None = None
    shown_as: str | None = None
    within: str | None = None

    def of(self, settings: object) -> Any:
        """Return the value to show of it."""
        holder = settings if self.within is None else getattr(settings, self.within)
        return getattr(holder, self.shown_as or self.name)

    def put(self, settings: Declaring, value: object) -> Declaring:
        """Return settings with another value of it."""
        holder: Any = settings if self.within is None else getattr(settings, self.within)
        changed: Any = replace(holder, **{self.name: value})
        if self.within is not None:
            changed = replace(cast("Any", settings), **{self.within: changed})
        return cast("Declaring", changed)

    def is_shown(self, settings: object) -> bool:
        """Return whether it has any effect."""
        return self.needs is None or getattr(settings, self.needs) is not None


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a panel, the label that leads to it, and what is said below the title.

    Discord breaks the words beside a label that is longer than ten characters.
    """

    title: Message
    label: Message
    about: Message | None = None


_DECLARED: Final = "setting"


def setting(
    default: Value,
    section: Enum,
    title: Message,
    kind: Kind,
    *,
    about: Message | None = None,
    needs: str | None = None,
    shown_as: str | None = None,
) -> Value:
    """Declare a field of a dataclass as a setting."""
    declared = Setting("", section, title, kind, about, needs, shown_as)
    return field(default=default, metadata={_DECLARED: declared})


def settings_of(kind: type[Any], within: str | None = None) -> Mapping[str, Setting]:
    """Return the settings that a dataclass declares, by the names of their fields.

    `within` is the field that holds the dataclass in the one that is changed, if it is in another.
    """
    return {
        each.name: replace(found, name=each.name, within=within)
        for each in fields(kind)
        if isinstance(found := each.metadata.get(_DECLARED), Setting)
    }
