"""Failures on demand: answer the next requests of a kind badly, late, or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import Enum

from aiohttp import web

from playground.api.errors import DiscordError, Problem, RateLimited, Scope


@dataclass(frozen=True, slots=True)
class RateLimit:
    """429; the library waits `retry_after` seconds and tries again."""

    retry_after: float = 0.05
    is_global: bool = False


class Moment(Enum):
    """When a fault occurs: before the action, or after it, so that the answer is lost."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class ServerError:
    """An error of a gateway or proxy in front of Discord, without JSON: 503 or 408, for example."""

    status: int = 500
    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An error with one of Discord's codes; a 429 has a `retry_after` too."""

    problem: Problem
    retry_after: float = 0.05


@dataclass(frozen=True, slots=True)
class Delay:
    """The request is carried out `seconds` later, or at once with the answer `seconds` later."""

    seconds: float
    moment: Moment = Moment.BEFORE


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection breaks."""

    moment: Moment


Fault = RateLimit | ServerError | ErrorReply | Delay | Drop


@dataclass(slots=True)
class PlannedFault:
    """A fault that waits for its requests. `hits` counts the requests that it was applied to."""

    method: str
    route: str
    fault: Fault
    remaining: int
    hits: int = field(default=0)


class Faults:
    """The planned faults, which are applied in this order.

    A route is written as in Discord's documentation, for example `/channels/{channel_id}/messages`;
    `*` as method or route stands for any.
    """

    def __init__(self) -> None:
        self._plans: list[PlannedFault] = []

    def plan(self, method: str, route: str, fault: Fault, *, times: int = 1) -> PlannedFault:
        """Make the next `times` requests of this kind fail in this way."""
        plan = PlannedFault(method.upper(), route, fault, times)
        self._plans.append(plan)
        return plan

    def rate_limit(
        self, method: str, route: str, *, retry_after: float = 0.05, times: int = 1
    ) -> PlannedFault:
        """Answer 429 with Retry-After."""
        return self.plan(method, route, RateLimit(retry_after), times=times)

    def break_down(
        self, method: str, route: str, *, status: int = 500, times: int = 1
    ) -> PlannedFault:
        """Answer with an error of a gateway in front of Discord."""
        return self.plan(method, route, ServerError(status), times=times)

    def break_down_after(
        self, method: str, route: str, *, status: int = 503, times: int = 1
    ) -> PlannedFault:
        """Carry out the request, then answer with an error, like a gateway that timed out."""
        return self.plan(method, route, ServerError(status, Moment.AFTER), times=times)

    def refuse(self, method: str, route: str, problem: Problem, *, times: int = 1) -> PlannedFault:
        """Answer with one of Discord's errors."""
        return self.plan(method, route, ErrorReply(problem), times=times)

    def delay(self, method: str, route: str, seconds: float, *, times: int = 1) -> PlannedFault:
        """Carry out a request late and answer then, even if the bot has given up waiting."""
        return self.plan(method, route, Delay(seconds), times=times)

    def answer_late(
        self, method: str, route: str, seconds: float, *, times: int = 1
    ) -> PlannedFault:
        """Carry out the request at once, and answer late, like a slow Discord."""
        return self.plan(method, route, Delay(seconds, Moment.AFTER), times=times)

    def drop_before(self, method: str, route: str, *, times: int = 1) -> PlannedFault:
        """Break the connection before the request is carried out."""
        return self.plan(method, route, Drop(Moment.BEFORE), times=times)

    def drop_after(self, method: str, route: str, *, times: int = 1) -> PlannedFault:
        """Carry out the request, then break the connection, so that the answer is lost."""
        return self.plan(method, route, Drop(Moment.AFTER), times=times)

    def clear(self) -> None:
        """Forget all planned faults."""
        self._plans.clear()

    @property
    def pending(self) -> tuple[PlannedFault, ...]:
        """The faults that still wait for a request."""
        return tuple(self._plans)

    def take(self, method: str, route: str) -> Fault | None:
        """Return the fault for this request, if any, and count it as used."""
        for plan in self._plans:
            if plan.method in ("*", method) and plan.route in ("*", route):
                plan.hits += 1
                plan.remaining -= 1
                if plan.remaining <= 0:
                    self._plans.remove(plan)
                return plan.fault
        return None


async def apply_fault(request: web.Request, fault: Fault) -> web.StreamResponse | None:
    """Apply a fault. Return an answer without JSON or None to go on, or raise `DiscordError`."""
    match fault:
        case RateLimit(retry_after, is_global):
            scope = Scope.GLOBAL if is_global else Scope.USER
            raise RateLimited(retry_after, scope=scope)
        case ServerError(_, Moment.AFTER):
            return None
        case ServerError(status):
            return error_page(status)
        case ErrorReply(problem, retry_after):
            if problem.status == 429:
                raise RateLimited(retry_after, problem)
            raise DiscordError(problem)
        case Delay(_, Moment.AFTER):
            return None
        case Delay(seconds):
            await asyncio.sleep(seconds)
            return None
        case Drop(moment):
            if moment is Moment.AFTER:
                return None
            break_connection(request)
            return web.Response(status=500)


def error_page(status: int) -> web.Response:
    """Return the answer of a gateway in front of Discord, which has no JSON."""
    return web.Response(status=status, text="upstream connect error")


def break_connection(request: web.Request) -> None:
    """Break the connection of a request."""
    if request.transport is not None:
        request.transport.abort()
