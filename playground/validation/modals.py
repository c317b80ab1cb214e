"""The rules of a modal, the form that pops up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.validation.components import check_unique
from playground.validation.notes import Notes
from playground.validation.selects import check_counts, check_options, check_select
from playground.validation.violations import Finding
from playground.world.layout import SELECTS, Part, walk
from playground.world.messages import Json

MOST_PARTS = 5
_TOP = frozenset({Part.ACTION_ROW, Part.TEXT_DISPLAY, Part.LABEL})
_IN_LABEL = SELECTS | {
    Part.TEXT_INPUT,
    Part.FILE_UPLOAD,
    Part.RADIO_GROUP,
    Part.CHECKBOX_GROUP,
    Part.CHECKBOX,
}


def check_modal(form: Json) -> list[Finding]:
    """Return what is wrong with a modal."""
    notes = Notes()
    notes.text("custom_id", form.get("custom_id"), 1, 100)
    notes.text("title", form.get("title"), 1, 45)
    tree = notes.many("components", form.get("components"), 1, MOST_PARTS)
    for index, component in enumerate(tree):
        path = f"components.{index}"
        if not isinstance(component, dict):
            notes.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        elif notes.one_of(f"{path}.type", component.get("type"), _TOP):
            _TOP_RULES[component["type"]](notes, component, path)
    check_unique(notes, list(walk([each for each in tree if isinstance(each, dict)])))
    return notes.findings


def _row(notes: Notes, row: Json, path: str) -> None:
    for index, child in enumerate(notes.many(f"{path}.components", row.get("components"), 1, 1)):
        where = f"{path}.components.{index}"
        if notes.one_of(f"{where}.type", child.get("type"), {Part.TEXT_INPUT}):
            notes.text(f"{where}.label", child.get("label"), 1, 45)
            _text_input(notes, child, where)


def _text(notes: Notes, text: Json, path: str) -> None:
    notes.text(f"{path}.content", text.get("content"), 1, 4000)


def _label(notes: Notes, label: Json, path: str) -> None:
    notes.text(f"{path}.label", label.get("label"), 1, 45)
    notes.optional_text(f"{path}.description", label.get("description"), 1, 100)
    inside = label.get("component")
    if not isinstance(inside, dict):
        notes.add(f"{path}.component", "BASE_TYPE_REQUIRED", "This field is required")
        return
    where = f"{path}.component"
    if not notes.one_of(f"{where}.type", inside.get("type"), _IN_LABEL):
        return
    notes.text(f"{where}.custom_id", inside.get("custom_id"), 1, 100)
    kind = inside["type"]
    if kind in SELECTS:
        _select(notes, inside, where)
    elif kind in _IN_LABEL_RULES:
        _IN_LABEL_RULES[kind](notes, inside, where)
    if kind == Part.TEXT_INPUT and inside.get("label") is not None:
        message = "A text input inside a label has no label of its own"
        notes.add(f"{where}.label", "TEXT_INPUT_LABEL_NOT_ALLOWED", message)


def _text_input(notes: Notes, field: Json, path: str) -> None:
    notes.text(f"{path}.custom_id", field.get("custom_id"), 1, 100)
    notes.one_of(f"{path}.style", field.get("style"), {1, 2})
    notes.optional_text(f"{path}.placeholder", field.get("placeholder"), 0, 100)
    low, high = field.get("min_length"), field.get("max_length")
    notes.number(f"{path}.min_length", low, 0, 4000)
    notes.number(f"{path}.max_length", high, 1, 4000)
    most = high if isinstance(high, int) else 4000
    if isinstance(low, int) and low > most:
        message = "min_length cannot be greater than max_length"
        notes.add(f"{path}.min_length", "TEXT_INPUT_MIN_MAX_CONFLICT", message)
    notes.optional_text(f"{path}.value", field.get("value"), 0, most)


def _select(notes: Notes, select: Json, path: str) -> None:
    check_select(notes, select, path)
    if select.get("disabled"):
        message = "A select in a modal cannot be disabled"
        notes.add(f"{path}.disabled", "SELECT_COMPONENT_DISABLED_IN_MODAL", message)
    _require_field(notes, select, path)


def _require_field(notes: Notes, part: Json, path: str) -> None:
    if part.get("min_values") == 0 and part.get("required", True):
        message = "A required part needs min_values of 1 or more"
        notes.add(f"{path}.min_values", "COMPONENT_REQUIRED_MIN_VALUES", message)


def _radio_group(notes: Notes, group: Json, path: str) -> None:
    options = check_options(notes, group, path, low=2, high=10)
    if sum(bool(each.get("default")) for each in options if isinstance(each, dict)) > 1:
        message = "One option at most is chosen by default"
        notes.add(f"{path}.options", "RADIO_GROUP_TOO_MANY_DEFAULTS", message)


def _checkbox_group(notes: Notes, group: Json, path: str) -> None:
    options = check_options(notes, group, path, low=1, high=10)
    # Without max_values all boxes may be ticked.
    counted = {"max_values": len(options) or 1, **group}
    check_counts(notes, counted, path, most=10, offered=len(options))
    _require_field(notes, group, path)


def _file_upload(notes: Notes, upload: Json, path: str) -> None:
    check_counts(notes, upload, path, most=10, offered=10)
    _require_field(notes, upload, path)


_Rule = Callable[[Notes, Any, str], None]
_TOP_RULES: dict[int, _Rule] = {
    Part.ACTION_ROW: _row,
    Part.TEXT_DISPLAY: _text,
    Part.LABEL: _label,
}
_IN_LABEL_RULES: dict[int, _Rule] = {
    Part.TEXT_INPUT: _text_input,
    Part.RADIO_GROUP: _radio_group,
    Part.CHECKBOX_GROUP: _checkbox_group,
    Part.FILE_UPLOAD: _file_upload,
}
