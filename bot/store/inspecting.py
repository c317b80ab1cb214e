"""Looking at a database file from outside: nothing is changed, made or led, even beside a bot."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.store.database import QUERIES, WAIT_FOR_LOCK, is_ours
from bot.store.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnusable,
    DatabaseUnwritable,
    NotOurDatabase,
    UnreadableRow,
    printable,
    read_errors_told,
)
from bot.store.migrating import migrations
from bot.store.program import Lease, Remembered, lease_in, whole_number_in


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a whole database of ours holds; `rows` counts those of each table."""

    version: int
    application: int | None
    lease: Lease | None
    rows: dict[str, int]


def inspect(path: Path) -> Inspected:
    """Read a file from end to end.

    Raises `DatabaseMissing`, `NotOurDatabase`, `DatabaseNewer`, `DatabaseDamaged` or
    `DatabaseUnusable`.
    """
    with opened_to_read(path) as connection:
        version = _version(connection, path)
        _demand_whole(connection, path)
        return Inspected(
            version, _application(connection), lease_in(connection), count_rows(connection)
        )


def lease_of(path: Path) -> Lease | None:
    """Give the lease in a file, be it over or not. Raises what `opened_to_read` raises."""
    with opened_to_read(path) as connection:
        return lease_in(connection)


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for one look that sees it as it is at the first question.

    Raises `DatabaseMissing`, `NotOurDatabase`, `DatabaseDamaged` or `DatabaseUnusable`, the last
    three at any question.
    """
    if not path.exists():
        raise DatabaseMissing(path)
    try:
        with read_errors_told(path), closing(_connected(path)) as connection:
            connection.execute("BEGIN")
            if not is_ours(connection):
                raise NotOurDatabase(path)
            yield connection
    except DatabaseUnwritable as error:
        # Nothing was to be written.
        raise DatabaseUnusable(path, error.reason) from error


def _connected(path: Path) -> sqlite3.Connection:
    # Without a file of its own beside it nobody has the database open, and SQLite can be told so;
    # it would leave two files behind otherwise.
    beside = [path.with_name(f"{path.name}{end}") for end in ("-wal", "-journal")]
    alone = "" if any(file.exists() for file in beside) else "&immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro{alone}",
        uri=True,
        isolation_level=None,
        timeout=WAIT_FOR_LOCK,
    )
    connection.row_factory = sqlite3.Row
    return connection


def count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Count the rows of each table, but for the lease, which is of a process and not of a file."""
    tables = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        if name != "leader"
    ]
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
        for name in tables
    }


def damage_in(connection: sqlite3.Connection) -> str | None:
    """Give the first fault that SQLite finds in the whole file, if there is one."""
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        return printable(found)
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is None:
        return None
    return printable(f"a row of {orphan[0]} hangs on none of {orphan[2]}")


def _demand_whole(connection: sqlite3.Connection, path: Path) -> None:
    damage = damage_in(connection)
    if damage is not None:
        raise DatabaseDamaged(path, damage)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Give the file's version. An empty file is nobody's yet: `NotOurDatabase`."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        raise NotOurDatabase(path)
    version = connection.execute("SELECT max(version) FROM migrations").fetchone()[0]
    if not isinstance(version, int):
        raise UnreadableRow("migrations", str(version))
    known = max(migration.version for migration in migrations())
    if version > known:
        raise DatabaseNewer(path, version, known)
    return version


def _application(connection: sqlite3.Connection) -> int | None:
    asked = {"name": Remembered.APPLICATION.value}
    row = connection.execute(QUERIES.remembered.sql, asked).fetchone()
    return None if row is None else whole_number_in(row[0], Remembered.APPLICATION)
