"""Migrations: each applied and recorded in one transaction, once."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.db.migrations
from bot.address import DatabaseAddress
from bot.db.database import Database
from bot.db.errors import DatabaseUnusable
from bot.db.migrations import Migration, migrate, migrations, version_of
from bot.db.opening import open_database
from bot.db.program import Counter
from tests.db import server

OURS = Path(bot.db.migrations.__file__).with_name("schema")
NEXT = len(migrations()) + 1


async def rows(database: Database, text: str) -> list[tuple[object, ...]]:
    async with database.reading() as reading:
        return [tuple(row) for row in await reading.connection.ask(text)]


async def tables(database: Database) -> set[object]:
    in_file = "SELECT name FROM sqlite_master WHERE type = 'table'"
    found = await rows(database, server.TABLES if server.IS_CHOSEN else in_file)
    return {name for (name,) in found}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with our own migrations, for more to be planted."""
    return Path(shutil.copytree(OURS, tmp_path / "migrations"))


def test_migrations_are_numbered_without_gaps_and_named() -> None:
    known = migrations()
    assert [migration.version for migration in known] == list(range(1, len(known) + 1))
    assert all(migration.name.isidentifier() for migration in known)
    assert len(known) == len(list(OURS.glob("*.sql")))


async def test_migrations_are_applied_and_recorded(database: Database) -> None:
    recorded = await rows(database, "SELECT version, name, applied_at FROM migrations")
    assert [(version, name) for version, name, _ in recorded] == [
        (migration.version, migration.name) for migration in migrations()
    ]
    for *_, applied_at in recorded:
        assert isinstance(applied_at, float)
        assert applied_at <= time.time()


async def test_migrating_again_changes_nothing(database: Database) -> None:
    before = await rows(database, "SELECT * FROM migrations")
    await migrate(database, migrations())
    assert await rows(database, "SELECT * FROM migrations") == before


async def test_only_what_is_missing_is_applied(database: Database, folder: Path) -> None:
    version = len(migrations()) + 1
    (folder / f"{version:04}_more.sql").write_text("CREATE TABLE more (a INTEGER);")
    await migrate(database, migrations(folder))
    assert await version_of(database) == version
    assert "more" in await tables(database)


@pytest.mark.parametrize(
    "fault",
    [
        "INSERT INTO nowhere VALUES (1);",
        "INSERT INTO counters VALUES ('match', 1);",
        "CREATE TABLE more (a INTEGER",
        f"INSERT INTO migrations VALUES ({NEXT}, 'too early', 0);",
    ],
)
async def test_nothing_stays_of_a_migration_that_fails(
    database: Database, folder: Path, fault: str
) -> None:
    before = await tables(database)
    planted = "CREATE TABLE planted (a INTEGER); UPDATE counters SET value = 9;" + fault
    (folder / f"{NEXT:04}_planted.sql").write_text(planted)
    (folder / f"{NEXT + 1:04}_after.sql").write_text("CREATE TABLE after (a INTEGER);")
    with pytest.raises(DatabaseUnusable, match=f"migration {NEXT}"):
        await migrate(database, migrations(folder))
    assert await tables(database) == before
    assert await version_of(database) == NEXT - 1
    assert await rows(database, "SELECT DISTINCT value FROM counters") == [(0,)]
    await migrate(
        database, [*migrations(), Migration(NEXT, "right", "CREATE TABLE b (a INTEGER);")]
    )
    assert "b" in await tables(database)


@pytest.fixture
def empty(path: DatabaseAddress) -> Iterator[DatabaseAddress]:
    """Where nothing is yet."""
    if isinstance(path, Path):
        yield path
        return
    with server.server().empty_database() as address:
        yield address


async def test_empty_database_stays_so_when_the_first_migration_fails(
    empty: DatabaseAddress,
) -> None:
    database = await open_database(empty)
    with pytest.raises(DatabaseUnusable, match=r"migration 1 \(wrong\)"):
        await migrate(database, [Migration(1, "wrong", "CREATE TABLE a (b); nonsense;")])
    assert await tables(database) == set()
    await migrate(database, migrations())
    await database.close()


async def test_two_processes_may_migrate_at_once(empty: DatabaseAddress) -> None:
    """Both see that a migration is missing; the one that comes second finds it applied."""
    first, second = await open_database(empty), await open_database(empty)
    await asyncio.gather(migrate(first, migrations()), migrate(second, migrations()))
    assert await version_of(first) == await version_of(second) == len(migrations())
    await first.close()
    await second.close()


async def test_counters_start_at_nothing(database: Database) -> None:
    expected = {(counter.value, 0) for counter in Counter}
    assert set(await rows(database, "SELECT * FROM counters")) == expected


@pytest.mark.sqlite
async def test_file_reads_as_sqlite(database: Database, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
