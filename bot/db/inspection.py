"""Reading a whole database file without a bot: its version, its rows, and damage."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from bot.db.erasing import LOGS
from bot.db.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseUnusable,
    DatabaseUnwritable,
    NotOurDatabase,
    UnreadableRow,
    printable,
    translating_read_errors,
)
from bot.db.files import find_file, part_of, require_log, require_not_vanished
from bot.db.migrations import DIGESTS, migrations, query_origin
from bot.db.program import Lease, StoredValue, query_lease, query_value, whole_number_in
from bot.db.sqlite import WAIT_FOR_LOCK, is_ours, run_statement
from bot.db.statements import Connection, Statement

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Inspection:
    """The contents of a whole database of ours; `rows` counts the rows of each table."""

    version: int
    application: int | None
    lease: Lease | None
    rows: dict[str, int]


def inspect(path: Path) -> Inspection:
    """Check a whole file.

    Raise `DatabaseMissing`, `NotOurDatabase`, `DatabaseNewer`, `SchemaDiffers`, `DatabaseDamaged`
    or `DatabaseUnusable`.
    """
    with opened_to_read(path) as connection:
        version = version_of(connection, path)
        damage = damage_in(connection)
        if damage is not None:
            raise DatabaseDamaged(path, damage)
        return Inspection(
            version, _application(connection), _lease(connection), count_rows(connection)
        )


def require_nothing_lost(path: Path) -> None:
    """Raise `DatabaseVanished` or `LogVanished` if a database isn't as the bot left it.

    Raise what `opened_to_read` raises, too.
    """
    require_not_vanished(path)
    with opened_to_read(path) as connection:
        require_log(connection, path)


def lease_of(path: Path) -> Lease | None:
    """Return the lease in a file, expired or not. Raise what `opened_to_read` raises."""
    with opened_to_read(path) as connection:
        return _lease(connection)


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file to read it as it is at the first query.

    Raise `DatabaseMissing`, `NotOurDatabase`, `DatabaseDamaged` or `DatabaseUnusable`, the last
    three at any query.
    """
    if find_file(path) is None:
        raise DatabaseMissing(path)
    try:
        with translating_read_errors(path), closing(_connected(path)) as connection:
            connection.execute("BEGIN")
            if not is_ours(connection):
                raise NotOurDatabase(path)
            yield connection
    except DatabaseUnwritable as error:
        # We only read, so a message about writing would mislead.
        raise DatabaseUnusable(path, error.reason) from error


def _connected(path: Path) -> sqlite3.Connection:
    # Without a log file no process has the database open, and SQLite can be told so; otherwise it
    # would leave two files behind.
    logs = [part_of(path, end) for end in LOGS]
    alone = "" if any(log.exists() for log in logs) else "&immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro{alone}",
        uri=True,
        isolation_level=None,
        timeout=WAIT_FOR_LOCK,
    )
    # The schema of a file that we did not make may call SQL functions of its author's choice.
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Count the rows of each table, except the lease, which belongs to a process."""
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
    """Return the first fault that SQLite finds in the whole file, if there is one."""
    result: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if result != "ok":
        return printable(result)
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is None:
        return None
    return printable(f"a row of {orphan[0]} refers to no row of {orphan[2]}")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return the file's version. Raise `NotOurDatabase` for an empty file."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        raise NotOurDatabase(path)
    version = connection.execute("SELECT max(version) FROM migrations").fetchone()[0]
    if not isinstance(version, int):
        raise UnreadableRow("migrations", str(version))
    named = "SELECT count(*) FROM sqlite_master WHERE name = ?"
    is_digested = connection.execute(named, (DIGESTS,)).fetchone() == (1,)
    if version > 0:
        _ask(
            connection, lambda asked: query_origin(asked, path, version, is_digested, migrations())
        )
    return version


def _application(connection: sqlite3.Connection) -> int | None:
    name = StoredValue.APPLICATION
    found = _ask(connection, lambda asked: query_value(asked, name))
    return None if found is None else whole_number_in(found.value, name)


def _lease(connection: sqlite3.Connection) -> Lease | None:
    return _ask(connection, query_lease)


def _ask(connection: sqlite3.Connection, query: Callable[[Connection], Statement[Found]]) -> Found:
    """Run a statement in this thread."""
    return run_statement(connection, query(cast("Connection", connection)))
