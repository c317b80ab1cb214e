"""Buttons, menus and forms that request actions, as discord.py's dynamic items.

Views name an action and its arguments and need not know the cog, which need only be imported:
`button("Claim draw", SECONDARY, "claim-draw", match=match.id, revision=match.revision)`. A name
that no action has, an argument too many, too few or of another type raises there and then.

discord.py calls every class of items whose pattern fits a custom id, whose first character says
what it is on: one class serves all buttons, and one each kind of menu. Lasting views hold nothing
else: discord.py drops a dynamic item's class for the whole bot when a view that mixes it with an
ordinary item ends.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, Self

import discord

from bot.app import BoopBot
from bot.match.identity import ChannelId, RoleId, UserId
from cogs.core.actions import Action, Control, Request, action_id, find_action

_MARKS: Final = "".join(control.value for control in Control)


class ActionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=re.compile(rf"(?s)(?![{_MARKS}]).+"),
):
    """A button that requests an action."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Take up a button that was clicked."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}, which is no button")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Have the action run."""
        await _run(interaction, Request(self.custom_id, Control.BUTTON))


class ActionMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=re.compile(rf"(?s){Control.MENU.value}.+"),
):
    """A menu that requests an action with what is chosen."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Take up a menu in which something was chosen."""
        if not isinstance(item, discord.ui.Select):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}, which is no menu")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Have the action run."""
        await _run(interaction, Request(self.custom_id, Control.MENU, _values(interaction)))


class ActionChannelMenu(
    discord.ui.DynamicItem[discord.ui.ChannelSelect[Any]],
    template=re.compile(rf"(?s){Control.CHANNEL_MENU.value}.+"),
):
    """A menu of the server's channels that requests an action with the chosen one."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Take up a menu in which a channel was chosen."""
        if not isinstance(item, discord.ui.ChannelSelect):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}: no menu of channels")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Have the action run."""
        await _run(interaction, Request(self.custom_id, Control.CHANNEL_MENU, _values(interaction)))


class ActionRoleMenu(
    discord.ui.DynamicItem[discord.ui.RoleSelect[Any]],
    template=re.compile(rf"(?s){Control.ROLE_MENU.value}.+"),
):
    """A menu of the server's roles that requests an action with the chosen one."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Take up a menu in which a role was chosen."""
        if not isinstance(item, discord.ui.RoleSelect):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}: no menu of roles")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Have the action run."""
        await _run(interaction, Request(self.custom_id, Control.ROLE_MENU, _values(interaction)))


ITEMS: Final = (ActionButton, ActionMenu, ActionChannelMenu, ActionRoleMenu)
"""All that lasting views are made of; they are registered with discord.py once, at the start."""


async def _run(interaction: discord.Interaction[Any], request: Request) -> None:
    bot = interaction.client
    if not isinstance(bot, BoopBot):
        raise TypeError(f"actions are BoopBot's, not {type(bot).__name__}'s")
    await bot.run_action(interaction, request)


def _values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return what was chosen, as it was sent: a channel's item wants more to be sent along."""
    sent: dict[str, Any] = dict(interaction.data or {})
    return tuple(str(each) for each in sent.get("values", ()))


def button(
    label: str,
    style: discord.ButtonStyle,
    name: str,
    /,
    *,
    key: str = "",
    emoji: str | None = None,
    **arguments: Any,
) -> ActionButton:
    """Return a button that asks for an action. Raise what `action_id` raises."""
    _require(name, Control.BUTTON)
    face: discord.ui.Button[Any] = discord.ui.Button(
        label=label, style=style, emoji=emoji, custom_id=action_id(name, key=key, **arguments)
    )
    return ActionButton(face)


def menu(
    placeholder: str,
    options: Sequence[discord.SelectOption],
    name: str,
    /,
    *,
    key: str = "",
    **arguments: Any,
) -> ActionMenu:
    """Return a menu that asks for an action with what is chosen.

    Raise what `action_id` raises, and `ValueError` for an option that the action does not read.
    """
    found = _require(name, Control.MENU)
    for option in options:
        if found.selection is not None:
            found.selection.codec.read((option.value,))
    several = found.selection is not None and found.selection.is_several
    face: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=placeholder,
        options=list(options),
        max_values=len(options) if several else 1,
        custom_id=action_id(name, key=key, **arguments),
    )
    return ActionMenu(face)


def channel_menu(
    placeholder: str, chosen: ChannelId | None, name: str, /, *, key: str = "", **arguments: Any
) -> ActionChannelMenu:
    """Return a menu of text channels that asks for an action with one of them, or with none."""
    _require(name, Control.CHANNEL_MENU)
    face: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder=placeholder,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.channel),
        custom_id=action_id(name, key=key, **arguments),
    )
    return ActionChannelMenu(face)


def role_menu(
    placeholder: str, chosen: RoleId | None, name: str, /, *, key: str = "", **arguments: Any
) -> ActionRoleMenu:
    """Return a menu of roles that asks for an action with one of them, or with none."""
    _require(name, Control.ROLE_MENU)
    face: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        placeholder=placeholder,
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.role),
        custom_id=action_id(name, key=key, **arguments),
    )
    return ActionRoleMenu(face)


def form(
    title: str,
    items: Sequence[discord.ui.Item[Any]],
    name: str,
    /,
    *,
    user: UserId,
    nonce: int,
    **arguments: Any,
) -> discord.ui.Modal:
    """Return a form that asks for an action with what is filled in, for one person alone.

    `nonce` keeps apart the forms that they open: discord.py knows forms by their custom ids.
    Raise what `action_id` raises, and `ValueError` for fields that are not the action's.
    """
    found = _require(name, Control.FORM)
    known = {each.name for each in found.fields}
    labels = [each for each in items if isinstance(each, discord.ui.Label)]
    shown = {getattr(each.component, "custom_id", "") for each in labels}
    if not shown <= known:
        raise ValueError(f"{name!r} has no field {sorted(shown - known)}")
    key = f"{user}.{nonce}"
    modal = discord.ui.Modal(title=title, custom_id=found.write(key, arguments))
    for each in items:
        modal.add_item(each)
    return modal


def _require(name: str, control: Control) -> Action:
    """Return an action that is asked for so. Raise `TypeError` if it is asked for otherwise."""
    found = find_action(name)
    if found.control is not control:
        raise TypeError(f"{name!r} is asked for by a {found.control.name}, not a {control.name}")
    return found


def _defaults(
    chosen: int | None, kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
