"""`python -m tests.bench.viewers ADDRESS NUMBER`: readers who watch the page of a live match.

Each does what the page's script does: it listens to events or, where there is no room, asks for the
turns every few seconds. They come from many addresses of this machine, as readers do.
"""

import asyncio
import resource
import sys
from contextlib import suppress
from random import Random

import aiohttp

ASKS_EVERY = 5.0
COME_WITHIN = 4.0
"""Seconds within which all readers open the page."""


async def watch(address: str, number: int) -> None:
    """Watch a match until the process ends."""
    chance = Random(number)
    await asyncio.sleep(chance.random() * COME_WITHIN)
    connector = aiohttp.TCPConnector(
        local_addr=(f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
    )
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        with suppress(aiohttp.ClientError):
            while True:
                async with session.get(f"{address}/events") as answer:
                    if answer.status != 200:
                        break
                    async for _ in answer.content:
                        pass
        tag = ""
        while True:
            with suppress(aiohttp.ClientError):
                asked = {"If-None-Match": tag}
                async with session.get(f"{address}/turns.json", headers=asked) as answer:
                    tag = answer.headers.get("ETag", tag)
            await asyncio.sleep(ASKS_EVERY * (1 + chance.random()))


async def watch_all(address: str, viewers: int) -> None:
    """Watch with many readers."""
    await asyncio.gather(*(watch(address, number) for number in range(viewers)))


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(watch_all(sys.argv[1], int(sys.argv[2])))
