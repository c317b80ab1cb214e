"""How a request meets the fault that was planned for it."""

from __future__ import annotations

import asyncio

from aiohttp import web

from playground.api.errors import DiscordError, RateLimited, Scope
from playground.api.faults import (
    Delay,
    Drop,
    Fault,
    Moment,
    RateLimit,
    Refusal,
    ServerError,
)


async def meet(request: web.Request, fault: Fault) -> web.StreamResponse | None:
    """Let a request meet its fault: an answer without JSON, a `DiscordError`, or None to go on."""
    match fault:
        case RateLimit(retry_after, is_global):
            scope = Scope.GLOBAL if is_global else Scope.USER
            raise RateLimited(retry_after, scope=scope)
        case ServerError(status):
            return web.Response(status=status, text="upstream connect error")
        case Refusal(problem, retry_after):
            if problem.status == 429:
                raise RateLimited(retry_after, problem)
            raise DiscordError(problem)
        case Delay(seconds):
            await asyncio.sleep(seconds)
            return None
        case Drop(moment):
            if moment is Moment.AFTER:
                return None
            cut(request)
            return web.Response(status=500)


def cut(request: web.Request) -> None:
    """Break the connection that a request came by."""
    if request.transport is not None:
        request.transport.abort()
