"""The control socket moves the bot's clock. It is on loopback, and in the playground only."""

import asyncio
import hmac
import json
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.jobs.clock import MovableClock
from bot.match.identity import ChannelId, GuildId, InServer, Seconds, UserId
from bot.services import Services

LONGEST_ADVANCE: Final = 366 * 24 * 3600.0

Seed = Callable[[Services, str, InServer, list[UserId]], Awaitable[str | None]]
"""Starts something of a named kind in a channel, for users. Returns why it refuses, or None."""


@asynccontextmanager
async def control(
    file: Path, services: Services, clock: MovableClock, seed: Seed
) -> AsyncIterator[None]:
    """Listen on loopback, and write the address and a key into a file for the director."""
    key = secrets.token_urlsafe(24)
    runner = web.AppRunner(
        _ControlHandler(services, clock, key, seed).application(), access_log=None
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        await asyncio.to_thread(
            _write_privately, file, {"address": f"http://127.0.0.1:{port}", "key": key}
        )
        yield
    finally:
        await asyncio.to_thread(file.unlink, missing_ok=True)
        await runner.cleanup()


class _ControlHandler:
    """Answers the director. Every answer has `now`, the epoch seconds of the bot's clock.

    The answer about the next deadline also has `left`, the seconds until then, or null. The answer
    to a seed also has `refused`, the reason why nothing was seeded, or null.
    """

    def __init__(self, services: Services, clock: MovableClock, key: str, seed: Seed) -> None:
        self._seed = seed
        self._services = services
        self._clock = clock
        self._authorization = f"Bearer {key}"

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._authorise])
        application.router.add_post("/advance", self._advance)
        application.router.add_post("/until-deadline", self._until_deadline)
        application.router.add_post("/run-due", self._run_due)
        application.router.add_post("/seed", self._plant)
        return application

    @web.middleware
    async def _authorise(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        given = request.headers.get("Authorization", "")
        if not hmac.compare_digest(given.encode(), self._authorization.encode()):
            raise web.HTTPUnauthorized
        return await handler(request)

    async def _advance(self, request: web.Request) -> web.Response:
        body = await request.json()
        seconds = body.get("seconds") if isinstance(body, dict) else None
        if not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST_ADVANCE:
            raise web.HTTPBadRequest(
                text=f"seconds is {seconds!r}; it should be from 0 to {LONGEST_ADVANCE:.0f}"
            )
        return await self._move(Seconds(float(seconds)))

    async def _until_deadline(self, _: web.Request) -> web.Response:
        deadline = await self._services.clocks.next_deadline()
        now = self._clock.now()
        left = None if deadline is None else max(0.0, deadline - now)
        return web.json_response({"now": now, "left": left})

    async def _plant(self, request: web.Request) -> web.Response:
        body = await request.json()
        place = InServer(GuildId(int(body["guild"])), ChannelId(int(body["channel"])))
        users = [UserId(int(each)) for each in body["users"]]
        refused = await self._seed(self._services, str(body["kind"]), place, users)
        return web.json_response({"now": self._clock.now(), "refused": refused})

    async def _run_due(self, _: web.Request) -> web.Response:
        return await self._move(Seconds(0.0))

    async def _move(self, by: Seconds) -> web.Response:
        await self._services.clocks.leap(self._clock, by)
        await self._services.jobs.run_due()
        return web.json_response({"now": self._clock.now()})


def _write_privately(file: Path, content: dict[str, str]) -> None:
    """Write a file that only its owner can read. Write atomically: no reader sees half of it."""
    draft = file.with_name(f"{file.name}.draft")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(content, stream)
    draft.replace(file)
