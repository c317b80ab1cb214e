"""`boop run`: run the bot until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Coroutine, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket

from bot.address import ServerAddress
from bot.app import GUILD_PATIENCE, BoopBot
from bot.cli.discord_address import choose_address, proxy_connector, reason_of
from bot.cli.errors import ConnectionRefused, NoSuchShard, NoToken, TooFewShards
from bot.cli.log import configure_logging
from bot.cli.memory import exclude_imported_modules, return_freed_memory, settle_memory
from bot.config import Settings, read_settings
from bot.control import control
from bot.db.errors import DatabaseUnwritable, NothingStored, translating_read_errors
from bot.db.program import StoredValue
from bot.errors import DiscordUnreachable, TokenRefused
from bot.gateway import SteadyClient
from bot.health import health, ill_health
from bot.jobs.clock import Clock, MovableClock, SystemClock
from bot.jobs.fleet import Fleet
from bot.match.identity import Seconds
from bot.ratelimits import RequestShare
from bot.requests import REQUEST_FAILURES
from bot.services import Services, open_services
from bot.shards import REQUESTS, ShardedBot
from bot.text import gettext
from bot.web.competitions import CompetitionSource
from bot.web.server import public
from cogs.core.replies import acknowledge
from cogs.ladders.showing import LadderPages
from cogs.pages.shared_matches import SharedMatches
from cogs.tournaments.showing import TournamentPages
from cogs.wording.names import KnownNames, known_names
from cogs.wording.refusals import sentence
from render.studio import Studio

if TYPE_CHECKING:
    from bot.metrics import ProcessMetrics

GRACE: Final = 10.0
"""How many seconds a bot has to end by itself after its parent process is gone."""


@click.command("run")
@click.option(
    "--until-input-ends",
    is_flag=True,
    hidden=True,
    help="Exit when standard input is closed, so that the playground's bot never outlives it.",
)
def command(until_input_ends: bool) -> None:  # noqa: FBT001 - click calls it
    """Run the bot; it needs a token."""
    settings = read_settings()
    if settings.token is None:
        raise NoToken
    from discord import VoiceClient

    from bot.jobs.leadership import LeadLost

    # The bot never joins voice, so discord.py need not warn that voice libraries are missing.
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False
    configure_logging(settings.log_level, settings.log_format)
    return_freed_memory()
    exclude_imported_modules()
    if until_input_ends:
        threading.Thread(target=_end_with_input, name="input", daemon=True).start()
    try:
        asyncio.run(serve(settings))
    except LeadLost as error:
        taken = gettext(
            "Another bot has taken the database {database}, so this one has stopped.",
            database=str(settings.database),
        )
        dropped = gettext(
            "The other processes have taken the shards of this one, which they had not heard of "
            "for too long, so it has stopped."
        )
        raise click.ClickException(taken if settings.processes == 1 else dropped) from error
    except discord.GatewayNotFound as error:
        raise DiscordUnreachable(reason_of(error)) from error
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            raise TokenRefused from error
        if error.code == MORE_SHARDS:
            raise TooFewShards from error
        if error.code == NO_SUCH_SHARD:
            raise NoSuchShard from error
        raise ConnectionRefused(error.code) from error
    except discord.PrivilegedIntentsRequired as error:
        raise ConnectionRefused(INTENTS_DISALLOWED) from error


def _end_with_input() -> None:
    """Wait for the end of standard input, which comes however the parent dies.

    `sys.stdin` itself would abort the program if it ended while this thread still reads.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    signal.raise_signal(signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)


TRY_AGAIN: Final = 2.0
"""Seconds between two attempts to start on a full disk."""
TOKEN_REFUSED: Final = 4004
"""Discord's close code for a token that was reset."""
NO_SUCH_SHARD: Final = 4010
"""Discord's close code for a shard whose number is too high."""
MORE_SHARDS: Final = 4011
"""Discord's close code for a connection that needs more shards."""
INTENTS_DISALLOWED: Final = 4014
"""The close code that discord.py has its own exception for."""
LOOPBACK_PATIENCE: Final = 0.05
"""A start on loopback is complete once no further server arrives for this many seconds."""

_log: Final = structlog.get_logger(__name__)

_Begun = TypeVar("_Begun")


