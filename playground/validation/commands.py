"""The rules of application commands, and of the choices that autocomplete suggests."""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from typing import Any

from playground.validation.notes import Notes
from playground.validation.violations import Finding
from playground.world.messages import Json

MOST_TEXT = 8000
_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")


class CommandKind(IntEnum):
    """The kind of a command; the numbers are Discord's."""

    SLASH = 1
    USER = 2
    MESSAGE = 3
    ENTRY_POINT = 4
    """Begins the application's activity; Discord makes it when the owner enables activities."""


class OptionKind(IntEnum):
    """The kind of value that an option of a slash command takes; the numbers are Discord's."""

    SUBCOMMAND = 1
    SUBCOMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


MOST_COMMANDS = {
    CommandKind.SLASH: 100,
    CommandKind.USER: 5,
    CommandKind.MESSAGE: 5,
    CommandKind.ENTRY_POINT: 1,
}
_HANDLERS = {1, 2}
_WITH_CHOICES = {OptionKind.STRING, OptionKind.INTEGER, OptionKind.NUMBER}
_NESTED = {OptionKind.SUBCOMMAND, OptionKind.SUBCOMMAND_GROUP}


def check_all_commands(commands: Any) -> list[Finding]:
    """Return what is wrong with a whole list of commands."""
    notes = Notes()
    if not isinstance(commands, list):
        notes.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return notes.findings
    for index, command in enumerate(commands):
        notes.findings += [each.under(str(index)) for each in check_command(command)]
    kinds = Counter(_kind(each) for each in commands if isinstance(each, dict))
    for kind, most in MOST_COMMANDS.items():
        if kinds[kind] > most:
            message = f"{most} commands of type {int(kind)} at most, not {kinds[kind]}."
            notes.add("", "APPLICATION_COMMANDS_TOO_MANY", message)
    names = Counter((_kind(each), each.get("name")) for each in commands if isinstance(each, dict))
    for (_, name), count in names.items():
        if count > 1:
            message = f"Application command names must be unique: {name!r}"
            notes.add("", "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    return notes.findings


def check_command(command: Any) -> list[Finding]:
    """Return what is wrong with one command."""
    notes = Notes()
    if not isinstance(command, dict):
        notes.add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        return notes.findings
    kind = _kind(command)
    if not notes.one_of("type", kind, set(CommandKind)):
        return notes.findings
    if kind == CommandKind.ENTRY_POINT:
        _check_name(notes, "name", command.get("name"))
        notes.text("description", command.get("description") or "", 0, 100)
        notes.one_of("handler", command.get("handler", 1), _HANDLERS)
    elif kind == CommandKind.SLASH:
        _check_name(notes, "name", command.get("name"))
        notes.text("description", command.get("description"), 1, 100)
        _check_options(notes, command.get("options"), "options", depth=0)
        if _text_length(command) > MOST_TEXT:
            message = f"Command exceeds maximum size ({MOST_TEXT})"
            notes.add("", "APPLICATION_COMMAND_TOO_LARGE", message)
    else:
        notes.text("name", command.get("name"), 1, 32)
        for key in ("description", "options"):
            if command.get(key):
                message = f"A command of a context menu has no {key}"
                notes.add(key, "APPLICATION_COMMAND_INVALID_FIELD", message)
    return notes.findings


def check_choices(choices: Any, kind: OptionKind) -> list[Finding]:
    """Return what is wrong with the choices suggested for an option of this kind."""
    notes = Notes()
    _check_choices(notes, choices, "data.choices", kind)
    return notes.findings


def _kind(command: Json) -> Any:
    kind = command.get("type")
    return CommandKind.SLASH if kind is None else kind


def _check_name(notes: Notes, path: str, name: Any) -> None:
    notes.text(path, name, 1, 32)
    if isinstance(name, str) and (name != name.lower() or not _NAME.fullmatch(name)):
        message = f"{name!r} is invalid: lower case letters, digits, - and _ alone."
        notes.add(path, "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_options(notes: Notes, options: Any, path: str, *, depth: int) -> None:
    many = [each for each in notes.many(path, options, 0, 25) if isinstance(each, dict)]
    names = Counter(each.get("name") for each in many)
    kinds = {each.get("type") for each in many}
    if kinds & _NESTED and kinds - _NESTED:
        message = "Sub-commands and other options cannot stand side by side"
        notes.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    optional_before = False
    for index, option in enumerate(many):
        where = f"{path}.{index}"
        if names[option.get("name")] > 1:
            message = "Option names must be unique"
            notes.add(f"{where}.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        if option.get("required") and optional_before:
            message = "Required options must be placed before non-required options"
            notes.add(f"{where}.required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_before = optional_before or not option.get("required")
        _check_option(notes, option, where, depth)


def _check_option(notes: Notes, option: Json, path: str, depth: int) -> None:
    kind = option.get("type")
    if not notes.one_of(f"{path}.type", kind, set(OptionKind)) or kind is None:
        return
    _check_name(notes, f"{path}.name", option.get("name"))
    notes.text(f"{path}.description", option.get("description"), 1, 100)
    if kind in _NESTED:
        deepest = 1 if kind == OptionKind.SUBCOMMAND else 0
        if depth > deepest:
            message = "Sub-commands cannot be nested this deep"
            notes.add(f"{path}.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        else:
            _check_options(notes, option.get("options"), f"{path}.options", depth=depth + 1)
        return
    choices = option.get("choices")
    if choices and kind not in _WITH_CHOICES:
        message = "Options of this type have no choices"
        notes.add(f"{path}.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        notes.add(f"{path}.autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message)
    _check_choices(notes, choices, f"{path}.choices", OptionKind(kind))
    _check_range(notes, option, path)


def _check_choices(notes: Notes, choices: Any, path: str, kind: OptionKind) -> None:
    for index, choice in enumerate(notes.many(path, choices, 0, 25)):
        where = f"{path}.{index}"
        if not isinstance(choice, dict):
            notes.add(where, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        notes.text(f"{where}.name", choice.get("name"), 1, 100)
        value = choice.get("value")
        if kind is OptionKind.STRING:
            notes.text(f"{where}.value", value, 0, 100)
        elif not isinstance(value, (int, float)) or isinstance(value, bool):
            notes.add(f"{where}.value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def _check_range(notes: Notes, option: Json, path: str) -> None:
    for low_key, high_key in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(low_key), option.get(high_key)
        if low is not None and high is not None and low > high:
            message = f"{low_key} cannot be greater than {high_key}"
            notes.add(f"{path}.{low_key}", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", message)


def _text_length(part: Any) -> int:
    """Return the length of all names, descriptions and choice values, as Discord counts it."""
    if isinstance(part, list):
        return sum(map(_text_length, part))
    if not isinstance(part, dict):
        return 0
    own = sum(len(str(part[key])) for key in ("name", "description", "value") if part.get(key))
    return own + sum(_text_length(part.get(key)) for key in ("options", "choices"))
