"""Several processes on a server: each has its share of the shards, and none writes once dropped."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.address import ServerAddress
from bot.cli.check_database import check_database
from bot.db.database import Database, Writing
from bot.db.errors import DatabaseInUse, OlderProcesses, StorageFailing
from bot.db.migrations import migrate, migrations, version_of
from bot.db.opening import open_database
from bot.db.program import SHARED, StoredValue, lease, load_value, renew_lead, store_value
from bot.errors import DiscordUnreachable
from bot.features.standings.seasons import SeasonEnd
from bot.jobs import database_opening, division, fleet, leadership, processes
from bot.jobs.clock import elapsed
from bot.jobs.fleet import LEASE_MARGIN, Fleet
from bot.jobs.jobs import OutboxLook, resume, schedule, unclaimed
from bot.jobs.leadership import Leadership, LeadLost, Process
from bot.match.identity import GuildId, Instant

pytestmark = pytest.mark.postgresql

SHARDS = 16


@pytest.fixture
async def members(
    path: ServerAddress,
) -> AsyncIterator[list[tuple[Database, Fleet]]]:
    """Three processes that have joined, each with its own connections and machine."""
    async with AsyncExitStack() as stack:
        joined = []
        for name in "abc":
            database = await open_database(path)
            stack.push_async_callback(database.close)
            each = Fleet(database, 3, Process(name, 1))
            await each.take()
            await each.share(SHARDS)
            joined.append((database, each))
        for _, each in joined:
            await each.renew()
        yield joined


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that lets time pass for processes that watch others."""
    ahead = [0.0]
    monkeypatch.setattr(fleet, "elapsed", lambda: elapsed() + ahead[0])

    def let_pass(seconds: float) -> None:
        ahead[0] += seconds

    return let_pass


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the server from undoing slow transactions, because the machine may be busy."""
    monkeypatch.setattr("bot.db.postgresql.LOCK_WITHIN", 60.0)
    monkeypatch.setattr("bot.db.postgresql.IDLE_WITHIN", 60.0)


@pytest.fixture
async def two_left(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> list[tuple[Database, Fleet]]:
    """Two members that serve all shards, after the first has left."""
    (_, leaving), *others = members
    await leaving.leave()
    pass_time(fleet.SETTLING)
    for _ in range(2):
        await renew(*others)
        for _, each in others:
            each.served = each.held
    await renew(*others)
    return others


@asynccontextmanager
async def joining(path: ServerAddress) -> AsyncIterator[tuple[Database, Fleet]]:
    """Let a process join the others without sharing shards yet."""
    database = await open_database(path)
    joined = Fleet(database, 3, Process("a", 2))
    await joined.take()
    yield database, joined
    await database.close()


async def renew(*those: tuple[Database, Fleet]) -> None:
    for _, each in those:
        await each.renew()


async def test_each_process_has_its_share_and_takes_over_from_a_silent_one(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    assert [len(each.held) for _, each in members] == [6, 6, 4]
    silent, *others = members
    waited, step = 0.0, fleet.RENEWAL
    while len(others[0][1].held | others[1][1].held) < SHARDS:
        assert waited < 20
        await renew(*others)
        pass_time(step)
        waited += step
    assert waited > fleet.LEASE
    assert [len(each.held) for _, each in others] == [8, 8]

    database, dropped = silent
    with pytest.raises(LeadLost):
        async with database.writing() as writing:
            await store_value(writing, StoredValue.COMMANDS, "late")
    with pytest.raises(LeadLost):
        await dropped.renew()
    async with others[0][0].reading() as reading:
        assert await load_value(reading, StoredValue.COMMANDS) is None


@pytest.mark.usefixtures("long_waits")
@pytest.mark.parametrize("is_alone", [False, True], ids=["beside others", "alone"])
async def test_a_process_dropped_during_a_transaction_commits_nothing(
    members: list[tuple[Database, Fleet]],
    pass_time: Callable[[float], None],
    is_alone: bool,  # noqa: FBT001 - a case
) -> None:
    (database, stopped), *others = members

    async def act(writing: Writing, _: object) -> None:
        if is_alone:
            writing.require_alone()
        await store_value(writing, StoredValue.COMMANDS, "late")
        for _ in range(2 + int((fleet.LEASE + LEASE_MARGIN) / fleet.RENEWAL)):
            await renew(*others)
            pass_time(fleet.RENEWAL)
        # The process looked at its clock just before it was stopped.
        stopped._sure_until = float("inf")

    with pytest.raises(LeadLost):
        await database.transact(act)
    async with others[0][0].reading() as reading:
        assert await load_value(reading, StoredValue.COMMANDS) is None


@pytest.mark.parametrize("is_sure", [True, False])
async def test_a_dropped_process_ends_at_its_next_write_without_waiting_to_renew_its_lease(
    members: list[tuple[Database, Fleet]],
    monkeypatch: pytest.MonkeyPatch,
    is_sure: bool,  # noqa: FBT001 - a case
) -> None:
    (database, dropped), (other, _), _ = members
    monkeypatch.setattr(fleet, "RENEWAL", 3600.0)
    keeping = asyncio.create_task(dropped.keep())
    async with other.writing() as writing:
        await fleet.QUERIES.leave_fleet(writing.connection, number=dropped.number)
    monkeypatch.setattr(dropped, "_sure_until", float("inf") if is_sure else 0.0)
    with pytest.raises(LeadLost):
        async with database.writing() as writing:
            await store_value(writing, StoredValue.COMMANDS, "late")
    with pytest.raises(LeadLost):
        await keeping


async def test_a_claim_committed_after_its_process_was_dropped_is_released(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    (_, silent), *others = members
    while len(others[0][1].held | others[1][1].held) < SHARDS:
        await renew(*others)
        pass_time(fleet.RENEWAL)
    [(database, _), _] = others
    now, job = Instant(1000.0), SeasonEnd(GuildId(0))
    async with database.writing() as writing:
        await schedule(writing, job, now)
        await writing.connection.ask(
            "UPDATE jobs SET lease = 9000, claimed_by = :late", late=silent.number
        )
    await renew(*others)
    async with database.reading() as reading:
        lease = reading.connection.ask("SELECT max(lease) FROM jobs")
        assert await lease.one(float) == 0


@asynccontextmanager
async def write_alone(database: Database, others: Collection[Database] = ()) -> AsyncIterator[None]:
    """Write exclusively inside the block, while all writing connections of the others wait."""
    await asyncio.gather(*(each.transact(do_nothing) for each in others))
    async with asyncio.TaskGroup() as tasks, database.writing() as writing:
        await store_value(writing, StoredValue.COMMANDS, "alone")
        waiting = [tasks.create_task(each.transact(do_nothing)) for each in others for _ in "12345"]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in waiting)
        yield


async def do_nothing(_: Writing, __: object) -> None:
    """Do nothing in a transaction."""


@pytest.mark.usefixtures("long_waits")
async def test_an_exclusive_writer_does_not_block_renewals_turns_or_leaving(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    (busy, _), (database, member), (_, silent) = members
    async with write_alone(busy, [database]), asyncio.timeout(60):
        await member.renew()
        pass_time(fleet.SETTLING)
        await member.renew()
        assert await member.take_turn(0) == 0
        leaving = asyncio.create_task(silent.leave())
        while not silent.held & member.held:
            await asyncio.sleep(0.01)
            await member.renew()
    await leaving


@pytest.mark.usefixtures("long_waits")
async def test_a_process_unsure_of_its_claims_renews_beside_an_exclusive_writer(
    members: list[tuple[Database, Fleet]],
) -> None:
    """After an outage of the database all are unsure, and one writer gives its time back."""
    (busy, unsure), (_, member), _ = members
    unsure._sure_until = 0.0
    async with write_alone(busy), asyncio.timeout(60):
        await member.renew()
        await unsure.renew()


@pytest.mark.usefixtures("long_waits")
async def test_claims_of_a_dead_process_are_released_after_an_exclusive_writer(
    members: list[tuple[Database, Fleet]],
    pass_time: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fleet, "FREES_WITHIN", 0.2)
    (busy, silent), *others = members
    [(database, member), _] = others
    now, job = Instant(1000.0), SeasonEnd(GuildId(0))
    async with busy.writing() as writing:
        await schedule(writing, job, now)
        await writing.connection.ask(
            "UPDATE jobs SET lease = 9000, claimed_by = :silent", silent=silent.number
        )
    busy.fence = None
    async with write_alone(busy), asyncio.timeout(60):
        while len(others[0][1].held | others[1][1].held) < SHARDS:
            await renew(*others)
            pass_time(fleet.RENEWAL)
    await member.renew()
    async with database.reading() as reading:
        lease = reading.connection.ask("SELECT max(lease) FROM jobs")
        assert await lease.one(float) == 0


async def test_shards_of_a_leaving_process_are_taken_over_at_once(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    (_, leaving), *others = members
    await leaving.leave()
    pass_time(fleet.SETTLING)
    await renew(*others)
    assert sum(len(each.held) for _, each in others) == SHARDS


async def test_claims_that_a_leaving_process_could_not_release_are_released_by_others(
    members: list[tuple[Database, Fleet]],
) -> None:
    (leaving, left), *others = members
    await renew(*others)
    async with leaving.writing() as writing:
        await schedule(writing, SeasonEnd(GuildId(0)), Instant(1000.0))
        await writing.connection.ask(
            "UPDATE jobs SET lease = 9000, claimed_by = :left", left=left.number
        )

    # Another process writes exclusively for longer than the leaving one may wait.
    async def act(writing: Writing, _: object) -> None:
        await fleet.QUERIES.leave_fleet(writing.connection, number=left.number)

    leaving.fence = None
    await leaving.transact(act)
    await renew(*others)
    async with others[0][0].reading() as reading:
        lease = reading.connection.ask("SELECT max(lease) FROM jobs")
        assert await lease.one(float) == 0


async def test_the_previous_owner_does_not_release_a_claim_of_another_process(
    members: list[tuple[Database, Fleet]],
) -> None:
    """The first process may be delayed after joining, while others join and work."""
    (first, _), (other, working), _ = members
    now = Instant(1000.0)
    async with other.writing() as writing:
        for guild in range(2):
            await schedule(writing, SeasonEnd(GuildId(guild)), now)
        await writing.connection.ask("UPDATE jobs SET lease = 9000, attempts = 1")
        await writing.connection.ask(
            "UPDATE jobs SET claimed_by = :working WHERE key = '0'", working=working.number
        )
    async with first.writing() as writing:
        await resume(writing, now)
    async with first.reading() as reading:
        left = reading.connection.ask("SELECT key FROM jobs WHERE lease > 0 AND attempts = 1")
        assert await left.all(str) == ["0"]


async def test_processes_that_leave_simultaneously_release_the_lead(
    members: list[tuple[Database, Fleet]],
) -> None:
    await asyncio.gather(*(each.leave() for _, each in members))
    async with members[0][0].reading() as reading:
        assert await lease(reading) is None


async def test_a_migration_is_refused_while_other_processes_live(
    members: list[tuple[Database, Fleet]], path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    living, *_ = members
    known = migrations()
    newer = [
        *known,
        replace(known[-1], version=known[-1].version + 1, script="", on_server=""),
    ]

    async def renew_meanwhile(_: float) -> None:
        await renew(living)

    async def join_meanwhile(_: float) -> None:
        async with AsyncExitStack() as stack:
            database = await open_database(path)
            stack.push_async_callback(database.close)
            await Fleet(database, 3, Process("late", 1)).take()

    async def migrate_meanwhile(_: float) -> None:
        await migrate(living[0], newer)
        await join_meanwhile(_)

    monkeypatch.setattr(database_opening, "migrations", lambda: newer)
    for machine, happens in (("a", renew_meanwhile), ("late", join_meanwhile)):
        monkeypatch.setattr(asyncio, "sleep", happens)
        with pytest.raises(OlderProcesses) as caught:
            await database_opening.open_database_as_leader(path, 3).__aenter__()
        assert caught.value.machine == machine
    # The others have ended, and another process of this version migrated first.
    monkeypatch.setattr(asyncio, "sleep", migrate_meanwhile)
    async with database_opening.open_database_as_leader(path, 3) as (database, _):
        assert await version_of(database) == newer[-1].version


async def test_a_single_process_is_refused_while_a_fleet_lives(
    members: list[tuple[Database, Fleet]], path: ServerAddress
) -> None:
    database = await open_database(path)
    held = await Leadership(database)._try_to_take()
    await database.close()
    assert held is not None
    assert held.token == SHARED


async def test_a_single_process_with_a_fast_clock_is_refused_while_a_fleet_lives(
    members: list[tuple[Database, Fleet]], path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(path)
    async with members[0][0].writing() as writing:
        await renew_lead(writing, SHARED, time.time() - 3600)

    async def renew_meanwhile(_: float) -> None:
        await renew(members[0])

    monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=renew_meanwhile))
    with pytest.raises(DatabaseInUse):
        await Leadership(database).take()
    await database.close()
    await renew(*members)


async def test_a_fleet_does_not_start_beside_a_single_process_with_a_slow_clock(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(2):
            opened.append(await open_database(path))
            stack.push_async_callback(opened[-1].close)
        alone = Leadership(opened[0], Process("a", 1))
        await migrate(opened[0], migrations())
        await alone.take()
        async with opened[0].writing() as writing:
            await renew_lead(writing, alone._token, time.time() - 3600)

        async def renew_meanwhile(_: float) -> None:
            await alone.renew()

        monkeypatch.setattr(leadership, "asyncio", SimpleNamespace(sleep=renew_meanwhile))
        with pytest.raises(DatabaseInUse):
            await Fleet(opened[1], 3, Process("b", 1)).take()
        await alone.renew()


async def test_a_check_lists_live_processes_and_unserved_shards(
    members: list[tuple[Database, Fleet]], path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LOOKED_FOR", 2.0)
    silent, *others = members
    for _, each in members:
        each.served = each.held
        await each.renew()

    async def found() -> list[str]:
        checking = asyncio.create_task(asyncio.to_thread(check_database, path))
        while not checking.done():
            await asyncio.sleep(0.1)
            await renew(*others)
        return [str(each) for each in checking.result()[0]]

    unserved = ", ".join(map(str, sorted(silent[1].held)[:-1])) + f" and {max(silent[1].held)}"
    for shared in (
        "· lead: process 1 on a is silent",
        "✓ lead: the database is shared by 2 processes: ",
    ):
        assert any(line.startswith(shared) for line in await found())
    assert f"· shards: no process serves 6 of 16 yet: {unserved}" in await found()
    await silent[1].leave()
    for _, each in others:
        each._joined_at -= fleet.SETTLING
    await renew(*others)
    for _, each in others:
        each.served = each.held
    await renew(*others)
    assert "✓ shards: all are served, 16 in all" in await found()


async def test_a_returning_process_gets_its_share_two_shards_at_a_time(
    two_left: list[tuple[Database, Fleet]], path: ServerAddress
) -> None:
    async with joining(path) as (database, back):
        await back.share(SHARDS)
        for _ in range(8):
            await renew((database, back))
            back.served = back.held
            await renew((database, back), *two_left)
            for _, each in two_left:
                assert len(each.to_release) <= division.RELEASED_AT_ONCE
            await give(*two_left)
        held = [len(each.held) for each in (back, *(one for _, one in two_left))]
        assert sorted(held) == [4, 6, 6]


async def give(*those: tuple[Database, Fleet]) -> None:
    """Let processes disconnect the shards that they are to give to others."""
    for _, each in those:
        each.released, each.served = each.to_release, each.held - each.to_release
    await renew(*those)


@pytest.mark.parametrize("is_begun", [False, True], ids=["not yet", "begun"])
async def test_a_process_that_never_shares_takes_no_shards_from_others(
    two_left: list[tuple[Database, Fleet]],
    path: ServerAddress,
    is_begun: bool,  # noqa: FBT001 - a case
) -> None:
    """Each shard that is given away begins a new session; Discord may refuse its token."""
    async with joining(path) as (database, newcomer):
        await renew((database, newcomer), *two_left, (database, newcomer), *two_left)
        assert [each.to_release for _, each in two_left] == [frozenset(), frozenset()]
        await newcomer.share(SHARDS)
        await renew((database, newcomer), *two_left)
        first, second = (each for _, each in two_left)
        giver = first if first.to_release else second
        [released] = giver.to_release
        if is_begun:
            giver.served -= {released}
        await newcomer.leave()
        await renew(*two_left)
        assert giver.to_release == ({released} if is_begun else frozenset())


async def test_a_process_without_connections_tries_one_shard_first(
    two_left: list[tuple[Database, Fleet]], path: ServerAddress
) -> None:
    """A process may reach Discord's API, but not its gateway."""
    async with joining(path) as (database, back):
        await back.share(SHARDS)
        for _ in range(4):
            await renew((database, back), *two_left)
            await give(*two_left)
        assert len(back.held) == 1
        assert sorted(len(each.held) for _, each in two_left) == [7, 8]
        back.served = back.held
        await renew((database, back), *two_left)
        assert sorted(len(each.to_release) for _, each in two_left) == [0, 2]


