"""A server that is away, comes back, or has somebody else's database."""

from dataclasses import replace

import pytest

from bot.address import ServerAddress
from bot.cli.check import check_database
from bot.cli.sentences import sentence
from bot.db.backup import require_file
from bot.db.database import Database
from bot.db.errors import DatabaseUnusable, NotInFile, NotOurDatabase
from bot.db.opening import open_database
from bot.db.program import Counter, Remembered, allot, recall, remember
from bot.errors import NotStored
from tests.db.beside import beside
from tests.db.server import server

pytestmark = pytest.mark.postgresql

CLOCK = Remembered.CLOCK_AHEAD
OTHERS = "datname = current_database() AND pid <> pg_backend_pid()"
LOSE = f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {OTHERS}"


def lose_connections(address: ServerAddress) -> None:
    """End every connection to a database, as a server that is restarted does."""
    connection = beside(address)
    connection.execute(LOSE)
    connection.close()


async def write(database: Database, value: str) -> None:
    async with database.writing() as writing:
        await remember(writing, CLOCK, value)


async def written(database: Database) -> str | None:
    async with database.reading() as reading:
        return await recall(reading, CLOCK)


async def test_connections_that_were_lost_come_back(
    database: Database, path: ServerAddress
) -> None:
    await write(database, "before")
    assert await written(database) == "before"
    lose_connections(path)
    await write(database, "after")
    assert await written(database) == "after"


async def test_a_transaction_whose_connection_is_lost_in_its_midst_leaves_nothing(
    database: Database, path: ServerAddress
) -> None:
    with pytest.raises(NotStored):
        await lose_in_the_midst(database, path)
    assert database.failing is not None
    assert await written(database) is None
    await write(database, "after")
    assert database.failing is None


async def lose_in_the_midst(database: Database, path: ServerAddress) -> None:
    async with database.writing() as writing:
        await remember(writing, CLOCK, "never")
        lose_connections(path)
        await allot(writing, Counter.MATCH)


async def test_a_number_may_be_whole_or_not_where_the_other_was_before(database: Database) -> None:
    async with database.reading() as reading:
        for value in (None, 1, 0.5, None, 2):
            asked = reading.connection.ask("SELECT CAST(:value AS DOUBLE PRECISION)", value=value)
            assert await asked.first(float) == value


async def test_sums_of_whole_numbers_are_whole_numbers(database: Database) -> None:
    async with database.reading() as reading:
        [[whole, parts]] = await reading.connection.ask(
            "SELECT sum(CAST(:one AS BIGINT)), sum(1.5) FROM counters", one=-(2**62)
        )
    assert (type(whole), whole) == (int, -(2**62) * len(Counter))
    assert parts == 1.5 * len(Counter)


async def test_another_program_s_database_is_refused_and_left_as_it_is() -> None:
    with server().empty_database() as address:
        connection = beside(address)
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
        connection.close()
        with pytest.raises(NotOurDatabase):
            await open_database(address)


async def test_a_server_that_cannot_be_reached_is_told_without_the_password(
    path: ServerAddress,
) -> None:
    away = replace(path, url="postgresql://boop:secret@/nowhere?host=/nowhere")
    with pytest.raises(DatabaseUnusable) as refused:
        await open_database(away)
    assert "secret" not in sentence(refused.value)


@pytest.mark.parametrize("url", ["postgresql://boop:se%cret@/boop", "postgresql:///?secret=x"])
async def test_an_address_that_libpq_cannot_read_is_told_without_it(url: str) -> None:
    with pytest.raises(DatabaseUnusable) as refused:
        await open_database(ServerAddress(url))
    assert "cret" not in sentence(refused.value)


def test_check_looks_into_the_database(path: ServerAddress) -> None:
    findings, found = check_database(path)
    assert [str(each)[0] for each in findings] == ["✓", "✓", "·"]
    assert found is not None
    assert found.rows == {"matches": 0, "turns": 0}
    with server().empty_database() as empty:
        [finding], found = check_database(empty)
    assert "is empty" in str(finding)
    assert found is None


def test_what_is_for_files_alone_says_what_to_do_instead(path: ServerAddress) -> None:
    with pytest.raises(NotInFile):
        require_file(path)
