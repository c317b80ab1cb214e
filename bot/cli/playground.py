"""`boop playground`: the bot as a child process that can be stopped, restarted and killed."""

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import aiohttp
import click
import structlog

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.errors import ChildEnded, ChildSilent, PortTaken
from bot.cli.network import OWN, read_network, resolve
from bot.cli.run import keep_journal
from bot.cli.welcome import make_welcome
from bot.config import read_settings
from bot.db.program import StoredValue
from bot.jobs.clock import MovableClock
from bot.match.identity import Seconds
from bot.services import Services, open_services
from bot.text import gettext
from playground import Playground, Rates
from playground.page import PageServer, ProcessState


@dataclass(frozen=True, slots=True)
class Director:
    """Where a bot's control socket listens, and the key that it asks for."""

    address: str
    key: str

    @classmethod
    def from_file(cls, control: Path) -> Self | None:
        """Read what the bot wrote when it was ready; None as long as it has not."""
        try:
            written = json.loads(control.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return cls(written["address"], written["key"])

    async def now(self) -> float:
        """Return the epoch second that the bot's clock shows, once all that is due is done."""
        return await self.run_due()

    async def advance(self, seconds: float) -> float:
        """Move the bot's clock on by so many seconds; return the epoch second it shows now."""
        return float((await self._ask("advance", {"seconds": seconds}))["now"])

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None when nothing is."""
        left = (await self._ask("until-deadline", {}))["left"]
        return None if left is None else float(left)

    async def run_due(self) -> float:
        """Have everything that is due done at once; return the epoch second of the bot's clock."""
        return float((await self._ask("run-due", {}))["now"])

    async def _ask(self, action: str, facts: dict[str, float]) -> Any:
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bearer {self.key}"}) as session,
            session.post(f"{self.address}/{action}", json=facts) as answer,
        ):
            answer.raise_for_status()
            return await answer.json()


@dataclass(frozen=True, slots=True)
class NightDirector:
    """The same hand while the bot is off: the clock's place is in the database that it keeps.

    What falls due is done once the bot is there again, as after any night without it.
    """

    database: Path

    async def now(self) -> float:
        """Return the epoch second that the bot's clock would show."""
        async with self._opened() as (_, clock):
            return clock.now()

    async def advance(self, seconds: float) -> float:
        """Move the clock on; return the epoch second it shows then."""
        async with self._opened() as (services, clock):
            clock.advance(Seconds(seconds))
            await services.store_value(StoredValue.CLOCK_AHEAD, repr(float(clock.ahead)))
            return clock.now()

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None when nothing is."""
        async with self._opened() as (services, clock):
            deadline = await services.clocks.next_deadline()
            return None if deadline is None else max(0.0, deadline - clock.now())

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[tuple[Services, MovableClock]]:
        clock = MovableClock(Seconds(0.0))
        async with open_services(self.database, clock, random.SystemRandom()) as services:
            clock.advance(Seconds(await services.load_number(StoredValue.CLOCK_AHEAD) or 0.0))
            yield services, clock


PATIENCE: Final = Seconds(120.0)
"""Seconds that the bot gets to be ready, and as many to end."""

_GLANCE: Final = 0.02
"""Seconds between two looks at the file that says that the bot is ready."""


class Child:
    """`boop run` as a child process that dies with this one and writes its log where we do.

    It runs in a session of its own, so that Ctrl-C reaches this process alone, which then ends
    both in order. Its standard input is a pipe that closes however this process dies.
    """

    def __init__(
        self,
        *,
        token: str,
        api: str,
        database: DatabaseAddress,
        control: Path,
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Say how the bot is to be started; `more` are further variables for it."""
        self._control = control
        self._environment = {
            **os.environ,
            "BOOP_TOKEN": token,
            "BOOP_DISCORD_API": api,
            "BOOP_DATABASE": database.url if isinstance(database, ServerAddress) else str(database),
            "BOOP_CONTROL": str(control),
            **(more or {}),
        }
        self._process: Process | None = None

    @property
    def process_id(self) -> int | None:
        """The process, while it runs."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def start(self) -> Director:
        """Start the bot and wait until it is ready.

        Raise `ChildEnded` or `ChildSilent`.
        """
        await asyncio.to_thread(self._control.unlink, missing_ok=True)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "run",
            "--until-input-ends",
            stdin=PIPE,
            env=self._environment,
            start_new_session=True,
        )
        try:
            return await asyncio.wait_for(self._ready(self._process), PATIENCE)
        except TimeoutError:
            await self.kill()
            raise ChildSilent(PATIENCE, self._control) from None
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def stop(self) -> int | None:
        """Ask the bot to end and wait until it has; return its exit status."""
        process = self._process
        if process is None:
            return None
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), PATIENCE)
            except TimeoutError:
                process.kill()
        return await self._ended(process)

    async def kill(self) -> int | None:
        """End the bot at once, between any two of its instructions."""
        process = self._process
        if process is None:
            return None
        if process.returncode is None:
            process.kill()
        return await self._ended(process)

    async def restart(self) -> Director:
        """Stop the bot in order and start it again on the same database."""
        await self.stop()
        return await self.start()

    async def wait(self) -> int | None:
        """Wait until the bot ends by itself or is ended; return its exit status."""
        return None if self._process is None else await self._process.wait()

    async def _ready(self, process: Process) -> Director:
        while True:
            if (director := Director.from_file(self._control)) is not None:
                return director
            if process.returncode is not None:
                raise ChildEnded(await self._ended(process))
            await asyncio.sleep(_GLANCE)

    async def _ended(self, process: Process) -> int:
        status = await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        # Another one may have been started by who waited for the end of this one too.
        if self._process is process:
            self._process = None
        return status


LOOPBACK: Final = "127.0.0.1"

SHORTEST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Seconds before a bot that would not start is tried again: at first, and at most."""

