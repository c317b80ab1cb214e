"""A transaction, however it ends, takes effect whole or not at all, and is invisible before."""

import asyncio
import sqlite3
from functools import partial
from itertools import combinations, count
from pathlib import Path

import pytest

from bot.db.database import READERS, Database, finish
from bot.db.errors import NothingStored, StatementFailed, StorageFailing
from bot.db.opening import open_database
from bot.db.patience import waiting_at_most
from bot.db.program import Counter, StoredValue, allot, load_value, store_value
from bot.db.statements import (
    Edge,
    Statement,
    StatementResult,
    Statements,
    count_of,
    defer,
    execute,
    expect_row,
)
from bot.errors import NotStored
from tests.kit.cancelling import cancel_at
from tests.kit.raw_database import rows_in
from tests.kit.trips import connection_type, count_trips
from tests.kit.unwritable import blocked_writes

REFUSED = (sqlite3.Error, StatementFailed)
"""The exceptions for a statement that an engine refuses."""
MATCH, PLAYER = Counter("match"), Counter("player")
CLOCK, COMMANDS = StoredValue.CLOCK_AHEAD, StoredValue.COMMANDS


async def stored_value(database: Database, name: StoredValue) -> str | None:
    async with database.reading() as reading:
        return await load_value(reading, name)


async def write_both(database: Database, value: str) -> None:
    """Write two values and take two numbers, in a transaction with many awaits."""
    async with database.writing() as writing:
        await store_value(writing, CLOCK, value)
        await allot(writing, MATCH)
        await load_value(writing, CLOCK)
        await store_value(writing, COMMANDS, value)
        await allot(writing, MATCH)


async def test_a_transaction_is_committed_at_its_end(database: Database) -> None:
    await write_both(database, "1")
    assert (await stored_value(database, CLOCK), await stored_value(database, COMMANDS)) == (
        "1",
        "1",
    )


async def test_an_exception_rolls_the_transaction_back_and_releases_the_lock(
    database: Database,
) -> None:
    with pytest.raises(LookupError):
        await fail_in_the_middle(database)
    assert await stored_value(database, CLOCK) is None
    await write_both(database, "after")
    assert await stored_value(database, CLOCK) == "after"


async def fail_in_the_middle(database: Database) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "never")
        raise LookupError


async def test_an_error_of_the_database_rolls_the_transaction_back(database: Database) -> None:
    with pytest.raises(REFUSED):
        await break_a_rule(database)
    assert await stored_value(database, CLOCK) is None
    await write_both(database, "after")


async def test_no_statement_after_one_that_failed_takes_effect(database: Database) -> None:
    """A statement after SQLite's own rollback would begin a transaction that is never ended."""
    done: list[str] = []
    with pytest.raises(REFUSED):
        await break_a_rule_among_others(database, done)
    assert done == ["before"]
    assert await stored_value(database, COMMANDS) is None
    await write_both(database, "after")
    assert await stored_value(database, COMMANDS) == "after"


async def break_a_rule_among_others(database: Database, done: list[str]) -> None:
    def note(_: StatementResult, *, value: str) -> None:
        done.append(value)

    async with database.writing() as writing:
        before, broken, behind = (
            Statement(writing.connection, text, {"value": value}, partial(note, value=value))
            for value, text in (
                ("before", "INSERT INTO stored_values VALUES ('commands', :value)"),
                ("broken", "INSERT INTO counters (name, value) VALUES ('match', 1)"),
                ("behind", "INSERT INTO stored_values VALUES ('commands', :value)"),
            )
        )
        await execute(before, broken, behind)


async def test_statements_return_their_results_in_order(database: Database) -> None:
    async with database.writing() as writing:
        several = Statements(allot(writing, PLAYER), allot(writing, PLAYER))
        assert await execute(allot(writing, MATCH), several) == [1, 1, 2]
        await several
        assert await execute(allot(writing, PLAYER)) == [5]
    assert await execute() == []


async def test_deferred_work_is_done_before_the_next_transaction(database: Database) -> None:
    async with database.writing() as writing:
        defer(allot(writing, PLAYER), Statements(allot(writing, PLAYER)))
        defer(allot(writing, MATCH))
        defer()
        assert await allot(writing, PLAYER) == 3
        assert await allot(writing, MATCH) == 2
        defer(allot(writing, PLAYER))
    async with database.writing() as writing:
        assert await execute(allot(writing, PLAYER)) == [5]


