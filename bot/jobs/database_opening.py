"""Opening a database and taking the lead on it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from bot.address import DatabaseAddress
from bot.db.database import Database
from bot.db.errors import OlderProcesses, translating_read_errors
from bot.db.migrations import check_version, migrate, migrations
from bot.db.opening import open_database
from bot.errors import NotStored
from bot.jobs.fleet import Fleet
from bot.jobs.leadership import Leadership


async def _accept_all(_: Database) -> None:
    """Accept every database."""


@asynccontextmanager
async def open_database_as_leader(
    address: DatabaseAddress,
    processes: int = 1,
    check: Callable[[Database], Awaitable[None]] = _accept_all,
) -> AsyncIterator[tuple[Database, Leadership]]:
    """Open a database, take the lead on it, and migrate it.

    `check` gets the database before anything is written. Raise subclasses of `StoreRefusal`.
    """
    database = await open_database(address)
    try:
        leadership = Leadership(database) if processes == 1 else Fleet(database, processes)
        with translating_read_errors(address):
            await check(database)
            await _take_lead(database, leadership)
        try:
            with translating_read_errors(address):
                await migrate(database, migrations())
            yield database, leadership
        finally:
            # If leaving cannot be stored, the lease expires by itself.
            with suppress(NotStored):
                await leadership.leave()
    finally:
        await database.close()


async def _take_lead(database: Database, leadership: Leadership) -> None:
    """Take the lead. The table for the lease exists from the first migration on.

    If several processes share the database, each joins only after the migration, so a process that
    runs before it is of an older version. Raise `OlderProcesses` if one does.
    """
    known = migrations()
    newest = known[-1].version
    version = await check_version(database, known)
    if 0 < version < newest and isinstance(leadership, Fleet):
        older = await leadership.find_older()
        # Meanwhile another process of this version may have found no older one, and migrated the
        # database.
        if older is not None and await check_version(database, known) < newest:
            raise OlderProcesses(database.address, older.machine, older.number)
        await migrate(database, known)
    elif version == 0:
        await migrate(database, known)
    await leadership.take()
