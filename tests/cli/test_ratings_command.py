"""`boop ratings`, on a database whose bot has stopped."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.services import open_services
from tests.features.practice.test_practice_ratings import practice
from tests.kit.clocks import StandingClock
from tests.kit.programs import file_names, run_boop
from tests.kit.ratings import PEOPLE, rated_match

pytestmark = pytest.mark.process


@pytest.mark.night
async def test_ratings_are_compared_and_corrected(tmp_path: Path) -> None:
    database = tmp_path / "boop.sqlite3"
    async with open_services(database, StandingClock(), Random(1)) as services:
        for winner in PEOPLE[1:4]:
            await rated_match(services, Random(2), PEOPLE[0], winner)
        await practice(services)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE ratings SET points = 1900 WHERE player_key = 1")
        connection.execute("UPDATE practice_ratings SET points = 1900")
    wrong = await run_boop(tmp_path, "ratings")
    assert wrong.output.splitlines() == [
        "Rated matches: 3 results.",
        "2 stored ratings differ.",
        "Practice matches: 1 result.",
        "1 stored rating differs.",
    ]
    mended = await run_boop(tmp_path, "ratings", "--rebuild")
    assert mended.output.splitlines()[1::2] == [
        "2 stored ratings differed and were repaired.",
        "1 stored rating differed and was repaired.",
    ]
    async with open_services(database, StandingClock(), Random(1)) as services:
        assert (await services.ratings.check()).different == 0


@pytest.mark.night
async def test_ratings_are_not_rebuilt_while_a_bot_is_running(tmp_path: Path) -> None:
    async with open_services(tmp_path / "boop.sqlite3", StandingClock(), Random(1)):
        assert (await run_boop(tmp_path, "ratings", "--rebuild")).status == 2


@pytest.mark.night
async def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    ended = await run_boop(tmp_path, "ratings")
    assert ended.status == 2
    assert "boop.sqlite3" in ended.errors
    assert file_names(tmp_path) == set()