_log: Final = structlog.get_logger(__name__)


class BotKeeper:
    """Keeps one child running and reports its state to the page.

    The actions only end the process, or say whether there is to be one; `keep` does the rest.
    """

    def __init__(self, child: Child, page: PageServer, database: Path) -> None:
        self._child = child
        self._page = page
        self._night = NightDirector(database)
        self._wanted = asyncio.Event()
        self._wanted.set()
        page.set_keeper(self)

    async def begin(self) -> None:
        """Start the bot for the first time. Raise `ChildEnded` or `ChildSilent`."""
        self._page.show(ProcessState.STARTING)
        await self._page.set_director(await self._child.start())
        self._page.show(ProcessState.RUNNING)

    async def keep(self) -> None:
        """Wait for the bot to end and start it again, for ever."""
        pause = SHORTEST_PAUSE
        while True:
            await self._child.wait()
            await self._child.stop()
            await self._rest()
            try:
                await self.begin()
            except (ChildEnded, ChildSilent) as error:
                _log.warning("the bot did not start", error=repr(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = SHORTEST_PAUSE

    async def _rest(self) -> None:
        """Leave the bot off as long as it is to be."""
        await self._page.set_director(None)
        if self._wanted.is_set():
            return
        self._page.show(ProcessState.OFF)
        await self._page.set_director(self._night)
        await self._wanted.wait()
        await self._page.set_director(None)

    async def restart(self) -> None:
        """End the bot in order; it is started again."""
        self._page.show(ProcessState.STARTING)
        await self._child.stop()

    async def kill(self) -> None:
        """End the bot between any two of its instructions; it is started again."""
        self._page.show(ProcessState.STARTING)
        await self._child.kill()

    async def switch_off(self) -> None:
        """End the bot in order and leave it off."""
        self._wanted.clear()
        await self._child.stop()

    async def switch_on(self) -> None:
        """Start a bot that is off."""
        self._wanted.set()


@click.command("playground")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of this machine to listen on; any free one if left out.",
)
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the bot keeps its matches. If left out, a new file each time, as the "
    "playground's own Discord is new each time.",
)
@click.option(
    "--network",
    metavar="[ADDRESS]",
    callback=read_network,
    is_flag=False,
    flag_value=OWN,
    help="Serve the page to other devices on your local network too, such as a phone, at this "
    "machine's address there. Name the address if the machine has several.",
)
def command(port: int, database: Path | None, network: str | None) -> None:
    """Play on a page in your browser, with no token and no server."""
    settings = read_settings()
    keep_journal(settings.log_level, settings.log_format)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_stopped(port, database, network))


