"""`boop playground`: the bot on a stand-in for Discord, with a page to play on."""

import asyncio
import contextlib
import secrets
import signal
import socket
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import click

from bot.address import DatabaseAddress
from bot.cli.console import tell
from bot.cli.errors import PortTaken
from bot.cli.keeper import BotKeeper, Child
from bot.cli.log import configure_logging
from bot.cli.network import OWN, read_network, resolve
from bot.cli.postgresql import temporary_server
from bot.cli.welcome import make_welcome
from bot.config import read_settings
from bot.text import gettext
from playground import Permission, Playground, Rates
from playground.page import PageServer

LOOPBACK: Final = "127.0.0.1"


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
    configure_logging(settings.log_level, settings.log_format)
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
    """Serve the playground with its bot and print its address, until the event is set.

    With an address of the local network, or `OWN`, the page is served there too. A bot process that
    ends is started again. Raise `PortTaken`, `NoNetwork` or `NoPostgresql`, or `ChildSilent` or
    `ChildEnded` if the bot does not start.
    """
    async with (
        _open_playground(port, processes) as (playground, page),
        _on_network(playground, page, network) as other,
        lend_processes(playground, database, processes) as (children, kept),
    ):
        keeper = BotKeeper(children, page, kept)
        try:
            await keeper.begin()
            tell(
                gettext(
                    "Open {address} in your browser to play; press Ctrl-C to stop.",
                    address=page.invitation(),
                )
            )
            if other is not None:
                tell(gettext("On your phone: {address}", address=other))
                tell(
                    gettext(
                        "The first visitor of that address can play and stop the bot here, and "
                        "the connection is not encrypted: use it in a network that you trust."
                    )
                )
            await _run_until(stop, keeper)
        finally:
            await asyncio.gather(*(child.stop() for child in children))


def _allow_more(playground: Playground) -> None:
    """Give the bot its optional permissions, and make a role that it can give."""
    world, server = playground.world, playground.server()
    [own] = (server.roles[each] for each in server.members[world.bot.id].role_ids)
    more = Permission.MANAGE_ROLES | Permission.CREATE_EVENTS
    world.set_permissions(own, own.permissions | more)
    world.move_role(world.add_role(server, "Champion"), 1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
    return port


@contextlib.asynccontextmanager
async def lend_processes(
    playground: Playground, database: Path | None, processes: int
) -> AsyncIterator[tuple[list[Child], DatabaseAddress]]:
    """Yield the bot's processes, not started yet, and their database."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boop-playground-")))
        kept: DatabaseAddress = database or folder / "playground.sqlite3"
        more = {"BOOP_PROCESSES": str(processes), "BOOP_SHARDS": str(processes)}
        if processes > 1:
            kept = await asyncio.to_thread(stack.enter_context, temporary_server())
            # Only one process could listen on a port.
            more |= {"BOOP_HEALTH_PORT": "", "BOOP_WEB_PORT": ""}
        else:
            # Players can share matches by links, which a browser on this machine opens.
            port = _free_port()
            pages = f"http://{LOOPBACK}:{port}"
            playground.unfurler.know(pages)
            more |= {
                "BOOP_WEB_PORT": str(port),
                "BOOP_WEB_HOST": LOOPBACK,
                "BOOP_PUBLIC_URL": pages,
            }
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
async def _open_playground(port: int, shards: int) -> AsyncIterator[tuple[Playground, PageServer]]:
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
        announce=lambda address: tell(gettext("For one more browser: {address}", address=address)),
        welcome=make_welcome(),
    )
    playground.mount(page.routes())
    _allow_more(playground)
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
    """Serve the page on the local network, if requested, and yield the address to open."""
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


async def _run_until(stop: asyncio.Event, keeper: BotKeeper) -> None:
    """Keep the bot running until the event is set."""
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
