"""One process leads on a file: others are refused, a dead one's place is taken at once."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.db.database import Database
from bot.db.errors import (
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseNewer,
    DatabaseVanished,
    StorageFailing,
)
from bot.db.opening import open_database
from bot.db.program import Lease, lead, lease, renew_lead
from bot.jobs import leadership
from bot.jobs.clock import SystemClock
from bot.jobs.leadership import LEASE, RENEWAL, Leadership, LeadLost, Process
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import ORANGE
from tests.kit.processes import read_line, start_process
from tests.kit.template import sqlite_of
from tests.kit.unwritable import allow_writes, block_writes

HERE = Process.this()
ELSEWHERE = Process("another machine", HERE.number)
STRANGER_HERE = Process(HERE.machine, 1)
"""Process 1, which runs on every machine and is not one of these tests."""


class SameChance:
    def random(self) -> float:
        return 0.0


async def lease_in(database: Database) -> Lease | None:
    async with database.reading() as reading:
        return await lease(reading)


async def leave_behind(database: Database, holder: Process, seconds: float) -> Lease:
    """Store and return a lease that its holder has not given back."""
    left = Lease("left", holder.machine, holder.number, time.time() + seconds)
    async with database.writing() as writing:
        await lead(writing, left)
    return left


async def test_a_lease_lasts_longer_than_two_renewals(database: Database) -> None:
    before = time.time()
    await Leadership(database).take()
    taken = await lease_in(database)
    assert taken is not None
    assert (taken.machine, taken.process) == (HERE.machine, HERE.number)
    assert before + LEASE <= taken.expires_at <= time.time() + LEASE
    assert LEASE > 2 * RENEWAL


async def test_live_process_of_this_machine_is_not_disturbed(database: Database) -> None:
    left = await leave_behind(database, STRANGER_HERE, 60)
    with pytest.raises(DatabaseInUse) as caught:
        await Leadership(database).take()
    assert (caught.value.machine, caught.value.process) == (left.machine, left.process)
    assert caught.value.expires_at == left.expires_at
    assert await lease_in(database) == left


@pytest.mark.parametrize(
    "asked",
    [
        SimpleNamespace(name="posix", kill=lambda *_: raise_error(PermissionError)),
        SimpleNamespace(name="nt"),
    ],
)
async def test_a_process_that_cannot_be_checked_counts_as_alive(
    database: Database, monkeypatch: pytest.MonkeyPatch, asked: SimpleNamespace
) -> None:
    await leave_behind(database, STRANGER_HERE, 60)
    mine = Leadership(database)
    monkeypatch.setattr(leadership, "os", asked)
    with pytest.raises(DatabaseInUse):
        await mine.take()


def raise_error(kind: type[Exception]) -> None:
    raise kind


async def at_once(_seconds: float) -> None:
    """Return at once, in place of a sleep."""


async def test_an_expired_lease_of_a_live_process_is_taken(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await leave_behind(database, STRANGER_HERE, -1)
    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=at_once))
    await Leadership(database).take()
    taken = await lease_in(database)
    assert taken is not None
    assert taken.process == HERE.number


async def test_a_lease_with_the_same_process_id_belongs_to_an_earlier_process(
    database: Database,
) -> None:
    """In a container the bot is process 1 each time."""
    await leave_behind(database, HERE, 60)
    await Leadership(database).take()
    taken = await lease_in(database)
    assert taken is not None
    assert taken.token != "left"


async def test_the_first_process_of_another_container_on_the_host_is_not_disturbed(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both are process 1, and have the host's name if they share its network."""
    for name in ("one", "other"):
        (tmp_path / name).touch()
    monkeypatch.setattr(leadership, "_NUMBERS", tmp_path / "other")
    left = await leave_behind(database, Process.this(), 60)
    monkeypatch.setattr(leadership, "_NUMBERS", tmp_path / "one")
    assert await Leadership(database)._try_to_take() == left


