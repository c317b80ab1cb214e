"""Read and change a database with SQL while the bot uses it.

The interface is that of Python's `sqlite3`, for both engines of the tests.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from bot.address import DatabaseAddress, ServerAddress
from tests.kit.postgresql import standing_for


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    @property
    def description(self) -> Any: ...


def dict_rows(cursor: Cursor) -> Iterator[dict[str, Any]]:
    """Yield each row as a dictionary by the names of the columns."""
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


class RawConnection(Protocol):
    """A connection; the end of a `with` block commits, unless an error ends it."""

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor: ...

    def commit(self) -> None: ...

    def close(self) -> None: ...

    def __enter__(self) -> Any: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> Any: ...


def tables_of(path: DatabaseAddress) -> list[str]:
    """List the tables of a database."""
    path = standing_for(path)
    listed = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    if isinstance(path, Path):
        listed = "SELECT name FROM sqlite_master WHERE type = 'table'"
    with closing(connect(path)) as connection:
        return [name for (name,) in connection.execute(listed)]


def connect(path: DatabaseAddress) -> RawConnection:
    """Open a separate connection to a database."""
    path = standing_for(path)
    return _PostgreSQLConnection(path) if isinstance(path, ServerAddress) else sqlite3.connect(path)


def rows_in(path: DatabaseAddress, text: str, *values: object) -> list[Any]:
    """Return the rows that a statement finds in a database."""
    with closing(connect(path)) as connection:
        return connection.execute(text, values).fetchall()


def change(path: DatabaseAddress, text: str, *values: object) -> int:
    """Execute and commit a statement; return how many rows it changed."""
    with closing(connect(path)) as connection, connection:
        return connection.execute(text, values).rowcount


class _PostgreSQLConnection:
    def __init__(self, address: ServerAddress) -> None:
        import psycopg

        self._own = psycopg.connect(address.url)

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        import psycopg

        try:
            return self._own.execute(_with_placeholders(sql).encode(), parameters or ())
        except psycopg.IntegrityError as error:
            raise sqlite3.IntegrityError(str(error)) from error

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = self._own.cursor()
        cursor.executemany(_with_placeholders(sql).encode(), parameters)
        return cursor

    def commit(self) -> None:
        self._own.commit()

    def close(self) -> None:
        self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        if kind is None:
            self._own.commit()
        else:
            self._own.rollback()


def _with_placeholders(sql: str) -> str:
    """Return the statement with psycopg's placeholders for parameters by position or by name."""

    def placeholder(match: re.Match[str]) -> str:
        if match["name"]:
            return f"%({match['name']})s"
        return "%s" if match[0] == "?" else match[0]

    return re.sub(r"'[^']*'|\?|(?<![\w:]):(?P<name>\w+)", placeholder, sql.replace("%", "%%"))
