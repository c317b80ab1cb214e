"""Menus of a server's channels and roles, which last as the other presses do."""

import re
from dataclasses import replace
from typing import Any, Self

import discord

from bot.match.identity import ChannelId, RoleId
from cogs.ui.deeds import CHANNEL_MENUS, ROLE_MENUS
from cogs.ui.presses import (
    Deed,
    Press,
    custom_id,
    do,
    press_of,
    template_of,
)


class PressChannelMenu(
    discord.ui.DynamicItem[discord.ui.ChannelSelect[Any]],
    template=template_of(list(CHANNEL_MENUS)),
):
    """A menu of the server's channels that does what its custom id says with the one chosen."""

    def __init__(self, menu: discord.ui.ChannelSelect[Any], press: Press) -> None:
        super().__init__(menu)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the press of a menu in which a channel was chosen."""
        if not isinstance(item, discord.ui.ChannelSelect):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}: no menu of channels")
        return cls(item, press_of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the deed with the channel's id, or with nothing where the choice was taken back."""
        await do(interaction, replace(self.press, chosen=_ids(interaction)))


class PressRoleMenu(
    discord.ui.DynamicItem[discord.ui.RoleSelect[Any]],
    template=template_of(list(ROLE_MENUS)),
):
    """A menu of the server's roles that does what its custom id says with the one chosen."""

    def __init__(self, menu: discord.ui.RoleSelect[Any], press: Press) -> None:
        super().__init__(menu)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the press of a menu in which a role was chosen."""
        if not isinstance(item, discord.ui.RoleSelect):
            raise TypeError(
                f"the custom id {match.string!r} is on {item!r}, which is no menu of roles"
            )
        return cls(item, press_of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the deed with the role's id, or with nothing where the choice was taken back."""
        await do(interaction, replace(self.press, chosen=_ids(interaction)))


def channel_menu(
    placeholder: str, chosen: ChannelId | None, deed: Deed, *facts: object
) -> PressChannelMenu:
    """Make a menu of text channels for a deed, of which one is chosen, or none."""
    face: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder=placeholder,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.channel),
        custom_id=custom_id(deed, *facts),
    )
    return PressChannelMenu(face, Press(deed, tuple(map(str, facts))))


def role_menu(placeholder: str, chosen: RoleId | None, deed: Deed, *facts: object) -> PressRoleMenu:
    """Make a menu of roles for a deed, of which one is chosen, or none."""
    face: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        placeholder=placeholder,
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.role),
        custom_id=custom_id(deed, *facts),
    )
    return PressRoleMenu(face, Press(deed, tuple(map(str, facts))))


def _ids(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Give the ids that were chosen as Discord sent them; the item needs more to be sent along."""
    sent: dict[str, Any] = dict(interaction.data or {})
    return tuple(str(each) for each in sent.get("values", ()))


def _defaults(
    chosen: int | None, kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
