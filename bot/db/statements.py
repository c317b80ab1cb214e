"""How the database is asked: by statements that are values, each run alone or several together.

A trip to the connection's thread wakes two threads, which costs more than most statements. So one
statement is one trip, and so are several that are run in one go. Nothing is kept between two trips:
a cursor that was left with the thread, as by somebody who was cancelled meanwhile, would let the
connection's next query still see the database as it was.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from sqlite3 import Row
from typing import Any, Generic, Protocol, TypeVar, cast

import aiosql
import aiosqlite

Found = TypeVar("Found")
Parameters = Mapping[str, object]
Deed = Callable[[sqlite3.Connection], object]


class Connection(aiosqlite.Connection):
    """A connection whose thread does several things in one trip."""

    _left: tuple[Deed, ...] = ()

    async def in_one_trip(self, deeds: Sequence[Deed]) -> list[Any]:
        """Do these things one after the other, and give what each gave.

        What was left to be done goes before them. The first one that fails is raised, and those
        behind it are not done.
        """
        left, self._left = self._left, ()
        found: list[Any] = await self._execute(  # type: ignore[no-untyped-call]
            _each_in_turn, self._conn, (*left, *deeds)
        )
        return found[len(left) :]

    def leave(self, deeds: Sequence[Deed]) -> None:
        """Leave things to be done in the next trip, whatever that is for."""
        self._left += tuple(deeds)

    def forget_left(self) -> None:
        """Do nothing of what was left to be done."""
        self._left = ()


def _each_in_turn(connection: sqlite3.Connection, deeds: Sequence[Deed]) -> list[object]:
    return [deed(connection) for deed in deeds]


@dataclass(frozen=True, slots=True)
class Statement(Generic[Found]):
    """Something to ask or to write, which is done when it is awaited or handed to `in_one_go`."""

    connection: Connection
    deed: Callable[[sqlite3.Connection], Found]

    def __await__(self) -> Generator[Any, None, Found]:
        [found] = yield from self.connection.in_one_trip((self.deed,)).__await__()
        return cast("Found", found)

    async def __aiter__(self: "Statement[list[Row]]") -> AsyncIterator[Row]:
        """Ask, and walk over the rows."""
        for row in await self:
            yield row


class Statements:
    """Several that belong together: to be awaited, or handed to `in_one_go` among others."""

    __slots__ = ("each",)

    def __init__(self, *each: Statement[Any]) -> None:
        self.each = each

    def __await__(self) -> Generator[Any, None, None]:
        yield from in_one_go(self).__await__()


Asked = Statement[Any] | Statements


async def in_one_go(*asked: Asked) -> list[Any]:
    """Run statements in this order, in one trip to the connection's thread.

    Gives what each gave. None may need in Python what another one gives; in SQL it may. The first
    one that fails is raised, and nothing behind it is done.
    """
    every = _flat(asked)
    if not every:
        return []
    return await every[0].connection.in_one_trip([statement.deed for statement in every])


def leave(*asked: Asked) -> None:
    """Leave statements of whose answers nobody asks to the next trip, at the latest the commit's.

    Whatever comes next in the transaction finds them done. What fails is raised there.
    """
    every = _flat(asked)
    if every:
        every[0].connection.leave([statement.deed for statement in every])


def demanding(statement: Statement[int], otherwise: str) -> Statement[int]:
    """Return a statement that must write a row, or an `AssertionError` is raised."""

    def deed(connection: sqlite3.Connection) -> int:
        written = statement.deed(connection)
        if not written:
            raise AssertionError(otherwise)
        return written

    return Statement(statement.connection, deed)


def _flat(asked: Sequence[Asked]) -> list[Statement[Any]]:
    every: list[Statement[Any]] = []
    for one in asked:
        every += one.each if isinstance(one, Statements) else (one,)
    return every


class Query(Protocol):
    """A query of a .sql file."""

    sql: str

    def __call__(self, connection: Connection, *rows: object, **values: object) -> Statement[Any]:
        """Make a statement of it, with its values by name, or rows of values to write each."""


class Queries(Protocol):
    """Every query of the program as a method of its name."""

    available_queries: list[str]

    def __getattr__(self, name: str) -> "Query":
        """Return the query of that name."""


class AsStatements:
    """An adapter for aiosql that makes statements; the names and arguments are aiosql's.

    To aiosql it is no adapter for asyncio: a query is made at once, and awaited later or never.
    """

    is_aio_driver = False

    def process_sql(self, _name: str, _operation: object, sql: str) -> str:
        """Return the text as it is: SQLite reads `:name`."""
        return sql

    def select(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters, _record: None
    ) -> Statement[list[Row]]:
        """Ask for all rows."""
        return Statement(connection, partial(_rows, sql, parameters))

    def select_one(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters, _record: None
    ) -> Statement[Row | None]:
        """Ask for the first row, if there is one."""
        return Statement(connection, partial(_first_row, sql, parameters))

    def select_value(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> Statement[Any]:
        """Ask for the first row's first column, if there is a row."""
        return Statement(connection, partial(_value, sql, parameters))

    def insert_update_delete(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> Statement[int]:
        """Write, and give how many rows were written."""
        return Statement(connection, partial(_written, sql, parameters))

    def insert_update_delete_many(
        self, connection: Connection, _name: str, sql: str, parameters: Sequence[Parameters]
    ) -> Statement[int]:
        """Write for each of the parameters, and give how many rows were written."""
        return Statement(connection, partial(_written_for_each, sql, parameters))


def _rows(sql: str, parameters: Parameters, connection: sqlite3.Connection) -> list[Row]:
    return connection.execute(sql, parameters).fetchall()


def _first_row(sql: str, parameters: Parameters, connection: sqlite3.Connection) -> Row | None:
    # All are fetched, for a cursor that is not at its end holds the connection's snapshot.
    rows = _rows(sql, parameters, connection)
    return rows[0] if rows else None


def _value(sql: str, parameters: Parameters, connection: sqlite3.Connection) -> Any:
    row = _first_row(sql, parameters, connection)
    return None if row is None else row[0]


def _written(sql: str, parameters: Parameters, connection: sqlite3.Connection) -> int:
    return connection.execute(sql, parameters).rowcount


def _written_for_each(
    sql: str, parameters: Sequence[Parameters], connection: sqlite3.Connection
) -> int:
    return connection.executemany(sql, parameters).rowcount


@cache
def load_queries(module_file: str) -> Queries:
    """Return the queries of the `.sql` file that lies beside a module under the same name."""
    queries: Queries = aiosql.from_path(
        Path(module_file).with_suffix(".sql"),
        AsStatements,  # type: ignore[arg-type]  # nor do aiosql's own adapters fit its protocol
    )
    return queries