@pytest.mark.sqlite
async def test_a_lease_left_by_another_machine_is_waited_for(database: Database) -> None:
    left = await leave_behind(database, ELSEWHERE, 0.1)
    await Leadership(database).take()
    assert time.time() >= left.expires_at
    taken = await lease_in(database)
    assert taken is not None
    assert taken.machine == HERE.machine


@pytest.mark.postgresql
async def test_the_lease_of_another_machine_is_watched_regardless_of_its_clock(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await leave_behind(database, ELSEWHERE, -3600)
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=wait))
    await Leadership(database).take()
    assert sum(waits) > LEASE


@pytest.mark.postgresql
async def test_a_lease_that_another_machine_renews_with_a_slow_clock_is_respected(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = await leave_behind(database, ELSEWHERE, -3600)
    renewals = 0

    async def renew_late(_seconds: float) -> None:
        nonlocal renewals
        renewals += 1
        if renewals == RENEWAL:
            async with database.writing() as writing:
                assert await renew_lead(writing, left.token, left.expires_at + RENEWAL)

    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=renew_late))
    with pytest.raises(DatabaseInUse) as caught:
        await Leadership(database).take()
    assert renewals == RENEWAL
    assert caught.value.machine == ELSEWHERE.machine


@pytest.mark.sqlite
async def test_a_lease_renewed_by_another_machine_is_respected(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = await leave_behind(database, ELSEWHERE, 10)
    waits: list[float] = []

    async def renew_meanwhile(seconds: float) -> None:
        waits.append(seconds)
        async with database.writing() as writing:
            assert await renew_lead(writing, left.token, left.expires_at + LEASE)

    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=renew_meanwhile))
    with pytest.raises(DatabaseInUse) as caught:
        await Leadership(database).take()
    assert len(waits) == 1
    assert 9 < waits[0] <= 10.1
    assert caught.value.machine == ELSEWHERE.machine
    assert caught.value.expires_at == left.expires_at + LEASE


async def test_renewing_keeps_the_lead(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Leadership(database)
    await mine.take()
    first = await lease_in(database)
    monkeypatch.setattr(leadership, "RENEWAL", 0.0)
    keeping = asyncio.ensure_future(mine.keep())
    while await lease_in(database) == first:
        assert not keeping.done()
    keeping.cancel()
    await asyncio.wait([keeping])


async def test_the_lead_is_lost_if_another_process_takes_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Leadership(database)
    await mine.take()
    stolen = await leave_behind(database, ELSEWHERE, 60)
    monkeypatch.setattr(leadership, "RENEWAL", 0.0)
    with pytest.raises(LeadLost):
        await mine.keep()
    assert await lease_in(database) == stolen
    await mine.leave()
    assert await lease_in(database) == stolen, "another process's lease is not released"


async def test_leaving_releases_the_lease_at_once(database: Database) -> None:
    mine = Leadership(database, ELSEWHERE)
    await mine.take()
    await mine.leave()
    assert await lease_in(database) is None
    await Leadership(database).take()


async def test_the_host_releases_the_lead_when_it_closes_or_fails(path: Path) -> None:
    with pytest.raises(LookupError):
        async with open_services(path, SystemClock(), SameChance()):
            raise LookupError
    database = await open_database(path)
    assert await lease_in(database) is None
    await database.close()


async def test_a_newer_database_is_refused_before_the_lead_is_taken(
    path: Path, services: Services, clock: StandingClock
) -> None:
    database = await open_database(path)
    before = await lease_in(database)
    async with database.writing() as writing:
        await writing.connection.ask("INSERT INTO migrations VALUES (99, 'later', 0)")
    with pytest.raises(DatabaseNewer):
        async with open_services(path, clock, SameChance()):
            raise AssertionError("a newer database was opened")
    assert await lease_in(database) == before
    await database.close()


@pytest.mark.night
@pytest.mark.process
async def test_a_second_process_is_refused_at_once(services: Services, path: Path) -> None:
    # An unrenewed lease may run out before the other process has started.
    keeping = asyncio.create_task(services.leadership.keep())
    try:
        with start_process("lead", path) as second:
            line = await asyncio.to_thread(read_line, second)
            assert line == f"refused {HERE.number}"
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


@pytest.mark.process
async def test_a_killed_process_is_replaced_at_once(
    path: Path, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(seconds: float) -> None:
        raise AssertionError(f"waited {seconds} seconds for a process that is dead")

    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=fail))
    with start_process("lead", path) as first:
        assert await asyncio.to_thread(read_line, first) == "leads"
        with pytest.raises(DatabaseInUse) as caught:
            async with open_services(path, clock, SameChance()):
                raise AssertionError("two lead on one file")
        assert caught.value.process == first.pid
        first.kill()
        first.wait()
        async with open_services(path, clock, SameChance()) as services:
            assert await services.matches.live_of(ORANGE) == []


