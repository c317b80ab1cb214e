"""Moving all rows from one database to another, between any engines."""

import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, Final

from bot.address import DatabaseAddress, ServerAddress
from bot.db.database import Database, Writing
from bot.db.errors import (
    DatabaseNotEmpty,
    MoveFailed,
    StatementFailed,
    is_unavailable,
    printable,
    translating_read_errors,
)
from bot.db.migrations import migrations
from bot.db.program import Counter, counters, number_allotted, set_number_allotted
from bot.db.rows import Row
from bot.db.statements import Connection, Statement, StatementResult, count_of
from bot.text import gettext

ROWS: Final = 500
"""How many rows of a file are moved at once."""
BLOCKS: Final = 32
"""How many blocks of a server's table are moved at once."""
_CREATED_OR_DROPPED: Final = re.compile(r"^(CREATE|DROP) TABLE (\w+)", re.MULTILINE)
_STAY: Final = frozenset({"leader", "migration_digests"})
"""Tables that are not moved, because they describe the database that they are in."""
_COUNTERS: Final = "counters"
"""A table that is not empty in a new database."""
_MODULUS: Final = 1 << 128

_IDLE_FOR_LONG: Final = "SELECT set_config('idle_in_transaction_session_timeout', '0', true)"
"""Removes the server's limit on idle transactions while the source is read and counted."""

Rows = Sequence[Row]


@dataclass(frozen=True, slots=True)
class Moved:
    """How many tables and rows were moved."""

    tables: int
    rows: int


@dataclass(slots=True)
class _Content:
    """The number of rows of a table, and a sum of their digests, independent of the order."""

    rows: int = 0
    digests: int = 0

    def add(self, rows: Rows) -> None:
        for row in rows:
            digest = blake2b(repr(tuple(row)).encode(), digest_size=16).digest()
            self.digests = (self.digests + int.from_bytes(digest, "big")) % _MODULUS
        self.rows += len(rows)


def tables() -> tuple[str, ...]:
    """Return the names of the tables to move; none refers to a later one."""
    names = dict[str, None]()
    for each in migrations():
        for what, name in _CREATED_OR_DROPPED.findall(each.script):
            # A table that is created anew comes later.
            names.pop(name, None)
            if what == "CREATE" and name not in _STAY:
                names[name] = None
    return tuple(names)


async def move(source: Database, target: Database) -> Moved:
    """Move everything into an empty database, and compare each row with what arrived.

    It arrives in one transaction, so any failure leaves the target empty. Raise `DatabaseNotEmpty`,
    `MoveFailed`, or another `StoreRefusal`.
    """
    with translating_read_errors(target.address):
        await _require_empty(target)
        return await target.transact(partial(_carry, source, target.address))


async def _require_empty(database: Database) -> None:
    async with database.reading() as reading:
        for table in tables():
            rows = "SELECT 1 FROM {} LIMIT 1" if table != _COUNTERS else _ALLOTTED
            found = await reading.connection.ask(rows.format(table))
            if found:
                raise DatabaseNotEmpty(database.address)


_ALLOTTED: Final = "SELECT 1 FROM {} WHERE value <> 0 LIMIT 1"


async def _carry(source: Database, place: DatabaseAddress, writing: Writing, _: object) -> Moved:
    target = writing.connection
    if isinstance(place, ServerAddress):
        await target.ask(_IDLE_FOR_LONG)
    await target.ask(f"DELETE FROM {_COUNTERS}")  # noqa: S608
    rows = 0
    async with source.snapshot() as reading:
        for table in tables():
            sent, arrived = _Content(), _Content()
            async for columns, batch in _read(reading.connection, source.address, table):
                await _write(target, place, table, columns, batch)
                sent.add(batch)
            async for _columns, batch in _read(target, place, table):
                arrived.add(batch)
            with translating_read_errors(source.address):
                count = await reading.connection.ask(f"SELECT count(*) FROM {table}").one(int)  # noqa: S608
            if arrived != sent or sent.rows != count:
                different = gettext("the rows of {table} came back different", table=table)
                raise MoveFailed(place, different)
            rows += sent.rows
        with translating_read_errors(source.address):
            names = await counters(reading.connection)
        for counter in map(Counter, names):
            with translating_read_errors(source.address):
                number = await number_allotted(reading.connection, counter)
            await set_number_allotted(writing, counter, number)
    with translating_read_errors(source.address):
        async with source.writing():
            pass  # The commit fails if a bot has begun to write to the source meanwhile.
    return Moved(len(tables()), rows)


async def _write(
    target: Connection, place: DatabaseAddress, table: str, columns: Sequence[str], rows: Rows
) -> None:
    values = ", ".join(f":{column}" for column in columns)
    text = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608
    named = [dict(zip(columns, row, strict=True)) for row in rows]
    try:
        await Statement(target, text, named, count_of)
    except (StatementFailed, TypeError) as error:
        raise MoveFailed(place, printable(f"{table}: {error}")) from error
    except sqlite3.Error as error:
        if is_unavailable(error):
            raise
        raise MoveFailed(place, f"{table}: {error}") from error


async def _read(
    connection: Connection, place: DatabaseAddress, table: str
) -> AsyncIterator[tuple[Sequence[str], Rows]]:
    """Yield the columns and all rows of a table, some at a time, in the order of their storage."""
    batches = _in_server if isinstance(place, ServerAddress) else _in_file
    with translating_read_errors(place):
        async for batch in batches(connection, table):
            if batch.rows:
                yield batch.columns, batch.rows


async def _in_file(connection: Connection, table: str) -> AsyncIterator[StatementResult]:
    text = f"SELECT rowid, * FROM {table} WHERE rowid > :after ORDER BY rowid LIMIT {ROWS}"  # noqa: S608
    after = -(1 << 63)
    while True:
        found = await _statement(connection, text, after=after)
        if not found.rows:
            return
        after = found.rows[-1][0]
        yield StatementResult(found.columns[1:], [row[1:] for row in found.rows], found.count)


async def _in_server(connection: Connection, table: str) -> AsyncIterator[StatementResult]:
    text = (
        f"SELECT * FROM {table} "  # noqa: S608
        "WHERE ctid >= CAST(:begin AS tid) AND ctid < CAST(:end AS tid)"
    )
    blocks = await connection.ask(
        f"SELECT pg_relation_size('{table}') / CAST(current_setting('block_size') AS bigint)"
    ).one(int)
    for block in range(0, blocks, BLOCKS):
        yield await _statement(connection, text, begin=f"({block},0)", end=f"({block + BLOCKS},0)")


def _statement(connection: Connection, text: str, **parameters: Any) -> Statement[StatementResult]:
    return Statement(connection, text, parameters, _unchanged)


def _unchanged(result: StatementResult) -> StatementResult:
    return result
