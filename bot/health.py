"""/healthz says whether people can play, /metrics how they are served; off unless a port is set."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from aiohttp import web

from bot.host.leadership import Leadership
from bot.listening import listening
from bot.metering import CONTENT_TYPE, Metering

PATIENCE: Final = 2.0
"""Seconds that the database gets to answer."""


class Gateway(Protocol):
    """What brings people's deeds."""

    def is_connected(self) -> bool:
        """Tell whether Discord reaches the bot."""

    def faults(self) -> list[str]:
        """Return a sentence for each kind of work that is not done now."""


@asynccontextmanager
async def health(
    host: str, port: int, gateway: Gateway, leadership: Leadership, metering: Metering
) -> AsyncIterator[None]:
    """Serve both pages. Raises `AddressTaken`."""
    pages = _Pages(gateway, leadership, metering)
    application = web.Application()
    application.router.add_get("/healthz", pages.health)
    application.router.add_get("/metrics", pages.metrics)
    async with listening(application, host, port):
        yield


class _Pages:
    def __init__(self, gateway: Gateway, leadership: Leadership, metering: Metering) -> None:
        self._gateway = gateway
        self._leadership = leadership
        self._metering = metering

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 when people can play, else 503; what is wrong stands in a list."""
        wrong = [] if self._gateway.is_connected() else ["Discord does not reach the bot"]
        try:
            async with asyncio.timeout(PATIENCE):
                if not await self._leadership.holds():
                    wrong.append("this process does not lead on the database")
        except TimeoutError:
            wrong.append(f"the database has not answered within {PATIENCE:g} seconds")
        except Exception as error:
            # Whatever it is, it belongs into the answer: nobody would be told otherwise.
            wrong.append(f"the database does not answer: {error}")
        wrong += self._gateway.faults()
        return web.json_response({"wrong": wrong}, status=503 if wrong else 200)

    async def metrics(self, _: web.Request) -> web.Response:
        """Answer with every number."""
        return web.Response(
            body=await self._metering.exposition(), headers={"Content-Type": CONTENT_TYPE}
        )
