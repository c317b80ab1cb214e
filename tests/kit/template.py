"""A migrated database, made once for all tests of a process.

Migrating takes longer than most tests that use the database.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.address import DatabaseAddress, ServerAddress
from bot.db.database import Database
from bot.db.migrations import migrate, migrations
from bot.db.opening import open_database
from bot.db.sqlite import SqliteDatabase
from tests.kit import postgresql


def sqlite_of(database: Database) -> SqliteDatabase:
    """Return a database as the SQLite database that it must be."""
    assert isinstance(database, SqliteDatabase)
    return database


def create_database(path: DatabaseAddress) -> DatabaseAddress:
    """Put a migrated database at a path that was never used, and return the path.

    If the tests run on a server, a database there replaces the file.
    """
    if isinstance(path, ServerAddress):
        return path
    if postgresql.IS_CHOSEN:
        return postgresql.placed(path)
    if not path.exists() and not path.with_name(f"{path.name}.made").exists():
        path.touch(mode=0o600)
        path.write_bytes(_template())
    return path


@contextmanager
def temporary_database() -> Iterator[DatabaseAddress]:
    """Yield a migrated database on the engine of the tests; delete it afterwards."""
    if postgresql.IS_CHOSEN:
        with postgresql.server().database() as address:
            yield address
    else:
        with TemporaryDirectory() as folder:
            yield create_database(Path(folder) / "boop.sqlite3")


@cache
def _template() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside_any_loop:
        path = Path(folder) / "template.sqlite3"
        beside_any_loop.submit(lambda: asyncio.run(_make(path))).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    database = await open_database(path)
    try:
        await migrate(database, migrations())
    finally:
        await database.close()
