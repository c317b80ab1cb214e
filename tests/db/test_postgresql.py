"""A server that is away, comes back, or has another bot's database."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from enum import Enum, IntEnum
from functools import partial

import pytest

from bot.address import ServerAddress
from bot.cli.check_database import check_database
from bot.cli.sentences import sentence
from bot.db.backup import require_file
from bot.db.database import READERS, TRIES, WRITERS, Concurrency, Database, Writing
from bot.db.errors import (
    DatabaseBusy,
    DatabaseUnusable,
    DatabaseUnwritable,
    NotInFile,
    NotOurDatabase,
    StatementFailed,
    StorageFailing,
    TransactionConflict,
    translating_read_errors,
)
from bot.db.migrations import migrate, migrations
from bot.db.opening import open_database
from bot.db.patience import PatienceOver, held, waiting_at_most
from bot.db.program import Counter, StoredValue, allot, load_value, store_value
from bot.db.statements import execute
from bot.errors import NotStored
from bot.jobs.leadership import Leadership
from tests.kit.cancelling import cancel_at
from tests.kit.postgresql import Server, careful_server, own_server, server
from tests.kit.proxy import Proxy, open_proxy
from tests.kit.raw_database import connect
from tests.kit.waiting import until

pytestmark = pytest.mark.postgresql

MATCH, NOTIFICATION = Counter("match"), Counter("notification")
CLOCK = StoredValue.CLOCK_AHEAD
OTHERS = "datname = current_database() AND pid <> pg_backend_pid()"
LOSE = f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {OTHERS}"


def lose_connections(address: ServerAddress) -> None:
    """End every connection to a database, as a server that is restarted does."""
    connection = connect(address)
    connection.execute(LOSE)
    connection.close()


async def write(database: Database, value: str) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, value)


async def stored_value(database: Database) -> str | None:
    async with database.reading() as reading:
        return await load_value(reading, CLOCK)


async def test_lost_connections_are_replaced(database: Database, path: ServerAddress) -> None:
    await write(database, "before")
    assert await stored_value(database) == "before"
    lose_connections(path)
    await write(database, "after")
    assert await stored_value(database) == "after"


async def test_a_transaction_that_loses_its_connection_leaves_nothing(
    database: Database, path: ServerAddress
) -> None:
    with pytest.raises(StorageFailing, match="terminating connection due to administrator command"):
        await lose_connection_while_writing(database, path)
    assert database.failing is not None
    assert await stored_value(database) is None
    await write(database, "after")
    assert database.failing is None


async def lose_connection_while_writing(database: Database, path: ServerAddress) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "never")
        lose_connections(path)
        await allot(writing, MATCH)


async def test_a_parameter_may_change_between_integer_and_float(database: Database) -> None:
    async with database.reading() as reading:
        for value in (None, 1, 0.5, None, 2):
            statement = reading.connection.ask(
                "SELECT CAST(:value AS DOUBLE PRECISION)", value=value
            )
            assert await statement.first(float) == value


async def test_sums_of_whole_numbers_are_whole_numbers(database: Database) -> None:
    async with database.reading() as reading:
        [[whole, parts, count]] = await reading.connection.ask(
            "SELECT sum(CAST(:one AS BIGINT)), sum(1.5), count(*) FROM counters", one=-(2**62)
        )
    assert (type(whole), whole) == (int, -(2**62) * count)
    assert parts == 1.5 * count


async def test_a_foreign_database_is_refused() -> None:
    with server().empty_database() as address:
        connection = connect(address)
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
        connection.close()
        with pytest.raises(NotOurDatabase):
            await open_database(address)


async def test_an_unreachable_server_is_reported_without_the_password(
    path: ServerAddress,
) -> None:
    away = replace(path, url="postgresql://boop:secret@/nowhere?host=/nowhere")
    with pytest.raises(DatabaseUnusable) as refused:
        await open_database(away)
    assert "secret" not in sentence(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://boop:se%cret@/boop",
        "postgresql:///?secret=x",
        "postgresql://boop:secret@one,two/boop?port=1,2,3&target_session_attrs=primary",
    ],
)
async def test_an_invalid_address_is_reported_without_being_shown(url: str) -> None:
    with pytest.raises(DatabaseUnusable) as refused:
        await open_database(ServerAddress(url))
    assert "cret" not in sentence(refused.value)


def test_the_check_reads_the_database(path: ServerAddress) -> None:
    findings, found = check_database(path)
    assert [str(each)[0] for each in findings] == ["✓", "✓", "·"]
    assert found is not None
    assert found.rows == {"matches": 0, "turns": 0}
    with server().empty_database() as empty:
        [finding], found = check_database(empty)
    assert "is empty" in str(finding)
    assert found is None


def test_commands_for_files_refuse_a_server(path: ServerAddress) -> None:
    with pytest.raises(NotInFile):
        require_file(path)


async def test_the_loss_of_an_idle_server_is_noticed(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 0.0)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        await proxy.cut()
        for _ in range(2):
            with pytest.raises(NotStored):
                await write(database, "never")
            assert database.failing is not None
        await proxy.open()
        await write(database, "after")
        assert database.failing is None
        await database.close()


async def test_a_server_that_was_away_a_moment_ago_is_not_waited_for_again(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 3600.0)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await stored_value(database)
        await proxy.cut()
        with pytest.raises(NotStored):
            await write(database, "never")
        await proxy.open()
        before = proxy.connections
        for asking in (partial(write, database, "never"), partial(stored_value, database)) * 2:
            with pytest.raises(NotStored):
                await asking()
        assert proxy.connections == before
        await database.close()


async def test_a_silent_server_is_waited_for_up_to_the_limit(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.pipelines.ANSWER_WITHIN", 0.2)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        proxy.stall()
        with pytest.raises(NotStored):
            await write(database, "never")
        await database.close()
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        assert await stored_value(database) == "before"
        await database.close()


async def test_a_pooler_that_takes_connections_and_answers_nothing_is_away(
    path: ServerAddress,
) -> None:
    from bot.db.pipelines import ANSWER_WITHIN, Mode, PipelineConnection

    async with open_proxy(path) as (proxy, address):
        proxy.passes_startups_only = True
        async with asyncio.timeout(ANSWER_WITHIN / 2):
            with pytest.raises(StorageFailing, match="answers nothing"):
                await PipelineConnection.open(address.url, Mode.READ)
        proxy.passes_startups_only = False
        database = await open_database(address)
        await write(database, "once it answers")
        await database.close()


async def test_a_server_that_disconnects_during_a_large_write_counts_as_away_at_once(
    path: ServerAddress, caplog: pytest.LogCaptureFixture
) -> None:
    from bot.db.pipelines import ANSWER_WITHIN, Mode, PipelineConnection

    much = "x" * 30_000_000
    async with open_proxy(path) as (proxy, address):
        connection = await PipelineConnection.open(address.url, Mode.READ)
        proxy.stall()
        sending = asyncio.create_task(connection.run((connection.ask("SELECT :much", much=much),)))
        await asyncio.sleep(0.2)
        assert not sending.done()
        proxy.half_close()
        async with asyncio.timeout(ANSWER_WITHIN / 2):
            with pytest.raises(StorageFailing):
                await sending
        await connection.close()
    assert [each for each in caplog.records if each.name == "asyncio"] == []


async def test_requests_are_refused_in_time_if_the_server_is_silent(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_other_timeouts(monkeypatch)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        proxy.stall()
        with waiting_at_most(0.0, lambda: False):
            for asking in (partial(write, database, "never"), partial(stored_value, database)):
                with pytest.raises(PatienceOver):
                    await asking()
        # There are more tasks than lines: they wait in vain for a line, or for its connection.
        async with asyncio.timeout(60):
            done = await asyncio.gather(
                *(write_in_time(database) for _ in range(3 * WRITERS)), return_exceptions=True
            )
        assert {type(each) for each in done} == {PatienceOver}
        assert database.failing is None
        proxy.resume()
        await write(database, "after")
        assert await stored_value(database) == "after"
        await database.close()


async def write_in_time(database: Database) -> None:
    with waiting_at_most(0.0, lambda: False):
        await write(database, "never")


def remove_other_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only a user's patience end a wait for the server."""
    monkeypatch.setattr("bot.db.pipelines.ANSWER_WITHIN", 3600.0)
    monkeypatch.setattr("bot.db.pipelines.PATIENCE", 100)
    monkeypatch.setattr("bot.db.patience.LET_DOWN_FOR", 3600.0)