async def fill_database(database: Database) -> int:
    """Take all room from the database; return its usual limit of pages."""
    writer = sqlite_of(database)._only_writer.own
    [most] = await writer.execute_fetchall("PRAGMA max_page_count")
    [pages] = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages[0]}")
    return int(most[0])


async def write_much(database: Database) -> None:
    async with database.writing() as writing:
        await writing.connection.ask(
            "INSERT INTO stored_values VALUES ('much', :much)", much="0" * 200_000
        )


@pytest.mark.sqlite
async def test_nothing_is_stored_on_a_full_disk_until_there_is_room(
    database: Database,
) -> None:
    most = await fill_database(database)
    with pytest.raises(StorageFailing, match=r"database or disk is full") as refused:
        await write_much(database)
    assert database.failing is refused.value
    await sqlite_of(database)._only_writer.own.execute_fetchall(f"PRAGMA max_page_count = {most}")
    await write_much(database)
    assert database.failing is None


@pytest.mark.sqlite
async def test_the_lead_is_kept_while_the_disk_is_full_for_longer_than_the_lease(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leadership, "LEASE", 0.05)
    monkeypatch.setattr(leadership, "RENEWAL", 0.01)
    mine = Leadership(database)
    await mine.take()
    await block_writes(database)
    keeping = asyncio.ensure_future(mine.keep())
    while database.failing is None:
        assert not keeping.done()
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    assert not keeping.done()
    await allow_writes(database)
    while database.failing is not None:
        assert not keeping.done()
        await asyncio.sleep(0.01)
    keeping.cancel()
    await asyncio.wait([keeping])


async def test_a_process_whose_lease_was_taken_stores_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leadership, "LEASE", 0.0)
    mine = Leadership(database)
    await mine.take()
    await write_much(database)
    another = Leadership(database, ELSEWHERE)
    database.fence = None  # Another process has a database of its own.
    await another.take()
    database.fence = mine.fence
    with pytest.raises(LeadLost):
        await write_much(database)


async def test_a_database_damaged_at_run_time_ends_the_lead(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Leadership(database)
    await mine.take()
    monkeypatch.setattr(leadership, "RENEWAL", 0.0)
    await database.script("DROP TABLE leader;")
    with pytest.raises(DatabaseDamaged, match=r"no such table: leader|\"leader\" does not exist"):
        await mine.keep()


@pytest.mark.sqlite
def test_a_database_that_disappears_is_not_treated_as_new(path: Path) -> None:
    asyncio.run(open_once(path))
    path.unlink()
    for _ in range(2):
        with pytest.raises(DatabaseVanished) as refused:
            asyncio.run(open_once(path))
        assert not path.exists()
    path.touch()
    with pytest.raises(DatabaseVanished):
        asyncio.run(open_once(path))
    refused.value.marker.unlink()
    asyncio.run(open_once(path))
    assert path.stat().st_size > 0


async def open_once(path: Path) -> None:
    async with open_services(path, SystemClock(), SameChance()):
        pass


@pytest.mark.sqlite
async def test_a_start_removes_the_files_of_a_killed_backup(path: Path) -> None:
    left = path.with_name(".backup.sqlite3.abc.boop-draft")
    left.write_text("data of people")
    async with open_services(path, SystemClock(), SameChance()):
        assert not left.exists()
