"""Opening the database at an address."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from bot.address import DatabaseAddress, ServerAddress
from bot.db.backup import delete_drafts
from bot.db.database import Database
from bot.db.errors import DriverMissing
from bot.db.files import leave_marker
from bot.db.inspection import Inspection
from bot.db.migrations import check_version, migrations
from bot.db.program import StoredValue, lease, load_value, whole_number_in
from bot.db.sqlite import SqliteDatabase


async def open_database(address: DatabaseAddress) -> Database:
    """Open a database, creating it if necessary. Raise a `StoreRefusal`."""
    match address:
        case Path():
            return await SqliteDatabase.open(address)
        case ServerAddress():
            return await _on_server(address)
        case _:
            assert_never(address)


async def inspect_server(database: Database, counted: Sequence[str] = ()) -> Inspection | None:
    """Inspect a database on a server while a bot may use it; None if it is empty.

    The rows of the tables in `counted` are counted. Raise `DatabaseNewer` or `SchemaDiffers`.
    """
    version = await check_version(database, migrations())
    if version == 0:
        return None
    async with database.snapshot() as reading:
        owner = await load_value(reading, StoredValue.APPLICATION)
        name = StoredValue.APPLICATION
        application = None if owner is None else whole_number_in(owner, name)
        rows = {
            table: await reading.connection.ask(f"SELECT count(*) FROM {table}").one(int)  # noqa: S608
            for table in counted
        }
        return Inspection(version, application, await lease(reading), rows)


async def settle(database: Database) -> None:
    """Record that a database was created, and delete files that killed processes left beside it.

    This first writes the log into the file. From then on the file itself has the tables and the
    lease, so the loss of a log is noticed.
    """
    if isinstance(database, SqliteDatabase):
        await database.fold_log()
        await asyncio.to_thread(leave_marker, database.path)
        await asyncio.to_thread(delete_drafts, database.path)


async def _on_server(address: ServerAddress) -> Database:
    try:
        from bot.db.postgresql import PostgresDatabase
    except ImportError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise DriverMissing(address) from error
    return await PostgresDatabase.open(address)
