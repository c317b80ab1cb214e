"""A server's settings: an overview, and a panel for each section on which they are changed."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.features.settings.declaration import Number, Setting
from bot.features.settings.server import HEADINGS, SERVER_SETTINGS, Section, ServerSettings
from bot.match.identity import UserId
from bot.text import gettext, translate
from cogs.core.items import button, form
from cogs.core.panels import View, note_panel
from cogs.settings.controls import NotInBounds, Scope, Shown, items_of, summary_of

LONGEST_NUMBER: Final = 6


def settings_in(section: Section) -> list[Setting]:
    """Return the settings of a section, in the order in which they are shown."""
    return [each for each in SERVER_SETTINGS.values() if each.section is section]


def overview(shown: Shown) -> View:
    """Show all that is set for a server, with the way to change each section."""
    view = note_panel(f"### {gettext('Settings of this server')}")
    style = discord.ButtonStyle.secondary
    for section, heading in HEADINGS.items():
        summary = " · ".join(
            summary_of(each, shown)
            for each in settings_in(section)
            if each.is_shown(shown.settings)
        )
        view.add_item(
            discord.ui.Section(
                f"**{translate(heading.title)}**\n{summary}",
                accessory=button(translate(heading.label), style, "settings", section=section),
            )
        )
    view.add_item(
        discord.ui.ActionRow(
            button(gettext("Check permissions"), style, "check-permissions"),
            button(gettext("Log"), style, "moderation-log", page=0),
        )
    )
    return view


def section_panel(section: Section, shown: Shown, warning: str | None = None) -> View:
    """Show a section and let it be changed; `warning` is why something was not set."""
    heading = HEADINGS[section]
    view = note_panel(f"### {translate(heading.title)}")
    if warning is not None:
        view.add_item(discord.ui.TextDisplay(f"⚠️ {warning}"))
    if heading.about is not None:
        view.add_item(discord.ui.TextDisplay(translate(heading.about)))
    for item in items_of(settings_in(section), shown, Scope.SERVER):
        view.add_item(item)
    style = discord.ButtonStyle.secondary
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("All settings"), style, "settings")
    )
    if section is Section.NEWS:
        row.add_item(button(gettext("Preview"), style, "week-preview"))
    view.add_item(row)
    return view


def limits_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form for all numbers; `nonce` keeps apart the forms that one person opens."""
    items: list[discord.ui.Item[Any]] = []
    for setting, number in numbers():
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=setting.name,
            default=str(setting.of(settings)),
            min_length=1,
            max_length=LONGEST_NUMBER,
        )
        about = gettext("From {least} to {most}", least=number.least, most=number.most)
        label = translate(setting.title)
        items.append(discord.ui.Label(text=label, description=about, component=typed))
    return form(gettext("Limits per player"), items, "limits-set", user=user, nonce=nonce)


def with_limits(settings: ServerSettings, typed: Mapping[str, str | None]) -> ServerSettings:
    """Return the settings with the numbers that were typed. Raise `NotInBounds`."""
    for setting, number in numbers():
        text = typed.get(setting.name)
        if text is not None:
            settings = setting.put(settings, _read_number(setting, number, text))
    return settings


def numbers() -> list[tuple[Setting, Number]]:
    """Return the settings that are numbers."""
    return [(each, each.kind) for each in SERVER_SETTINGS.values() if isinstance(each.kind, Number)]


def _read_number(setting: Setting, number: Number, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > LONGEST_NUMBER:
        raise NotInBounds(setting.title, text, number.least, number.most)
    if not number.least <= int(digits) <= number.most:
        raise NotInBounds(setting.title, text, number.least, number.most)
    return int(digits)
