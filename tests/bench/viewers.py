"""`python -m tests.bench.viewers ADDRESS NUMBER`: readers who watch the page of a live match.

Each reader does what the page's script does. It listens to events or, if there is no room, requests
the turns every few seconds. If a turn arrives without its words, the reader requests the turn's
page a moment later. Each reader has an address of its own.
"""

import asyncio
import json
import resource
import sys
from contextlib import suppress
from http import HTTPStatus
from random import Random

import aiohttp

ASKS_EVERY = 5.0
COME_WITHIN = 4.0
"""Seconds within which all readers open the page."""
WORDS_WITHIN = 3.0
"""Seconds within which a reader who learns of a turn reads its page."""


class Viewer:
    """A reader who watches a match until the process ends."""

    def __init__(self, address: str, number: int, session: aiohttp.ClientSession) -> None:
        self._address = address
        self._chance = Random(number)
        self._session = session
        self._turns: list[str] = []
        self._reading: asyncio.Task[None] | None = None

    async def watch(self) -> None:
        """Listen while there is room, and then request the turns again and again."""
        await asyncio.sleep(self._chance.random() * COME_WITHIN)
        with suppress(aiohttp.ClientError):
            while await self._listen():
                pass
        tag = ""
        while True:
            with suppress(aiohttp.ClientError):
                tag = await self._ask(tag)
            await asyncio.sleep(ASKS_EVERY * (1 + self._chance.random()))

    async def _listen(self) -> bool:
        """Listen to the end of a stream; return False if this reader gets none."""
        async with self._session.get(f"{self._address}/events") as answer:
            if answer.status != HTTPStatus.OK:
                return False
            async for line in answer.content:
                name, _, value = line.decode().partition(": ")
                if name == "data":
                    data = json.loads(value)
                    turns = [*self._turns[: data["after"]], *data["turns"]]
                    self._hear(turns, has_words="words" in data)
        return True

    async def _ask(self, tag: str) -> str:
        """Request the turns if they no longer have this tag; return their tag."""
        headers = {"If-None-Match": tag}
        async with self._session.get(f"{self._address}/turns.json", headers=headers) as answer:
            if answer.status == HTTPStatus.OK:
                data = await answer.json()
                self._hear(data["turns"], has_words="words" in data)
            return answer.headers.get("ETag", tag)

    def _hear(self, turns: list[str], *, has_words: bool) -> None:
        if turns == self._turns:
            return
        self._turns = turns
        if self._reading is not None:
            self._reading.cancel()
        if has_words:
            return
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        await asyncio.sleep(self._chance.random() * WORDS_WITHIN)
        with suppress(aiohttp.ClientError):
            async with self._session.get(f"{self._address}/{len(self._turns)}") as answer:
                await answer.read()


async def watch(address: str, number: int) -> None:
    """Watch a match until the process ends."""
    source = f"127.0.{1 + number // 250}.{1 + number % 250}"
    connector = aiohttp.TCPConnector(local_addr=(source, 0))
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        await Viewer(address, number, session).watch()


async def watch_all(address: str, viewers: int) -> None:
    """Watch with many readers."""
    await asyncio.gather(*(watch(address, number) for number in range(viewers)))


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(watch_all(sys.argv[1], int(sys.argv[2])))
