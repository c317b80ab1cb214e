"""Reading a request of the bot: its route, ids, JSON and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import (
    BodyPartReader,
    content_disposition_filename,
    hdrs,
    parse_content_disposition,
    web,
)

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.validation.violations import Finding
from playground.world import Snowflake, is_id
from playground.world.messages import ATTACHMENT_BYTES, Json


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request as `files[index]`."""

    index: int
    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """One request; `ids` are the parts of its address, by the names in its route."""

    method: str
    route: str
    ids: dict[str, str]
    query: dict[str, str]
    payload: Any = None
    uploads: tuple[Upload, ...] = ()

    def id(self, name: str) -> Snowflake:
        """Return one of the ids in the address."""
        value = self.ids[name]
        if not is_id(value):
            raise invalid_form(not_a_snowflake(name, value))
        return Snowflake(int(value))

    def form(self) -> Json:
        """Return the JSON of the body, which must be an object."""
        if not isinstance(self.payload, dict):
            raise DiscordError(Problem.INVALID_JSON)
        return self.payload

    def asks(self, name: str) -> bool:
        """Return whether a switch in the query is on."""
        return self.query.get(name, "").lower() in ("1", "true")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the stand-in; without a body it is 204.

    `findings` are faults of a request that Discord carries out without an error.
    """

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


Service = Callable[[Call], Coroutine[Any, Any, Reply]]


def not_a_snowflake(path: str, value: object) -> Finding:
    """Return the finding for a value that is not an id."""
    return Finding(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


async def read_call(request: web.Request, route: str) -> Call:
    """Read a request's body, as JSON or as a form with `payload_json` and `files[n]`."""
    payload: Any = None
    uploads: tuple[Upload, ...] = ()
    # aiohttp's `content_type` parses the whole header anew for each boundary, as an email's.
    if request.headers.get(hdrs.CONTENT_TYPE, "").lower().startswith("multipart/"):
        payload, uploads = await _read_multipart(request)
    elif request.can_read_body:
        text = await request.read()
        if text:
            payload = _parse(text)
    return Call(
        request.method, route, dict(request.match_info), dict(request.query), payload, uploads
    )


async def _read_multipart(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    payload: Any = None
    uploads = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise DiscordError(Problem.INVALID_FORM_BODY)
        content = bytes(await part.read())
        # `part.name` and `part.filename` would each parse the header again.
        _, parameters = parse_content_disposition(part.headers.get(hdrs.CONTENT_DISPOSITION))
        name = content_disposition_filename(parameters, "name") or ""
        if name == "payload_json":
            payload = _parse(content)
        elif name.startswith("files[") and is_id(name[6:-1]):
            if len(content) > ATTACHMENT_BYTES:
                raise DiscordError(Problem.REQUEST_TOO_LARGE)
            filename = content_disposition_filename(parameters) or "file"
            uploads.append(Upload(int(name[6:-1]), filename, content))
        else:
            code = "UNKNOWN_FORM_FIELD"
            raise invalid_form(Finding(name, code, "Only payload_json and files[n] are read"))
    return payload, tuple(uploads)


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise DiscordError(Problem.INVALID_JSON) from None