async def serve(settings: Settings) -> None:
    """Run the bot until a signal asks it to stop.

    Raise subclasses of `StartRefusal` for what the host can correct, and `LeadLost` if another
    process has taken the database.
    """
    stop = asyncio.Event()
    clock = SystemClock() if settings.control is None else MovableClock(Seconds(0.0))
    choose_address(settings)
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(_signals(stop))
        begun = await _unless_stopped(stop, _begin(settings, clock, stack))
        if begun is None:
            _log.info("stopping")
            return
        bot, leading = begun
        working: list[Awaitable[object]] = [bot.connect(), leading, stop.wait()]
        if isinstance(bot, ShardedBot):
            working.append(bot.keep_shards())
        if settings.control is not None and isinstance(clock, MovableClock):
            working.append(_obey(bot, settings.control, clock))
        await _until_one_ends(bot, working)


async def _unless_stopped(stop: asyncio.Event, start: Coroutine[Any, Any, _Begun]) -> _Begun | None:
    """Return the result of a start, or cancel it and return None if a signal comes first.

    A start may take long: it waits for a lease, for room on the disk, or for Discord.
    """
    starting, stopping = asyncio.create_task(start), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
        return starting.result() if starting.done() else None
    finally:
        for task in (starting, stopping):
            task.cancel()
        await asyncio.gather(starting, stopping, return_exceptions=True)


async def _begin(
    settings: Settings, clock: Clock, stack: contextlib.AsyncExitStack
) -> tuple[BoopBot, asyncio.Task[object]]:
    """Do all that comes before the gateway; return the bot and the task that keeps its lease."""
    if settings.token is None:
        raise TokenRefused
    services = await stack.enter_async_context(_services_once_they_can_store(settings, clock))
    # Renew the lease from here on, because it may take long until users can play.
    leading = await stack.enter_async_context(_going_on(services.leadership.keep()))
    if isinstance(clock, MovableClock):
        with translating_read_errors(settings.database):
            ahead = await services.load_number(StoredValue.CLOCK_AHEAD)
        clock.advance(Seconds(ahead or 0.0))
    studio = Studio()
    stack.push_async_callback(studio.close)
    metering = None if settings.health_port is None else _metering(services, studio)
    patience = LOOPBACK_PATIENCE if settings.discord_api else GUILD_PATIENCE
    bot = await stack.enter_async_context(_bot(settings, services, studio, patience, metering))
    bot.translations = settings.translations
    bot.public_url = settings.public_url
    _warn_of_links(settings)
    bot.add_listener(_settle_memory, "on_ready")
    if settings.health_port is not None and metering is not None:
        await stack.enter_async_context(
            health(settings.health_host, settings.health_port, bot, services.leadership, metering)
        )
    if settings.web_port is not None:
        names = await stack.enter_async_context(known_names(bot))
        await stack.enter_async_context(
            public(
                settings.web_host,
                settings.web_port,
                services.public_tables,
                names,
                SharedMatches(bot),
                settings.public_url,
                None if settings.web_proxy is None else ip_network(settings.web_proxy),
                secret=settings.token.get_secret_value().encode(),
                competitions=competition_pages(bot, names),
            )
        )
    # Logging in reads what the bot stored at its end: damage that prevents a start shows here.
    with translating_read_errors(settings.database):
        await _log_in(bot, settings.token.get_secret_value(), settings)
    if settings.discord_api is not None:
        await point_gateway(bot)
    return bot, leading


def competition_pages(bot: BoopBot, names: KnownNames) -> dict[str, CompetitionSource]:
    """Return the kinds of pages below public leaderboards, by their part of the address."""
    return {"tournaments": TournamentPages(bot, names), "ladders": LadderPages(bot, names)}


def _warn_of_links(settings: Settings) -> None:
    """Log a warning if the links to pages will not work for other people."""
    if settings.public_url is None:
        return
    if settings.web_port is None:
        _log.warning("links lead to no page: BOOP_PUBLIC_URL is set, but BOOP_WEB_PORT isn't")
    elif settings.discord_api is None and settings.public_url.startswith("http:"):
        _log.warning("links work on this machine only", address=settings.public_url)


