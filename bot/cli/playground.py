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
from collections.abc import AsyncIterator, Mapping, Sequence
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
from bot.cli.postgresql import temporary_server
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
        # Of these alone the library raises a `ClientError` as if nobody were there.
        patience = aiohttp.ClientTimeout(
            total=None, sock_connect=ANSWERS_WITHIN, sock_read=ANSWERS_WITHIN
        )
        headers = {"Authorization": f"Bearer {self.key}"}
        async with (
            aiohttp.ClientSession(headers=headers, timeout=patience) as session,
            session.post(f"{self.address}/{action}", json=facts) as answer,
        ):
            answer.raise_for_status()
            return await answer.json()


@dataclass(frozen=True, slots=True)
class FleetDirector:
    """One hand for the clocks of several processes, which show the same."""

    directors: tuple[Director, ...]

    async def now(self) -> float:
        """Return what the clocks show, once those that are behind were put forward."""
        shown = [await each.now() for each in self.directors]
        for each, moment in zip(self.directors, shown, strict=True):
            if max(shown) - moment > APART:
                await each.advance(max(shown) - moment)
        return max(shown)

    async def advance(self, seconds: float) -> float:
        """Move the clocks on by so many seconds; return the epoch second they show now."""
        return max([await each.advance(seconds) for each in self.directors])

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None when nothing is."""
        return await self.directors[0].until_deadline()


@dataclass(frozen=True, slots=True)
class NightDirector:
    """The same hand while the bot is off: the clock's place is in the database that it keeps.

    What falls due is done once the bot is there again, as after any night without it.
    """

    database: DatabaseAddress

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


ANSWERS_WITHIN: Final = 30.0
"""Seconds after which a process that has not answered its director hangs."""

APART: Final = 1.0
"""Seconds by which the clocks of processes may differ: they are read one after another."""

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
    """Keeps the bot's processes running and reports their states to the page.

    The actions only end a process, or say whether there is to be one; `keep` does the rest.
    """

    def __init__(
        self, children: Sequence[Child], page: PageServer, database: DatabaseAddress
    ) -> None:
        self._children: Final = tuple(children)
        self._page = page
        self._night = NightDirector(database)
        self._directors: dict[int, Director] = {}
        self._one_direction = asyncio.Lock()
        self._wanted = [asyncio.Event() for _ in self._children]
        for each in self._wanted:
            each.set()
        page.set_keeper(self, len(self._children))

    async def begin(self) -> None:
        """Start the bot for the first time. Raise `ChildEnded` or `ChildSilent`."""
        try:
            async with asyncio.TaskGroup() as group:
                for process in range(len(self._children)):
                    group.create_task(self._begin(process))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def keep(self) -> None:
        """Wait for processes to end and start them again, for ever."""
        async with asyncio.TaskGroup() as group:
            for process in range(len(self._children)):
                group.create_task(self._keep(process))

    async def _begin(self, process: int) -> None:
        self._page.show(ProcessState.STARTING, process)
        self._directors[process] = await self._children[process].start()
        await self._redirect()
        self._page.show(ProcessState.RUNNING, process)

    async def _keep(self, process: int) -> None:
        pause, child = SHORTEST_PAUSE, self._children[process]
        while True:
            await child.wait()
            await child.stop()
            await self._rest(process)
            try:
                await self._begin(process)
            except (ChildEnded, ChildSilent) as error:
                _log.warning("the bot did not start", error=repr(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = SHORTEST_PAUSE

    async def _rest(self, process: int) -> None:
        """Leave a process off as long as it is to be."""
        self._directors.pop(process, None)
        if not self._wanted[process].is_set():
            self._page.show(ProcessState.OFF, process)
        await self._redirect()
        await self._wanted[process].wait()
        await self._redirect()

    async def _redirect(self) -> None:
        """Say who moves the clock: the processes that run, or nobody, or the night if all are off.

        The database is nobody's only when all have ended.
        """
        async with self._one_direction:
            directors = tuple(self._directors.values())
            is_night = all(
                not wanted.is_set() and child.process_id is None
                for wanted, child in zip(self._wanted, self._children, strict=True)
            )
            # One that has just ended does not answer, and is soon left out.
            with contextlib.suppress(aiohttp.ClientError):
                if directors:
                    await self._page.set_director(FleetDirector(directors))
                else:
                    await self._page.set_director(self._night if is_night else None)

    async def restart(self, process: int) -> None:
        """End a process in order; it is started again."""
        self._page.show(ProcessState.STARTING, process)
        await self._children[process].stop()

    async def kill(self, process: int) -> None:
        """End a process between any two of its instructions; it is started again."""
        self._page.show(ProcessState.STARTING, process)
        await self._children[process].kill()

    async def switch_off(self, process: int) -> None:
        """End a process in order and leave it off."""
        self._wanted[process].clear()
        await self._children[process].stop()

    async def switch_on(self, process: int) -> None:
        """Start a process that is off."""
        self._wanted[process].set()


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
@click.option(
    "--processes",
    type=click.IntRange(1, 8),
    default=1,
    help="How many processes share the bot's shards, on a PostgreSQL server that is run for them. "
    "The page can stop, kill and start each.",
)
def command(port: int, database: Path | None, network: str | None, processes: int) -> None:
    """Play on a page in your browser, with no token and no server."""
    if database is not None and processes > 1:
        raise click.UsageError("--database is for one process; several have a server's.")
    settings = read_settings()
    keep_journal(settings.log_level, settings.log_format)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_stopped(port, database, network, processes))


async def _until_stopped(
    port: int, database: Path | None, network: str | None, processes: int
) -> None:
    """Play until this process is asked to end."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl-C interrupts the program.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await host_playground(port, database, stop, network, processes)


