"""What is set for a server as panels show it, and the rows in which it is changed."""

from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.match.identity import ChannelId, RoleId
from bot.match.settings import ServerSettings
from cogs.core.actions import (
    ActionButton,
    ActionChannelMenu,
    ActionMenu,
    ActionRoleMenu,
    button,
    menu,
)
from cogs.ui.panels import View
from cogs.ui.settings_choices import Setting, options_of

Number = TypeVar("Number", ChannelId, RoleId)


@dataclass(frozen=True, slots=True)
class Seen:
    """A server's settings as they are shown; `gone` are those whose channel or role is deleted."""

    settings: ServerSettings
    gone: frozenset[Setting] = frozenset()

    def shown(self, setting: Setting, number: int | None, words: str, without: str) -> str:
        """Say what is set where it may be nothing, or something that was deleted."""
        if number is None:
            return without
        return "*deleted; choose another*" if setting in self.gone else words

    def here(self, setting: Setting, number: Number | None) -> Number | None:
        """Give a channel or role that a menu can show as chosen."""
        return None if setting in self.gone else number


def setting_menu(title: str, setting: Setting, settings: ServerSettings) -> ActionMenu:
    """Make the menu in which a setting is chosen from its list."""
    return menu(title, options_of(setting, settings), "set", setting=setting)


def unset_button(label: str, setting: Setting) -> ActionButton:
    """Make the button by which no channel or role is chosen any more."""
    return button(label, discord.ButtonStyle.secondary, "unset", setting=setting)


def add_row(
    view: View, item: ActionButton | ActionMenu | ActionChannelMenu | ActionRoleMenu
) -> None:
    """Put one thing to press into a row of its own."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(item)
    view.add_item(row)
