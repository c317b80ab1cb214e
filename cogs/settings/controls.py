"""Texts and controls for settings of every kind, made from their declarations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.features.settings.declaration import (
    Catalogue,
    Channel,
    Choice,
    Choices,
    FromCatalogue,
    Number,
    RoleChoice,
    RoleUse,
    Setting,
    Switch,
    Zone,
)
from bot.features.settings.preferences import DayMinute
from bot.features.settings.zones.local_time import shown_zone
from bot.match.clock import Bank, Minutes, NoLimit, PerMove, read_time, write_time
from bot.match.identity import Instant
from bot.match.terms import RULESET_SUMMARIES, ruleset_name
from bot.text import ENGLISH, N_, Message, Translation, Typed, gettext, translate, translations
from cogs.core.codecs import DecodeError
from cogs.core.components import button, channel_menu, menu, role_menu
from cogs.core.errors import CogRefusal, ServerRefusal
from cogs.settings.zones import zone_line
from cogs.wording.times import time_choices, time_name
from render.theme import THEMES, Theme


@dataclass(eq=False, slots=True)
class NotInBounds(ServerRefusal):
    """The limit is not a whole number within its bounds."""

    message = N_("“{limit}” can't be {text}. Enter a whole number from {least} to {most}.")

    limit: Message
    text: Typed
    least: int
    most: int


class HourRefusal(CogRefusal):
    """The base of refusals about hours."""


@dataclass(eq=False, slots=True)
class UnreadableHour(HourRefusal):
    """The text is not a time of day."""

    message = N_("{text} isn't a time of day. Write it like `22:30`.")

    text: Typed


@dataclass(eq=False, slots=True)
class HalfQuiet(HourRefusal):
    """Only one end of the quiet hours was given."""

    message = N_(
        "Quiet hours need a beginning and an end, and you gave only {text}. Write both, or leave "
        "both empty for none."
    )

    text: Typed


@dataclass(eq=False, slots=True)
class QuietAllDay(HourRefusal):
    """The quiet hours begin and end at the same time."""

    message = N_(
        "Quiet hours from {minute} to {minute} start and end at the same time. "
        "Choose another end, or turn notifications off instead."
    )

    minute: DayMinute


Item = discord.ui.Item[Any]

WHOLE: Final = 100
"""The percentage that a complete translation has."""
NONE: Final = "none"
"""The menu key of an unset value."""


class SettingsScope(Enum):
    """Whether settings are those of a server or of a user."""

    SERVER = "server"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Option:
    """A value that can be chosen: its key in a menu, and its label."""

    key: str
    value: Any
    label: str
    about: str | None
    summary: str


_ANY_TIME: Final = Instant(0)


@dataclass(frozen=True, slots=True)
class SettingsView:
    """Settings, with the facts needed to show them.

    `deleted` names the settings whose channel or role was deleted. A time zone is shown with its
    local time at `now`.
    """

    settings: Any
    deleted: frozenset[str] = frozenset()
    now: Instant = _ANY_TIME


def options_of(setting: Setting, settings: object) -> list[Option]:
    """Return the options of a setting, including the current value.

    Raise `LookupError` for a setting that is not chosen from a list.
    """
    value = setting.of(settings)
    match setting.kind:
        case Choices(each, other):
            options = [_option(choice) for choice in each]
            if other is not None and value not in [choice.value for choice in each]:
                options.insert(0, _option(Choice(value, other.filled(count=value))))
            return options
        case FromCatalogue(catalogue, none):
            listed = _options(catalogue, value)
            return listed if none is None else [*listed, _option(none)]
        case Switch(pair):
            return [_option(choice) for choice in pair]
        case Channel() | RoleChoice() | Number() | Zone():
            raise LookupError(f"{setting.name} is not chosen from a list")
        case _:
            assert_never(setting.kind)


def chosen_option(setting: Setting, settings: object) -> Option:
    """Return the option that is selected now."""
    options = options_of(setting, settings)
    value = setting.of(settings)
    fallback = next((each for each in options if each.value is None), options[0])
    return next((each for each in options if each.value == value), fallback)


def read_choice(setting: Setting, settings: object, key: str) -> Any:
    """Return the value of a menu key. Raise `DecodeError` if no option has it."""
    for option in options_of(setting, settings):
        if option.key == key:
            return option.value
    raise DecodeError(key)


def key_of(value: Any) -> str:
    """Return the key of a value in menus and custom ids."""
    match value:
        case None:
            return NONE
        case Enum():
            return str(value.value)
        case PerMove() | Bank() | Minutes() | NoLimit():
            return write_time(value)
        case _:
            return str(value)


def summary_of(setting: Setting, shown: SettingsView) -> str:
    """Return the current value for an overview, in words that make sense without a title."""
    value = setting.of(shown.settings)
    match setting.kind:
        case Channel(chosen=chosen, none=none):
            if value is None:
                return translate(none)
            deleted = setting.name in shown.deleted
            channel = gettext("*deleted channel*") if deleted else f"<#{value}>"
            return translate(chosen, channel=channel)
        case RoleChoice(chosen=chosen, none=none):
            if value is None:
                return translate(none)
            deleted = setting.name in shown.deleted
            return translate(chosen, role=gettext("*deleted role*") if deleted else f"<@&{value}>")
        case Number(counted=counted):
            return translate(counted, count=value)
        case Zone():
            return shown_zone(value)
        case _:
            return chosen_option(setting, shown.settings).summary


def items_of(
    settings: Sequence[Setting], shown: SettingsView, scope: SettingsScope
) -> Iterator[Item]:
    """Yield the texts and controls of the settings on a panel."""
    numbers = [each for each in settings if isinstance(each.kind, Number)]
    for setting in settings:
        if isinstance(setting.kind, Number):
            if setting is numbers[0]:
                yield from _numbers(numbers, shown)
        elif setting.is_shown(shown.settings):
            lines = _description(setting, shown)
            if lines:
                yield discord.ui.TextDisplay("\n".join(lines))
            yield from _rows(setting, shown, scope)


def _rows(setting: Setting, shown: SettingsView, scope: SettingsScope) -> Iterator[Item]:
    value, title = setting.of(shown.settings), translate(setting.title)
    known = None if setting.name in shown.deleted else value
    match setting.kind:
        case Choices() | FromCatalogue():
            chosen = chosen_option(setting, shown.settings)
            options = [
                discord.SelectOption(
                    label=each.label,
                    value=each.key,
                    description=each.about,
                    default=each.key == chosen.key,
                )
                for each in options_of(setting, shown.settings)
            ]
            yield discord.ui.ActionRow(
                menu(title, options, "set", setting=setting.name)
                if scope is SettingsScope.SERVER
                else menu(title, options, "prefer", setting=setting.name)
            )
        case Switch():
            chosen = chosen_option(setting, shown.settings)
            primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
            row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
            for each in options_of(setting, shown.settings):
                style = primary if each.key == chosen.key else secondary
                row.add_item(
                    button(each.label, style, "prefer-to", setting=setting.name, value=each.key)
                )
            yield row
        case Channel(unset=unset):
            yield discord.ui.ActionRow(
                channel_menu(title, known, "set-channel", setting=setting.name)
            )
            if value is not None:
                yield _unset_row(setting, unset)
        case RoleChoice(unset=unset):
            yield discord.ui.ActionRow(role_menu(title, known, "set-role", setting=setting.name))
            if value is not None:
                yield _unset_row(setting, unset)
        case Zone():
            style = discord.ButtonStyle.primary
            yield discord.ui.ActionRow(button(gettext("Change time zone"), style, "zone"))
        case Number():
            raise LookupError(f"{setting.name} is typed into a form")
        case _:
            assert_never(setting.kind)


def _unset_row(setting: Setting, label: Message) -> Item:
    style = discord.ButtonStyle.secondary
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(translate(label), style, "unset", setting=setting.name)
    )
    return row


def _titled_value(title: str, value: str) -> str:
    """Return a title with its value, after a colon unless the title is a question or empty."""
    if not title:
        return value
    if title.endswith(("?", "？")):
        return f"**{title}** {value}"
    return gettext("**{title}:** {value}", title=title, value=value)


def _description(setting: Setting, shown: SettingsView) -> list[str]:
    """Return a setting's title, its value unless a menu shows it, and its explanation.

    The title is left out if the panel has it as its heading.
    """
    title, lines = "" if setting.is_headed else translate(setting.title), list[str]()
    match setting.kind:
        case Channel() | RoleChoice():
            lines.append(_titled_value(title, _mention_of(setting, shown)))
        case Switch():
            chosen = chosen_option(setting, shown.settings)
            value = chosen.label if chosen.about is None else chosen.about
            lines.append(_titled_value(title, value))
        case Zone():
            zone = setting.of(shown.settings)
            lines.append(zone_line(zone, shown.now, is_named=not setting.is_headed))
        case _ if title:
            lines.append(f"**{title}**")
    if setting.about is not None:
        lines.append(translate(setting.about))
    return lines


def _mention_of(setting: Setting, shown: SettingsView) -> str:
    value = setting.of(shown.settings)
    if value is not None and setting.name in shown.deleted:
        return gettext("*deleted; choose another*")
    match setting.kind:
        case Channel() | RoleChoice(use=RoleUse.WINNERS) if value is None:
            return gettext("none")
        case Channel():
            return f"<#{value}>"
        case RoleChoice() if value is not None:
            return f"<@&{value}>"
        case _:
            return summary_of(setting, shown)


def _numbers(numbers: Sequence[Setting], shown: SettingsView) -> Iterator[Item]:
    words = " · ".join(summary_of(each, shown) for each in numbers)
    yield discord.ui.TextDisplay(gettext("**Limits per player:** {limits}", limits=words))
    style = discord.ButtonStyle.primary
    yield discord.ui.ActionRow(button(gettext("Change limits"), style, "limits"))


def _option(choice: Choice) -> Option:
    label = translate(choice.label)
    return Option(
        key_of(choice.value),
        choice.value,
        label,
        None if choice.about is None else translate(choice.about),
        label if choice.summary is None else translate(choice.summary),
    )


def _theme_option(theme: Theme) -> Option:
    title = translate(theme.title)
    return Option(theme.name, theme.name, title, translate(theme.about), title)


def _options(catalogue: Catalogue, value: Any) -> list[Option]:
    match catalogue:
        case Catalogue.RULESETS:
            return [
                Option(each, each, name, translate(about), name)
                for each, about in RULESET_SUMMARIES.items()
                for name in (ruleset_name(each),)
            ]
        case Catalogue.THEMES:
            return [_theme_option(each) for each in THEMES.values()]
        case Catalogue.TIME_CONTROLS:
            offered = [read_time(str(each.value)) for each in time_choices()]
            # The current time control may be one that is no longer offered.
            controls = offered if value in offered else [value, *offered]
            return [
                Option(write_time(each), each, name, None, name)
                for each in controls
                for name in (time_name(each),)
            ]
        case Catalogue.LANGUAGES:
            english = Option(ENGLISH, ENGLISH, "English", None, "English")
            return [english, *(_language_option(each) for each in translations().values())]
        case _:
            assert_never(catalogue)


def _language_option(language: Translation) -> Option:
    """Return the option of a language, with the percentage translated if it is incomplete."""
    about = None
    if language.percent < WHOLE:
        about = gettext("{percent}% translated; the rest is in English", percent=language.percent)
    return Option(language.language, language.language, language.name, about, language.name)
