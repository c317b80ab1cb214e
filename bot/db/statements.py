"""Statements as values, which run alone or several in one trip to the database.

A trip to the database costs more than most statements: it wakes two threads, or crosses a network.
So one statement is one trip, and so are several that are executed together. Nothing stays open
between two trips: a cursor left open by a cancelled task would make the connection's next query see
the database as it was before.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

import aiosql
import structlog

from bot.db.errors import UnreadableRow
from bot.db.rows import Row, reader_of

Found = TypeVar("Found")
Kind = TypeVar("Kind")
Parameters = dict[str, Any]

NOTHING = ""
"""The text of a statement that a server skips."""

_log = structlog.get_logger(__name__)


class Edge(Enum):
    """What a trip does besides its statements."""

    NONE = "none"
    BEGIN = "begin"
    """It begins a transaction before them."""
    COMMIT = "commit"
    """It commits after them."""
    BOTH = "both"
    """They are the whole transaction. Only a connection to a file gets such a trip."""


class Connection(ABC):
    """A connection to the database, which runs several statements in one trip."""

    begins_late: ClassVar[bool] = False
    """Whether a transaction may begin with its first statements.

    On a server it takes a lock at once, which transactions of other processes wait for.
    """
    _deferred: "tuple[Statement[Any], ...]" = ()
    _is_to_begin = False
    """Whether the next trip begins the transaction, within `_fence`."""
    _fence: "Fence | None" = None

    @abstractmethod
    async def trip(
        self,
        statements: "Sequence[Statement[Any]]",
        edge: Edge = Edge.NONE,
        fence: "Fence | None" = None,
    ) -> list[Any]:
        """Run statements one after the other, and return what each returned.

        The error of the first one that fails is raised, and no later one takes effect. A
        transaction begins and ends within the fence.
        """

    @abstractmethod
    async def rollback(self) -> None:
        """Undo the transaction."""

    async def run(self, statements: "Sequence[Statement[Any]]") -> list[Any]:
        """Run statements in one trip, after the deferred ones; return what each returned."""
        deferred, self._deferred = self._deferred, ()
        if self._is_to_begin:
            self._is_to_begin = False
            results = await self.trip((*deferred, *statements), Edge.BEGIN, self._fence)
        else:
            results = await self.trip((*deferred, *statements))
        return results[len(deferred) :]

    async def begin(
        self, statements: "Sequence[Statement[Any]]", fence: "Fence | None" = None
    ) -> list[Any]:
        """Begin a transaction, and run the first statements in it.

        Without statements, and if the connection `begins_late`, the transaction begins in the trip
        of its first statements.
        """
        self._is_to_begin, self._fence = self.begins_late and not statements, fence
        return [] if self._is_to_begin else await self.trip(statements, Edge.BEGIN, fence)

    async def commit(self, fence: "Fence | None" = None) -> None:
        """Commit, after the deferred statements."""
        deferred, self._deferred = self._deferred, ()
        edge = Edge.BOTH if self._is_to_begin else Edge.COMMIT
        self._is_to_begin = False
        await self.trip(deferred, edge, fence)

    def defer(self, statements: "Sequence[Statement[Any]]") -> None:
        """Run statements in the next trip, of any kind."""
        self._deferred += tuple(statements)

    def drop_deferred(self) -> None:
        """Forget the deferred statements, and a beginning that was deferred."""
        self._deferred, self._is_to_begin = (), False

    def ask(self, sql: str, **parameters: object) -> "Statement[Sequence[Row]]":
        """Make a statement of SQL that is in no file."""
        return Statement(self, *_with_subqueries(sql, parameters), rows_of)


@dataclass(frozen=True, slots=True)
class Fence:
    """The condition of each transaction, which is undone if `check` raises.

    While the fence `is_sure`, only commits ask the database, and only with the `guard`, if there is
    one. On a server a failing guard divides by zero, so that the commit after it in the same trip
    has no effect; the exception from `lost` is raised.
    """

    is_sure: Callable[[], bool]
    check: "Callable[[Connection], Statement[None]]"
    guard: "Callable[[Connection], Statement[Any]] | None" = None
    lost: Callable[[], Exception] = AssertionError


@dataclass(eq=False, slots=True)
class StatementResult:
    """The result of a statement: rows with their columns, or the number of rows written."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    count: int


