"""A proxy in front of the pages: for which address each request counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network

import aiohttp
import pytest
from aiohttp import web

from bot.listening import ListeningLimits, Network, listening
from tests.kit.leaderboard_pages import free_port
from tests.kit.waiting import until

PROXY = ip_network("127.0.0.1")
ELSEWHERE = ip_network("192.0.2.7")
EACH = 2


class SlowPages:
    """Pages that answer when the test lets them."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.inside = 0

    async def page(self, _: web.Request) -> web.Response:
        self.inside += 1
        await self.go.wait()
        return web.Response(text="a page")


@asynccontextmanager
async def served(slow: SlowPages, proxy: Network | None) -> AsyncIterator[str]:
    application = web.Application()
    application.router.add_get("/", slow.page)
    port = free_port()
    limits = ListeningLimits(connections=20, each=EACH, proxy=proxy)
    async with listening(application, "127.0.0.1", port, limits):
        yield f"http://127.0.0.1:{port}/"


async def statuses(address: str, slow: SlowPages, named: list[str], inside: int) -> list[int]:
    """Ask once for each forwarded address at the same time, and return the answers' statuses."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(name: str) -> int:
            async with session.get(address, headers={"X-Forwarded-For": name}) as answer:
                return answer.status

        asking = [asyncio.create_task(ask(name)) for name in named]
        refused = len(named) - inside
        await until(
            lambda: slow.inside >= inside and sum(each.done() for each in asking) >= refused,
            within=60,
        )
        slow.go.set()
        return sorted(await asyncio.gather(*asking))


async def test_forwarded_requests_count_for_the_address_that_the_proxy_names() -> None:
    slow = SlowPages()
    async with served(slow, PROXY) as address:
        named = [f"198.51.100.{number}" for number in range(6)]
        assert await statuses(address, slow, named, 6) == [200] * 6


async def test_requests_from_one_address_behind_a_proxy_share_its_limit() -> None:
    slow = SlowPages()
    async with served(slow, PROXY) as address:
        # The reader may have sent the addresses before the last one.
        named = [f"203.0.113.{number}, 198.51.100.9" for number in range(5)]
        assert await statuses(address, slow, named, EACH) == [200] * EACH + [503] * 3


@pytest.mark.parametrize(
    "named",
    [
        ["198.51.100.9:1", "198.51.100.9:2", "198.51.100.9"],
        ["[2001:db8::1]:1", "[2001:db8::1]", "2001:db8::2"],
        ["unknown", "_hidden", "1.2.3"],
    ],
)
async def test_an_address_counts_once_with_any_port_and_invalid_ones_count_together(
    named: list[str],
) -> None:
    slow = SlowPages()
    async with served(slow, PROXY) as address:
        assert await statuses(address, slow, named, EACH) == [200] * EACH + [503]


@pytest.mark.parametrize("proxy", [None, ELSEWHERE])
async def test_the_header_is_ignored_without_a_trusted_proxy(proxy: Network | None) -> None:
    slow = SlowPages()
    async with served(slow, proxy) as address:
        named = [f"198.51.100.{number}" for number in range(5)]
        assert await statuses(address, slow, named, EACH) == [200] * EACH + [503] * 3
