"""`boop ratings`: computes all ratings anew from the results that they come from."""

import asyncio
from random import SystemRandom

import click

from bot.config import read_settings
from bot.host.clock import SystemClock
from bot.host.host import open_host
from bot.host.ratings import Rebuilt
from bot.store.errors import DatabaseMissing


@click.command("ratings")
@click.option("--rebuild", is_flag=True, help="Put right what is not as it is computed.")
def command(rebuild: bool) -> None:  # noqa: FBT001 - click calls it
    """Compute all ratings anew, and tell how many are not what is stored.

    The bot must not run meanwhile. Every rating follows from the rated results, so the numbers come
    out the same each time; a backup that was mended by hand is what --rebuild is for.
    """
    rebuilt = asyncio.run(_rebuilt(rebuild=rebuild))
    what = f"Rated results: {rebuilt.results}. Rows that were not as computed: {rebuilt.different}"
    click.echo(f"{what}, put right now." if rebuild and rebuilt.different else f"{what}.")


async def _rebuilt(*, rebuild: bool) -> Rebuilt:
    path = read_settings().database
    if not path.exists():
        raise DatabaseMissing(path)
    async with open_host(path, SystemClock(), SystemRandom()) as host:
        return await (host.ratings.rebuild() if rebuild else host.ratings.check())
