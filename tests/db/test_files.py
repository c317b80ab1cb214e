"""Only the bot writes the files of the database, and it notices if one is lost."""

import asyncio
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event

import pytest

from bot.db.backup import ExistingFile, back_up, put_in_place
from bot.db.errors import (
    CopyFailed,
    DatabaseItself,
    DatabaseMissing,
    DatabaseUnusable,
    DatabaseVanished,
    LogVanished,
    SchemaForeign,
)
from bot.db.files import Use, held, marker_of, require_apart
from bot.db.inspection import inspect
from bot.db.sqlite import SqliteDatabase
from bot.jobs.clock import SystemClock
from bot.match.identity import MatchId
from bot.services import Services, open_services
from tests.kit.service_matches import begin, stored_turns
from tests.kit.service_matches import play as play_turns
from tests.kit.thoroughness import quick_or_thorough, sampled

pytestmark = pytest.mark.sqlite

OWN = ["", "-wal", "-shm", "-journal", ".made", ".lock"]
posix = pytest.mark.skipif(os.name != "posix", reason="it needs special files and links")


def sidecar(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


async def open_once(path: Path) -> None:
    async with open_services(path, SystemClock(), Random(1)):
        pass


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def by_name(file: Path) -> Path:
    return file


def by_another_spelling(file: Path) -> Path:
    return file.parent / ".." / file.parent.name / file.name.upper()


def by_symbolic_link(file: Path) -> Path:
    link = file.with_name("link.sqlite3")
    link.symlink_to(file.name)
    return link


def by_hard_link(file: Path) -> Path:
    link = file.with_name("link.sqlite3")
    os.link(file, link)
    return link


def by_folder(file: Path) -> Path:
    folder = file.parent / "folder"
    folder.symlink_to(file.parent)
    return folder / file.name


@posix
@pytest.mark.parametrize("lead_to", [by_name, by_another_spelling, by_symbolic_link, by_folder])
@pytest.mark.parametrize("ending", quick_or_thorough(OWN[::2], OWN))
async def test_no_file_of_the_database_is_backed_up_to_or_restored_from(
    path: Path, ending: str, lead_to: Callable[[Path], Path]
) -> None:
    """SQLite may create each file at any moment, so a missing file counts as well."""
    await open_once(path)
    named = lead_to(sidecar(path, ending))
    before = content(path.parent)
    with pytest.raises(DatabaseItself):
        back_up(path, named, ExistingFile.REPLACE)
    with pytest.raises(DatabaseItself):
        put_in_place(named, path)
    assert content(path.parent) == before


@posix
@pytest.mark.parametrize("ending", ["", "-wal", "-shm", ".made", ".lock"])
async def test_no_second_name_of_a_file_of_the_database_is_backed_up_to(
    path: Path, services: Services, ending: str
) -> None:
    await begin(services)
    named = by_hard_link(sidecar(path, ending))
    with pytest.raises(DatabaseItself):
        back_up(path, named, ExistingFile.REPLACE)
    assert named.samefile(sidecar(path, ending))


@posix
@pytest.mark.parametrize("ending", OWN)
async def test_files_of_a_database_behind_a_link_are_its_own(
    path: Path, tmp_path: Path, ending: str
) -> None:
    """SQLite follows the link before it makes the log."""
    link = tmp_path / "linked.sqlite3"
    link.symlink_to(path)
    with pytest.raises(DatabaseItself):
        require_apart(sidecar(path, ending), link)


@posix
async def test_a_backup_through_a_link_includes_the_log(
    path: Path, services: Services, tmp_path: Path
) -> None:
    match = await begin(services)
    await play_turns(services, match.id, "Kc3")
    link, copy = tmp_path / "elsewhere" / "linked.sqlite3", tmp_path / "copy.sqlite3"
    link.parent.mkdir()
    link.symlink_to(path)
    back_up(link, copy, ExistingFile.REFUSE)
    assert stored_turns(copy, MatchId(1)) == ["Kc3"]


@pytest.fixture
async def young(path: Path, services: Services) -> Path:
    """A database whose first turn was just played, so that only the log has it."""
    match = await begin(services)
    await services.leadership.renew()
    await play_turns(services, match.id, "Kc3")
    return path


def copy_as_killed(path: Path, folder: Path, *endings: str) -> Path:
    """Return a copy of the database as a kill leaves it, with only these of its files."""
    place = folder / "killed" / path.name
    place.parent.mkdir()
    for ending in endings:
        shutil.copyfile(sidecar(path, ending), sidecar(place, ending))
    return place


async def test_a_killed_bots_log_is_read(young: Path, tmp_path: Path) -> None:
    place = copy_as_killed(young, tmp_path, "", "-wal", ".made")
    await open_once(place)
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


async def test_a_lost_log_is_not_taken_for_a_first_start(young: Path, tmp_path: Path) -> None:
    place = copy_as_killed(young, tmp_path, "", ".made")
    for _ in range(2):
        with pytest.raises(LogVanished) as refused:
            await open_once(place)
    assert refused.value.log == sidecar(place, "-wal")
    shutil.copyfile(sidecar(young, "-wal"), sidecar(place, "-wal"))
    await open_once(place)
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


async def test_a_replaced_log_counts_as_lost(young: Path, tmp_path: Path) -> None:
    place = copy_as_killed(young, tmp_path, "", ".made")
    back_up(young, tmp_path / "copy.sqlite3", ExistingFile.REFUSE)
    shutil.copyfile(tmp_path / "copy.sqlite3", sidecar(place, "-wal"))
    with pytest.raises(LogVanished):
        await open_once(place)


async def test_a_database_without_its_log_does_not_replace_a_backup(
    young: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(young, copy, ExistingFile.REFUSE)
    before = copy.read_bytes()
    place = copy_as_killed(young, tmp_path, "", ".made")
    with pytest.raises(LogVanished):
        back_up(place, copy, ExistingFile.REPLACE)
    assert copy.read_bytes() == before


def test_a_lock_that_is_soon_released_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last process of a database holds the lock exclusively while deleting it."""
    monkeypatch.setattr("bot.db.files._DELETION", 30.0)
    taken, let_go = Event(), Event()

    def end() -> None:
        with held(path, Use.REPLACEMENT):
            taken.set()
            let_go.wait()

    with ThreadPoolExecutor() as threads:
        ending = threads.submit(end)
        taken.wait()
        threads.submit(let_go.set)
        with held(path, Use.WORK):
            ending.result()


async def test_a_start_without_the_log_succeeds_if_the_marker_is_deleted(
    path: Path, services: Services, tmp_path: Path
) -> None:
    match = await begin(services)
    await play_turns(services, match.id, "Kc3")
    run(path, "PRAGMA wal_checkpoint")
    await services.leadership.renew()
    await play_turns(services, match.id, "Kd4")
    place = copy_as_killed(path, tmp_path, "", ".made")
    with pytest.raises(LogVanished) as refused:
        await open_once(place)
    assert refused.value.marker is not None
    refused.value.marker.unlink()
    await open_once(place)
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


async def test_the_loss_of_a_log_with_all_data_is_noticed_without_a_marker(
    young: Path, tmp_path: Path
) -> None:
    place = copy_as_killed(young, tmp_path, "")
    with pytest.raises(LogVanished) as refused:
        await open_once(place)
    assert refused.value.marker is None
    place.unlink()
    await open_once(place)


async def test_a_log_that_another_program_checkpointed_is_not_missed(
    young: Path, tmp_path: Path
) -> None:
    place = copy_as_killed(young, tmp_path, "", "-wal", ".made")
    run(place, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert not sidecar(place, "-wal").exists()
    await open_once(place)
    assert stored_turns(place, MatchId(1)) == ["Kc3"]


async def test_a_marker_of_an_earlier_version_does_not_prevent_a_start(
    young: Path, tmp_path: Path
) -> None:
    run(young, "PRAGMA wal_checkpoint")
    place = copy_as_killed(young, tmp_path, "")
    marker_of(place).write_text("The bot made the database boop.sqlite3 beside this file.\n")
    await open_once(place)


async def test_a_database_that_was_stopped_needs_no_log(path: Path) -> None:
    for _ in range(2):
        async with open_services(path, SystemClock(), Random(1)) as services:
            await services.leadership.renew()
    assert {file.name for file in path.parent.iterdir()} == {path.name, marker_of(path).name}


async def test_the_first_tables_are_in_the_file_before_the_first_match(
    path: Path, services: Services, tmp_path: Path
) -> None:
    place = copy_as_killed(path, tmp_path, "")
    with closing(sqlite3.connect(place)) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)


def test_a_marker_beside_a_file_without_our_tables_shows_a_loss(path: Path) -> None:
    run(path, "PRAGMA journal_mode = WAL")
    assert path.stat().st_size == 4096
    marker_of(path).touch()
    with pytest.raises(DatabaseVanished):
        asyncio.run(open_once(path))
    marker_of(path).unlink()
    asyncio.run(open_once(path))


@posix
async def test_a_database_cannot_be_opened_while_it_is_replaced(path: Path, tmp_path: Path) -> None:
    await open_once(path)
    copy = tmp_path / "copy.sqlite3"
    back_up(path, copy, ExistingFile.REFUSE)
    before = content(path.parent)
    refusals = []

    def begin_to_work() -> None:
        with pytest.raises(DatabaseUnusable, match="it is being restored") as refused:
            asyncio.run(SqliteDatabase.open(path))
        refusals.append(refused.value)
        raise refused.value

    with pytest.raises(DatabaseUnusable):
        await asyncio.to_thread(put_in_place, copy, path, begin_to_work)
    assert len(refusals) == 1
    assert content(path.parent) == before
    await open_once(path)


@posix
async def test_a_database_in_use_is_not_replaced_even_if_it_looks_unused(
    path: Path, tmp_path: Path
) -> None:
    await open_once(path)
    copy = tmp_path / "copy.sqlite3"
    back_up(path, copy, ExistingFile.REFUSE)
    with (
        held(path, Use.WORK),
        pytest.raises(DatabaseUnusable, match="another program has it open"),
    ):
        put_in_place(copy, path)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(path))


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_folder(path: Path) -> None:
    path.mkdir()


@posix
@pytest.mark.parametrize("make", [make_pipe, make_socket, make_device, make_folder])
async def test_a_path_that_is_not_a_regular_file_is_refused_at_once(
    path: Path, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    """SQLite would wait forever for a pipe, and a device must not be renamed."""
    await open_once(path)
    odd, copy = tmp_path / "odd", tmp_path / "copy"
    back_up(path, copy, ExistingFile.REFUSE)
    make(odd)
    with pytest.raises(DatabaseUnusable, match="isn't a regular file"):
        inspect(odd)
    with pytest.raises(DatabaseUnusable, match="isn't a regular file"):
        put_in_place(odd, path)
    with pytest.raises(DatabaseUnusable, match="isn't a regular file"):
        put_in_place(copy, odd)
    with pytest.raises(DatabaseUnusable, match="isn't a regular file"):
        await open_once(odd)
    with pytest.raises(CopyFailed, match="isn't a regular file"):
        back_up(path, odd, ExistingFile.REPLACE)
    assert not odd.is_file()


async def test_the_longest_file_name_is_accepted_and_a_longer_one_refused(
    path: Path, tmp_path: Path
) -> None:
    await open_once(path)
    back_up(path, tmp_path / ("b" * 255), ExistingFile.REFUSE)
    long = tmp_path / ("b" * 300)
    with pytest.raises(CopyFailed, match="name too long"):
        back_up(path, long, ExistingFile.REFUSE)
    with pytest.raises(DatabaseUnusable, match="name too long"):
        inspect(long)
    with pytest.raises(DatabaseUnusable, match="name too long"):
        await SqliteDatabase.open(long)


@pytest.mark.parametrize(
    "statement",
    sampled(
        [
            "CREATE TRIGGER ours AFTER DELETE ON leader BEGIN DELETE FROM stored_values; END",
            "CREATE TRIGGER boom BEFORE INSERT ON matches BEGIN SELECT raise(ABORT, 'boom'); END",
            "CREATE VIEW boom AS SELECT * FROM matches",
            "CREATE TABLE boom (id INTEGER CHECK (abs(id) > 1))",
            "CREATE VIRTUAL TABLE boom USING rtree (id, low, high)",
            "CREATE INDEX boom ON matches (abs(id))",
            "ALTER TABLE stored_values ADD COLUMN boom TEXT",
        ],
        0,
        5,
    ),
)
async def test_a_file_with_foreign_objects_in_its_schema_is_not_restored(
    path: Path, tmp_path: Path, statement: str
) -> None:
    await open_once(path)
    copy, place = tmp_path / "copy.sqlite3", tmp_path / "place.sqlite3"
    back_up(path, copy, ExistingFile.REFUSE)
    run(
        copy,
        "INSERT INTO stored_values VALUES ('planted', 'value')",
        "INSERT INTO leader VALUES (1, 't', 'attic', 41, 0.0)",
        statement,
    )
    before = copy.read_bytes()
    with pytest.raises(SchemaForeign) as refused:
        put_in_place(copy, place)
    assert refused.value.object.split()[0] in {"trigger", "view", "table", "index"}
    assert not place.exists()
    assert copy.read_bytes() == before


async def test_a_database_that_was_analysed_by_its_host_is_restored(
    path: Path, tmp_path: Path
) -> None:
    await open_once(path)
    run(path, "ANALYZE")
    place = tmp_path / "place.sqlite3"
    put_in_place(path, place)
    await open_once(place)


def test_a_missing_file_cannot_be_restored(path: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        put_in_place(tmp_path / "missing.sqlite3", path)
    assert content(path.parent) == {}
