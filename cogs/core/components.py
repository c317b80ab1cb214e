"""Buttons, menus and forms that request actions, as dynamic items of discord.py.

A view names an action and its arguments:
`button("Claim draw", SECONDARY, "claim-draw", match=match.id, revision=match.revision)`. It need
not know the cog, which only has to be imported. An unknown action raises at once, and so do
missing, unexpected or mistyped arguments.

discord.py calls every class of items whose pattern fits a custom id. The first character of the id
says which kind of control has it, so one class serves all buttons, and one all menus. Lasting
views contain no other items: when a view that mixes a dynamic item with an ordinary one ends,
discord.py drops the class of the dynamic item for the whole bot.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, Self, TypeVar

import discord

from bot.app import BoopBot
from bot.match.identity import ChannelId, RoleId, UserId
from bot.text import Message, translate
from cogs.core.actions import Action, ActionRequest, Control, action_id, find_action
from cogs.core.codecs import word_of

Answer = TypeVar("Answer", bound=Enum)

_MARKS: Final = "".join(control.value for control in Control)
_FACES: Final[dict[Control, type[discord.ui.Item[Any]]]] = {
    Control.MENU: discord.ui.Select,
    Control.CHANNEL_MENU: discord.ui.ChannelSelect,
    Control.ROLE_MENU: discord.ui.RoleSelect,
}
"""discord.py's class for each kind of menu."""

Row = discord.ui.ActionRow[Any]


class View(discord.ui.LayoutView):
    """The components of a message. It is finished from the start, so discord.py never stores it.

    The router answers by custom id, so no view has to dispatch anything. discord.py would keep each
    view of a private answer, with all objects that it refers to, for 15 minutes. Stopping a view
    after sending it is no alternative, because that can unregister the classes of its items.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """Return True."""
        return True


class ActionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=re.compile(rf"(?s)(?![{_MARKS}]).+"),
):
    """A button that requests an action."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Make the item for a button that a user clicked."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}, which is not a button")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run the action."""
        await _run(interaction, ActionRequest(self.custom_id, Control.BUTTON))


class ActionMenu(
    discord.ui.DynamicItem[discord.ui.Item[Any]],
    template=re.compile(rf"(?s)[{''.join(each.value for each in Control if each in _FACES)}].+"),
):
    """A menu that requests an action with the chosen options, channels or roles."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Make the item for a menu in which a user chose."""
        if not isinstance(item, _FACES[_control_of(match.string)]):
            raise TypeError(
                f"the custom id {match.string!r} is on {item!r}, which is not such a menu"
            )
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run the action."""
        control = _control_of(self.custom_id)
        await _run(interaction, ActionRequest(self.custom_id, control, _values(interaction)))


def _control_of(custom_id: str) -> Control:
    return Control(custom_id[0])


ITEMS: Final = (ActionButton, ActionMenu)
"""All items that lasting views contain. They are registered with discord.py once, at the start."""


async def _run(interaction: discord.Interaction[Any], request: ActionRequest) -> None:
    bot = interaction.client
    if not isinstance(bot, BoopBot):
        raise TypeError(f"actions are BoopBot's, not {type(bot).__name__}'s")
    await bot.run_action(interaction, request)


def _values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the chosen values as sent: discord.py's channels need data that may be absent."""
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
    """Return a button that requests an action. Raise what `action_id` raises."""
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
    """Return a menu that requests an action with the chosen options.

    Raise what `action_id` raises, and `ValueError` for an option that the action does not read.
    """
    action = _require(name, Control.MENU)
    for option in options:
        if action.selection is not None:
            action.selection.codec.read((option.value,))
    several = action.selection is not None and action.selection.is_several
    face: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=placeholder,
        options=list(options),
        max_values=len(options) if several else 1,
        custom_id=action_id(name, key=key, **arguments),
    )
    return ActionMenu(face)


def channel_menu(
    placeholder: str,
    chosen: ChannelId | None,
    name: str,
    /,
    *,
    types: Sequence[discord.ChannelType] = (discord.ChannelType.text,),
    **arguments: Any,
) -> ActionMenu:
    """Return a menu that requests an action with one channel of these types, or with none."""
    _require(name, Control.CHANNEL_MENU)
    face: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder=placeholder,
        channel_types=list(types),
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.channel),
        custom_id=action_id(name, **arguments),
    )
    return ActionMenu(face)


def role_menu(
    placeholder: str, chosen: RoleId | None, name: str, /, **arguments: Any
) -> ActionMenu:
    """Return a menu that requests an action with one role, or with none."""
    _require(name, Control.ROLE_MENU)
    face: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        placeholder=placeholder,
        min_values=0,
        default_values=_defaults(chosen, discord.SelectDefaultValueType.role),
        custom_id=action_id(name, **arguments),
    )
    return ActionMenu(face)


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
    """Return a form that requests an action with its fields, for one user alone.

    discord.py tells forms apart by their custom ids, so `nonce` makes two forms of a user differ.
    Raise what `action_id` raises, and `ValueError` for fields that the action does not have.
    """
    action = _require(name, Control.FORM)
    known = {each.name for each in action.fields}
    labels = [each for each in items if isinstance(each, discord.ui.Label)]
    shown = {getattr(each.component, "custom_id", "") for each in labels}
    if not shown <= known:
        raise ValueError(f"{name!r} has no field {sorted(shown - known)}")
    key = f"{user}.{nonce}"
    modal = discord.ui.Modal(title=title, custom_id=action.write(key, arguments))
    for each in items:
        modal.add_item(each)
    return modal


def form_menu(text: str, name: str, options: list[discord.SelectOption]) -> discord.ui.Label[Any]:
    """Return a menu in a form. `name` is the name of its field."""
    chosen: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=chosen)


def form_choice(
    text: str, name: str, labels: Mapping[Answer, Message], chosen: Answer
) -> discord.ui.Label[Any]:
    """Return a question in a form that shows all answers. `name` is the name of its field."""
    options = [
        discord.RadioGroupOption(
            label=translate(label), value=word_of(answer), default=answer is chosen
        )
        for answer, label in labels.items()
    ]
    group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=group)


def _require(name: str, control: Control) -> Action:
    """Return the action. Raise `TypeError` if it needs another kind of control."""
    action = find_action(name)
    if action.control is not control:
        raise TypeError(f"{name!r} is asked for by a {action.control.name}, not a {control.name}")
    return action


def _defaults(
    chosen: int | None, kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
