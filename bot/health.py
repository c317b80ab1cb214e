"""`/healthz` reports whether users can play, `/metrics` how fast. Both need a configured port."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import web

from bot.errors import NotStored
from bot.game import Position
from bot.jobs.leadership import Leadership, LeadLost
from bot.listening import listening
from render.scene import Scene
from render.studio import drawn

if TYPE_CHECKING:
    from bot.metrics import ProcessMetrics

PATIENCE: Final = 2.0
"""Seconds within which each check must finish."""
FRESH: Final = 1.0
"""Seconds for which to reuse the result of a check, so that frequent requests cost nothing."""

_PICTURE: Final = Scene(Position())

Trial = Callable[[], Awaitable[str | None]]
"""Tries one thing that users need. Returns the fault, or None."""


class Gateway(Protocol):
    """The connection to Discord."""

    def is_complete(self) -> bool:
        """Return whether Discord reaches the bot through all of its shards."""

    def faults(self) -> list[str]:
        """Return a sentence for each kind of work that is stuck."""


@asynccontextmanager
async def health(
    host: str, port: int, gateway: Gateway, leadership: Leadership, metering: ProcessMetrics
) -> AsyncIterator[None]:
    """Serve both pages. Raise `AddressTaken` if something else uses the port."""
    pages = _HealthPages(gateway, leadership, metering)
    application = web.Application()
    application.router.add_get("/healthz", pages.health)
    application.router.add_get("/metrics", pages.metrics)
    try:
        async with listening(application, host, port):
            yield
    finally:
        await pages.close()


@asynccontextmanager
async def ill_health(host: str, port: int, wrong: str) -> AsyncIterator[None]:
    """Serve a `/healthz` that says why the bot cannot start. Raise `AddressTaken`."""

    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"wrong": [wrong]}, status=503)

    application = web.Application()
    application.router.add_get("/healthz", answer)
    async with listening(application, host, port):
        yield


class _Check:
    """Runs one trial at a time for all requests, with a time limit.

    A trial that hangs is left alone, because a disk that does not answer cannot be interrupted.
    Further requests wait for the same trial.
    """

    def __init__(self, what: str, trial: Trial) -> None:
        self._what = what
        self._trial = trial
        self._task: asyncio.Task[str | None] | None = None
        self._ended_at = float("-inf")

    async def wrong(self) -> str | None:
        """Return the fault, or None."""
        task = self._task
        if task is None or (task.done() and time.monotonic() - self._ended_at >= FRESH):
            task = self._task = asyncio.create_task(self._run_trial())
        await asyncio.wait([task], timeout=PATIENCE)
        if task.done():
            return task.result()
        return f"{self._what} within {PATIENCE:g} seconds"

    async def close(self) -> None:
        """Cancel the trial that is running."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=PATIENCE)

    async def _run_trial(self) -> str | None:
        try:
            return await self._trial()
        finally:
            self._ended_at = time.monotonic()


class _HealthPages:
    def __init__(self, gateway: Gateway, leadership: Leadership, metering: ProcessMetrics) -> None:
        self._gateway = gateway
        self._leadership = leadership
        self._metering = metering
        self._checks = (
            _Check("the database has not stored anything", self._try_to_store),
            _Check("no picture was drawn", _try_to_draw),
        )

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 if users can play, and otherwise 503 with a list of what is wrong."""
        wrong = [] if self._gateway.is_complete() else ["Discord does not reach the bot"]
        tried = await asyncio.gather(*(check.wrong() for check in self._checks))
        wrong += [each for each in tried if each is not None]
        wrong += self._gateway.faults()
        return web.json_response({"wrong": wrong}, status=503 if wrong else 200)

    async def close(self) -> None:
        """Cancel all checks."""
        await asyncio.gather(*(check.close() for check in self._checks))

    async def _try_to_store(self) -> str | None:
        """Store a value, to check that actions can store theirs."""
        try:
            await self._leadership.renew()
            if not await self._leadership.is_in_place():
                return "the database file is gone, and all that is stored now will be lost"
        except LeadLost:
            return "another process has taken the database"
        except NotStored as error:
            return f"nothing can be stored: {error.reason}"
        except Exception as error:
            # Any error belongs in the answer, or it would stay unknown.
            return f"the database does not answer: {error}"
        return None

    async def metrics(self, _: web.Request) -> web.Response:
        """Answer with all metrics."""
        return web.Response(
            body=await self._metering.exposition(),
            headers={"Content-Type": self._metering.content_type},
        )


async def _try_to_draw() -> str | None:
    """Draw a picture, to check that the art can be read and memory suffices."""
    try:
        await asyncio.to_thread(drawn, _PICTURE)
    except Exception as error:
        # Any error belongs in the answer, or it would stay unknown.
        return f"no picture can be drawn: {error}"
    return None