async def test_a_transaction_in_a_file_begins_with_its_first_statements(tmp_path: Path) -> None:
    """It begins on a server at once, because other processes' transactions wait for its lock."""
    database = await open_database(tmp_path / "boop.sqlite3")
    try:
        with count_trips(await connection_type(database)) as trips:
            async with database.writing() as writing:
                ask = writing.connection.ask
                defer(ask("CREATE TABLE kept (number INTEGER)"), ask("INSERT INTO kept VALUES (7)"))
            async with database.writing() as writing:
                ask = writing.connection.ask
                await execute(ask("INSERT INTO kept VALUES (8)"), ask("SELECT 1"))
                await ask("SELECT 2")
                defer(ask("INSERT INTO kept VALUES (9)"))
            assert trips == [(Edge.BOTH, 2), (Edge.BEGIN, 2), (Edge.NONE, 1), (Edge.COMMIT, 1)]
        async with database.reading() as reading:
            found = await reading.connection.ask("SELECT number FROM kept ORDER BY number")
        assert list(found) == [(7,), (8,), (9,)]
    finally:
        await database.close()


async def test_a_transaction_without_statements_does_not_change_the_next(
    database: Database,
) -> None:
    async with database.writing():
        pass
    with pytest.raises(LookupError):
        await fail_with_deferred_statement(database)
    async with database.writing() as writing:
        assert await allot(writing, PLAYER) == 1
    async with database.writing() as writing:
        assert await allot(writing, PLAYER) == 2


async def test_a_deferred_statement_that_fails_undoes_the_transaction(
    database: Database,
) -> None:
    with pytest.raises(AssertionError, match="nothing to forget"):
        await defer_failing_statement(database)
    assert await stored_value(database, CLOCK) is None
    await write_both(database, "after")


async def defer_failing_statement(database: Database) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "never")
        text = "DELETE FROM stored_values WHERE name = 'none'"
        delete = Statement(writing.connection, text, {}, count_of)
        defer(expect_row(delete, "nothing to forget"))


async def test_deferred_statements_are_dropped_with_a_transaction_that_fails(
    database: Database,
) -> None:
    with pytest.raises(LookupError):
        await fail_with_deferred_statement(database)
    async with database.writing() as writing:
        assert await allot(writing, PLAYER) == 1


async def fail_with_deferred_statement(database: Database) -> None:
    async with database.writing() as writing:
        defer(allot(writing, PLAYER))
        raise LookupError


async def test_deferred_statements_take_effect_all_or_none_wherever_they_are_cancelled(
    database: Database,
) -> None:
    async def write() -> None:
        async with database.writing() as writing:
            await store_value(writing, CLOCK, "1")
            defer(allot(writing, PLAYER), allot(writing, MATCH))

    for wait in count():
        cancelled, _ = await cancel_at(write(), wait)
        async with database.writing() as writing:
            player, match = await execute(allot(writing, PLAYER), allot(writing, MATCH))
        assert player == match
        if not cancelled:
            assert wait >= 2
            return


async def test_a_statement_can_be_awaited_again(database: Database) -> None:
    async with database.writing() as writing:
        following = allot(writing, PLAYER)
        assert [await following, await following] == [1, 2]


async def break_a_rule(database: Database) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "never")
        await writing.connection.ask("INSERT INTO counters VALUES ('match', 1)")


async def test_a_reader_does_not_see_uncommitted_rows(database: Database) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, "not yet")
        assert await load_value(writing, CLOCK) == "not yet"
        assert await stored_value(database, CLOCK) is None
    assert await stored_value(database, CLOCK) == "not yet"


async def test_a_reader_cannot_write(database: Database) -> None:
    async with database.reading() as reading:
        for text in (
            "DELETE FROM counters",
            "CREATE TABLE more (a INTEGER)",
            "DROP TABLE counters",
        ):
            with pytest.raises(REFUSED, match=r"read-?only"):
                await reading.connection.ask(text)


async def test_a_read_waits_while_all_readers_are_in_use(database: Database) -> None:
    async with database.reading(), database.reading():
        assert READERS == 2
        third = asyncio.ensure_future(stored_value(database, CLOCK))
        await asyncio.sleep(0)
        assert not third.done()
    assert await third is None


async def test_writers_wait_for_one_another(database: Database) -> None:
    numbers: list[int] = []

    async def take_three() -> None:
        async with database.writing() as writing:
            numbers.extend([await allot(writing, PLAYER) for _ in range(3)])

    await asyncio.gather(*(take_three() for _ in range(10)))
    assert numbers == list(range(1, 31))


async def test_a_transaction_cancelled_at_any_point_is_applied_completely_or_not_at_all(
    database: Database,
) -> None:
    for wait in count():
        value, before = f"cancelled at {wait}", await stored_value(database, CLOCK)
        cancelled, waited = await cancel_at(write_both(database, value), wait)
        clock, commands = (
            await stored_value(database, CLOCK),
            await stored_value(database, COMMANDS),
        )
        assert clock == commands, value
        assert clock in (before, value)
        await write_both(database, f"after {value}")
        assert await stored_value(database, CLOCK) == f"after {value}"
        if not cancelled:
            assert clock == value
            assert waited == wait, "each await was cancelled once"
            assert wait > 5, "the transaction has at least that many awaits"
            return