async def _until_stopped(port: int, database: Path | None, network: str | None) -> None:
    """Play until this process is asked to end."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl-C interrupts the program.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await host_playground(port, database, stop, network)


async def host_playground(
    port: int, database: Path | None, stop: asyncio.Event, network: str | None = None
) -> None:
    """Serve the playground with the bot in it and say where, until the event is set.

    With an address of the local network, or `OWN`, the page is served there too. A bot that ends
    is started again. Raise `PortTaken` or `NoNetwork`, or `ChildSilent` or `ChildEnded` when the
    bot does not even start.
    """
    with tempfile.TemporaryDirectory(prefix="boop-playground-") as folder:
        kept = database or Path(folder, "playground.sqlite3")
        async with (
            _opened(port) as (playground, page),
            _on_network(playground, page, network) as other,
        ):
            child = Child(
                token=playground.token,
                api=playground.api,
                database=kept,
                control=Path(folder, "control.json"),
            )
            keeper = BotKeeper(child, page, kept)
            try:
                await keeper.begin()
                click.echo(
                    gettext(
                        "Open {address} in your browser to play; press Ctrl-C to stop.",
                        address=page.invitation(),
                    )
                )
                if other is not None:
                    click.echo(gettext("On your phone: {address}", address=other))
                    click.echo(
                        gettext(
                            "Whoever opens that address first can play and stop the bot here, and "
                            "the connection is not encrypted: use it in a network that you trust."
                        )
                    )
                await _until(stop, keeper)
            finally:
                await child.stop()


@contextlib.asynccontextmanager
async def _opened(port: int) -> AsyncIterator[tuple[Playground, PageServer]]:
    playground = Playground(port=port, token=secrets.token_urlsafe(), rates=Rates())
    page = PageServer(
        playground,
        announce=lambda address: click.echo(
            gettext("For one more browser: {address}", address=address)
        ),
        welcome=make_welcome(),
    )
    playground.mount(page.routes())
    try:
        await playground.start()
    except OSError as error:
        raise PortTaken(LOOPBACK, port, error.strerror or str(error)) from error
    try:
        yield playground, page
    finally:
        await page.close()
        await playground.stop()


@contextlib.asynccontextmanager
async def _on_network(
    playground: Playground, page: PageServer, network: str | None
) -> AsyncIterator[str | None]:
    """Serve the page on the local network, if it is to be, and return the address to open."""
    if network is None:
        yield None
        return
    async with contextlib.AsyncExitStack() as stack:
        host = resolve(network)
        try:
            address = await stack.enter_async_context(page.on_network(host))
        except OSError as error:
            raise PortTaken(host, playground.port, error.strerror or str(error)) from error
        yield address


async def _until(stop: asyncio.Event, keeper: BotKeeper) -> None:
    """Keep the bot until the event is set."""
    stopped = asyncio.ensure_future(stop.wait())
    kept = asyncio.ensure_future(keeper.keep())
    try:
        await asyncio.wait((stopped, kept), return_when=asyncio.FIRST_COMPLETED)
        if kept.done():
            kept.result()
    finally:
        stopped.cancel()
        kept.cancel()
        await asyncio.gather(stopped, kept, return_exceptions=True)
