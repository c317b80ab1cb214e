"""Bots in several processes that share the shards."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot import command_sync
from bot.jobs.clock import MovableClock
from bot.jobs.fleet import Fleet
from bot.match.identity import Seconds
from bot.services import open_services
from bot.shards import ShardedBot
from playground import Playground
from render.studio import Studio
from tests.kit.tables import describe_in_english

SHARDS = 3


@asynccontextmanager
async def run_member(playground: Playground, folder: Path) -> AsyncIterator[ShardedBot]:
    """Run the bot of one of two processes; the other has not started yet.

    A single process can use a file. After the block no thread keeps a connection alive.
    """
    threads = set(threading.enumerate())
    async with AsyncExitStack() as stack:
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(discord.http.Route, "BASE", playground.api)
        patched.setattr(command_sync, "translated_commands", describe_in_english)
        clock = MovableClock(Seconds(0.0))
        services = await stack.enter_async_context(
            open_services(folder / "boop.sqlite3", clock, random.Random(7), processes=2)
        )
        studio = Studio()
        stack.push_async_callback(studio.close)
        fleet = services.leadership
        assert isinstance(fleet, Fleet)
        # The process need not wait for others.
        fleet._joined_at = float("-inf")
        bot = await stack.enter_async_context(
            ShardedBot(services, fleet, studio, 0.05, shards=SHARDS)
        )
        await bot.login(playground.token)
        working = [
            asyncio.create_task(each) for each in (bot.connect(), fleet.keep(), bot.keep_shards())
        ]
        try:
            yield bot
        finally:
            await bot.close()
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            await until(lambda: not keep_alive_threads(threads))


def keep_alive_threads(besides: set[threading.Thread]) -> list[threading.Thread]:
    """List the threads that keep connections alive, except those in `besides`."""
    begun = set(threading.enumerate()) - besides
    return [each for each in begun if each.name.startswith("keep-alive-handler")]


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition that no event announces."""
    async with asyncio.timeout(60.0):
        while not condition():  # noqa: ASYNC110 - discord.py has no event for it
            await asyncio.sleep(0.01)


async def wait_for_shards(bot: ShardedBot, *shards: int) -> None:
    """Wait until a process serves exactly these shards."""
    async with asyncio.timeout(60.0):
        while bot.reached != set(shards):
            await bot.wait_for("ready")
