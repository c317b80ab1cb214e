"""A modal as the person sees it, and their input, checked as Discord's client checks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.api.intake import Upload
from playground.interactions.interaction import Interaction
from playground.people.errors import CannotDo
from playground.people.options import OptionValues
from playground.people.seen import SelectOption, options_of
from playground.people.targets import pick_thing
from playground.world import Place, WorldMessage
from playground.world.layout import Part, walk
from playground.world.messages import Json

Filled = Any
"""A text, a bool, an option, or a list of options, users, roles, channels or files."""


@dataclass(frozen=True, slots=True)
class Field:
    """One part of a modal that can be filled in; `value` is its preset content."""

    custom_id: str
    kind: Part
    label: str
    description: str | None
    options: tuple[SelectOption, ...]
    is_required: bool
    value: str
    json: Json = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SeenModal:
    """A modal that popped up, its place and message, and the interaction that opened it."""

    title: str
    custom_id: str
    text: str
    fields: tuple[Field, ...]
    place: Place = field(repr=False, compare=False)
    message: WorldMessage | None = field(repr=False, compare=False)
    opened_by: Interaction = field(repr=False, compare=False)
    json: Json = field(repr=False, compare=False)

    def field(self, name: str) -> Field:
        """Return the field with this custom_id or label."""
        for each in self.fields:
            if name in (each.custom_id, each.label):
                return each
        known = ", ".join(repr(each.custom_id) for each in self.fields)
        raise CannotDo(f"the form has no {name!r}, only {known}")


def see_modal(form: Json, opened_by: Interaction) -> SeenModal:
    """Return a modal from the bot's answer to an interaction."""
    fields, texts = [], []
    for top in form["components"]:
        if top["type"] == Part.TEXT_DISPLAY:
            texts.append(top["content"])
        elif top["type"] == Part.LABEL:
            fields.append(_field(top["component"], top["label"], top.get("description")))
            texts += filter(None, [top["label"], top.get("description")])
        else:
            for inside in top["components"]:
                fields.append(_field(inside, inside["label"], None))
                texts.append(inside["label"])
    return SeenModal(
        title=form["title"],
        custom_id=form["custom_id"],
        text="\n".join(texts),
        fields=tuple(fields),
        place=opened_by.place,
        message=opened_by.message,
        opened_by=opened_by,
        json=form,
    )


@dataclass(slots=True)
class FormInput:
    """A modal being filled in: the values by custom_id, and the objects that ids name.

    `store` keeps an uploaded file and gives its JSON.
    """

    modal: SeenModal
    values: Mapping[str, Filled]
    store: Callable[[Upload], Json]
    chosen: OptionValues = field(default_factory=OptionValues)
    attachments: dict[str, Json] = field(default_factory=dict)

    def body(self) -> Json:
        """Return the body of the submit. Refuse a value that does not fit its field."""
        self.values = {
            self.modal.field(name).custom_id: value for name, value in self.values.items()
        }
        tree = self.modal.json["components"]
        numbers = iter(range(1, 1000))
        ids = {id(part): part.get("id") or next(numbers) for _, part in walk(tree)}
        components: list[Json] = []
        for top in tree:
            entry: Json = {"type": top["type"], "id": ids[id(top)]}
            if top["type"] == Part.LABEL:
                inside = top["component"]
                entry["component"] = {"id": ids[id(inside)], **self._fill(inside)}
            elif top["type"] == Part.ACTION_ROW:
                entry["components"] = [
                    {"id": ids[id(inside)], **self._fill(inside)} for inside in top["components"]
                ]
            components.append(entry)
        return {"custom_id": self.modal.custom_id, "components": components}

    def _fill(self, part: Json) -> Json:
        place = self.modal.field(part["custom_id"])
        entry: Json = {"type": part["type"], "custom_id": part["custom_id"]}
        value = self.values.get(place.custom_id)
        match place.kind:
            case Part.TEXT_INPUT:
                entry["value"] = _text(place, place.value if value is None else value)
            case Part.CHECKBOX:
                entry["value"] = bool(part.get("default")) if value is None else bool(value)
            case Part.RADIO_GROUP:
                picked = _picked_values(place, value)
                _require_count(place, picked, 1, 1)
                entry["value"] = picked[0] if picked else None
            case _:
                entry["values"] = self._several_values(place, value)
        return entry

    def _several_values(self, place: Field, value: Filled) -> list[str]:
        match place.kind:
            case Part.FILE_UPLOAD:
                picked = [self._store_upload(each) for each in _as_list(value)]
            case Part.STRING_SELECT | Part.CHECKBOX_GROUP:
                picked = _picked_values(place, value)
            case _:
                picked = [pick_thing(place.kind, each, self.chosen) for each in _as_list(value)]
        most = len(place.options) if place.kind is Part.CHECKBOX_GROUP else 1
        low, high = place.json.get("min_values"), place.json.get("max_values")
        _require_count(place, picked, 1 if low is None else low, most if high is None else high)
        return picked

    def _store_upload(self, value: Filled) -> str:
        if not isinstance(value, Upload):
            raise CannotDo(f"{value!r} is no file")
        shape = self.store(value)
        self.attachments[shape["id"]] = shape
        return str(shape["id"])


def _field(part: Json, label: str, description: str | None) -> Field:
    return Field(
        custom_id=part["custom_id"],
        kind=Part(part["type"]),
        label=label,
        description=description,
        options=options_of(part),
        is_required=part.get("required") is not False and part["type"] != Part.CHECKBOX,
        value=part.get("value") or "",
        json=part,
    )


def _text(place: Field, value: Filled) -> str:
    if not isinstance(value, str):
        raise CannotDo(f"{place.label!r} takes a text, not {value!r}")
    if not value and not place.is_required:
        return value
    low = place.json.get("min_length") or (1 if place.is_required else 0)
    high = place.json.get("max_length") or 4000
    if not low <= len(value) <= high:
        raise CannotDo(f"{place.label!r} takes {low} to {high} characters, not {len(value)}")
    return value


def _as_list(value: Filled) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _picked_values(place: Field, value: Filled) -> list[str]:
    """Return the values of the options picked by value or label, or of those preselected."""
    if value is None:
        return [option.value for option in place.options if option.is_default]
    picked = []
    for name in _as_list(value):
        matches = [each.value for each in place.options if name in (each.value, each.label)]
        if not matches:
            labels = ", ".join(repr(each.label) for each in place.options)
            raise CannotDo(f"{place.label!r} has no option {name!r}, only {labels}")
        picked.append(matches[0])
    return picked


def _require_count(place: Field, picked: list[str], low: int, high: int) -> None:
    if not picked and not place.is_required:
        return
    if not low <= len(picked) <= high:
        raise CannotDo(f"{place.label!r} takes {low} to {high} choices, not {len(picked)}")
