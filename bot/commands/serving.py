"""Running the bot, with all that it stands on, until it is told to stop."""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket

from bot.app import GUILD_PATIENCE, BoopBot
from bot.config import Settings
from bot.control import control
from bot.errors import DiscordUnreachable, TokenRefused
from bot.health import health
from bot.host.clock import MovableClock, SystemClock
from bot.host.host import open_host
from bot.match.identity import Seconds
from bot.metering import Metering
from bot.public.serving import public
from bot.store.program import Remembered
from cogs.ui.known_names import known_names
from render.studio import Studio

LOOPBACK_PATIENCE: Final = 0.05
"""Seconds without another server after which a start on loopback is complete."""

_log: Final = structlog.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Run the bot until it is told to stop by a signal.

    Raises subclasses of `StartRefusal` for what the owner can mend, and `LeadLost` when another
    process has taken the database.
    """
    if settings.token is None:
        raise TokenRefused
    stop = asyncio.Event()
    clock = SystemClock() if settings.control is None else MovableClock(Seconds(0.0))
    if settings.discord_api is not None:
        point_at(settings.discord_api)
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(_signals(stop))
        host = await stack.enter_async_context(
            open_host(settings.database, clock, random.SystemRandom())
        )
        if isinstance(clock, MovableClock):
            clock.advance(Seconds(float(await host.recall(Remembered.CLOCK_AHEAD) or 0.0)))
        studio = Studio()
        stack.push_async_callback(studio.close)
        metering = None if settings.health_port is None else Metering(host, studio)
        patience = LOOPBACK_PATIENCE if settings.discord_api else GUILD_PATIENCE
        bot = await stack.enter_async_context(BoopBot(host, studio, patience, metering))
        if settings.health_port is not None and metering is not None:
            await stack.enter_async_context(
                health(settings.health_host, settings.health_port, bot, host.leadership, metering)
            )
        if settings.web_port is not None:
            names = await stack.enter_async_context(known_names(bot))
            await stack.enter_async_context(
                public(settings.web_host, settings.web_port, host.public_tables, names)
            )
        await _log_in(bot, settings.token.get_secret_value())
        if settings.discord_api is not None:
            await point_gateway(bot)
        working = [bot.connect(), host.leadership.keep(), stop.wait()]
        if settings.control is not None and isinstance(clock, MovableClock):
            working.append(_obey(bot, settings.control, clock))
        await _until_one_ends(bot, working)


async def _log_in(bot: BoopBot, token: str) -> None:
    try:
        await bot.login(token)
    except discord.LoginFailure as error:
        raise TokenRefused from error
    except (
        aiohttp.ClientConnectionError,
        discord.DiscordServerError,
        discord.RateLimited,
        OSError,
    ) as error:
        raise DiscordUnreachable(str(error)) from error


async def _obey(bot: BoopBot, file: Path, clock: MovableClock) -> None:
    """Listen to the director from the moment that the bot can be played with."""
    await bot.wait_until_ready()
    async with control(file, bot.host, clock, bot.sweep):
        await asyncio.Event().wait()


async def _until_one_ends(bot: BoopBot, working: Sequence[Coroutine[Any, Any, object]]) -> None:
    """Work until a signal ends the waiting, or the first of the others fails."""
    tasks = [asyncio.ensure_future(work) for work in working]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if any(task.exception() for task in done):
            # Whoever lost the lead, say, must not write any more: nobody is waited for.
            bot.closing_patience = 0.0
    finally:
        _log.info("stopping")
        await bot.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def point_at(api: str) -> None:
    """Send every request to another API; the settings admit only one on loopback."""
    discord.http.Route.BASE = api


async def point_gateway(bot: discord.Client) -> None:
    """Have the bot connect where this API says, also once a session has ended.

    discord.py then goes to its default address, which is Discord's own.
    """
    _, gateway, _ = await bot.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextlib.asynccontextmanager
async def _signals(stop: asyncio.Event) -> AsyncIterator[None]:
    """Let SIGTERM and SIGINT set the event while the bot runs."""
    loop = asyncio.get_running_loop()
    caught = []
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl-C cancels the main task.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
            caught.append(number)
    try:
        yield
    finally:
        for number in caught:
            loop.remove_signal_handler(number)
