"""Each rule of messages that Discord's API description lacks finds violations."""

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.messages import ExistingMessage, Form, check_message

V2 = 1 << 15
Json = dict[str, Any]


def text(content: str = "x", **more: Any) -> Json:
    return {"type": 10, "content": content, **more}


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def select(**more: Any) -> Json:
    options = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def container(*inside: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(inside), **more}


def section(accessory: Json | None, *inside: Json) -> Json:
    shape: Json = {"type": 9, "components": list(inside) or [text()]}
    return shape if accessory is None else {**shape, "accessory": accessory}


def gallery(url: str = "attachment://bed.png", **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def codes(
    payload: Json, *names: str, existing: ExistingMessage | None = None
) -> list[tuple[str, str]]:
    form = Form(payload, list(enumerate(names)))
    return [(finding.path, finding.code) for finding in check_message(form, existing)]


GOOD: list[tuple[Json, tuple[str, ...]]] = [
    ({"content": "hello", "tts": False}, ()),
    (v2(text()), ()),
    (
        v2(container(text(), gallery(description="a bed"), row(button())), row(select())),
        ("bed.png",),
    ),
    (v2(section(button()), {"type": 14, "spacing": 2}), ()),
    (v2(section({"type": 11, "media": {"url": "https://example.org/a.png"}})), ()),
    (v2({"type": 13, "file": {"url": "attachment://a.txt"}}), ("a.txt",)),
    (v2(row({"type": 2, "style": 5, "label": "Go", "url": "https://example.org"})), ()),
    (v2(row({"type": 2, "style": 6, "sku_id": "1"})), ()),
    (v2(row(button(emoji={"name": "x"}, label=None))), ()),
    (v2(row(*(button(str(n)) for n in range(5)))), ()),
    (v2(text("x" * 2000), text("y" * 2000)), ()),
    (v2(*(text() for _ in range(40))), ()),
    ({"components": [row(button())], "content": "x"}, ()),
    ({"embeds": [{"title": "x" * 256, "image": {"url": "attachment://a.png"}}]}, ("a.png",)),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "roles": [1]}}, ()),
    (v2(row({"type": 5, "custom_id": "who", "max_values": 25})), ()),
    ({"content": "x", "flags": 4096, "nonce": "1" * 25}, ()),
    ({"attachments": [{"id": 0, "description": "x" * 1024}]}, ("a.png",)),
]