@dataclass(eq=False, slots=True)
class Statement(Generic[Found]):
    """A statement, which runs when it is awaited or passed to `execute`.

    Parameters in a list are for one execution each. `read` turns the database's answer into what
    the statement returns. `otherwise` is set for a statement that must write a row, and says what
    it means if the statement writes none. PostgreSQL runs `server_sql` instead of `sql`, if the two
    differ.
    """

    connection: Connection
    sql: str
    parameters: Parameters | list[Parameters]
    read: Callable[["StatementResult"], Found]
    otherwise: str | None = None
    server_sql: str | None = None

    def __await__(self) -> Generator[Any, None, Found]:
        [result] = yield from self.connection.run((self,)).__await__()
        return cast("Found", result)

    def answer(self, result: "StatementResult") -> Found:
        """Convert the database's answer to the statement's result."""
        if self.otherwise is not None and not result.count:
            raise AssertionError(self.otherwise)
        return self.read(result)

    def reading(self, read: Callable[[StatementResult], Kind]) -> "Statement[Kind]":
        """Return the statement with another reader for its answer."""
        return Statement(self.connection, self.sql, self.parameters, read, None, self.server_sql)

    def on_server(self, text: str) -> "Statement[Found]":
        """Return the statement with another text for PostgreSQL."""
        return Statement(
            self.connection, self.sql, self.parameters, self.read, self.otherwise, text
        )

    @property
    def server_text(self) -> str:
        """The text for PostgreSQL."""
        return self.sql if self.server_sql is None else self.server_sql

    def all(self, kind: type[Kind]) -> "Statement[list[Kind]]":
        """Read every row as a value of a type; see `bot.db.rows`."""
        return self.reading(partial(_read_all, kind))

    def all_readable(self, kind: type[Kind]) -> "Statement[list[Kind]]":
        """Read every row except unreadable ones, so that the others are available."""
        return self.reading(partial(_all_readable, kind))

    def first(self, kind: type[Kind]) -> "Statement[Kind | None]":
        """Read the first row. Return None if there is none, or if its only column is NULL."""
        return self.reading(partial(_first, kind))

    def or_else(self: "Statement[Kind | None]", default: Kind) -> "Statement[Kind]":
        """Return the default if nothing is found."""
        return self.reading(partial(_or_else, self.read, default))

    def one(self, kind: type[Kind]) -> "Statement[Kind]":
        """Read the first row, which always exists."""
        return self.reading(partial(_read_one, kind))


def _read_all(kind: type[Kind], result: StatementResult) -> list[Kind]:
    read = reader_of(kind, result.columns)
    return [read(row) for row in result.rows]


def _all_readable(kind: type[Kind], result: StatementResult) -> list[Kind]:
    read = reader_of(kind, result.columns)
    values: list[Kind] = []
    for row in result.rows:
        try:
            values.append(read(row))
        except UnreadableRow:
            _log.exception("unreadable row skipped")
    return values


def _first(kind: type[Kind], result: StatementResult) -> Kind | None:
    if not result.rows:
        return None
    row = result.rows[0]
    if len(result.columns) == 1 and row[0] is None:
        return None
    value: Kind = reader_of(kind, result.columns)(row)
    return value


def _or_else(
    read: Callable[[StatementResult], Kind | None], default: Kind, result: StatementResult
) -> Kind:
    value = read(result)
    return default if value is None else value


def _read_one(kind: type[Kind], result: StatementResult) -> Kind:
    value: Kind = reader_of(kind, result.columns)(result.rows[0])
    return value


class Statements:
    """Several statements that belong together, to be awaited or passed to `execute`."""

    __slots__ = ("each",)

    def __init__(self, *each: Statement[Any]) -> None:
        self.each = each

    def __await__(self) -> Generator[Any, None, None]:
        yield from execute(self).__await__()


AnyStatement = Statement[Any] | Statements


async def execute(*statements: AnyStatement) -> list[Any]:
    """Run statements in this order, in one trip to the database.

    Return what each returned. A statement's SQL may use what an earlier one has written, but Python
    sees no result before all have run. The error of the first one that fails is raised, and no
    later one runs.
    """
    every = _flattened(statements)
    if not every:
        return []
    return await every[0].connection.run(every)


def defer(*statements: AnyStatement) -> None:
    """Run statements in the next trip, at the latest the commit, and ignore their results.

    Later statements of the transaction see their effects. That trip raises their errors.
    """
    every = _flattened(statements)
    if every:
        every[0].connection.defer(every)


def expect_row(statement: Statement[int], otherwise: str) -> Statement[int]:
    """Return a statement that raises `AssertionError` if it writes no row."""
    return replace(statement, otherwise=otherwise)


def lock_rows(statement: Statement[Found]) -> Statement[Found]:
    """Return a query that locks its rows until the end of the transaction.

    It waits for earlier locks and reads what their holders have written. A file has one writer at a
    time anyway; only a server has several.
    """
    return statement.on_server(lengthened(statement.server_text, "FOR NO KEY UPDATE"))


def lock_table(connection: Connection, name: str) -> Statement[Any]:
    """Return the statement that locks a table until the end of the transaction.

    Other transactions may read the table, but neither change nor lock a row. The statement waits
    for transactions that have done so already.
    """
    alone = Statement(connection, "SELECT 1", {}, rows_of)
    return alone.on_server(f"LOCK TABLE {name} IN EXCLUSIVE MODE")