async def test_the_end_of_a_transaction_is_awaited_despite_repeated_cancellation() -> None:
    may_end, ended = asyncio.Event(), asyncio.Event()

    async def end() -> None:
        await may_end.wait()
        ended.set()

    task = asyncio.create_task(finish(end()))
    for _ in range(3):
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
    may_end.set()
    await asyncio.wait((task,))
    assert task.cancelled()
    assert ended.is_set()


async def test_a_transaction_cancelled_before_its_commit_changes_nothing(
    database: Database,
) -> None:
    ended = False

    async def write() -> None:
        nonlocal ended
        async with database.writing() as writing:
            await store_value(writing, CLOCK, "never")
            await allot(writing, MATCH)
            ended = True

    for wait in count():
        await cancel_at(write(), wait)
        if ended:
            assert wait >= 2
            return
        assert await stored_value(database, CLOCK) is None


async def test_a_transaction_cancelled_twice_leaves_the_lock_free(database: Database) -> None:
    _, waits = await cancel_at(write_both(database, "0"))
    for first, second in combinations(range(waits + 3), 2):
        value = f"cancelled at {first} and {second}"
        await cancel_at(write_both(database, value), first, second)
        await write_both(database, f"after {value}")
        assert await stored_value(database, CLOCK) == f"after {value}"


async def test_a_cancelled_read_leaves_no_outdated_reader(database: Database) -> None:
    """An open cursor would keep the reader's next query on the old state of the file."""
    for wait in range(4):
        await write_both(database, f"before {wait}")
        await cancel_at(stored_value(database, CLOCK), wait)
        await write_both(database, f"after {wait}")
        for _ in range(READERS):
            assert await stored_value(database, CLOCK) == f"after {wait}"


async def test_cancelling_a_wait_for_the_lock_does_not_release_it(database: Database) -> None:
    async with database.writing() as writing:
        waiting = asyncio.ensure_future(write_both(database, "never"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await store_value(writing, CLOCK, "the holder's")
    assert waiting.cancelled()
    assert await stored_value(database, CLOCK) == "the holder's"
    assert await stored_value(database, COMMANDS) is None


async def test_closing_waits_for_the_current_transaction(path: Path) -> None:
    opened = await open_database(path)
    started, goes_on = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        async with opened.writing() as writing:
            started.set()
            await goes_on.wait()
            await writing.connection.ask("CREATE TABLE slow (a INTEGER)")

    writing = asyncio.ensure_future(write())
    await started.wait()
    ending = asyncio.ensure_future(opened.close())
    await asyncio.wait([ending], timeout=0.05)
    assert not ending.done()
    goes_on.set()
    await asyncio.gather(writing, ending)
    assert rows_in(path, "SELECT * FROM slow") == []


@pytest.mark.sqlite
async def test_a_failed_write_says_that_nothing_was_saved_unless_something_was_stored_before(
    database: Database,
) -> None:
    def is_answered() -> bool:
        return False

    async def fail() -> type[NotStored]:
        async with blocked_writes(database):
            with pytest.raises(NotStored) as refused:
                await write_both(database, "never")
        return refused.type

    with waiting_at_most(60.0, is_answered):
        assert await fail() is NothingStored
        await asyncio.create_task(write_both(database, "before"))
        assert await fail() is StorageFailing
    assert await fail() is StorageFailing, "it is not known who acts"


async def test_a_statement_among_the_values_becomes_a_subquery(
    database: Database,
) -> None:
    async with database.reading() as reading:
        statement = reading.connection.ask(
            "SELECT name FROM counters WHERE name = :name", name="match"
        )
        other = reading.connection.ask("SELECT 'challenge' WHERE :least < 2", least=1)
        text = "SELECT name FROM counters WHERE name IN (:first) OR name IN (:second) ORDER BY name"
        both = reading.connection.ask(text, first=statement, second=other)
        assert await both.all(str) == ["challenge", "match"]
        assert both.parameters == {"name": "match", "least": 1}


async def test_a_query_and_its_subquery_may_not_give_one_name_two_values(
    database: Database,
) -> None:
    async with database.reading() as reading:
        statement = reading.connection.ask(
            "SELECT name FROM counters WHERE name = :name", name="match"
        )
        with pytest.raises(ValueError, match="two values of :name"):
            await reading.connection.ask("SELECT :name IN (:asked)", name="player", asked=statement)
