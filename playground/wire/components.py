"""Components as in Discord's answers: complete, with the addresses of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.wire.media import Media
from playground.world.layout import Part
from playground.world.messages import Json


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys that a kind always has, with their defaults, and the keys that it may have."""

    always: Mapping[str, Any] = field(default_factory=dict)
    if_present: frozenset[str] = frozenset()


_SELECT = {"custom_id": "", "min_values": 1, "max_values": 1}
_SELECT_IF_SAID = frozenset({"placeholder", "disabled"})
_PICKER = _Keys(_SELECT, _SELECT_IF_SAID | {"default_values"})
_KEYS = {
    Part.ACTION_ROW: _Keys({"components": []}),
    Part.BUTTON: _Keys(
        {"style": 2}, frozenset({"custom_id", "label", "disabled", "emoji", "url", "sku_id"})
    ),
    Part.STRING_SELECT: _Keys({**_SELECT, "options": []}, _SELECT_IF_SAID),
    Part.USER_SELECT: _PICKER,
    Part.ROLE_SELECT: _PICKER,
    Part.MENTIONABLE_SELECT: _PICKER,
    Part.CHANNEL_SELECT: _Keys(_SELECT, _PICKER.if_present | {"channel_types"}),
    Part.SECTION: _Keys({"components": [], "accessory": None}),
    Part.TEXT_DISPLAY: _Keys({"content": ""}),
    Part.THUMBNAIL: _Keys({"media": None, "description": None, "spoiler": False}),
    Part.MEDIA_GALLERY: _Keys({"items": []}),
    Part.FILE: _Keys({"file": None, "spoiler": False}),
    Part.SEPARATOR: _Keys({"spacing": 1, "divider": True}),
    Part.CONTAINER: _Keys({"components": [], "accent_color": None, "spoiler": False}),
}
_GALLERY_ITEM = _Keys({"media": None, "description": None, "spoiler": False})
_OPTION = _Keys({"label": "", "value": ""}, frozenset({"description", "emoji", "default"}))
_EMOJI = _Keys({"name": None}, frozenset({"id", "animated"}))


def component_json(component: Json, media: Media) -> Json:
    """Return a component of a message, with the components inside it."""
    kind = Part(component["type"])
    written = {"type": int(kind), "id": component["id"], **_keep(component, _KEYS[kind])}
    for key in ("components", "accessory"):
        if key in written:
            written[key] = _nested_json(written[key], media)
    if kind is Part.THUMBNAIL:
        written["media"] = media.unfurled(written["media"]["url"])
    if kind is Part.FILE:
        written |= media.file(component["file"]["url"])
    if "items" in written:
        written["items"] = [_item(each, media) for each in written["items"]]
    if "options" in written:
        written["options"] = [_with_emoji(_keep(each, _OPTION)) for each in written["options"]]
    if "default_values" in written:
        # A bot may send an id as a number; Discord answers with a string.
        written["default_values"] = [
            {**each, "id": str(each["id"])} for each in written["default_values"]
        ]
    return _with_emoji(written)


def _nested_json(inside: Any, media: Media) -> Any:
    if isinstance(inside, list):
        return [component_json(each, media) for each in inside]
    return component_json(inside, media)


def _item(item: Json, media: Media) -> Json:
    written = _keep(item, _GALLERY_ITEM)
    return {**written, "media": media.unfurled(written["media"]["url"])}


def _with_emoji(written: Json) -> Json:
    if "emoji" in written:
        written["emoji"] = _keep(written["emoji"], _EMOJI)
    return written


def _keep(given: Json, keys: _Keys) -> Json:
    present = {key: value for key, value in given.items() if value is not None}
    kept = {key: present[key] for key in keys.if_present if key in present}
    return {**keys.always, **{key: present[key] for key in keys.always if key in present}, **kept}
