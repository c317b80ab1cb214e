"""Turning the options, choices and form fields that the page sends into people's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.people import CannotDo
from playground.people.options import descend
from playground.validation.commands import OptionKind
from playground.world import Place, Snowflake, World, is_id
from playground.world.layout import Part
from playground.world.messages import Json

_NUMBERS = {OptionKind.INTEGER: int, OptionKind.NUMBER: float}
_THINGS = {OptionKind.USER, OptionKind.ROLE, OptionKind.CHANNEL, OptionKind.MENTIONABLE}
PICKERS = {Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT}


def read_options(world: World, place: Place, command: Json, name: str, sent: Json) -> Json:
    """Return the options of a command by name: objects for ids, numbers for texts."""
    offered = {
        option["name"]: option
        for option in descend(command, name.split(" ")[1:])[-1].get("options") or []
    }
    return {
        key: _read_option(world, place, offered[key], value) if key in offered else value
        for key, value in sent.items()
    }


def _read_option(world: World, place: Place, option: Json, value: Any) -> Any:
    kind = OptionKind(option["type"])
    if kind in _THINGS:
        return find_thing(world, place, value)
    if kind in _NUMBERS and isinstance(value, str) and not option.get("choices"):
        try:
            return _NUMBERS[kind](value)
        except ValueError:
            raise CannotDo(f"{option['name']!r} takes a number, not {value!r}") from None
    return value


def read_picked(world: World, place: Place, kind: Part, values: list[Any]) -> list[Any]:
    """Return the values or objects picked in a select of this kind."""
    return [find_thing(world, place, each) for each in values] if kind in PICKERS else values


def find_thing(world: World, place: Place, value: Any) -> Any:
    """Return the user, role or channel with this id."""
    if not isinstance(value, str) or not is_id(value):
        raise CannotDo(f"{value!r} is no user, role or channel here")
    id_ = Snowflake(int(value))
    server = world.server_of(place)
    shelves: list[Mapping[Snowflake, Any]] = [world.users, world.places]
    if server is not None:
        shelves.append(server.roles)
    for shelf in shelves:
        if id_ in shelf:
            return shelf[id_]
    raise CannotDo(f"{value!r} is no user, role or channel here")
