"""Requests checked against Discord's own description of its HTTP API, with every object closed.

The description (an OpenAPI 3.1 file) is not part of the project: its path is given by the caller.
jsonschema-rs does the checking and is needed only then, so it is imported only then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from bot.playground.honesty.violations import Finding
from bot.playground.world.messages import Json


class _Error(Protocol):
    @property
    def message(self) -> str: ...

    @property
    def instance_path(self) -> list[str | int]: ...


class _Validator(Protocol):
    def iter_errors(self, instance: Any) -> Iterable[_Error]: ...


def _snowflakes_as_numbers(schemas: Json) -> None:
    """Discord reads ids as numbers too; discord.py sends them so in several places."""
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}


def _nsfw_of_commands(schemas: Json) -> None:
    """Discord documents `nsfw` of a command; the description leaves it out."""
    for name in ("CreateRequest", "UpdateRequest", "PatchRequestPartial"):
        properties = schemas[f"ApplicationCommand{name}"]["properties"]
        properties["nsfw"] = {"type": ["boolean", "null"]}


def _permissions_as_text(schemas: Json) -> None:
    """Discord documents `default_member_permissions` as a string and reads numbers as well."""
    for name in ("CreateRequest", "UpdateRequest", "PatchRequestPartial"):
        properties = schemas[f"ApplicationCommand{name}"]["properties"]
        properties["default_member_permissions"] = {"type": ["integer", "string", "null"]}


def _tts_of_edits(schemas: Json) -> None:
    """Discord ignores `tts` in an edit; discord.py always sends it."""
    for name in (
        "MessageEditRequestPartial",
        "IncomingWebhookUpdateRequestPartial",
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
    ):
        schemas[name]["properties"]["tts"] = {"type": ["boolean", "null"]}


def _flags_of_embeds(schemas: Json) -> None:
    """Discord ignores `flags` of an embed; discord.py sends back those that it was given."""
    schemas["RichEmbed"]["properties"]["flags"] = {"type": ["integer", "null"]}


def _media_of_embeds(schemas: Json) -> None:
    """Discord ignores what it found out about an embed's picture; discord.py sends it back."""
    for name in ("RichEmbedImage", "RichEmbedThumbnail", "RichEmbedVideo"):
        properties = schemas[name]["properties"]
        for key in ("proxy_url", "content_type"):
            properties[key] = {"type": ["string", "null"]}
        properties["flags"] = {"type": ["integer", "null"]}
    for name in ("RichEmbedAuthor", "RichEmbedFooter"):
        schemas[name]["properties"]["proxy_icon_url"] = {"type": ["string", "null"]}


def _kept_attachments(schemas: Json) -> None:
    """Discord reads only the id of an attachment that is kept; discord.py sends it whole."""
    properties = schemas["MessageAttachmentRequest"]["properties"]
    for name in ("proxy_url", "url", "content_type"):
        properties[name] = {"type": ["string", "null"]}
    for name in ("size", "height", "width", "flags"):
        properties[name] = {"type": ["integer", "null"]}
    for name in ("spoiler", "ephemeral"):
        properties[name] = {"type": ["boolean", "null"]}


# Where the description is stricter than Discord; each says in its docstring what and why.
RELAXATIONS: tuple[Callable[[Json], None], ...] = (
    _snowflakes_as_numbers,
    _nsfw_of_commands,
    _permissions_as_text,
    _tts_of_edits,
    _flags_of_embeds,
    _media_of_embeds,
    _kept_attachments,
)


@cache
def read_description(path: Path) -> Description:
    """The description at this path, read once for all playgrounds of the process."""
    return Description(path)


class Description:
    """Discord's description, read once; each route's check is made when it is first asked for."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._schemas: Json = document["components"]["schemas"]
        for relax in RELAXATIONS:
            relax(self._schemas)
        self._schemas = {name: self._strict(each) for name, each in self._schemas.items()}
        self._validators: dict[tuple[str, str], _Validator | None] = {}

    def check(self, method: str, route: str, payload: Any) -> list[Finding]:
        """What the description says against a JSON body sent to a route."""
        validator = self._validator(method.lower(), route)
        if validator is None:
            if payload is None:
                return []
            return [Finding("", "BODY_UNEXPECTED", "This route takes no JSON body")]
        return [
            Finding(".".join(map(str, error.instance_path)), "DESCRIPTION", error.message[:300])
            for error in validator.iter_errors(payload)
        ]

    def _validator(self, method: str, route: str) -> _Validator | None:
        key = (method, route)
        if key not in self._validators:
            self._validators[key] = self._make_validator(method, route)
        return self._validators[key]

    def _make_validator(self, method: str, route: str) -> _Validator | None:
        import jsonschema_rs

        operation = self._paths.get(route, {}).get(method, {})
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is None:
            return None
        schema = self._strict(body["schema"])
        root = {**schema, "components": {"schemas": self._schemas}}
        return jsonschema_rs.Draft202012Validator(root)

    def _strict(self, schema: Any) -> Any:
        """A schema with its objects closed, and its unions split by the `type` of what is given.

        A union split so names the faulty key instead of "not valid under any of the schemas".
        """
        if isinstance(schema, list):
            return [self._strict(each) for each in schema]
        if not isinstance(schema, dict):
            return schema
        strict = {key: self._strict(each) for key, each in schema.items()}
        if "properties" in strict and "additionalProperties" not in strict:
            strict["additionalProperties"] = False
        for union in ("oneOf", "anyOf"):
            if union in strict and {"type": "null"} in strict[union]:
                return _unless_null(strict.pop(union)) | strict
            if union in strict and (kinds := self._kinds(strict[union])):
                return _split_by_type(strict.pop(union), kinds) | strict
        return strict

    def _kinds(self, branches: list[Json]) -> list[list[int]]:
        """The `type` values of each branch of a union, if all branches are told apart by them."""
        kinds = []
        for branch in branches:
            name = branch.get("$ref", "").rpartition("/")[2]
            kind = self._schemas.get(name, {}).get("properties", {}).get("type", {})
            if "enum" not in kind or "type" not in self._schemas[name].get("required", []):
                return []
            kinds.append(kind["enum"])
        return kinds


def _unless_null(branches: list[Json]) -> Json:
    others = [each for each in branches if each != {"type": "null"}]
    rest: Json = others[0] if len(others) == 1 else {"anyOf": others}
    return {"if": {"type": "null"}, "else": rest}


def _split_by_type(branches: list[Json], kinds: list[list[int]]) -> Json:
    everything = sorted({kind for each in kinds for kind in each})
    return {
        "type": "object",
        "required": ["type"],
        "allOf": [
            {"properties": {"type": {"enum": everything}}},
            *(
                {"if": {"properties": {"type": {"enum": each}}, "required": ["type"]}, "then": ref}
                for ref, each in zip(branches, kinds, strict=True)
            ),
        ],
    }
