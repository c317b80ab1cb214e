"""`boop ratings`: computes all ratings anew from the results that they come from."""

import asyncio
from random import SystemRandom

import click

from bot.config import read_settings
from bot.db.errors import DatabaseMissing
from bot.features.practice.ratings import PracticeRebuilt
from bot.features.standings.ratings import Rebuilt
from bot.jobs.clock import SystemClock
from bot.services import open_host


@click.command("ratings")
@click.option("--rebuild", is_flag=True, help="Put right what is not as it is computed.")
def command(rebuild: bool) -> None:  # noqa: FBT001 - click calls it
    """Compute all ratings anew, and tell how many are not what is stored.

    The bot must not run meanwhile. Every rating follows from the rated results, so the numbers come
    out the same each time; a backup that was mended by hand is what --rebuild is for.
    """
    rated, practised = asyncio.run(_rebuilt(rebuild=rebuild))
    click.echo(_said("Rated", rated.results, rated.different, rebuild=rebuild))
    click.echo(_said("Practice", practised.results, practised.different, rebuild=rebuild))


def _said(what: str, results: int, different: int, *, rebuild: bool) -> str:
    said = f"{what} results: {results}. Rows that were not as computed: {different}"
    return f"{said}, put right now." if rebuild and different else f"{said}."


async def _rebuilt(*, rebuild: bool) -> tuple[Rebuilt, PracticeRebuilt]:
    path = read_settings().database
    if not path.exists():
        raise DatabaseMissing(path)
    async with open_host(path, SystemClock(), SystemRandom()) as host:
        if rebuild:
            return await host.ratings.rebuild(), await host.practice_ratings.rebuild()
        return await host.ratings.check(), await host.practice_ratings.check()
