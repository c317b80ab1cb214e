"""All queries of a snapshot see the database at the same moment."""

import sqlite3
from itertools import count

import pytest

from bot.db.database import READERS, Database
from bot.db.program import StoredValue, load_value, store_value
from bot.db.statements import Statement, rows_of
from tests.kit.cancelling import cancel_at

CLOCK, COMMANDS = StoredValue.CLOCK_AHEAD, StoredValue.COMMANDS


async def write_both(database: Database, value: str) -> None:
    async with database.writing() as writing:
        await store_value(writing, CLOCK, value)
        await store_value(writing, COMMANDS, value)


async def test_a_snapshot_does_not_see_later_writes(database: Database) -> None:
    await write_both(database, "before")
    async with database.snapshot() as reading:
        first = await load_value(reading, CLOCK)
        await write_both(database, "after")
        assert (first, await load_value(reading, COMMANDS)) == ("before", "before")


async def test_reads_after_a_snapshot_are_up_to_date(database: Database) -> None:
    for number in range(READERS + 1):
        async with database.snapshot() as reading:
            await load_value(reading, CLOCK)
        await write_both(database, str(number))
        async with database.reading() as reading:
            assert await load_value(reading, CLOCK) == str(number)


@pytest.mark.sqlite
async def test_a_row_that_is_not_text_does_not_keep_a_snapshot_open(database: Database) -> None:
    async with database.writing() as writing:
        await writing.connection.ask(
            "INSERT INTO stored_values VALUES ('damaged', CAST(x'ff' AS TEXT)), ('z', 'whole')"
        )
    kept = []
    for number in range(READERS + 1):
        async with database.reading() as reading:
            with pytest.raises(sqlite3.OperationalError, match="decode") as failed:
                await Statement(
                    reading.connection, "SELECT value FROM stored_values ORDER BY name", {}, rows_of
                )
            # A log or a debugger would keep the exception too, with the cursor in its frames.
            kept.append(failed.value)
        await write_both(database, str(number))
        async with database.reading() as reading:
            assert await load_value(reading, CLOCK) == str(number)


async def test_an_exception_in_a_snapshot_returns_the_connection(database: Database) -> None:
    for _ in range(READERS + 1):
        with pytest.raises(LookupError):
            await fail_in(database)
    await write_both(database, "1")
    async with database.reading() as reading:
        assert await load_value(reading, COMMANDS) == "1"


async def test_a_cancelled_snapshot_leaves_no_outdated_reader(
    database: Database,
) -> None:
    async def look() -> None:
        async with database.snapshot() as reading:
            await load_value(reading, CLOCK)
            await load_value(reading, CLOCK)

    for wait in count():
        cancelled, _ = await cancel_at(look(), wait)
        for number in range(2):
            await write_both(database, f"{wait} {number}")
            async with database.reading() as one, database.reading() as other:
                assert await load_value(one, CLOCK) == f"{wait} {number}"
                assert await load_value(other, CLOCK) == f"{wait} {number}"
        if not cancelled:
            assert wait >= 2
            return


async def fail_in(database: Database) -> None:
    async with database.snapshot() as reading:
        await load_value(reading, CLOCK)
        raise LookupError
