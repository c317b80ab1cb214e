"""The options of a slash command, checked as Discord's client checks them before it sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.api.intake import Upload
from playground.people.errors import CannotDo
from playground.validation.commands import OptionKind
from playground.world import Place, Role, TextChannel, Thread, User
from playground.world.messages import Json


@dataclass(slots=True)
class OptionValues:
    """The options as they are sent, and the objects that their ids name."""

    options: list[Json] = field(default_factory=list)
    users: list[User] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    uploads: dict[str, Upload] = field(default_factory=dict)


def descend(command: Json, steps: list[str]) -> list[Json]:
    """Return the path from a command down to its sub-command; each step must exist."""
    path = [command]
    for step in steps:
        inside = {each["name"]: each for each in path[-1].get("options") or []}
        child = inside.get(step)
        if child is None or child["type"] > OptionKind.SUBCOMMAND_GROUP:
            raise CannotDo(f"/{command['name']} has no sub-command {step!r}")
        path.append(child)
    nested = {OptionKind.SUBCOMMAND, OptionKind.SUBCOMMAND_GROUP}
    if any(each["type"] in nested for each in path[-1].get("options") or []):
        raise CannotDo(f"/{command['name']} needs a sub-command")
    return path


def wrap(path: list[Json], options: list[Json]) -> list[Json]:
    """Nest the options under the sub-commands that they belong to."""
    for step in reversed(path[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    return options


def choose(command: Json, values: Mapping[str, Any], *, is_complete: bool) -> OptionValues:
    """Return the values of a command's options; `is_complete` requires all required options."""
    offered = {option["name"]: option for option in command.get("options") or []}
    if unknown := values.keys() - offered.keys():
        known = ", ".join(offered) or "none"
        raise CannotDo(f"/{command['name']} has no option {sorted(unknown)}; it has {known}")
    chosen = OptionValues()
    for name, option in offered.items():
        value = values.get(name)
        if value is not None:
            chosen.options.append(_entry(option, value, chosen))
        elif option.get("required") and is_complete:
            raise CannotDo(f"/{command['name']} needs the option {name!r}")
    return chosen


def _entry(option: Json, value: Any, chosen: OptionValues) -> Json:
    kind = OptionKind(option["type"])
    return {"name": option["name"], "type": int(kind), "value": _value(option, kind, value, chosen)}


def _value(option: Json, kind: OptionKind, value: Any, chosen: OptionValues) -> Any:
    match kind, value:
        case OptionKind.STRING, str():
            return _text(option, value)
        case OptionKind.INTEGER, int() if not isinstance(value, bool):
            return _number(option, value)
        case OptionKind.INTEGER | OptionKind.NUMBER, str() if option.get("choices"):
            return _choice(option, value)
        case OptionKind.NUMBER, int() | float() if not isinstance(value, bool):
            return _number(option, float(value))
        case OptionKind.BOOLEAN, bool():
            return value
        case OptionKind.USER | OptionKind.MENTIONABLE, User():
            chosen.users.append(value)
            return str(value.id)
        case OptionKind.ROLE | OptionKind.MENTIONABLE, Role():
            chosen.roles.append(value)
            return str(value.id)
        case OptionKind.CHANNEL, TextChannel() | Thread():
            chosen.places.append(_channel(option, value))
            return str(value.id)
        case OptionKind.ATTACHMENT, Upload():
            chosen.uploads[option["name"]] = value
            return value.filename
    raise CannotDo(f"the option {option['name']!r} takes {kind.name.lower()}, not {value!r}")


def _text(option: Json, value: str) -> Any:
    if option.get("choices"):
        return _choice(option, value)
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(value) <= high:
        raise CannotDo(f"{option['name']!r} takes {low} to {high} characters, not {len(value)}")
    return value


def _number(option: Json, value: float) -> float:
    if option.get("choices"):
        if all(value != choice["value"] for choice in option["choices"]):
            raise CannotDo(f"{value} is no choice of {option['name']!r}")
        return value
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise CannotDo(f"{option['name']!r} takes {low} to {high}, not {value}")
    return value


def _choice(option: Json, value: str) -> Any:
    """Return the value of a choice, which is picked by its name or by its value."""
    for choice in option["choices"]:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    names = ", ".join(repr(choice["name"]) for choice in option["choices"])
    raise CannotDo(f"{value!r} is no choice of {option['name']!r}; there are {names}")


def _channel(option: Json, place: TextChannel | Thread) -> Place:
    allowed = option.get("channel_types") or []
    kinds = {0} if isinstance(place, TextChannel) else {11, 12}
    if allowed and not kinds & set(allowed):
        raise CannotDo(f"{option['name']!r} does not take this kind of channel")
    return place