async def test_a_dead_process_is_dropped_soon_after_the_database_returns(
    members: list[tuple[Database, Fleet]],
    pass_time: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process may have run on the machine of the database."""
    _dead, *others = members

    async def fail(*_: object) -> None:
        raise StorageFailing("away")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "transact", fail)
        for _ in range(30):
            pass_time(fleet.RENEWAL)
            for each in others:
                with pytest.raises(StorageFailing):
                    await renew(each)
    waited = 0.0
    while len(others[0][1].held | others[1][1].held) < SHARDS:
        assert waited < 20
        await renew(*others)
        pass_time(fleet.RENEWAL)
        waited += fleet.RENEWAL


async def test_a_process_that_alone_loses_discord_ends(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    for _, each in members:
        each.served = each.held
    cut_off, *others = members
    cut_off[1].is_connected = cut_off[1].is_reached = lambda: False
    for _, other in others:
        other.is_connected = other.is_reached = lambda: False

    async def pass_by(seconds: float) -> None:
        for _ in range(int(seconds / fleet.RENEWAL)):
            pass_time(fleet.RENEWAL)
            await renew(*others, cut_off)

    # No process is connected, so Discord is away, or the network of all processes.
    await pass_by(fleet.CUT_OFF + 10)
    for _, other in others:
        other.is_connected = other.is_reached = lambda: True
    await pass_by(fleet.CUT_OFF / 2)
    # A process that waits for its turn has an answer from Discord.
    cut_off[1].note_wait()
    await pass_by(fleet.CUT_OFF - 10)
    with pytest.raises(DiscordUnreachable):
        await pass_by(20)


async def test_each_process_does_the_work_of_its_own_shards(
    members: list[tuple[Database, Fleet]],
) -> None:
    for _, each in members:
        each.served = each.held
        await each.renew()
    now = Instant(1000.0)
    servers = [GuildId(number << 22) for number in range(1, SHARDS + 1)]
    async with members[0][0].writing() as writing:
        for _, each in members:
            await schedule(writing, OutboxLook(each.number), now)
        for server in servers:
            await schedule(writing, SeasonEnd(server), now)
    done = []
    for database, each in members:
        async with database.reading() as reading:
            [look] = await unclaimed(reading, OutboxLook, now, SHARDS)
            ends = await unclaimed(reading, SeasonEnd, now, SHARDS)
        assert look.key == str(each.number)
        assert {int(end.key) >> 22 for end in ends} == {number or SHARDS for number in each.held}
        done += [end.key for end in ends]
    assert sorted(done) == sorted(map(str, servers))


async def test_simultaneously_starting_processes_divide_the_shards(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        joined = []
        for name in "ab":
            database = await open_database(path)
            stack.push_async_callback(database.close)
            joined.append((database, Fleet(database, 2, Process(name, 1))))
        for _, each in joined:
            await each.take()

        async def renew_meanwhile(_: float) -> None:
            await renew(joined[0])

        monkeypatch.setattr(asyncio, "sleep", renew_meanwhile)
        assert await joined[0][1].share(8) == 8
        assert await joined[1][1].share(9) == 8
        await renew(*joined)
        assert [len(each.held) for _, each in joined] == [4, 4]


async def test_the_number_of_shards_changes_once_no_process_has_the_old_one(
    members: list[tuple[Database, Fleet]],
    path: ServerAddress,
    pass_time: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with AsyncExitStack() as stack:
        new = []
        for name in "def":
            database = await open_database(path)
            stack.push_async_callback(database.close)
            new.append((database, Fleet(database, 3, Process(name, 1))))
            await new[-1][1].take()

        async def living(_: float) -> None:
            await renew(members[0])

        async def dead(_: float) -> None:
            await renew(*new)
            pass_time(fleet.RENEWAL)

        monkeypatch.setattr(asyncio, "sleep", living)
        assert await new[0][1].share(SHARDS + 8) == SHARDS
        # That process begins anew; of the others, two are killed and one is stopped.
        await new[0][1].leave()
        await members[2][1].leave()
        await new[0][1].take()
        monkeypatch.setattr(asyncio, "sleep", dead)
        assert [await each.share(SHARDS + 8) for _, each in new] == [SHARDS + 8] * 3
        await renew(*new)
        assert [len(each.held) for _, each in new] == [8, 8, 8]
        with pytest.raises(LeadLost):
            await members[0][1].renew()


async def test_shards_of_a_bucket_identify_one_after_another_across_processes(
    members: list[tuple[Database, Fleet]],
) -> None:
    (_, first), (_, second), _ = members
    assert await first.take_turn(0) == 0
    assert 0 < await second.take_turn(0) <= fleet.IDENTIFY_EVERY
    assert await second.take_turn(1) == 0


@pytest.mark.parametrize("ahead", [0.2, 3600.0, -3600.0])
async def test_a_wrong_clock_does_not_change_the_order_of_identifying(
    members: list[tuple[Database, Fleet]], monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    monkeypatch.setattr(fleet, "IDENTIFY_EVERY", 3600.0)
    (_, wrong), (_, right), _ = members
    wrong_clock = SimpleNamespace(time=lambda: time.time() + ahead)
    with monkeypatch.context() as patched:
        patched.setattr(fleet, "time", wrong_clock)
        assert await wrong.take_turn(0) == 0
    assert 0 < await right.take_turn(0) <= 3600
    assert await right.take_turn(1) == 0
    monkeypatch.setattr(fleet, "time", wrong_clock)
    assert 0 < await wrong.take_turn(1) <= 3600


async def test_a_server_clock_that_is_set_back_does_not_block_identifying(
    members: list[tuple[Database, Fleet]],
) -> None:
    (database, one), *_ = members
    await one.take_turn(0)
    async with database.writing() as writing:
        await writing.connection.ask("UPDATE buckets SET free_at = free_at + 3600")
    assert await one.take_turn(0) == 0


async def test_containers_with_the_same_host_name_do_not_drop_one_another(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        joined = []
        for name in "ab":
            (tmp_path / name).touch()
            monkeypatch.setattr(leadership, "_NUMBERS", tmp_path / name)
            database = await open_database(path)
            stack.push_async_callback(database.close)
            joined.append((database, Fleet(database, 2, Process.this())))
            await joined[-1][1].take()
            await joined[-1][1].share(SHARDS)
        await renew(*joined, *joined)
        assert [len(each.held) for _, each in joined] == [8, 8]
