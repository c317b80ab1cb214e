"""Moving a database from a file to a server and back, and the obstacles to it."""

import asyncio
import os
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.address import DatabaseAddress, ServerAddress
from bot.cli import boop
from bot.db import transfer
from bot.db.opening import open_database
from bot.db.program import Counter, Lease, counters, lead, number_allotted
from bot.db.transfer import tables
from bot.jobs.clock import SystemClock
from bot.jobs.leadership import Process
from bot.match.identity import MatchId
from bot.services import open_services
from tests.kit import postgresql
from tests.kit.service_matches import begin, play
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.sqlite
"""The tests begin with a file, and have a server of their own beside it."""

TURNS = ("Kc3", "Kd4", "Kf6")


@pytest.fixture
def on_server() -> Iterator[ServerAddress]:
    with postgresql.server().empty_database() as address:
        yield address


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database in which a match has begun and another goes on."""
    path = tmp_path / "boop.sqlite3"
    asyncio.run(begin_and_play(path, *TURNS))
    asyncio.run(begin_and_play(path))
    return path


async def begin_and_play(address: DatabaseAddress, *turns: str) -> MatchId:
    """Begin another match, and play turns in it."""
    async with open_services(address, SystemClock(), random.Random(7)) as services:
        number = (await begin(services)).id
        if turns:
            await play(services, number, *turns)
        return number


async def allotted_numbers(address: DatabaseAddress) -> dict[str, int]:
    database = await open_database(address)
    try:
        async with database.reading() as reading:
            return {
                each: await number_allotted(reading.connection, Counter(each))
                for each in await counters(reading.connection)
            }
    finally:
        await database.close()


async def lead_from_another_process(address: DatabaseAddress) -> None:
    """Let a live process of this machine lead."""
    database = await open_database(address)
    try:
        async with database.writing() as writing:
            await lead(
                writing, Lease("token", Process.this().machine, os.getppid(), time.time() + 60)
            )
    finally:
        await database.close()


def move_database(source: object, target: object) -> Result:
    names = [
        each.url if isinstance(each, ServerAddress) else str(each) for each in (source, target)
    ]
    return CliRunner().invoke(boop, ["move-database", *names])


def rows_in(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)
            for table in tables()
        }


def created_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }


def test_a_database_survives_a_round_trip_through_a_server(
    file: Path, on_server: ServerAddress, tmp_path: Path
) -> None:
    before, back = rows_in(file), tmp_path / "back.sqlite3"
    assert created_in(file) == {*tables(), "leader", "migrations", "migration_digests"}
    there = move_database(file, on_server)
    assert there.exit_code == 0, there.output
    count = sum(map(len, before.values()))
    assert f"Moved {file} to {on_server}: {count} rows, all the same." in there.output
    again = move_database(on_server, back)
    assert again.exit_code == 0, again.output
    assert rows_in(back) == before == rows_in(file)


def test_a_match_and_the_counters_continue_in_the_database_that_they_were_moved_to(
    file: Path, on_server: ServerAddress
) -> None:
    numbers = asyncio.run(allotted_numbers(file))
    assert numbers["match"] == 2
    assert numbers["notification"] > 0
    assert move_database(file, on_server).exit_code == 0
    assert asyncio.run(allotted_numbers(on_server)) == numbers
    assert asyncio.run(begin_and_play(on_server, *TURNS)) == 3
    after = asyncio.run(allotted_numbers(on_server))
    assert after["notification"] > numbers["notification"]


def test_a_file_is_moved_to_a_file(file: Path, tmp_path: Path) -> None:
    assert move_database(file, tmp_path / "other.sqlite3").exit_code == 0
    assert rows_in(tmp_path / "other.sqlite3") == rows_in(file)


def test_a_database_is_not_moved_onto_another(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    asyncio.run(begin_and_play(other))
    before = rows_in(other)
    refused = move_database(file, other)
    assert (refused.exit_code, rows_in(other)) == (2, before)
    assert f"The database {other} isn't empty." in refused.output


@pytest.mark.long
@pytest.mark.parametrize("which", sampled(["source", "target"], 1))
def test_a_database_in_use_is_not_moved(file: Path, tmp_path: Path, which: str) -> None:
    other = tmp_path / "other.sqlite3"
    asyncio.run(allotted_numbers(file))
    if which == "target":
        asyncio.run(begin_and_play(other))
    asyncio.run(lead_from_another_process(file if which == "source" else other))
    refused = move_database(file, other)
    assert refused.exit_code == 2
    assert f"process {os.getppid()} on" in refused.output


def test_a_failed_move_leaves_the_server_empty(file: Path, on_server: ServerAddress) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE matches SET guild_id = 'no number' WHERE id = 2")
    refused = move_database(file, on_server)
    assert refused.exit_code == 2
    assert f"Can't move the database to {on_server}: matches:" in refused.output
    assert "Nothing was moved." in refused.output
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE matches SET guild_id = 1 WHERE id = 2")
    assert move_database(file, on_server).exit_code == 0


def test_tables_of_many_batches_arrive_whole(
    file: Path, on_server: ServerAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "ROWS", 7)
    monkeypatch.setattr(transfer, "BLOCKS", 1)
    with closing(sqlite3.connect(file)) as connection, connection:
        rows = [(f"job {number}", "x" * 400) for number in range(100)]
        connection.executemany("INSERT INTO jobs VALUES (?, 'key', 0.5, 0, 0, 0, 0, 0, ?)", rows)
    before, back = rows_in(file), tmp_path / "back.sqlite3"
    assert move_database(file, on_server).exit_code == 0
    assert move_database(on_server, back).exit_code == 0
    assert rows_in(back) == before


def test_a_server_waits_for_as_long_as_a_file_is_read(
    file: Path, on_server: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.IDLE_WITHIN", 0.1)
    in_file = transfer._in_file

    async def read_slowly(connection: Any, table: str) -> AsyncIterator[Any]:
        if table == "matches":
            await asyncio.sleep(0.5)
        async for batch in in_file(connection, table):
            yield batch

    monkeypatch.setattr(transfer, "_in_file", read_slowly)
    there = move_database(file, on_server)
    assert there.exit_code == 0, there.output


def test_a_bot_that_starts_on_the_source_aborts_the_move(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = transfer._write

    async def write(*values: Any) -> None:
        # As if this process had been stopped until its lease was over.
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE leader SET token = 'another'")
        await written(*values)

    monkeypatch.setattr("bot.jobs.leadership.LEASE", -1.0)
    monkeypatch.setattr(transfer, "_write", write)
    refused = move_database(file, tmp_path / "other.sqlite3")
    assert refused.exit_code == 2
    assert "another bot has begun to use one of the two" in refused.output
    monkeypatch.undo()
    assert move_database(file, tmp_path / "other.sqlite3").exit_code == 0


def test_an_empty_database_is_not_moved(tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    refused = move_database(empty, tmp_path / "other.sqlite3")
    assert f"There is no database {empty}." in refused.output


def test_addresses_that_cannot_be_read_are_refused_without_being_shown(tmp_path: Path) -> None:
    refused = move_database("mysql://boop:secret@host/name", tmp_path / "other.sqlite3")
    assert refused.exit_code == 2
    assert "postgresql://user:password@host/name" in refused.output
    assert "secret" not in refused.output
    missing = move_database(tmp_path / "missing.sqlite3", tmp_path / "other.sqlite3")
    assert f"There is no database {tmp_path / 'missing.sqlite3'}." in missing.output
    assert not (tmp_path / "other.sqlite3").exists()
