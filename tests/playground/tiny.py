"""Tiny real bots, a bare HTTP client, and how discord.py is pointed at a playground."""

from __future__ import annotations

import asyncio
import io
import json
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import aiohttp
import discord
import discord.asset
import discord.gateway
import discord.http
import pytest
import yarl
from discord.ext import commands

from playground import Playground

OPENAPI = os.environ.get("BOOP_DISCORD_OPENAPI")
needs_description = pytest.mark.skipif(
    OPENAPI is None,
    reason="set BOOP_DISCORD_OPENAPI to the path of specs/openapi.json "
    "from github.com/discord/discord-api-spec",
)
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000020000000308060000001f15c489"
    "0000000d49444154789c63f8cfc0f01f0005000183a65b2c0000000049454e44ae426082"
)
Click: TypeAlias = "discord.Interaction[TinyBot]"


class TinyBot(commands.AutoShardedBot):
    """An unmodified discord.py bot; `setup` adds commands, which it syncs when it starts."""

    def __init__(self, playground: Playground, setup: Setup | None, **options: Any) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        super().__init__("!", guild_ready_timeout=0.05, max_ratelimit_timeout=30.0, **options)
        self._give = setup
        self._playground = playground
        self.errors: list[Exception] = []
        self.events: list[tuple[str, Any]] = []
        self.tree.error(self._note)

    async def _note(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        self.errors.append(getattr(error, "original", error))
        self._playground.pulse.beat()

    async def setup_hook(self) -> None:
        if self._give is not None:
            self._give(self)
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        # The library's own hook waits 5 seconds between two shards.
        return

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.events.append((event, args))
        super().dispatch(event, *args, **kwargs)
        self._playground.pulse.beat()

    def event_names(self) -> list[str]:
        return [name for name, _ in self.events]


Setup = Callable[[TinyBot], Any]
StartBot = Callable[..., Coroutine[Any, Any, TinyBot]]


def point_discord_at(playground: Playground, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(discord.http.Route, "BASE", playground.api)
    patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway))
    patch.setattr(discord.asset.Asset, "BASE", playground.cdn)


@asynccontextmanager
async def running(
    playground: Playground, setup: Setup | None = None, **options: Any
) -> AsyncIterator[TinyBot]:
    """Run a bot: yield it when it is ready, and close it at the end."""
    bot = TinyBot(playground, setup, **options)
    task = asyncio.create_task(bot.start(playground.token))
    task.add_done_callback(lambda _: playground.pulse.beat())
    try:
        await playground.until(lambda: task.done() or "ready" in bot.event_names())
        if task.done():
            task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


class Raw:
    """Sends bare requests that discord.py would not send."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        token: str | None = None,
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {token or self.playground.token}"}
        sent: Any = None
        if files is not None:
            sent = aiohttp.FormData(quote_fields=False)
            sent.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                sent.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            sent = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.playground.api + path
        async with self.session.request(method, url, data=sent, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text.startswith(("{", "[")) else text
