"""Opening a file: the bot's own, a new one, another program's, or an unusable one."""

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.address import ServerAddress
from bot.db.errors import (
    DatabaseDamaged,
    DatabaseNewer,
    DatabaseUnusable,
    DriverMissing,
    NotOurDatabase,
    StoreRefusal,
)
from bot.db.migrations import Migration, check_version, migrate, migrations, version_of
from bot.db.opening import open_database
from bot.db.sqlite import SqliteDatabase
from tests.kit.unwritable import mode_of

pytestmark = pytest.mark.sqlite


def refusal_of(path: Path) -> StoreRefusal:
    """Return the refusal of a start on the file."""
    with pytest.raises(StoreRefusal) as caught:
        start_on(path)
    return caught.value


def start_on(path: Path) -> None:
    asyncio.run(open_and_migrate(path))


async def open_and_migrate(path: Path) -> None:
    database = await SqliteDatabase.open(path)
    try:
        await migrate(database, migrations())
    finally:
        await database.close()


def make(path: Path, *statements: str) -> None:
    """Make an SQLite file by another program."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


async def test_a_new_file_is_created_and_migrated(path: Path) -> None:
    await open_and_migrate(path)
    database = await SqliteDatabase.open(path)
    assert await version_of(database) == migrations()[-1].version
    await database.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_an_empty_file_is_accepted(path: Path) -> None:
    path.touch()
    start_on(path)


async def test_a_new_file_is_private_before_anything_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.sqlite.tighten_permissions", lambda _: None)
    database = await SqliteDatabase.open(path)
    await database.close()
    assert mode_of(path) == 0o600


@pytest.mark.parametrize("left_open", ["closed", "killed"])
async def test_readable_files_are_made_private(path: Path, left_open: str) -> None:
    """An earlier version of the bot or a copy may leave such files."""
    await open_and_migrate(path)
    earlier = await SqliteDatabase.open(path)
    ends = ["", "-wal", "-shm"] if left_open == "killed" else [""]
    for end in ends:
        path.with_name(path.name + end).chmod(0o664)
    if left_open == "closed":
        await earlier.close()
    database = await SqliteDatabase.open(path)
    modes = {file.name: mode_of(file) for file in path.parent.glob(f"{path.name}*")}
    await database.close()
    if left_open == "killed":
        await earlier.close()
    names = (path.name + end for end in ("", "-wal", "-shm", ".lock"))
    assert modes == dict.fromkeys(names, 0o600)


def test_files_kept_by_an_earlier_versions_restore_are_made_private(path: Path) -> None:
    kept = path.with_name(f"{path.name}.before-20260101T000000Z")
    other = path.with_name("other.sqlite3.before-20260101T000000Z")
    for file in (kept, other):
        file.touch()
        file.chmod(0o644)
    start_on(path)
    assert [mode_of(file) for file in (kept, other)] == [0o600, 0o644]


async def test_committed_turns_are_on_the_disk(path: Path) -> None:
    database = await SqliteDatabase.open(path)
    async with database.writing() as writing:
        modes = [
            (await writing.connection.ask(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    await database.close()
    assert [next(iter(rows))[0] for rows in modes] == ["wal", 2, 1]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    refusal = refusal_of(tmp_path)
    assert isinstance(refusal, DatabaseUnusable)
    assert refusal.path == tmp_path
    assert refusal.reason


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "boop.sqlite3"
    refusal = refusal_of(path)
    assert isinstance(refusal, DatabaseUnusable)
    assert refusal.path == path
    assert not path.parent.exists()


def test_a_text_file_is_refused_and_not_changed(path: Path) -> None:
    path.write_text("Dear diary,\n" * 100)
    refusal = refusal_of(path)
    assert isinstance(refusal, NotOurDatabase)
    assert refusal.path == path
    assert path.read_text() == "Dear diary,\n" * 100


@pytest.mark.parametrize(
    "table",
    [
        "recipes (name TEXT)",
        "migrations (id INTEGER, migration TEXT, batch INTEGER)",
    ],
)
def test_a_foreign_database_is_refused_and_not_changed(path: Path, table: str) -> None:
    make(path, f"CREATE TABLE {table}")
    before = path.read_bytes()
    refusal = refusal_of(path)
    assert isinstance(refusal, NotOurDatabase)
    assert refusal.path == path
    assert path.read_bytes() == before


def test_a_damaged_file_is_refused_with_sqlites_reason(path: Path) -> None:
    start_on(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes(len(whole) - 100))
    refusal = refusal_of(path)
    assert isinstance(refusal, DatabaseDamaged)
    assert "malformed" in refusal.reason


def test_a_file_that_another_program_holds_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_on(path)
    monkeypatch.setattr("bot.db.sqlite.WAIT_FOR_LOCK", 0.0)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    refusal = refusal_of(path)
    holder.close()
    assert isinstance(refusal, DatabaseUnusable)
    assert "locked" in refusal.reason


async def test_a_newer_database_is_refused_and_not_changed(path: Path) -> None:
    await open_and_migrate(path)
    newest = migrations()[-1].version
    make(path, f"INSERT INTO migrations VALUES ({newest + 1}, 'later', 0)")
    database = await SqliteDatabase.open(path)
    with pytest.raises(DatabaseNewer) as caught:
        await check_version(database, migrations())
    with pytest.raises(DatabaseNewer):
        await migrate(database, [*migrations(), Migration(newest, "planted", "DROP TABLE turns;")])
    assert (caught.value.version, caught.value.known) == (newest + 1, newest)
    async with database.reading() as reading:
        await reading.connection.ask("SELECT * FROM turns")
    await database.close()


async def test_a_servers_database_needs_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in ("bot.db.pipelines", "bot.db.postgresql"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(DriverMissing):
        await open_database(ServerAddress("postgresql://boop@db.example/boop"))
