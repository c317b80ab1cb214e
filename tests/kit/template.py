"""A migrated database, made once for all tests of a process.

To migrate takes longer than most of what is tested with it.
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
    """Return a database that is known to be a file."""
    assert isinstance(database, SqliteDatabase)
    return database


def create_database(path: DatabaseAddress) -> DatabaseAddress:
    """Put a migrated database at a path where none ever was, and return the path.

    Where the tests are run on a server, a database there stands for the file.
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
    """Lend a migrated database that is gone afterwards, on the engine of the tests."""
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
