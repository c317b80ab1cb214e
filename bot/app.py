"""BoopBot: what ties discord.py to the host, and nothing of what a person can do or see."""

import asyncio
import contextlib
import gc
import hashlib
import json
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.config import Settings
from bot.control import control
from bot.errors import DiscordUnreachable, TokenRefused
from bot.health import health
from bot.host.clock import MovableClock, SystemClock
from bot.host.host import Host, open_host
from bot.match.identity import Seconds
from bot.metering import Asking, Metering
from bot.pool import Pool
from bot.store.program import Remembered
from render.studio import Studio

COGS: Final = (
    "cogs.answering",
    "cogs.challenge",
    "cogs.play",
    "cogs.picker",
    "cogs.questions",
    "cogs.draws",
    "cogs.games",
    "cogs.replay",
    "cogs.export",
    "cogs.preferences",
    "cogs.settings",
    "cogs.rematch",
    "cogs.help",
    "cogs.rules",
    "cogs.sweeping",
)

RATELIMIT_PATIENCE: Final = 30.0
"""Seconds that a request may wait for Discord's rate limit; the sweeper tries again later."""

GUILD_PATIENCE: Final = 2.0
"""Seconds without another server after which discord.py takes the start for complete."""
LOOPBACK_PATIENCE: Final = 0.05
"""The same on loopback, where no server is slow."""
CLOSING_PATIENCE: Final = 8.0
"""Seconds that answers under way get when the bot is told to stop."""

Pressed = Callable[[discord.Interaction[Any], Any], Awaitable[None]]

_log: Final = structlog.get_logger(__name__)


def intents() -> discord.Intents:
    """Give what the bot wants to hear of: servers and their channels, nothing privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    return wanted


class AnsweredTree(app_commands.CommandTree["BoopBot"]):
    """The slash commands, each of which is seen to its end."""

    async def _call(self, interaction: discord.Interaction["BoopBot"]) -> None:
        # No public method of discord.py's goes around a command from its beginning to its end.
        suggesting = interaction.type is discord.InteractionType.autocomplete
        asking = Asking.SUGGESTION if suggesting else Asking.COMMAND
        name = str(dict(interaction.data or {}).get("name"))
        async with self.client.answering(interaction, asking, name):
            await super()._call(interaction)


LAST_WORDS: Final = 1.0
"""Seconds in which people are told that the bot stops before their film was made."""


class BoopBot(commands.AutoShardedBot):
    """The bot. Its cogs reach the host and the studio through it."""

    def __init__(
        self,
        host: Host,
        studio: Studio,
        guild_ready_timeout: float = GUILD_PATIENCE,
        metering: Metering | None = None,
    ) -> None:
        super().__init__(
            tree_cls=AnsweredTree,
            http_trace=aiohttp.TraceConfig() if metering is None else metering.trace(),
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=RATELIMIT_PATIENCE,
            guild_ready_timeout=guild_ready_timeout,
        )
        self.host: Final = host
        self.studio: Final = studio
        self.pool: Final = Pool()
        """For work that would hold the loop; its processes are begun when first needed."""
        self.presses: Final[dict[str, Pressed]] = {}
        """What each deed of a button or menu does; its cog enters it here."""
        self.sweep: Callable[[], Awaitable[None]] = _nothing_yet
        self._metering = metering
        self.closing_patience = CLOSING_PATIENCE
        self._working = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Hold the bot open while somebody is being answered."""
        self._working += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._working -= 1
            if not self._working:
                self._idle.set()

    @contextlib.asynccontextmanager
    async def answering(
        self, interaction: discord.Interaction[Any], asking: Asking, name: str
    ) -> AsyncIterator[None]:
        """Hold the bot open while somebody is being answered, and measure how long they wait."""
        async with self.working():
            if self._metering is None:
                yield
                return
            with self._metering.answer(asking, name, interaction.created_at.timestamp()):
                yield

    def is_connected(self) -> bool:
        """Tell whether Discord reaches the bot by every shard."""
        shards = self.shards.values()
        return self.is_ready() and not any(shard.is_closed() for shard in shards)

    async def close(self) -> None:
        """Close, but let answers that have begun come to their end first.

        What is not shown by then is shown after the next start.
        """
        try:
            await self._settle(self.closing_patience)
            await self.pool.close()
            # Who waited for the pool hears of it, while there is still a way to tell them.
            await self._settle(min(self.closing_patience, LAST_WORDS))
        finally:
            await super().close()

    async def _settle(self, patience: float) -> None:
        """Wait until nothing is under way, but no longer than that."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._idle.wait()

    async def setup_hook(self) -> None:
        """Tie the database to this bot, load every cog, and tell Discord of changed commands."""
        if self.application_id is None:
            raise AssertionError("discord.py sets the application's id at login")
        await self.host.belong_to(self.application_id)
        away = await self.host.clocks.beat()
        if away:
            _log.warning("clocks moved by an outage", seconds=round(away))
        await self.host.outbox.resume()
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_if_changed()

    async def on_ready(self) -> None:
        """Note that the bot can be played with."""
        # What lives now lives on, so the collector need not look at it again.
        gc.collect()
        gc.freeze()
        _log.info("ready", guilds=len(self.guilds), shards=self.shard_count)

    async def _sync_if_changed(self) -> None:
        """Discord limits how often commands may be told, so they are told when they changed."""
        described = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps(described, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.host.recall(Remembered.COMMANDS) == digest:
            return
        await self.tree.sync()
        await self.host.remember(Remembered.COMMANDS, digest)
        _log.info("commands told", commands=len(described))


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
        await _log_in(bot, settings.token.get_secret_value())
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


async def _nothing_yet() -> None:
    """Stand in for the sweeper until its cog is loaded."""
