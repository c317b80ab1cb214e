"""Several processes on a server: each has its share of the shards, and none writes once dropped."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace

import pytest

from bot.address import ServerAddress
from bot.db.database import Database, Writing
from bot.db.opening import open_database
from bot.db.program import SHARED, StoredValue, load_value, store_value
from bot.features.standings.seasons import SeasonEnd
from bot.jobs import fleet
from bot.jobs.fleet import DOUBT, Fleet
from bot.jobs.jobs import OutboxLook, schedule, unclaimed
from bot.jobs.leadership import Leadership, LeadLost, Process
from bot.match.identity import GuildId, Instant

pytestmark = pytest.mark.postgresql

SHARDS = 16


@pytest.fixture
async def members(
    path: ServerAddress,
) -> AsyncIterator[list[tuple[Database, Fleet]]]:
    """Three that have joined, each with connections of its own, as on a machine of its own."""
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
    """Let time pass for those who watch the others."""
    ahead = [0.0]
    clock = SimpleNamespace(time=time.time, monotonic=lambda: time.monotonic() + ahead[0])
    monkeypatch.setattr(fleet, "time", clock)

    def let_pass(seconds: float) -> None:
        ahead[0] += seconds

    return let_pass


async def renew(*those: tuple[Database, Fleet]) -> None:
    for _, each in those:
        await each.renew()


async def test_each_has_its_share_and_the_others_take_those_of_one_that_is_silent(
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


async def test_one_that_is_dropped_while_it_is_stopped_in_a_transaction_commits_nothing(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    (database, stopped), *others = members

    async def act(writing: Writing, _: object) -> None:
        await store_value(writing, StoredValue.COMMANDS, "late")
        for _ in range(2 + int((fleet.LEASE + DOUBT) / fleet.RENEWAL)):
            await renew(*others)
            pass_time(fleet.RENEWAL)
        # It looked at its clock just before it was stopped.
        stopped._sure_until = float("inf")

    with pytest.raises(LeadLost):
        await database.transact(act)
    async with others[0][0].reading() as reading:
        assert await load_value(reading, StoredValue.COMMANDS) is None


async def test_shards_of_one_that_leaves_are_taken_at_once(
    members: list[tuple[Database, Fleet]], pass_time: Callable[[float], None]
) -> None:
    (_, leaving), *others = members
    await leaving.leave()
    pass_time(fleet.SETTLING)
    await renew(*others)
    assert sum(len(each.held) for _, each in others) == SHARDS


async def test_none_leads_alone_beside_them(
    members: list[tuple[Database, Fleet]], path: ServerAddress
) -> None:
    database = await open_database(path)
    held = await Leadership(database)._try_to_take()
    await database.close()
    assert held is not None
    assert held.token == SHARED


async def test_one_that_comes_back_gets_its_share_two_shards_at_a_time(
    members: list[tuple[Database, Fleet]],
    pass_time: Callable[[float], None],
    path: ServerAddress,
) -> None:
    (_, leaving), *others = members
    await leaving.leave()
    pass_time(fleet.SETTLING)
    await renew(*others)
    for _, each in others:
        each.served = each.held
    await renew(*others)
    database = await open_database(path)
    back = Fleet(database, 3, Process("a", 2))
    await back.take()
    back.total = SHARDS
    for _ in range(5):
        await renew((database, back))
        back.served = back.held
        await renew((database, back), *others)
        for _, each in others:
            assert len(each.to_release) <= fleet.RELEASED_AT_ONCE
            each.released = each.to_release
            each.served = each.held - each.to_release
        await renew(*others)
    assert sorted(len(each.held) for each in (back, *(one for _, one in others))) == [4, 6, 6]
    await database.close()


async def test_each_looks_into_its_own_outbox_and_does_what_is_at_home_in_its_shards(
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


async def test_all_that_begin_at_once_share_the_same_shards(
    path: ServerAddress,
) -> None:
    async with AsyncExitStack() as stack:
        joined = []
        for name in "ab":
            database = await open_database(path)
            stack.push_async_callback(database.close)
            joined.append((database, Fleet(database, 2, Process(name, 1))))
        for _, each in joined:
            await each.take()
        assert [
            await each.share(shards) for (_, each), shards in zip(joined, (8, 9), strict=True)
        ] == [
            8,
            8,
        ]
        await renew(*joined)
        assert [len(each.held) for _, each in joined] == [4, 4]


async def test_shards_of_a_bucket_wait_for_one_another_in_all_processes(
    members: list[tuple[Database, Fleet]],
) -> None:
    (_, first), (_, second), _ = members
    assert await first.take_turn(0) == 0
    assert 0 < await second.take_turn(0) <= fleet.IDENTIFY_EVERY
    assert await second.take_turn(1) == 0


async def test_a_clock_that_is_ahead_keeps_no_other_machine_from_identifying(
    members: list[tuple[Database, Fleet]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, ahead), (_, right), _ = members
    with monkeypatch.context() as wrong:
        wrong.setattr(
            fleet,
            "time",
            SimpleNamespace(time=lambda: time.time() + 3600, monotonic=time.monotonic),
        )
        assert await ahead.take_turn(0) == 0
    assert await right.take_turn(0) == 0


async def test_containers_that_share_the_name_of_their_host_do_not_drop_one_another(
    path: ServerAddress,
) -> None:
    async with AsyncExitStack() as stack:
        joined = []
        for _ in range(2):
            database = await open_database(path)
            stack.push_async_callback(database.close)
            joined.append((database, Fleet(database, 2, Process.this())))
            await joined[-1][1].take()
            await joined[-1][1].share(SHARDS)
        await renew(*joined, *joined)
        assert [len(each.held) for _, each in joined] == [8, 8]
