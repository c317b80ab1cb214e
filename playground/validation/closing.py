"""Schemas of Discord's description made strict, so that a misspelt key is found and named."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Protocol

from playground.world.messages import Json


class _Error(Protocol):
    @property
    def message(self) -> str: ...

    @property
    def instance_path(self) -> list[str | int]: ...


class Validator(Protocol):
    """A compiled schema of jsonschema-rs, as far as it is used here."""

    def iter_errors(self, instance: Any) -> Iterable[_Error]:
        """Return what is wrong with a value."""
        ...


class ClosedSchemas:
    """The description's schemas with every object closed, and some relaxed before.

    A union is split by the `type` of its branches if that distinguishes them. Its error then names
    the faulty key instead of "not valid under any of the schemas".
    """

    def __init__(self, schemas: Json, relaxations: Iterable[Callable[[Json], None]]) -> None:
        self._open = copy.deepcopy(schemas)
        for relax in relaxations:
            relax(self._open)

    def validator(self, schema: Json) -> Validator:
        """Return a compiled check of one schema; its references lead to the closed schemas."""
        # Imported here because only a playground with a description needs it.
        import jsonschema_rs

        root = {**self._close(schema), "components": {"schemas": self._closed}}
        return jsonschema_rs.Draft202012Validator(root)

    @cached_property
    def _closed(self) -> Json:
        return {name: self._close(each) for name, each in self._open.items()}

    def _close(self, schema: Any) -> Any:
        if isinstance(schema, list):
            return [self._close(each) for each in schema]
        if not isinstance(schema, dict):
            return schema
        schema = self._merge(schema)
        closed = {key: self._close(each) for key, each in schema.items()}
        if "properties" in closed and "additionalProperties" not in closed:
            closed["additionalProperties"] = False
        for union in ("oneOf", "anyOf"):
            if union in closed and {"type": "null"} in closed[union]:
                return _unless_null(closed.pop(union)) | closed
            if union in closed and (kinds := self._kinds(closed[union])):
                return _split_by_type(closed.pop(union), kinds) | closed
        return closed

    def _merge(self, schema: Json) -> Json:
        """Return an object composed of others as one, since each of them would be closed."""
        parts = [self._resolve(each) for each in schema.get("allOf", [])]
        if not parts or not all("properties" in each for each in parts):
            return schema
        whole = {key: value for key, value in schema.items() if key != "allOf"}
        for key, empty in (("properties", {}), ("required", [])):
            whole[key] = copy.copy(schema.get(key, empty))
        for each in parts:
            whole["properties"] |= each["properties"]
            whole["required"] += each.get("required", [])
        return whole

    def _resolve(self, schema: Json) -> Json:
        name = schema.get("$ref", "").rpartition("/")[2]
        resolved: Json = self._open[name] if name else schema
        return resolved

    def _kinds(self, branches: list[Json]) -> list[list[int]]:
        """Return the `type` values of each branch of a union, if they distinguish all branches."""
        kinds = []
        for branch in branches:
            name = branch.get("$ref", "").rpartition("/")[2]
            kind = self._open.get(name, {}).get("properties", {}).get("type", {})
            if "enum" not in kind or "type" not in self._open[name].get("required", []):
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
