"""A copy shows the database at one moment, and is either complete or absent."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import backup
from bot.db.backup import ExistingFile, _draft_beside, back_up, delete_drafts, put_in_place
from bot.db.errors import (
    CopyFailed,
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseUnusable,
    FileThere,
    NotOurDatabase,
)
from bot.db.inspection import inspect
from bot.db.migrations import migrate, migrations
from bot.db.opening import settle
from bot.db.program import Lease, StoredValue, lead, store_value
from bot.db.sqlite import SqliteDatabase
from tests.kit.unwritable import mode_of

pytestmark = pytest.mark.sqlite

TABLES = sum(
    migration.script.count("CREATE TABLE") - migration.script.count("DROP TABLE")
    for migration in migrations()
)


@pytest.fixture
async def kept(path: Path, database: SqliteDatabase) -> Path:
    """A database with a leader, which remembers its application."""
    async with database.writing() as writing:
        await lead(writing, Lease("token", "attic", 41, 1e12))
        await store_value(writing, StoredValue.APPLICATION, "4711")
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "backup.sqlite3"


@pytest.fixture(autouse=True)
def folder(copy: Path) -> None:
    copy.parent.mkdir()


@pytest.fixture
def writer(kept: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(kept, isolation_level=None)) as connection:
        yield connection


def names_beside(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def read(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def make_readable(path: Path) -> None:
    path.chmod(0o644)


async def test_a_copy_is_one_file_with_every_row_and_without_a_lease(
    kept: Path, copy: Path
) -> None:
    rows = back_up(kept, copy, ExistingFile.REFUSE)
    inspection = inspect(copy)
    assert names_beside(copy) == {copy.name}
    assert (inspection.application, inspection.lease) == (4711, None)
    assert inspection.rows == inspect(kept).rows
    assert rows == sum(inspection.rows.values())
    assert len(inspection.rows) == TABLES
    assert mode_of(copy) == 0o600


@pytest.mark.long
async def test_a_copy_made_during_writes_is_consistent(
    kept: Path, copy: Path, writer: sqlite3.Connection
) -> None:
    writer.execute("CREATE TABLE pairs (one INTEGER, other INTEGER)")
    done = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(kept, isolation_level=None)) as connection:
            number = 0
            while not done.is_set():
                number += 1
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO pairs VALUES (?, 0)", (number,))
                connection.execute("INSERT INTO pairs VALUES (0, ?)", (number,))
                connection.execute("COMMIT")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for _ in range(10):
            back_up(kept, copy, ExistingFile.REPLACE)
            with closing(sqlite3.connect(copy)) as connection:
                one, other = connection.execute("SELECT sum(one), sum(other) FROM pairs").fetchone()
            assert one == other
    finally:
        done.set()
        writing.join()


async def test_a_copy_contains_rows_that_are_only_in_the_write_ahead_log(
    kept: Path, copy: Path, writer: sqlite3.Connection
) -> None:
    writer.execute("INSERT INTO stored_values VALUES ('planted', 'just now')")
    assert kept.with_name(f"{kept.name}-wal").stat().st_size > 0
    back_up(kept, copy, ExistingFile.REFUSE)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM stored_values").fetchone() == (2,)


async def test_an_existing_file_is_replaced_only_on_request(kept: Path, copy: Path) -> None:
    write(copy, b"letters")
    with pytest.raises(FileThere) as refused:
        back_up(kept, copy, ExistingFile.REFUSE)
    assert (refused.value.path, read(copy)) == (copy, b"letters")
    back_up(kept, copy, ExistingFile.REPLACE)
    assert inspect(copy).application == 4711


async def test_a_copy_into_a_missing_folder_fails_and_creates_nothing(
    kept: Path, tmp_path: Path
) -> None:
    nowhere = tmp_path / "nowhere" / "backup.sqlite3"
    with pytest.raises(CopyFailed) as failed:
        back_up(kept, nowhere, ExistingFile.REFUSE)
    assert failed.value.path == nowhere
    assert not nowhere.parent.exists()


async def test_a_copy_with_too_few_rows_is_refused_and_deleted(
    kept: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = iter([{"turns": 1}, {"turns": 2}])
    monkeypatch.setattr(backup, "count_rows", lambda _: next(counts))
    with pytest.raises(CopyFailed, match="not as many rows"):
        back_up(kept, copy, ExistingFile.REFUSE)
    assert names_beside(copy) == set()


async def test_a_damaged_copy_is_refused_and_deleted(
    kept: Path, copy: Path, writer: sqlite3.Connection
) -> None:
    writer.execute("PRAGMA foreign_keys = OFF")
    writer.execute("INSERT INTO turns VALUES (1, 1, 'Kc3', '…', 1, 1, 0)")
    with pytest.raises(CopyFailed, match="a row of turns refers to no row of matches"):
        back_up(kept, copy, ExistingFile.REFUSE)
    assert names_beside(copy) == set()


async def test_a_full_disk_is_reported(
    kept: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_on_full_disk(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.db.backup.os.fsync", fail_on_full_disk)
    with pytest.raises(CopyFailed, match="No space left"):
        back_up(kept, copy, ExistingFile.REFUSE)
    assert names_beside(copy) == set()


def test_a_missing_database_is_not_created(tmp_path: Path, copy: Path) -> None:
    missing = tmp_path / "missing.sqlite3"
    with pytest.raises(DatabaseMissing):
        back_up(missing, copy, ExistingFile.REFUSE)
    assert not missing.exists()
    assert names_beside(copy) == set()


def test_a_foreign_file_is_not_copied(path: Path, copy: Path) -> None:
    path.write_text("Dear diary,\n" * 100)
    with pytest.raises(NotOurDatabase):
        back_up(path, copy, ExistingFile.REFUSE)


async def test_a_database_that_a_copy_replaces_is_kept_whole(
    kept: Path, copy: Path, database: SqliteDatabase
) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    async with database.writing() as writing:
        await store_value(writing, StoredValue.APPLICATION, "4712")
    await database.close()
    aside = put_in_place(copy, kept)
    assert aside is not None
    assert (inspect(kept).application, inspect(aside).application) == (4711, 4712)
    assert names_beside(kept) == {kept.name, aside.name, copy.parent.name}
    assert inspect(copy).application == 4711


async def test_the_bot_can_open_a_restored_copy(kept: Path, copy: Path) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    place = copy.with_name("boop.sqlite3")
    assert put_in_place(copy, place) is None
    opened = await SqliteDatabase.open(place)
    await migrate(opened, migrations())
    await opened.close()


async def test_a_database_that_is_open_elsewhere_is_not_replaced(kept: Path, copy: Path) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    before = inspect(kept)
    with pytest.raises(DatabaseUnusable, match="another program has it open"):
        put_in_place(copy, kept)
    assert inspect(kept) == before
    assert names_beside(copy) == {copy.name}


async def test_a_database_too_damaged_to_open_is_kept_unchanged(
    kept: Path, copy: Path, database: SqliteDatabase
) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    await database.close()
    write(kept, b"ruin" * 1000)
    aside = put_in_place(copy, kept)
    assert aside is not None
    assert read(aside) == b"ruin" * 1000
    assert inspect(kept).application == 4711


async def test_a_damaged_copy_is_not_put_in_place(kept: Path, copy: Path) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    write(copy, read(copy)[:100] + bytes(len(read(copy)) - 100))
    with pytest.raises(DatabaseDamaged):
        put_in_place(copy, copy.with_name("boop.sqlite3"))
    assert names_beside(copy) == {copy.name}


@pytest.mark.night
@pytest.mark.process
@pytest.mark.skipif(os.name != "posix", reason="it forks")
async def test_a_restore_killed_at_any_step_leaves_a_whole_database(
    kept: Path, copy: Path, database: SqliteDatabase
) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    async with database.writing() as writing:
        await store_value(writing, StoredValue.APPLICATION, "4712")
    await database.close()
    command = [sys.executable, "-m", "tests.db.killed_copying", str(copy), str(kept)]
    ended = await asyncio.to_thread(
        subprocess.run, command, check=True, capture_output=True, text=True
    )
    *steps, left = ended.stdout.splitlines()
    found = [line.split()[1] for line in steps]
    assert set(found) == {"4711", "4712"}, steps
    assert (found[0], found[-1]) == ("4712", "4711")
    assert len(found) > 20
    assert left == "left", "the next process deletes what a killed one left unfinished"


async def test_a_draft_in_use_is_not_deleted(kept: Path, copy: Path) -> None:
    with _draft_beside(copy) as draft:
        back_up(kept, copy, ExistingFile.REFUSE)
        assert draft.exists()
        delete_drafts(copy)
        assert draft.exists()
    assert names_beside(copy) == {copy.name}


async def test_the_next_start_deletes_what_a_killed_copy_left_unfinished(
    kept: Path, database: SqliteDatabase
) -> None:
    with _draft_beside(kept) as draft:
        pass
    write(draft, b"everybody's data")
    await settle(database)
    assert not draft.exists()


async def test_other_hidden_files_are_not_deleted(kept: Path, copy: Path) -> None:
    write(copy.with_name(".notes.draft"), b"mine")
    delete_drafts(copy)
    assert names_beside(copy) == {".notes.draft"}


async def test_the_log_of_a_damaged_database_is_not_applied_to_the_new_one(
    kept: Path, copy: Path, writer: sqlite3.Connection, tmp_path: Path
) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    writer.execute("INSERT INTO stored_values VALUES ('planted', 'in the log')")
    place = tmp_path / "ruined" / "boop.sqlite3"
    place.parent.mkdir()
    write(place, b"ruin" * 4096)
    write(place.with_name("boop.sqlite3-wal"), read(kept.with_name(f"{kept.name}-wal")))
    aside = put_in_place(copy, place)
    assert aside is not None
    assert "boop.sqlite3-wal" not in names_beside(place)
    assert inspect(place).rows == inspect(copy).rows


async def test_the_old_database_is_kept_on_file_systems_without_hard_links(
    kept: Path, copy: Path, database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(kept, copy, ExistingFile.REFUSE)
    await database.close()
    before = inspect(kept).rows

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("bot.db.backup.os.link", refuse)
    aside = put_in_place(copy, kept)
    assert aside is not None
    assert inspect(aside).rows == before
    assert mode_of(aside) == 0o600


async def test_files_are_private_to_their_owner_from_the_beginning(
    kept: Path, copy: Path, database: SqliteDatabase
) -> None:
    async with database.writing() as writing:
        await store_value(writing, StoredValue.APPLICATION, "4712")
    modes = {file.name: mode_of(file) for file in kept.parent.glob("boop.sqlite3*")}
    assert modes == dict.fromkeys(
        (f"boop.sqlite3{end}" for end in ("", "-wal", "-shm", ".lock")), 0o600
    )
    back_up(kept, copy, ExistingFile.REFUSE)
    await database.close()
    make_readable(kept)
    aside = put_in_place(copy, kept)
    assert aside is not None
    assert [mode_of(file) for file in (kept, aside, copy)] == [0o600] * 3
