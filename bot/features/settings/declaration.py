"""Declaring a setting: type, default, choices and sentences.

A setting is a field of a frozen dataclass, made by `setting`. Its column in the database, the
panels that change it, the values that a client may send and `/settings check` follow from the
declaration, so a new setting needs a column and a field.
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
    """A value that can be chosen, with its texts.

    `summary` is for the overview, where the value stands without its title; by default it is the
    label.
    """

    value: Any
    label: Message
    about: Message | None = None
    summary: Message | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """One of a few values. `other` stands for a value that only an earlier version offered."""

    each: tuple[Choice, ...]
    other: Message | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One of two values, each on a button; the meaning of the current one is shown above them."""

    each: tuple[Choice, Choice]


class Catalogue(Enum):
    """Values whose list is kept elsewhere."""

    RULESETS = "rulesets"
    THEMES = "themes"
    TIME_CONTROLS = "time controls"
    LANGUAGES = "languages"


@dataclass(frozen=True, slots=True)
class FromCatalogue:
    """One value of a list that is kept elsewhere. `none` is the choice of no value, if allowed."""

    catalogue: Catalogue
    none: Choice | None = None


class ChannelUse(Enum):
    """What the bot does in a channel, which determines the permissions that it needs there."""

    MATCHES = "matches"
    LOG = "log"
    DIGEST = "digest"
    PUZZLE = "puzzle"
    LOBBY = "lobby"


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of the server, or none.

    `chosen` and `none` are the texts of the overview, the first one with the gap `{channel}`;
    `unset` is on the button that clears the channel.
    """

    use: ChannelUse
    chosen: Message
    none: Message
    unset: Message


class RoleUse(Enum):
    """The purpose of a role."""

    PLAYERS = "players"
    HOSTS = "hosts"
    WINNERS = "winners"
    """The bot gives this role, so it needs the permission to do so."""


@dataclass(frozen=True, slots=True)
class RoleChoice:
    """A role of the server, or none.

    `chosen` and `none` are the texts of the overview, the first one with the gap `{role}`; `unset`
    is on the button that clears the role.
    """

    use: RoleUse
    chosen: Message
    none: Message
    unset: Message


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds, typed into a form; `counted` is the text with its unit."""

    least: int
    most: int
    counted: Message


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone as `bot.features.settings.zones` stores it, typed into a form."""


Kind = Choices | Switch | FromCatalogue | Channel | RoleChoice | Number | Zone


@dataclass(frozen=True, slots=True)
class Setting:
    """A declared setting.

    The panel of its `section` shows it. `needs` names another setting; without that one, this one
    has no effect and is not shown. `shown_as` names a property to show instead, for a setting whose
    default depends on another one. The setting is a field of the settings themselves, or of the
    value in their field `within`. If `is_headed`, the panel shows it without its title: the heading
    says the same.
    """

    name: str
    section: Enum
    title: Message
    kind: Kind
    about: Message | None = None
    needs: str | None = None
    shown_as: str | None = None
    within: str | None = None
    is_headed: bool = False

    def of(self, settings: object) -> Any:
        """Return the value to show."""
        holder = settings if self.within is None else getattr(settings, self.within)
        return getattr(holder, self.shown_as or self.name)

    def put(self, settings: Declaring, value: object) -> Declaring:
        """Return the settings with this one changed to `value`."""
        holder: Any = settings if self.within is None else getattr(settings, self.within)
        changed: Any = replace(holder, **{self.name: value})
        if self.within is not None:
            changed = replace(cast("Any", settings), **{self.within: changed})
        return cast("Declaring", changed)

    def is_shown(self, settings: object) -> bool:
        """Return whether the setting has any effect."""
        return self.needs is None or getattr(settings, self.needs) is not None


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a panel, the label that leads to it, and the text below the title.

    Discord wraps the text beside a label that is longer than ten characters.
    """

    title: Message
    label: Message
    about: Message | None = None


_DECLARED: Final = "setting"


def setting(
    default: Value,
    section: Enum,
    title: Message | Heading,
    kind: Kind,
    *,
    about: Message | None = None,
    needs: str | None = None,
    shown_as: str | None = None,
) -> Value:
    """Declare a field of a dataclass as a setting.

    The main setting of a section has the section's heading as its `title`.
    """
    is_headed = isinstance(title, Heading)
    words = title.title if isinstance(title, Heading) else title
    declared = Setting("", section, words, kind, about, needs, shown_as, is_headed=is_headed)
    return field(default=default, metadata={_DECLARED: declared})


def settings_of(kind: type[Any], within: str | None = None) -> Mapping[str, Setting]:
    """Return the settings that a dataclass declares, by the names of their fields.

    `within` is the field that holds the dataclass if it is a part of other settings.
    """
    return {
        each.name: replace(found, name=each.name, within=within)
        for each in fields(kind)
        if isinstance(found := each.metadata.get(_DECLARED), Setting)
    }
