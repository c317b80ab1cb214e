"""Clients for the page's server without a browser: the login, and the socket of a person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from playground import Playground
from playground.page import PageServer

PATIENCE = 60.0
"""Seconds that an action may take on a slow, busy machine."""


class RequestRefused(Exception):
    """The server refused a request."""


@dataclass(slots=True)
class House:
    """A playground with its page, and the further addresses that were announced."""

    playground: Playground
    page: PageServer
    announced: list[str]

    @property
    def origin(self) -> dict[str, str]:
        return {"Origin": self.playground.address}

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[aiohttp.ClientSession]:
        """Yield a session that is logged in."""
        # By default aiohttp's jar keeps no cookies for numeric addresses.
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(self.playground.address, cookie_jar=jar) as session:
            async with session.get(self.page.invitation()) as answer:
                answer.raise_for_status()
            yield session

    @asynccontextmanager
    async def connect(self, session: aiohttp.ClientSession, name: str) -> AsyncIterator[Client]:
        """Yield the socket of one person."""
        user = self.playground.person(name).user
        async with session.ws_connect(f"/live/{user.id}", headers=self.origin) as socket:
            client = Client(socket)
            listening = asyncio.create_task(client.listen())
            yield client
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


@dataclass(slots=True)
class Client:
    """Sends requests, and keeps the events that arrive."""

    socket: aiohttp.ClientWebSocketResponse
    news: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[int, asyncio.Future[Any]] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        async for message in self.socket:
            news = json.loads(message.data)
            if news["kind"] == "answer":
                answer = self.answers.pop(news["id"])
                if "refusal" in news:
                    answer.set_exception(RequestRefused(news["refusal"]))
                else:
                    answer.set_result(news["result"])
            else:
                self.news.append(news)
                self.changed.set()

    async def ask(self, action: str, **facts: Any) -> Any:
        number = len(self.news) + len(self.answers) + 1000
        self.answers[number] = asyncio.get_running_loop().create_future()
        asked = self.answers[number]
        await self.socket.send_json({"id": number, "action": action, **facts})
        return await asyncio.wait_for(asked, PATIENCE)

    async def wait_for_event(
        self,
        kind: str,
        is_wanted: Callable[[dict[str, Any]], object] = lambda news: True,
        after: int = 0,
    ) -> dict[str, Any]:
        """Wait for an event of a kind that `is_wanted` accepts; skip the first `after` events."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for news in self.news[after:]:
                    if news["kind"] == kind and is_wanted(news):
                        return news
                self.changed.clear()
                await self.changed.wait()
