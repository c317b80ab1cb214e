"""Migrations: bring a database to the version that this program knows."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress, ServerAddress
from bot.db.database import Database
from bot.db.errors import DatabaseNewer, DatabaseUnusable, StatementFailed, StoreRefusal

_FOLDER: Final = Path(__file__).with_name("schema")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema, and what a server needs besides."""

    version: int
    name: str
    script: str
    on_server: str = ""


def migrations(folder: Path = _FOLDER) -> list[Migration]:
    """List the migrations of a folder in their order: `0001_matches.sql` and so on.

    `server/0001_matches.sql` is what a server needs besides.
    """
    return [
        Migration(
            int(path.stem[:4]),
            path.stem[5:],
            path.read_text(encoding="utf-8"),
            _read_if_there(path.parent / "server" / path.name),
        )
        for path in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    ]


async def version_of(database: Database) -> int:
    """Return the number of the newest migration in the database, 0 for an empty one."""
    if not await database.has_table("migrations"):
        return 0
    async with database.reading() as reading:
        newest = "SELECT coalesce(max(version), 0) FROM migrations"
        return await reading.connection.ask(newest).one(int)


async def check_version(database: Database, known: list[Migration]) -> int:
    """Return the database's version. Raise `DatabaseNewer` if this program does not know it."""
    version = await version_of(database)
    newest = max((migration.version for migration in known), default=0)
    if version > newest:
        raise DatabaseNewer(database.address, version, newest)
    return version


async def migrate(database: Database, known: list[Migration]) -> None:
    """Apply what is missing, each migration and its record in one transaction.

    Raise `DatabaseNewer`, `DatabaseUnwritable`, or `DatabaseUnusable` with the engine's reason.
    """
    version = await check_version(database, known)
    for migration in known:
        if migration.version <= version:
            continue
        try:
            await database.script(_script_of(migration, database.address))
        except (StatementFailed, StoreRefusal) as error:
            if await version_of(database) >= migration.version:
                continue  # Another process that starts now has just applied it.
            if isinstance(error, StoreRefusal):
                raise
            reason = f"migration {migration.version} ({migration.name}): {error}"
            raise DatabaseUnusable(database.address, reason) from error


def _read_if_there(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _script_of(migration: Migration, address: DatabaseAddress) -> str:
    besides = migration.on_server if isinstance(address, ServerAddress) else ""
    return f"""
        CREATE TABLE IF NOT EXISTS migrations (
            version INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            applied_at DOUBLE PRECISION NOT NULL
        );
        {migration.script}
        {besides}
        INSERT INTO migrations (version, name, applied_at)
        VALUES ({migration.version:d}, '{migration.name}', {time.time()!r});
    """  # noqa: S608  the name is a file's of this package
