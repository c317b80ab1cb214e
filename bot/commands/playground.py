"""`boop playground`: a stand-in Discord on this machine with the bot in it, and a page to play."""

import asyncio
import contextlib
import secrets
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import click

from bot.commands.child import Child
from bot.commands.errors import PortTaken
from bot.commands.journal import keep_journal
from bot.commands.keeping import BotKeeper
from bot.config import read_settings
from playground import Playground, Rates
from playground.page import Desk


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
def command(port: int, database: Path | None) -> None:
    """Play on a page in your browser, with no token and no server."""
    settings = read_settings()
    keep_journal(settings.log_level, settings.log_format)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_told(port, database))


async def _until_told(port: int, database: Path | None) -> None:
    """Play until this process is asked to end."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl-C interrupts the program.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await host_playground(port, database, stop)


async def host_playground(port: int, database: Path | None, stop: asyncio.Event) -> None:
    """Serve the playground with the bot in it and say where, until the event is set.

    A bot that ends is started again. Raises `PortTaken`, or `ChildSilent` or `ChildEnded` when it
    does not even start.
    """
    with tempfile.TemporaryDirectory(prefix="boop-playground-") as folder:
        kept = database or Path(folder, "playground.sqlite3")
        async with _opened(port) as (playground, desk):
            child = Child(
                token=playground.token,
                api=playground.api,
                database=kept,
                control=Path(folder, "control.json"),
            )
            keeper = BotKeeper(child, desk, kept)
            try:
                await keeper.begin()
                click.echo(f"Open {desk.invitation()} in your browser to play; Ctrl-C ends it.")
                await _until(stop, keeper)
            finally:
                await child.stop()


@contextlib.asynccontextmanager
async def _opened(port: int) -> AsyncIterator[tuple[Playground, Desk]]:
    playground = Playground(port=port, token=secrets.token_urlsafe(), rates=Rates())
    desk = Desk(playground, announce=lambda address: click.echo(f"For one more browser: {address}"))
    playground.mount(desk.routes())
    try:
        await playground.start()
    except OSError as error:
        raise PortTaken(port, error.strerror or str(error)) from error
    try:
        yield playground, desk
    finally:
        await desk.close()
        await playground.stop()


async def _until(stop: asyncio.Event, keeper: BotKeeper) -> None:
    """Keep the bot until the event is set."""
    told = asyncio.ensure_future(stop.wait())
    kept = asyncio.ensure_future(keeper.keep())
    try:
        await asyncio.wait((told, kept), return_when=asyncio.FIRST_COMPLETED)
        if kept.done():
            kept.result()
    finally:
        told.cancel()
        kept.cancel()
        await asyncio.gather(told, kept, return_exceptions=True)
