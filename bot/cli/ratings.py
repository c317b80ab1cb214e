"""`boop ratings`: compare all stored ratings with the results they follow from."""

import asyncio
from pathlib import Path
from random import SystemRandom
from typing import Final

import click

from bot.cli.console import tell
from bot.config import read_settings
from bot.db.errors import DatabaseMissing
from bot.db.files import find_file
from bot.features.practice.service import PracticeRebuildResult
from bot.features.standings.ratings import RebuildResult
from bot.jobs.clock import SystemClock
from bot.services import open_services
from bot.text import NN_, translate


@click.command("ratings")
@click.option("--rebuild", is_flag=True, help="Repair the ratings that differ.")
def command(rebuild: bool) -> None:  # noqa: FBT001 - click calls it
    """Recompute all ratings and count those that differ from what is stored.

    Stop the bot first. Ratings follow from the results of rated matches, so they come out the same
    every time; --rebuild is for a database that was edited by hand.
    """
    rated, practised = asyncio.run(_rebuild_all(rebuild=rebuild))
    message = _REPAIRED if rebuild else _COMPARED
    for kind, found in ((_RATED, rated), (_PRACTICE, practised)):
        tell(translate(kind, count=found.results))
        tell(translate(message, count=found.different))


_RATED: Final = NN_("Rated matches: {count} result.", "Rated matches: {count} results.")
_PRACTICE: Final = NN_("Practice matches: {count} result.", "Practice matches: {count} results.")
_COMPARED: Final = NN_("{count} stored rating differs.", "{count} stored ratings differ.")
_REPAIRED: Final = NN_(
    "{count} stored rating differed and was repaired.",
    "{count} stored ratings differed and were repaired.",
)


async def _rebuild_all(*, rebuild: bool) -> tuple[RebuildResult, PracticeRebuildResult]:
    address = read_settings().database
    if isinstance(address, Path) and find_file(address) is None:
        raise DatabaseMissing(address)
    async with open_services(address, SystemClock(), SystemRandom()) as services:
        if rebuild:
            return await services.ratings.rebuild(), await services.practice_ratings.rebuild()
        return await services.ratings.check(), await services.practice_ratings.check()
