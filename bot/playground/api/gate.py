"""The gate that every request passes: faults, token, honesty, then what serves it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from aiohttp import web

from bot.playground.api.errors import DiscordError, Problem
from bot.playground.api.faults import (
    Delay,
    Drop,
    Fault,
    Faults,
    Moment,
    RateLimit,
    Refusal,
    ServerError,
)
from bot.playground.api.intake import Reply, Service, read_call
from bot.playground.honesty.description import Description
from bot.playground.honesty.violations import Finding, Violation
from bot.playground.world.messages import Json

PREFIX = "/api/v10"
_log = logging.getLogger(__name__)


class Key(Enum):
    """What a request must show."""

    BOT_TOKEN = "bot token"  # noqa: S105
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the API: how it is written, who may use it, and what does it."""

    method: str
    template: str
    service: Service
    key: Key = Key.BOT_TOKEN


class Gate:
    """Turns routes into aiohttp's, and keeps the record of violations."""

    def __init__(self, token: str, faults: Faults, description: Description | None) -> None:
        self.violations: list[Violation] = []
        self._token = token
        self._faults = faults
        self._description = description
        self._on_reply: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each request that was answered."""
        self._on_reply.append(listener)

    def install(self, app: web.Application, routes: list[Route]) -> None:
        """Add the routes to a web application, and an honest answer for all others."""
        for route in routes:
            path = PREFIX + route.template
            app.router.add_route(route.method, path, self._serve(route))
        app.router.add_route("*", PREFIX + "/{unknown:.*}", self._unknown)

    def _serve(self, route: Route) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            fault = self._faults.take(route.method, route.template)
            if fault is not None and (answer := await _meet(request, fault)):
                self._tell()
                return answer
            try:
                reply = await self._handle(request, route)
            except DiscordError as error:
                reply = Reply(error.body(), error.problem.status)
                self._note(route, error)
            except ConnectionError:
                # The bot is gone, killed in the middle of its request: nobody waits for an answer.
                raise
            except Exception as error:
                # A test must not pass over a fault of the playground's own.
                finding = Finding("", "PLAYGROUND_BROKE", repr(error))
                self.violations.append(Violation(route.method, route.template, (finding,)))
                raise
            if isinstance(fault, Drop):
                _cut(request)
            self._tell()
            return respond(reply)

        return serve

    def _tell(self) -> None:
        for listener in self._on_reply:
            listener()

    async def _handle(self, request: web.Request, route: Route) -> Reply:
        shown = request.headers.get("Authorization")
        if route.key is Key.BOT_TOKEN and shown != f"Bot {self._token}":
            raise DiscordError(Problem.UNAUTHORIZED)
        call = await read_call(request, route.template)
        if self._description is not None:
            findings = self._description.check(call.method, call.route, call.payload)
            if findings:
                raise DiscordError(Problem.INVALID_FORM_BODY, tuple(findings))
        return await route.service(call)

    def _note(self, route: Route, error: DiscordError) -> None:
        """A form with faults in it is the bot's own doing; other refusals are how the world is."""
        if error.findings:
            violation = Violation(route.method, route.template, error.findings)
            self.violations.append(violation)
            _log.warning("%s", violation)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        finding = Finding("", "ROUTE_UNKNOWN", "The playground has no such route")
        self.violations.append(Violation(request.method, path, (finding,)))
        return respond(Reply(DiscordError(Problem.NOT_FOUND).body(), 404))


def respond(reply: Reply) -> web.Response:
    """An answer as HTTP. The type must be application/json exactly, so no charset is given."""
    if reply.body is None:
        return web.Response(status=204)
    content = json.dumps(reply.body, separators=(",", ":")).encode()
    return web.Response(body=content, status=reply.status, content_type="application/json")


async def _meet(request: web.Request, fault: Fault) -> web.StreamResponse | None:
    """Let a request meet its fault; None lets it go on."""
    match fault:
        case RateLimit():
            return _rate_limited(fault, {"message": "You are being rate limited."})
        case ServerError(status):
            return web.Response(status=status, text="upstream connect error")
        case Refusal(problem, retry_after):
            body = DiscordError(problem).body()
            if problem.status == 429:
                return _rate_limited(RateLimit(retry_after), body)
            return respond(Reply(body, problem.status))
        case Delay(seconds):
            await asyncio.sleep(seconds)
            return None
        case Drop(moment):
            if moment is Moment.AFTER:
                return None
            _cut(request)
            return web.Response(status=500)


def _rate_limited(limit: RateLimit, body: Json) -> web.Response:
    told = {**body, "retry_after": limit.retry_after, "global": limit.is_global}
    response = respond(Reply(told, 429))
    response.headers["Retry-After"] = str(max(1, round(limit.retry_after)))
    # Without Via the library takes the answer for a ban by the network in front of Discord.
    response.headers["Via"] = "1.1 playground"
    response.headers["X-RateLimit-Scope"] = "global" if limit.is_global else "user"
    if limit.is_global:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