async def host_playground(
    port: int,
    database: Path | None,
    stop: asyncio.Event,
    network: str | None = None,
    processes: int = 1,
) -> None:
    """Serve the playground with the bot in it and say where, until the event is set.

    With an address of the local network, or `OWN`, the page is served there too. A process of the
    bot that ends is started again. Raise `PortTaken`, `NoNetwork` or `NoPostgresql`, or
    `ChildSilent` or `ChildEnded` when the bot does not even start.
    """
    async with (
        _opened(port, processes) as (playground, page),
        _on_network(playground, page, network) as other,
        lend_processes(playground, database, processes) as (children, kept),
    ):
        keeper = BotKeeper(children, page, kept)
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
            await asyncio.gather(*(child.stop() for child in children))


@contextlib.asynccontextmanager
async def lend_processes(
    playground: Playground, database: Path | None, processes: int
) -> AsyncIterator[tuple[list[Child], DatabaseAddress]]:
    """Lend the bot's processes, which are not started yet, and their database."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boop-playground-")))
        kept: DatabaseAddress = database or folder / "playground.sqlite3"
        more = {"BOOP_PROCESSES": str(processes), "BOOP_SHARDS": str(processes)}
        if processes > 1:
            kept = await asyncio.to_thread(stack.enter_context, temporary_server())
            # Only one of them could listen there.
            more |= {"BOOP_HEALTH_PORT": "", "BOOP_WEB_PORT": ""}
        children = [
            Child(
                token=playground.token,
                api=playground.api,
                database=kept,
                control=folder / f"control-{number}.json",
                more=more,
            )
            for number in range(processes)
        ]
        yield children, kept


@contextlib.asynccontextmanager
async def _opened(port: int, shards: int) -> AsyncIterator[tuple[Playground, PageServer]]:
    playground = Playground(
        port=port,
        token=secrets.token_urlsafe(),
        bot_name="boop",
        rates=Rates(),
        shards=shards,
        max_concurrency=shards,
    )
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
