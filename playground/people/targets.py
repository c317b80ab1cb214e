"""Checks whether a person may use a command in a place, and what they pick in a select menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.people.errors import CannotDo
from playground.people.options import OptionValues
from playground.people.seen import Select
from playground.world import Permission, Place, Role, TextChannel, Thread, User, World
from playground.world.layout import Part
from playground.world.messages import Json

_IN_SERVER, _IN_BOT_DIRECT = 0, 1


def require_command(world: World, user: User, here: Place, command: Json) -> None:
    """Refuse unless the client would offer this command to this user here."""
    server = world.server_of(here)
    contexts = command["contexts"]
    if contexts is None:
        contexts = [_IN_SERVER, _IN_BOT_DIRECT] if command["dm_permission"] else [_IN_SERVER]
    if (_IN_BOT_DIRECT if server is None else _IN_SERVER) not in contexts:
        raise CannotDo(f"{command['name']!r} cannot be used here")
    if server is None:
        return
    if world.bot.id not in server.members:
        raise CannotDo(f"the bot is not in {server.name}")
    permissions = world.permissions(user, here)
    if not permissions & Permission.USE_APPLICATION_COMMANDS:
        raise CannotDo(f"{user.username} may not use commands here")
    required = command["default_member_permissions"]
    if required is None or permissions & Permission.ADMINISTRATOR:
        return
    # A requirement of "0" leaves the command to administrators.
    if not int(required) or int(required) & ~int(permissions):
        raise CannotDo(f"{user.username} may not use {command['name']!r}")


def chosen_in_select(select: Select, values: Sequence[Any]) -> tuple[list[str], OptionValues]:
    """Return the values that a select sends, and the objects that they name."""
    chosen = OptionValues()
    picked = [_pick(select, value, chosen) for value in values]
    if len(set(picked)) != len(picked):
        raise CannotDo("each entry can be chosen once")
    return picked, chosen


def _pick(select: Select, value: Any, chosen: OptionValues) -> str:
    if select.kind is not Part.STRING_SELECT:
        kinds = {0} if isinstance(value, TextChannel) else {11, 12}
        is_place = isinstance(value, (TextChannel, Thread))
        if is_place and select.channel_types and not kinds & set(select.channel_types):
            raise CannotDo(f"{select.custom_id!r} does not take this kind of channel")
        return pick_thing(select.kind, value, chosen)
    for option in select.options:
        if value in (option.value, option.label):
            return option.value
    labels = ", ".join(repr(option.label) for option in select.options)
    raise CannotDo(f"{value!r} is not among {labels}")


def pick_thing(kind: Part, value: Any, chosen: OptionValues) -> str:
    """Return the id of a user, role or channel picked in a select of this kind."""
    thing = getattr(value, "user", value)
    match kind, thing:
        case Part.USER_SELECT | Part.MENTIONABLE_SELECT, User():
            chosen.users.append(thing)
        case Part.ROLE_SELECT | Part.MENTIONABLE_SELECT, Role():
            chosen.roles.append(thing)
        case Part.CHANNEL_SELECT, TextChannel() | Thread():
            chosen.places.append(thing)
        case _:
            raise CannotDo(f"this select does not take {value!r}")
    return str(thing.id)