@contextlib.asynccontextmanager
async def _going_on(work: Coroutine[Any, Any, object]) -> AsyncIterator[asyncio.Task[object]]:
    """Run work as a task while a block runs, and cancel it at the end of the block."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _bot(
    settings: Settings,
    services: Services,
    studio: Studio,
    patience: float,
    metering: ProcessMetrics | None,
) -> BoopBot:
    """Return the bot of this process, which may be one of several."""
    fleet = services.leadership
    if not isinstance(fleet, Fleet):
        return BoopBot(services, studio, patience, metering, settings.shards)
    # A proxy limits the requests of all processes, which do not see one another's.
    share = None if settings.discord_proxy is not None else RequestShare(REQUESTS)
    return ShardedBot(
        services, fleet, studio, patience, metering, shards=settings.shards, share=share
    )


def _metering(services: Services, studio: Studio) -> ProcessMetrics:
    # Import it here, so that a start without metrics does not wait for it.
    from bot.metrics import ProcessMetrics

    return ProcessMetrics(services, studio)


async def _settle_memory() -> None:
    settle_memory()


@contextlib.asynccontextmanager
async def _services_once_they_can_store(
    settings: Settings, clock: Clock
) -> AsyncIterator[Services]:
    """Open the services; while the disk is full, tell every acting user so, and try again.

    On PostgreSQL, raise `DatabaseUnwritable` instead, because other processes may be answering
    users already. Raise what `open_services` raises.
    """
    async with contextlib.AsyncExitStack() as stack:
        async with contextlib.AsyncExitStack() as meanwhile:
            is_waiting = False
            while True:
                try:
                    services = await stack.enter_async_context(
                        open_services(
                            settings.database, clock, random.SystemRandom(), settings.processes
                        )
                    )
                    break
                except DatabaseUnwritable as error:
                    if isinstance(settings.database, ServerAddress):
                        raise
                    if not is_waiting:
                        _log.error("nothing can be stored; waiting", reason=error.reason)
                        await _excuse(settings, error, meanwhile)
                        is_waiting = True
                    await asyncio.sleep(TRY_AGAIN)
        yield services


async def _excuse(
    settings: Settings, error: DatabaseUnwritable, meanwhile: contextlib.AsyncExitStack
) -> None:
    """Tell acting users and health checks that nothing can be stored, until the stack closes."""
    if settings.token is None:
        raise TokenRefused
    if settings.health_port is not None:
        wrong = gettext("nothing can be stored: {reason}", reason=error.reason)
        await meanwhile.enter_async_context(
            ill_health(settings.health_host, settings.health_port, wrong)
        )
    client = await meanwhile.enter_async_context(_ExcusingClient(error.reason, settings.shards))
    await _log_in(client, settings.token.get_secret_value(), settings)
    if settings.discord_api is not None:
        await point_gateway(client)
    # Cancel this at the end: discord.py retries connecting a shard after the client is closed.
    await meanwhile.enter_async_context(_going_on(client.connect()))
    meanwhile.push_async_callback(client.close)


class _ExcusingClient(SteadyClient):
    """Tells every acting user that nothing can be stored now."""

    def __init__(self, reason: str, shards: int | None) -> None:
        super().__init__(intents=discord.Intents.none(), max_messages=None, shard_count=shards)
        self._words = sentence(NothingStored(reason))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the user; autocomplete has no room for a sentence."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await acknowledge(interaction, self._words)


async def _log_in(bot: discord.Client, token: str, settings: Settings) -> None:
    if settings.discord_proxy is not None:
        bot.http.connector = proxy_connector()
    try:
        await bot.login(token)
    except discord.LoginFailure as error:
        raise TokenRefused from error
    except REQUEST_FAILURES as error:
        raise DiscordUnreachable(reason_of(error)) from error


async def _obey(bot: BoopBot, file: Path, clock: MovableClock) -> None:
    """Listen to the director once users can play."""
    # Import it here: it imports the engine, and only a playground's director starts tournaments.
    from bot.cli.seeding import seed

    await bot.wait_until_ready()
    async with control(file, bot.services, clock, seed):
        await asyncio.Event().wait()


async def _until_one_ends(bot: BoopBot, working: Sequence[Awaitable[object]]) -> None:
    """Work until a signal arrives, or the first of the tasks fails."""
    tasks = [asyncio.ensure_future(work) for work in working]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if any(task.exception() for task in done):
            # After a failure such as a lost lead, this process must not write: it waits for no
            # task.
            bot.closing_patience = 0.0
    finally:
        _log.info("stopping")
        await bot.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def point_gateway(bot: discord.Client) -> None:
    """Make the bot connect to this API's gateway, even after a session has ended.

    discord.py then uses its default address, which is Discord's own.
    """
    _, gateway, _ = await bot.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextlib.asynccontextmanager
async def _signals(stop: asyncio.Event) -> AsyncIterator[None]:
    """Set the event at SIGTERM or SIGINT while the bot runs."""
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
