"""No trace of a number stays in a database's files."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.db import erasing
from bot.db.erasing import erase, forms_of, holds, stands_in, write_anew
from bot.db.sqlite import SqliteDatabase

pytestmark = pytest.mark.sqlite

ALONE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0)
print(connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0])
"""
"""End a database's log, which SQLite does only if no other process has the database open."""
NUMBER = 918_273_645_546_372_810
SMALL = 123_456_789_012


@pytest.mark.parametrize("number", [NUMBER, SMALL])
async def test_a_number_is_found_in_the_file_and_in_the_log(
    database: SqliteDatabase, number: int
) -> None:
    assert not stands_in(database, number)
    async with database.writing() as writing:
        await writing.connection.ask(
            "INSERT INTO rules_shown VALUES (:value, 'classic', 0)", value=number
        )
    assert stands_in(database, number)
    async with database.writing() as writing:
        await writing.connection.ask("DELETE FROM rules_shown")
    assert stands_in(database, number)
    assert await erase(database, number)
    assert not stands_in(database, number)


async def test_a_number_is_found_in_words(database: SqliteDatabase) -> None:
    async with database.writing() as writing:
        await writing.connection.ask(
            "INSERT INTO stored_values VALUES ('x', :value)", value=f"as <@{NUMBER}> says"
        )
    assert stands_in(database, NUMBER)
    assert not stands_in(database, NUMBER + 1)


@pytest.mark.parametrize("form", forms_of(SMALL))
@pytest.mark.parametrize("before", [-9, -3, -1, 0])
def test_a_number_is_found_across_the_borders_of_chunks(form: bytes, before: int) -> None:
    size = 1 << 10

    def pieces(held: bytes) -> list[bytes]:
        whole = bytes(size + before) + held + bytes(9)
        return [whole[at : at + size] for at in range(0, len(whole), size)]

    assert holds(pieces(form), forms_of(SMALL))
    assert not holds(pieces(form[:-1]), forms_of(SMALL))


async def test_remains_in_unused_parts_of_pages_are_erased_too(
    database: SqliteDatabase, path: Path
) -> None:
    """Split pages keep copies of moved rows, whether or not SQLite overwrites what it deletes."""
    chance = Random(3)
    people = [chance.randrange(10**17, 10**18) for _ in range(60)]
    async with database.outside_transaction() as writer:
        await writer.executescript(
            "CREATE TABLE met (id BIGINT PRIMARY KEY, one BIGINT, other BIGINT);"
            "CREATE INDEX met_one ON met (one, id); CREATE INDEX met_other ON met (other, id);"
        )
    for start in range(0, 6000, 100):
        async with database.outside_transaction() as writer:
            await writer.executemany(
                "INSERT INTO met VALUES (?, ?, ?)",
                [(start + each, *chance.sample(people, 2)) for each in range(100)],
            )
            await writer.commit()
    async with database.writing() as writing:
        for column in ("one", "other"):
            await writing.connection.ask(f"UPDATE met SET {column} = -1")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    left = [number for number in people if stands_in(database, number)]
    assert left, "SQLite leaves none now: must the file still be rewritten?"
    for number in left[:1]:
        assert await erase(database, number)
    assert not any(stands_in(database, number) for number in people)


async def test_erasing_is_put_off_for_a_reader_without_delaying_writes(
    database: SqliteDatabase, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "TRIES", 2)
    async with database.writing() as writing:
        await writing.connection.ask(
            "INSERT INTO rules_shown VALUES (:value, 'classic', 0)", value=NUMBER
        )
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN")
        another.execute("SELECT * FROM rules_shown").fetchall()
        async with database.writing() as writing:
            await writing.connection.ask("DELETE FROM rules_shown")
        assert not await erase(database, NUMBER)
        assert stands_in(database, NUMBER)
        async with database.writing() as writing:
            await writing.connection.ask("INSERT INTO rules_shown VALUES (5, 'classic', 0)")
    assert await write_anew(database)
    assert not stands_in(database, NUMBER)


async def test_deleted_rows_are_overwritten(database: SqliteDatabase) -> None:
    async with database.outside_transaction() as writer:
        [row] = await writer.execute_fetchall("PRAGMA secure_delete")
    assert row[0] == 1


@pytest.mark.long
async def test_another_process_finds_the_file_open_after_an_erasing(
    database: SqliteDatabase, path: Path
) -> None:
    """A process that closes a file loses all its locks on the file, including SQLite's."""
    async with database.writing() as writing:
        await writing.connection.ask("INSERT INTO rules_shown VALUES (5, 'classic', 0)")
    assert "locked" in await _outcome_alone(path)
    assert await erase(database, NUMBER)
    assert "locked" in await _outcome_alone(path)
    await database.close()
    assert await _outcome_alone(path) == "delete"


async def _outcome_alone(path: Path) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-c",
        ALONE,
        str(path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return output.decode().strip()
