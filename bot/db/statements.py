"""How the database is asked: by statements that are values, each run alone or several together.

A trip to the connection's thread wakes two threads, which costs more than most statements. So one
statement is one trip, and so are several that are executed together. Nothing is kept between two
trips: a cursor that was left with the thread, as by somebody who was cancelled meanwhile, would let
the connection's next query still see the database as it was.
"""

import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

import aiosql
import aiosqlite
import structlog

from bot.db.errors import UnreadableRow
from bot.db.rows import Row, reader_of

Found = TypeVar("Found")
Kind = TypeVar("Kind")
Parameters = Mapping[str, object]
Task = Callable[[sqlite3.Connection], object]

_log = structlog.get_logger(__name__)


class Connection(aiosqlite.Connection):
    """A connection whose thread does several things in one trip."""

    _deferred: tuple[Task, ...] = ()

    async def run(self, tasks: Sequence[Task]) -> list[Any]:
        """Do these things one after the other, and return what each returned.

        What was deferred goes before them. The first one that fails is raised, and those behind it
        are not done.
        """
        deferred, self._deferred = self._deferred, ()
        found: list[Any] = await self._execute(  # type: ignore[no-untyped-call]
            _each_in_turn, self._conn, (*deferred, *tasks)
        )
        return found[len(deferred) :]

    def defer(self, tasks: Sequence[Task]) -> None:
        """Have things done in the next trip, whatever that is for."""
        self._deferred += tuple(tasks)

    def drop_deferred(self) -> None:
        """Do nothing of what was deferred."""
        self._deferred = ()


def _each_in_turn(connection: sqlite3.Connection, tasks: Sequence[Task]) -> list[object]:
    return [task(connection) for task in tasks]


@dataclass(frozen=True, slots=True)
class Result:
    """What the database answered: rows with their columns, or how many rows were written."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    count: int


@dataclass(frozen=True, slots=True)
class Statement(Generic[Found]):
    """Something to ask or to write, which is done when it is awaited or handed to `execute`.

    Parameters in a list are for one execution each. `read` makes of the database's answer what the
    statement returns, in the connection's thread.
    """

    connection: Connection
    sql: str
    parameters: Parameters | Sequence[Parameters]
    read: Callable[[Result], Found]

    def __await__(self) -> Generator[Any, None, Found]:
        [found] = yield from self.connection.run((self.run,)).__await__()
        return cast("Found", found)

    def run(self, connection: sqlite3.Connection) -> Found:
        """Do it, in the connection's thread."""
        if isinstance(self.parameters, Mapping):
            cursor = connection.execute(self.sql, self.parameters)
            # A cursor that is not at its end holds the connection's snapshot, and the file open.
            try:
                rows = cursor.fetchall()
            except BaseException:
                cursor.close()
                raise
        else:
            cursor, rows = connection.executemany(self.sql, self.parameters), []
        columns = tuple([column[0] for column in cursor.description or ()])
        return self.read(Result(columns, rows, cursor.rowcount))

    def reading(self, read: Callable[[Result], Kind]) -> "Statement[Kind]":
        """Return the statement with its answer read in another way."""
        return Statement(self.connection, self.sql, self.parameters, read)

    def all(self, kind: type[Kind]) -> "Statement[list[Kind]]":
        """Read every row as a value of a type; see `bot.db.rows`."""
        return self.reading(partial(_all, kind))

    def all_readable(self, kind: type[Kind]) -> "Statement[list[Kind]]":
        """Read every row but those that cannot be read, so that the others are to be had."""
        return self.reading(partial(_all_readable, kind))

    def first(self, kind: type[Kind]) -> "Statement[Kind | None]":
        """Read the first row, if there is one; None too where a single column holds NULL."""
        return self.reading(partial(_first, kind))

    def one(self, kind: type[Kind]) -> "Statement[Kind]":
        """Read the first row, which is there whatever is in the database."""
        return self.reading(partial(_one, kind))


def _all(kind: type[Kind], result: Result) -> list[Kind]:
    read = reader_of(kind, result.columns)
    return [read(row) for row in result.rows]


def _all_readable(kind: type[Kind], result: Result) -> list[Kind]:
    read = reader_of(kind, result.columns)
    found: list[Kind] = []
    for row in result.rows:
        try:
            found.append(read(row))
        except UnreadableRow:
            _log.exception("unreadable row skipped")
    return found


def _first(kind: type[Kind], result: Result) -> Kind | None:
    if not result.rows:
        return None
    row = result.rows[0]
    if len(result.columns) == 1 and row[0] is None:
        return None
    found: Kind = reader_of(kind, result.columns)(row)
    return found


def _one(kind: type[Kind], result: Result) -> Kind:
    found: Kind = reader_of(kind, result.columns)(result.rows[0])
    return found


class Statements:
    """Several that belong together: to be awaited, or handed to `execute` among others."""

    __slots__ = ("each",)

    def __init__(self, *each: Statement[Any]) -> None:
        self.each = each

    def __await__(self) -> Generator[Any, None, None]:
        yield from execute(self).__await__()


AnyStatement = Statement[Any] | Statements


async def execute(*statements: AnyStatement) -> list[Any]:
    """Run statements in this order, in one trip to the connection's thread.

    Return what each returned. None may need in Python what another one returns; in SQL it may. The
    first one that fails is raised, and nothing behind it is done.
    """
    every = _flat(statements)
    if not every:
        return []
    return await every[0].connection.run([statement.run for statement in every])


def defer(*statements: AnyStatement) -> None:
    """Have statements whose answers nobody needs run in the next trip, at the latest the commit's.

    Whatever comes next in the transaction finds them done. What fails is raised there.
    """
    every = _flat(statements)
    if every:
        every[0].connection.defer([statement.run for statement in every])


def expect_row(statement: Statement[int], otherwise: str) -> Statement[int]:
    """Return a statement that must write a row, or an `AssertionError` is raised."""

    def read(result: Result) -> int:
        written = statement.read(result)
        if not written:
            raise AssertionError(otherwise)
        return written

    return statement.reading(read)


def _flat(statements: Sequence[AnyStatement]) -> list[Statement[Any]]:
    every: list[Statement[Any]] = []
    for one in statements:
        every += one.each if isinstance(one, Statements) else (one,)
    return every


class Query(Protocol):
    """A query of a .sql file."""

    sql: str

    def __call__(self, connection: Connection, **values: object) -> Statement[Any]:
        """Make a statement of it, with its values by name."""


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
    ) -> Statement[Sequence[Row]]:
        """Ask for rows, which `all`, `first` or `one` of the statement read."""
        return Statement(connection, sql, parameters, rows_of)

    def insert_update_delete(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> Statement[int]:
        """Write, and return how many rows were written."""
        return Statement(connection, sql, parameters, count_of)


def rows_of(result: Result) -> Sequence[Row]:
    """Return the rows of an answer."""
    return result.rows


def count_of(result: Result) -> int:
    """Return how many rows were written."""
    return result.count


@cache
def load_queries(module_file: str) -> Queries:
    """Return the queries of the `.sql` file that lies beside a module under the same name."""
    queries: Queries = aiosql.from_path(
        Path(module_file).with_suffix(".sql"),
        AsStatements,  # type: ignore[arg-type]  # nor do aiosql's own adapters fit its protocol
    )
    return queries
