"""Checking requests and answers against Discord's own description of its HTTP API.

The description (an OpenAPI 3.1 file) is not part of the project: the caller gives its path.
jsonschema-rs does the checking.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from playground.validation.closing import ClosedSchemas, Validator
from playground.validation.relaxations import ANSWER_RELAXATIONS, REQUEST_RELAXATIONS
from playground.validation.violations import Finding
from playground.world.messages import Json


@cache
def read_description(path: Path) -> Description:
    """Return the description at this path, read once for all playgrounds of the process."""
    return Description(path)


class Description:
    """Discord's description, read once; each check is compiled at its first use."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._responses: Json = document["components"]["responses"]
        schemas = document["components"]["schemas"]
        self._asked = ClosedSchemas(schemas, REQUEST_RELAXATIONS)
        self._answered = ClosedSchemas(schemas, ANSWER_RELAXATIONS)
        self._requests: dict[tuple[str, str], Validator | None] = {}
        self._answers: dict[tuple[str, str, int], Validator | None] = {}
        self._shapes: dict[str, Validator] = {}

    def has(self, method: str, route: str) -> bool:
        """Return whether Discord has this route."""
        return bool(self._operation(method, route))

    def check(self, method: str, route: str, payload: Any) -> list[Finding]:
        """Return the faults of a JSON body sent to a route, by the description."""
        key = (method, route)
        if key not in self._requests:
            schema = _json_of(self._operation(method, route).get("requestBody", {}))
            self._requests[key] = self._asked.validator(schema) if schema else None
        validator = self._requests[key]
        if validator is None:
            if payload is None:
                return []
            return [Finding("", "BODY_UNEXPECTED", "This route takes no JSON body")]
        return _findings(validator, payload)

    def check_answer(self, method: str, route: str, status: int, body: Any) -> list[Finding]:
        """Return the faults of a route's answer, by the description; no body is None."""
        key = (method, route, status)
        if key not in self._answers:
            self._answers[key] = self._answer_validator(*key)
        validator = self._answers[key]
        if validator is None:
            if body is None:
                return []
            return [Finding("", "BODY_UNEXPECTED", f"This route has no JSON with status {status}")]
        return _findings(validator, body)

    def check_shape(self, name: str, body: Any) -> list[Finding]:
        """Return the faults of an object, by the schema of this name."""
        if name not in self._shapes:
            schema = {"$ref": f"#/components/schemas/{name}"}
            self._shapes[name] = self._answered.validator(schema)
        return _findings(self._shapes[name], body)

    def _answer_validator(self, method: str, route: str, status: int) -> Validator | None:
        responses = self._operation(method, route).get("responses", {})
        described = responses.get(str(status)) or responses.get(f"{status // 100}XX") or {}
        if name := described.get("$ref", "").rpartition("/")[2]:
            described = self._responses[name]
        schema = _json_of(described)
        return self._answered.validator(schema) if schema else None

    def _operation(self, method: str, route: str) -> Json:
        operation: Json = self._paths.get(route, {}).get(method.lower(), {})
        return operation


def _json_of(described: Json) -> Json | None:
    schema: Json | None = described.get("content", {}).get("application/json", {}).get("schema")
    return schema


def _findings(validator: Validator, body: Any) -> list[Finding]:
    return [
        Finding(".".join(map(str, error.instance_path)), "DESCRIPTION", error.message[:300])
        for error in validator.iter_errors(body)
    ]