def lock_row(connection: Connection, table: str, **key: object) -> Statement[Any]:
    """Return the statement that locks a row without reading it, as `lock_rows` does."""
    where = " AND ".join(f"{column} = :{column}" for column in key)
    text = f"SELECT 1 FROM {table} WHERE {where} FOR NO KEY UPDATE"  # noqa: S608
    return Statement(connection, "SELECT 1", key, rows_of, server_sql=text)


def claim_rows(statement: Statement[Found]) -> Statement[Found]:
    """Return a query that locks the rows it finds and skips those that others lock."""
    return statement.on_server(lengthened(statement.server_text, "FOR UPDATE SKIP LOCKED"))


def by_server_clock(statement: Statement[Found]) -> Statement[Found]:
    """Return a statement whose parameter `now` a server takes from its own clock.

    Machines may have different clocks, but all that share the database share the server's.
    """
    return statement.on_server(_by_server_clock(statement.server_text))


@cache
def _by_server_clock(sql: str) -> str:
    clock = "extract(epoch FROM clock_timestamp())"
    text, times = re.subn(r":now\b", clock, sql)
    if not times:
        raise ValueError(f"no :now in {sql}")
    return text


@cache
def lengthened(sql: str, more: str) -> str:
    """Return the text of a statement with more at its end."""
    return f"{sql.rstrip().rstrip(';')} {more}"


def _flattened(statements: Sequence[AnyStatement]) -> list[Statement[Any]]:
    every: list[Statement[Any]] = []
    for one in statements:
        every += one.each if isinstance(one, Statements) else (one,)
    return every


def _with_subqueries(sql: str, values: Parameters) -> tuple[str, Parameters]:
    """Insert the statements among the values into the text, each as a subquery."""
    if Statement not in map(type, values.values()):
        return sql, values
    parameters: Parameters = {}
    for name, value in values.items():
        given = {name: value}
        if isinstance(value, Statement):
            sql, given = _with_subquery(sql, name, value.sql), cast("Parameters", value.parameters)
        for each, own in given.items():
            if parameters.setdefault(each, own) != own:
                raise ValueError(f"two values of :{each} in {sql}")
    return sql, parameters


@cache
def _with_subquery(sql: str, name: str, subquery: str) -> str:
    return re.sub(rf"(?<!:):{name}\b", subquery.rstrip().rstrip(";"), sql)


class Query(Protocol):
    """A query of a .sql file."""

    sql: str

    def __call__(self, connection: Connection, **values: object) -> Statement[Any]:
        """Make a statement of it, with its values by name.

        A value may itself be a statement that selects one column, even one of another feature. It
        is inserted as a subquery where the text has `IN (:name)`, so both are one statement.
        """


class Queries(Protocol):
    """All queries of a .sql file, as methods."""

    @property
    def available_queries(self) -> list[str]:
        """The names of all queries."""

    def __getattr__(self, name: str) -> "Query":
        """Return the query of that name."""


class StatementAdapter:
    """An adapter for aiosql that makes statements; the names and arguments are aiosql's.

    To aiosql it is a synchronous adapter: a query returns a statement at once, which may be awaited
    later.
    """

    is_aio_driver = False

    def process_sql(self, _name: str, _operation: object, sql: str) -> str:
        """Return the text unchanged: each engine translates `:name` into its own form."""
        return sql

    def select(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters, _record: None
    ) -> Statement[Sequence[Row]]:
        """Query rows, which `all`, `first` or `one` of the statement read."""
        return Statement(connection, *_with_subqueries(sql, parameters), rows_of)

    def insert_update_delete(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> Statement[int]:
        """Write, and return how many rows were written."""
        return Statement(connection, *_with_subqueries(sql, parameters), count_of)


def rows_of(result: StatementResult) -> Sequence[Row]:
    """Return the rows of an answer."""
    return result.rows


def count_of(result: StatementResult) -> int:
    """Return how many rows were written."""
    return result.count


@cache
def load_queries(module_file: str) -> Queries:
    """Return the queries of a module, from the `.sql` file of the same name beside it.

    If that file does not exist, use `queries.sql` beside the module. The file is read when one of
    its queries is first needed: reading all files takes an eighth of the time that importing the
    program takes.
    """
    return _QueriesOnDemand(module_file)


class _QueriesOnDemand:
    def __init__(self, module_file: str) -> None:
        self._module_file = module_file

    @cached_property
    def _read(self) -> Queries:
        named = Path(self._module_file).with_suffix(".sql")
        queries: Queries = aiosql.from_path(
            named if named.exists() else named.with_name("queries.sql"),
            StatementAdapter,  # type: ignore[arg-type]  # nor do aiosql's own adapters fit its protocol
        )
        return queries

    @property
    def available_queries(self) -> list[str]:
        return self._read.available_queries

    def __getattr__(self, name: str) -> Query:
        if name.startswith("_"):
            raise AttributeError(name)
        query: Query = getattr(self._read, name)
        # The next lookup of this name finds the attribute and does not come here.
        setattr(self, name, query)
        return query
