"""Requests are accepted from this machine's pages and bots, and from no other page."""

import aiohttp
import pytest

from playground import Playground

ELSEWHERE = {"Origin": "http://evil.example"}


@pytest.mark.parametrize("path", ["/api/v10/gateway", "/gateway"])
async def test_a_page_from_elsewhere_is_refused(playground: Playground, path: str) -> None:
    address = playground.address.rstrip("/")
    async with (
        aiohttp.ClientSession(headers=ELSEWHERE) as session,
        session.get(address + path) as answer,
    ):
        assert answer.status == 403


async def test_a_websocket_from_elsewhere_is_refused(playground: Playground) -> None:
    async with aiohttp.ClientSession(headers=ELSEWHERE) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await session.ws_connect(playground.gateway)
    assert caught.value.status == 403


async def test_a_bot_that_names_no_origin_is_served(playground: Playground) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{playground.gateway}?v=10&encoding=json") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