@pytest.mark.parametrize("does", ["read", "write"])
async def test_a_cancelled_request_does_not_wait_for_a_silent_server(
    does: str, path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_other_timeouts(monkeypatch)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        assert await stored_value(database) == "before"
        proxy.stall()
        with waiting_at_most(0.2, lambda: False):
            asking = stored_value(database) if does == "read" else write(database, "never")
            cancelling = asyncio.create_task(cancel_at(asking, 0))
            done, _ = await asyncio.wait({cancelling}, timeout=60)
        proxy.resume()
        was_cancelled, _ = await cancelling
        assert was_cancelled
        assert done
        await database.close()


async def test_a_transaction_that_times_out_leaves_its_connection_usable(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_other_timeouts(monkeypatch)
    monkeypatch.setattr("bot.db.patience.REST", 0.0)
    monkeypatch.setattr("bot.db.patience.TO_UNDO", 3600.0)
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        connections = proxy.connections
        with pytest.raises(PatienceOver):
            await wait_elsewhere(database)
        await write(database, "after")
        assert proxy.connections == connections
        await database.close()


async def wait_elsewhere(database: Database) -> None:
    """Begin a transaction in time, and wait in it too long for a lock."""
    elsewhere = asyncio.Lock()
    await elsewhere.acquire()
    has_time = True
    with waiting_at_most(0.0, lambda: has_time):
        async with database.writing() as writing:
            await store_value(writing, CLOCK, "never")
            has_time = False
            async with held(elsewhere):
                pass


async def test_work_after_the_answer_waits_without_a_limit(
    database: Database, path: ServerAddress
) -> None:
    is_answered = False
    with (
        closing(connect(path)) as connection,
        waiting_at_most(0.0, lambda: is_answered),
    ):
        connection.execute("LOCK TABLE stored_values")
        is_answered = True
        writing = asyncio.create_task(write(database, "after"))
        await wait_for_blocked_lock(database)
        connection.commit()
        await writing


async def test_waiting_too_long_for_a_lock_is_reported_as_such(
    database: Database, path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.LOCK_WITHIN", 0.1)
    with closing(connect(path)) as connection:
        connection.execute("LOCK TABLE stored_values")
        with pytest.raises(DatabaseBusy):
            await write(database, "never")
        connection.commit()
    await write(database, "after")


@pytest.fixture
def own() -> Iterator[Server]:
    with own_server() as begun:
        yield begun


async def test_a_server_that_became_a_standby_is_left_for_the_primary(
    own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 0.0)
    database = await open_database(own.address("postgres"))
    await migrate(database, migrations())
    await write(database, "before")
    own.halt()
    own.follow()
    with pytest.raises(NotStored):
        await write(database, "never")
    assert await stored_value(database) == "before"
    with pytest.raises(NotStored) as refused:
        await write(database, "never")
    assert "recovery" in refused.value.reason
    own.run("SELECT pg_promote()")
    await write(database, "after")
    assert await stored_value(database) == "after"
    await database.close()


@asynccontextmanager
async def open_on_two_hosts(
    path: ServerAddress, options: str = "?target_session_attrs=read-write"
) -> AsyncIterator[tuple[Database, Proxy, Proxy]]:
    """Yield a database whose address has two hosts, and both hosts. The caller closes it."""
    async with open_proxy(path) as (first, one), open_proxy(path) as (second, _):
        both = one.url.replace(f":{first.port}", f":{first.port},127.0.0.1:{second.port}")
        database = await open_database(ServerAddress(both + options))
        await write(database, "before")
        yield database, first, second


async def act_in_time(database: Database, seconds: float) -> None:
    """Write and read within these seconds. It takes 2 s until a host counts as dead."""
    with waiting_at_most(seconds, lambda: False):
        await write(database, "after")
        assert await stored_value(database) == "after"


async def act_at_once(database: Database, seconds: float = 2.2) -> set[type[BaseException] | None]:
    """Let more users act at once than there are connections, and return the errors they get."""
    acting = (act_in_time(database, seconds) for _ in range(3 * WRITERS))
    results = await asyncio.gather(*acting, return_exceptions=True)
    return {None if each is None else type(each) for each in results}


async def test_the_next_host_is_used_once_the_dead_one_has_timed_out(
    path: ServerAddress,
) -> None:
    async with open_on_two_hosts(path) as (database, first, second):
        await first.die()
        assert await act_at_once(database, 0.5) == {PatienceOver}
        assert await act_at_once(database) == {None}
        assert second.connections <= WRITERS + READERS
        await database.close()


async def test_abandoned_connections_are_gone_after_closing(
    path: ServerAddress,
) -> None:
    async with open_on_two_hosts(path) as (database, first, second):
        await first.die()
        assert await act_at_once(database, 0.5) == {PatienceOver}
        assert 0 < first.unanswered <= WRITERS
        await database.close()
        await until(lambda: not first.unanswered, within=60)
        assert second.connections == 0


@pytest.mark.parametrize("options", ["", "?target_session_attrs=read-write"])
async def test_hosts_are_tried_in_order_unless_any_may_be_the_primary(
    path: ServerAddress, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.AGAIN_AFTER", 0.0)
    async with open_on_two_hosts(path, options) as (database, first, second):
        await first.cut()
        assert await act_at_once(database) == {None}
        await first.open()
        before = first.connections
        await second.cut()
        await second.open()
        assert await act_at_once(database) == {None}
        assert (first.connections > before) == (not options)
        await database.close()


async def test_a_commit_whose_answer_was_lost_is_not_called_unsaved(
    path: ServerAddress,
) -> None:
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await write(database, "before")
        proxy.cut_after_commit = True
        with pytest.raises(NotStored) as refused:
            await write(database, "after")
        assert "check first whether what you just did was saved" in sentence(refused.value)
        await database.close()
    connection = connect(path)
    [value] = connection.execute("SELECT value FROM stored_values").fetchone()
    connection.close()
    assert value == "after"


@pytest.mark.parametrize("value", [b"bytes", "a lone \udc80", 2**70])
async def test_a_value_that_cannot_be_sent_leaves_the_connection_unchanged(
    database: Database, value: object
) -> None:
    with pytest.raises((TypeError, UnicodeEncodeError, StatementFailed)):
        await write_value(database, value)
    await write(database, "after")
    assert await stored_value(database) == "after"


async def test_texts_that_differ_only_in_names_may_differ_in_types(database: Database) -> None:
    async with database.reading() as reading:
        assert await reading.connection.ask("SELECT :number", number=1).first(int) == 1
        assert await reading.connection.ask("SELECT :text", text="one").first(str) == "one"
        assert await reading.connection.ask("SELECT :number", number=2).first(int) == 2


class Level(IntEnum):
    HIGH = 3


class Word(str, Enum):  # noqa: UP042 - one whose text is not its value
    MEOW = "meow"


@pytest.mark.parametrize(
    ("value", "kept"),
    [(True, 1), (False, 0), (Level.HIGH, 3), (Word.MEOW, "meow"), (2.5, 2.5), (None, None)],
)
async def test_a_value_of_a_subclass_is_sent_like_one_of_its_class(
    database: Database, value: object, kept: object
) -> None:
    async with database.reading() as reading:
        name = type(kept).__name__
        [[found]] = await reading.connection.ask(f"SELECT :{name}", **{name: value})
    assert (found, type(found)) == (kept, type(kept))


async def write_value(database: Database, value: object) -> None:
    async with database.writing() as writing:
        await execute(allot(writing, MATCH), writing.connection.ask("SELECT :value", value=value))


async def test_a_missing_parameter_leaves_the_connection_unchanged(
    database: Database,
) -> None:
    async with database.reading() as reading:
        with pytest.raises(KeyError):
            await reading.connection.ask("SELECT :value")
    assert await stored_value(database) is None


async def test_a_commit_of_a_failed_transaction_is_distinguished_from_a_commit(
    database: Database,
) -> None:
    with pytest.raises(StatementFailed):
        await commit_despite_failure(database)
    assert await stored_value(database) is None
    await write(database, "after")


async def commit_despite_failure(database: Database) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "never")
        with suppress(StatementFailed):
            await writing.connection.ask("SELECT 1 / 0")


async def test_others_write_while_room_is_freed(database: Database, path: ServerAddress) -> None:
    with closing(connect(path)) as connection:
        connection.execute("LOCK TABLE players IN SHARE UPDATE EXCLUSIVE MODE")
        freeing = asyncio.create_task(database.write_anew())
        await wait_for_blocked_lock(database)
        await write(database, "meanwhile")
        assert not freeing.done()
        connection.commit()
        assert await freeing


async def test_freeing_room_can_be_cancelled(database: Database, path: ServerAddress) -> None:
    with closing(connect(path)) as connection:
        connection.execute("LOCK TABLE players IN SHARE UPDATE EXCLUSIVE MODE")
        freeing = asyncio.create_task(database.write_anew())
        await wait_for_blocked_lock(database)
        freeing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await freeing
        await write(database, "after")


async def wait_for_blocked_lock(database: Database) -> None:
    text = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    is_waiting = False
    while not is_waiting:
        async with database.reading() as reading:
            is_waiting = await reading.connection.ask(text).one(bool)


async def test_a_cancelled_migration_leaves_the_database_unchanged(
    database: Database, path: ServerAddress
) -> None:
    with closing(connect(path)) as connection:
        connection.execute("LOCK TABLE stored_values")
        migrating = asyncio.create_task(database.script("DELETE FROM stored_values;"))
        await wait_for_blocked_lock(database)
        migrating.cancel()
        with pytest.raises(asyncio.CancelledError):
            await migrating
    await write(database, "after")
    assert await stored_value(database) == "after"


async def test_a_role_without_permission_to_read_is_reported_as_such_and_not_as_damage(
    database: Database, path: ServerAddress
) -> None:
    with closing(connect(path)) as connection:
        connection.execute("CREATE ROLE stranger LOGIN")
        connection.commit()
        try:
            stranger = replace(path, url=path.url.replace("//boop@", "//stranger@"))
            opened = await open_database(stranger)
            with pytest.raises(DatabaseUnusable) as refused, translating_read_errors(stranger):
                await Leadership(opened).take()
            await opened.close()
        finally:
            connection.execute("DROP ROLE stranger")
            connection.commit()
    assert "permission denied for table leader" in sentence(refused.value)


async def test_a_server_that_is_lost_at_the_start_is_not_taken_for_a_disk(
    path: ServerAddress,
) -> None:
    async with open_proxy(path) as (proxy, address):
        database = await open_database(address)
        await proxy.cut()
        with pytest.raises(DatabaseUnwritable) as refused, translating_read_errors(address):
            await Leadership(database).take()
        await database.close()
    assert "Can't reach the database" in sentence(refused.value)


async def test_transactions_that_do_not_have_to_be_alone_run_in_parallel(
    database: Database,
) -> None:
    here = asyncio.Barrier(WRITERS)

    async def act(writing: Writing, _: object) -> int:
        await here.wait()
        return await allot(writing, NOTIFICATION)

    async with asyncio.timeout(60):
        numbers = await asyncio.gather(*(database.transact(act) for _ in range(WRITERS)))
    assert len(set(numbers)) == WRITERS


async def test_an_exclusive_transaction_waits_for_all_others_and_blocks_them(
    database: Database, path: ServerAddress
) -> None:
    done: list[str] = []
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    async def act_with_others(writing: Writing, _: object) -> None:
        has_begun.set()
        await may_end.wait()
        await store_value(writing, CLOCK, "beside others")
        done.append("beside others")

    async def last(writing: Writing, _: object) -> None:
        done.append(str(await load_value(writing, CLOCK)))

    first = asyncio.create_task(database.transact(act_with_others))
    await has_begun.wait()
    alone = asyncio.create_task(write(database, "alone"))
    await wait_for_blocked_lock(database)
    behind = asyncio.create_task(database.transact(last))
    may_end.set()
    await asyncio.gather(first, alone, behind)
    assert done == ["beside others", "alone"]


async def test_a_transaction_that_needs_to_be_exclusive_is_repeated_exclusively(
    database: Database,
) -> None:
    seen: list[Concurrency] = []

    async def act(writing: Writing, _: object) -> None:
        seen.append(writing.concurrency)
        await store_value(writing, StoredValue.COMMANDS, f"{len(seen)}")
        writing.require_alone()

    await database.transact(act)
    assert seen == [Concurrency.OTHERS, Concurrency.NONE]
    async with database.reading() as reading:
        assert await load_value(reading, StoredValue.COMMANDS) == "2"


async def test_conflicting_transactions_are_retried_until_both_succeed(
    database: Database,
) -> None:
    both = (CLOCK, StoredValue.COMMANDS)
    async with database.writing() as writing:
        for name in both:
            await store_value(writing, name, "before")
    here = asyncio.Barrier(2)
    tries: list[str] = []

    async def cross(who: str, first: StoredValue, then: StoredValue) -> None:
        async def act(writing: Writing, _: object) -> None:
            tries.append(who)
            await store_value(writing, first, who)
            if tries.count(who) == 1:
                await here.wait()
            await store_value(writing, then, who)

        await database.transact(act)

    async with asyncio.timeout(60):
        await asyncio.gather(cross("one", *both), cross("other", *reversed(both)))
    assert len(tries) == 3, "one was undone, and tried again"
    assert database.failing is None
    async with database.reading() as reading:
        assert len({await load_value(reading, name) for name in both}) == 1


@pytest.mark.parametrize("code", ["40001", "40P01"])
async def test_a_transaction_that_always_conflicts_is_given_up(
    database: Database, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.database.FIRST_WAIT", 0.0)
    tries = 0

    async def act(writing: Writing, _: object) -> None:
        nonlocal tries
        tries += 1
        await writing.connection.ask(f"DO $$ BEGIN RAISE '' USING ERRCODE = '{code}'; END $$")

    with pytest.raises(TransactionConflict):
        await database.transact(act)
    assert tries == TRIES
    await write(database, "after")


async def test_an_idle_transaction_is_ended_by_the_server(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.postgresql.IDLE_WITHIN", 0.1)
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    async def stall(writing: Writing, _: object) -> None:
        await store_value(writing, CLOCK, "never")
        has_begun.set()
        await may_end.wait()

    stalled = asyncio.create_task(database.transact(stall))
    await has_begun.wait()
    await write(database, "after")
    may_end.set()
    # The server has not crashed, so a host need not look for a crash.
    with pytest.raises(StorageFailing, match="due to idle-in-transaction timeout"):
        await stalled
    assert await stored_value(database) == "after"


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
async def test_a_waiting_transaction_sees_what_it_waited_for_under_any_default_isolation(
    path: ServerAddress, isolation: str
) -> None:
    setting = f"default_transaction_isolation = ''{isolation}''"
    change = f"EXECUTE format('ALTER DATABASE %I SET {setting}', current_database())"
    with closing(connect(path)) as connection:
        connection.execute(f"DO $$ BEGIN {change}; END $$")
        connection.commit()
    first, second = await open_database(path), await open_database(path)
    await migrate(first, migrations())

    async def count(database: Database) -> None:
        async with database.writing() as writing:
            await store_value(writing, CLOCK, str(int(await load_value(writing, CLOCK) or 0) + 1))

    await asyncio.gather(*(count(database) for database in [first, second] * 4))
    assert await stored_value(first) == "8"
    await first.close()
    await second.close()


@pytest.mark.night
def test_the_server_for_benchmarks_syncs_to_disk() -> None:
    with careful_server() as begun, closing(connect(begun.address())) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
