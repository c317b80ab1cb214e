"""The middleware of every request: faults, token, rates and validation, then the route."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from aiohttp import web

from playground.api.errors import DiscordError, Problem
from playground.api.faults import (
    Delay,
    Drop,
    Faults,
    Moment,
    ServerError,
    apply_fault,
    break_connection,
    error_page,
)
from playground.api.intake import Call, Reply, Service, read_call
from playground.api.limits import RateLimits
from playground.validation.description import Description
from playground.validation.violations import Finding, Side, ViolationRecord

PREFIX = "/api/v10"


class Key(Enum):
    """The credential that a request must show."""

    BOT_TOKEN = "bot token"  # noqa: S105
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the API: its method and path, the credential it needs, and its service."""

    method: str
    template: str
    service: Service
    key: Key = Key.BOT_TOKEN


@dataclass(frozen=True, slots=True)
class Guards:
    """The parts that the middleware checks a request with."""

    token: str
    faults: Faults
    rates: RateLimits
    record: ViolationRecord
    description: Description | None


class Middleware:
    """Adds routes to aiohttp, and records deviations from Discord."""

    def __init__(self, guards: Guards) -> None:
        self._guards = guards
        self._on_reply: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each request that was answered."""
        self._on_reply.append(listener)

    def install(self, app: web.Application, routes: list[Route]) -> None:
        """Add the routes to a web application, and an answer for unknown ones."""
        for route in routes:
            path = PREFIX + route.template
            app.router.add_route(route.method, path, self._serve(route))
            description = self._guards.description
            if description is not None and not description.has(route.method, route.template):
                finding = Finding("", "ROUTE_UNDESCRIBED", "Discord has no such route")
                self._note(route, (finding,), Side.PLAYGROUND)
        app.router.add_route("*", PREFIX + "/{unknown:.*}", self._unknown)

    def _serve(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            fault = self._guards.faults.take(route.method, route.template)
            try:
                # Discord carries out a request that it has read, even if the bot has stopped
                # waiting.
                is_delayed = isinstance(fault, Delay)
                call = await read_call(request, route.template) if is_delayed else None
                if fault is not None and (answer := await apply_fault(request, fault)):
                    self._notify()
                    return answer
                reply = await self._handle(request, route, call)
            except DiscordError as error:
                reply = Reply(error.body(), error.problem.status, error.headers)
                # Faults in a form are the bot's; other refusals come from the state of the world.
                self._note(route, error.findings, Side.BOT)
            except ConnectionError:
                # The bot was killed in the middle of its request: no one waits for an answer.
                raise
            except Exception as error:
                # A test must not overlook a fault of the playground itself.
                finding = Finding("", "PLAYGROUND_BROKE", repr(error))
                self._note(route, (finding,), Side.PLAYGROUND)
                raise
            self._check(route, reply)
            self._note(route, reply.findings, Side.BOT)
            match fault:
                case Drop():
                    break_connection(request)
                case Delay(seconds, Moment.AFTER):
                    await asyncio.sleep(seconds)
            self._notify()
            return error_page(fault.status) if isinstance(fault, ServerError) else respond(reply)

        return serve

    def _notify(self) -> None:
        for listener in self._on_reply:
            listener()

    async def _handle(self, request: web.Request, route: Route, call: Call | None) -> Reply:
        guards = self._guards
        if route.key is Key.BOT_TOKEN:
            if request.headers.get("Authorization") != f"Bot {guards.token}":
                raise DiscordError(Problem.UNAUTHORIZED)
            # Answers to interactions show no token, and do not count.
            guards.rates.admit_bot()
        headers = guards.rates.admit(route.method, route.template, request.match_info)
        try:
            reply = await self._reply(request, route, call)
        except DiscordError as error:
            error.headers |= headers
            raise
        return replace(reply, headers=headers)

    async def _reply(self, request: web.Request, route: Route, call: Call | None) -> Reply:
        if call is None:
            call = await read_call(request, route.template)
        if (description := self._guards.description) is not None:
            findings = description.check(call.method, call.route, call.payload)
            if findings:
                raise DiscordError(Problem.INVALID_FORM_BODY, tuple(findings))
        return await route.service(call)

    def _check(self, route: Route, reply: Reply) -> None:
        """Check the answer against the description."""
        if (description := self._guards.description) is not None:
            status = 204 if reply.body is None else reply.status
            findings = description.check_answer(route.method, route.template, status, reply.body)
            self._note(route, findings, Side.PLAYGROUND)

    def _note(self, route: Route, findings: Iterable[Finding], side: Side) -> None:
        self._guards.record.note(route.method, route.template, findings, side)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        finding = Finding("", "ROUTE_UNKNOWN", "The playground has no such route")
        self._guards.record.note(request.method, path, (finding,), Side.BOT)
        return respond(Reply(DiscordError(Problem.NOT_FOUND).body(), 404))


def respond(reply: Reply) -> web.Response:
    """Return an answer as HTTP. Its type is application/json exactly, without a charset."""
    if reply.body is None:
        return web.Response(status=204, headers=reply.headers)
    content = json.dumps(reply.body, separators=(",", ":")).encode()
    return web.Response(
        body=content,
        status=reply.status,
        headers=reply.headers,
        content_type="application/json",
    )
