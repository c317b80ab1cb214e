"""Inspection changes no file, whether or not it is the bot's, and whether or not a bot runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.db.database import Database
from bot.db.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnusable,
    NotOurDatabase,
    StoreRefusal,
)
from bot.db.inspection import inspect, lease_of
from bot.db.migrations import migrations
from bot.db.program import Lease, lead

pytestmark = pytest.mark.sqlite

NEWEST = migrations()[-1].version


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def read_folder(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def ruin(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes(len(whole) - 100))


def refusal_of(path: Path) -> StoreRefusal:
    with pytest.raises(StoreRefusal) as refused:
        inspect(path)
    return refused.value


async def test_a_database_is_read_while_a_bot_has_it_open(path: Path, database: Database) -> None:
    lease = Lease("token", "attic", 41, 12.5)
    async with database.writing() as writing:
        await lead(writing, lease)
        assert inspect(path).lease is None
    inspection = inspect(path)
    assert (inspection.version, inspection.application, inspection.lease) == (NEWEST, None, lease)
    assert inspection.rows["counters"] > 0
    assert "leader" not in inspection.rows
    assert lease_of(path) == lease


async def test_inspecting_does_not_change_a_closed_database(path: Path, database: Database) -> None:
    await database.close()
    before = read_folder(path)
    inspect(path)
    assert read_folder(path) == before
    assert list(before) == [path.name]


async def test_a_newer_database_is_reported(path: Path, database: Database) -> None:
    await database.close()
    run(path, f"INSERT INTO migrations VALUES ({NEWEST + 1}, 'later', 0)")
    refusal = refusal_of(path)
    assert isinstance(refusal, DatabaseNewer)
    assert (refusal.version, refusal.known) == (NEWEST + 1, NEWEST)


async def test_an_index_that_lacks_a_row_is_found(path: Path, database: Database) -> None:
    await database.close()
    run(
        path,
        "INSERT INTO stored_values VALUES ('planted', 'value')",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
        "WHERE name = 'sqlite_autoindex_leader_1' OR name = 'beds_of_match') "
        "WHERE name = 'sqlite_autoindex_stored_values_1'",
    )
    assert isinstance(refusal_of(path), DatabaseDamaged)


async def test_a_file_with_overwritten_pages_is_damaged(path: Path, database: Database) -> None:
    await database.close()
    ruin(path)
    assert isinstance(refusal_of(path), DatabaseDamaged)


async def test_an_orphaned_row_is_found(path: Path, database: Database) -> None:
    await database.close()
    run(path, "INSERT INTO turns VALUES (1, 1, 'Kc3', '…', 1, 1, 0)")
    refusal = refusal_of(path)
    assert isinstance(refusal, DatabaseDamaged)
    assert refusal.reason == "a row of turns refers to no row of matches"


def test_a_missing_file_is_not_created(path: Path) -> None:
    assert isinstance(refusal_of(path), DatabaseMissing)
    assert not path.exists()


def test_a_folder_cannot_be_read(tmp_path: Path) -> None:
    assert isinstance(refusal_of(tmp_path), DatabaseUnusable)


def test_an_empty_file_belongs_to_no_program(path: Path) -> None:
    path.touch()
    assert isinstance(refusal_of(path), NotOurDatabase)


def test_a_text_file_is_not_a_database_of_this_program(path: Path) -> None:
    path.write_text("Dear diary,\n" * 100)
    assert isinstance(refusal_of(path), NotOurDatabase)


def test_a_foreign_database_is_recognized(path: Path) -> None:
    run(path, "CREATE TABLE recipes (name TEXT)")
    assert isinstance(refusal_of(path), NotOurDatabase)