BAD: list[tuple[Json, tuple[str, ...], str, str]] = [
    ({"content": "x" * 2001}, (), "content", "BASE_TYPE_BAD_LENGTH"),
    ({"content": 5}, (), "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "flags": "no"}, (), "flags", "NUMBER_TYPE_COERCE"),
    ({"content": "x", "flags": 64}, (), "flags", "MESSAGE_FLAGS_INVALID"),
    ({"content": "x", "nonce": "1" * 26}, (), "nonce", "BASE_TYPE_BAD_LENGTH"),
    (
        v2(text(), content="x"),
        (),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        v2(text(), embeds=[{"title": "x"}]),
        (),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    ({"components": [text()]}, (), "components.0.type", "UNION_TYPE_CHOICES"),
    (
        {"components": [row(button(str(n))) for n in range(6)]},
        (),
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"components": "x"}, (), "components", "LIST_TYPE_CONVERT"),
    ({"components": ["x"]}, (), "components.0", "DICT_TYPE_CONVERT"),
    (
        v2(*(container(*(text() for _ in range(5))) for _ in range(8))),
        (),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        v2(text("x" * 2001), text("y" * 2000)),
        (),
        "components",
        "COMPONENT_MAX_TOTAL_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (v2(text("")), (), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (
        v2(row(button("a"), button("a"))),
        (),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (v2(text(id=3), text(id=3)), (), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    (v2(row(button(""))), (), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (v2(row(button("x" * 101))), (), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (
        v2(row(button(label="x" * 81))),
        (),
        "components.0.components.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        v2(row(button(label=None))),
        (),
        "components.0.components.0.label",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    (v2(row(button(style=7))), (), "components.0.components.0.style", "UNION_TYPE_CHOICES"),
    (
        v2(row(button(style=5, url="https://example.org"))),
        (),
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_CONFLICT",
    ),
    (
        v2(row(button(url="https://example.org"))),
        (),
        "components.0.components.0.url",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_CONFLICT",
    ),
    (
        v2(row({"type": 2, "style": 6})),
        (),
        "components.0.components.0.sku_id",
        "BASE_TYPE_REQUIRED",
    ),
    (v2(row()), (), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (
        v2(row(*(button(str(n)) for n in range(6)))),
        (),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (v2(row(button(), select())), (), "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (v2(row(text())), (), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (v2(button()), (), "components.0.type", "UNION_TYPE_CHOICES"),
    (v2(row(select(options=[]))), (), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        v2(row(select(options=[{"label": "x", "value": str(n)} for n in range(26)]))),
        (),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        v2(row(select(options=[{"label": "x", "value": "1"}] * 2))),
        (),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        v2(row(select(options=["x"]))),
        (),
        "components.0.components.0.options.0",
        "DICT_TYPE_CONVERT",
    ),
    (
        v2(row(select(max_values=3))),
        (),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_HIGH",
    ),
    (
        v2(row(select(min_values=2, max_values=1))),
        (),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_MAX_CONFLICT",
    ),
    (
        v2(row(select(max_values=True))),
        (),
        "components.0.components.0.max_values",
        "NUMBER_TYPE_COERCE",
    ),
    (
        v2(row(select(options=[{"label": "x", "value": n, "default": True} for n in "ab"]))),
        (),
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    (
        v2(row({"type": 5, "custom_id": "w", "options": [{}]})),
        (),
        "components.0.components.0.options",
        "SELECT_COMPONENT_OPTIONS_NOT_ALLOWED",
    ),
    (
        v2(row({"type": 8, "custom_id": "w", "default_values": [{"id": "1", "type": "role"}]})),
        (),
        "components.0.components.0.default_values.0.type",
        "UNION_TYPE_CHOICES",
    ),
    (
        v2(row({"type": 6, "custom_id": "w", "default_values": [{"id": "1", "type": "role"}] * 2})),
        (),
        "components.0.components.0.default_values",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        v2(row({**select(), "default_values": [{"id": "1", "type": "user"}]})),
        (),
        "components.0.components.0.default_values.0.type",
        "UNION_TYPE_CHOICES",
    ),
    (
        v2(row(select(placeholder="x" * 151))),
        (),
        "components.0.components.0.placeholder",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (v2(section(None)), (), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (v2(section(text())), (), "components.0.accessory.type", "UNION_TYPE_CHOICES"),
    (v2(section(button(), *[text()] * 4)), (), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (v2(container()), (), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (v2(container(container(text()))), (), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (
        v2(container(text(), accent_color=1 << 24)),
        (),
        "components.0.accent_color",
        "NUMBER_TYPE_RANGE",
    ),
    (v2({"type": 14, "spacing": 3}), (), "components.0.spacing", "NUMBER_TYPE_RANGE"),
    (
        v2(gallery()),
        ("other.png",),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (v2(gallery("file:///etc")), (), "components.0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"),
    (
        v2(gallery(description="x" * 1025)),
        ("bed.png",),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        v2({"type": 12, "items": [{"media": {"url": "https://a.b"}}] * 11}),
        (),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (v2({"type": 12}), (), "components.0.items", "BASE_TYPE_REQUIRED"),
    (
        v2({"type": 13, "file": {"url": "https://example.org/a"}}),
        (),
        "components.0.file.url",
        "UNFURLED_MEDIA_ITEM_REFERENCE_REQUIRED",
    ),
    ({"attachments": [{"id": 0}]}, (), "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    (
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
        ("a.png",),
        "attachments.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"content": "x"}, tuple("abcdefghijk"), "attachments", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{}] * 11}, (), "embeds", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, (), "embeds.0.title", "BASE_TYPE_BAD_LENGTH"),
    (
        {"embeds": [{"fields": [{"name": "x" * 257, "value": "x"}]}]},
        (),
        "embeds.0.fields.0.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"embeds": [{"description": "x" * 4000}] * 2}, (), "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    (
        {"embeds": [{"image": {"url": "attachment://a.png"}}]},
        (),
        "embeds.0.image.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [1]}},
        (),
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["friends"]}},
        (),
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
]


@pytest.mark.parametrize(("payload", "names"), GOOD)
def test_a_good_message_passes(payload: Json, names: tuple[str, ...]) -> None:
    assert codes(payload, *names) == []


@pytest.mark.parametrize(("payload", "names", "path", "code"), BAD)
def test_each_rule_of_messages_fires(
    payload: Json, names: tuple[str, ...], path: str, code: str
) -> None:
    assert (path, code) in codes(payload, *names)


def test_an_edit_keeps_the_layout_and_the_files_that_it_names() -> None:
    existing = ExistingMessage(is_v2=True, has_legacy=False, files={"7": "bed.png", "8": "old.png"})
    assert codes({"components": [gallery()]}, existing=existing) == []
    kept: Json = {"components": [gallery()], "attachments": [{"id": "7"}]}
    assert codes(kept, existing=existing) == []
    dropped: Json = {"components": [gallery()], "attachments": [{"id": "8"}]}
    [(path, _)] = codes(dropped, existing=existing)
    assert path == "components.0.items.0.media.url"
    assert codes({"content": "x"}, existing=existing) == [
        ("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    ]
    assert codes({"flags": 4}, existing=existing) == [
        ("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG")
    ]


def test_a_legacy_message_must_be_cleared_before_it_gets_a_layout() -> None:
    existing = ExistingMessage(is_v2=False, has_legacy=True, files={})
    assert codes(v2(text()), existing=existing) == [
        ("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    ]
    assert codes(v2(text(), content=None), existing=existing) == []
