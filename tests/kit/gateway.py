"""A bare client for the gateway of the playground."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.playground.tiny import Raw

Socket = aiohttp.ClientWebSocketResponse


@asynccontextmanager
async def open_socket(raw: Raw, query: str = "?v=10&encoding=json") -> AsyncIterator[Socket]:
    async with raw.session.ws_connect(raw.playground.gateway + query) as socket:
        yield socket


def identify_payload(token: str, **more: Any) -> dict[str, Any]:
    return {"op": 2, "d": {"token": token, "intents": 1, "properties": {}, **more}}


async def wait_for_close(socket: Socket) -> int | None:
    async for _ in socket:
        pass
    return socket.close_code
