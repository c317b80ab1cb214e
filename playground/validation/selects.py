"""The rules of select menus and of the lists of options in forms."""

from __future__ import annotations

from typing import Any

from playground.validation.notes import Notes
from playground.world.layout import Part
from playground.world.messages import Json

MOST_OPTIONS = 25
_DEFAULTS: dict[Any, tuple[str, ...]] = {
    Part.USER_SELECT: ("user",),
    Part.ROLE_SELECT: ("role",),
    Part.MENTIONABLE_SELECT: ("user", "role"),
    Part.CHANNEL_SELECT: ("channel",),
}


def check_select(notes: Notes, select: Json, path: str) -> None:
    """Check a select menu of any kind."""
    notes.text(f"{path}.custom_id", select.get("custom_id"), 1, 100)
    notes.optional_text(f"{path}.placeholder", select.get("placeholder"), 0, 150)
    count = MOST_OPTIONS
    if select.get("type") == Part.STRING_SELECT:
        options = check_options(notes, select, path, low=1, high=MOST_OPTIONS)
        count = len(options)
    elif select.get("options"):
        message = "Only a string select has options."
        notes.add(f"{path}.options", "SELECT_COMPONENT_OPTIONS_NOT_ALLOWED", message)
    check_counts(notes, select, path, most=MOST_OPTIONS, offered=count)
    if select.get("default_values"):
        _check_default_values(notes, select, path)


def _check_default_values(notes: Notes, select: Json, path: str) -> None:
    """Check the default values of a menu of users, roles or channels."""
    most = select.get("max_values")
    where = f"{path}.default_values"
    high = most if isinstance(most, int) else 1
    values = notes.many(where, select["default_values"], select.get("min_values") or 0, high)
    for index, value in enumerate(values):
        kind = value.get("type") if isinstance(value, dict) else None
        allowed = _DEFAULTS.get(select.get("type"), ())
        if kind not in allowed:
            choices = ", ".join(allowed) or "none"
            message = f"Value of field must be one of ({choices}), not {kind!r}."
            notes.add(f"{where}.{index}.type", "UNION_TYPE_CHOICES", message)


def check_options(notes: Notes, part: Json, path: str, *, low: int, high: int) -> list[Any]:
    """Check the options of a select, radio group or checkbox group."""
    options = notes.many(f"{path}.options", part.get("options"), low, high)
    values: set[Any] = set()
    for index, option in enumerate(options):
        where = f"{path}.options.{index}"
        if not isinstance(option, dict):
            notes.add(where, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        notes.text(f"{where}.label", option.get("label"), 1, 100)
        notes.text(f"{where}.value", option.get("value"), 1, 100)
        notes.optional_text(f"{where}.description", option.get("description"), 0, 100)
        value = option.get("value")
        if isinstance(value, str):
            if value in values:
                message = "The specified option value is already used"
                notes.add(f"{where}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(value)
    return options


def check_counts(notes: Notes, part: Json, path: str, *, most: int, offered: int) -> None:
    """Check the least and the greatest number of options that may be chosen."""
    low, high = part.get("min_values"), part.get("max_values")
    notes.number(f"{path}.min_values", low, 0, most)
    notes.number(f"{path}.max_values", high, 1, most)
    low = 1 if not isinstance(low, int) else low
    high = max(low, 1) if not isinstance(high, int) else high
    if low > high:
        message = "min_values cannot be greater than max_values"
        notes.add(f"{path}.min_values", "SELECT_COMPONENT_MIN_MAX_CONFLICT", message)
    if high > offered:
        message = f"max_values {high} is more than the {offered} options offered"
        notes.add(f"{path}.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_HIGH", message)
    options = part.get("options")
    chosen = sum(
        1
        for option in (options if isinstance(options, list) else [])
        if isinstance(option, dict) and option.get("default")
    )
    if chosen > high:
        message = f"{chosen} options are chosen by default, {high} may be"
        notes.add(f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)
