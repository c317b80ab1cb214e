"""Bringing a database file to the version that this program knows."""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.db.database import Database
from bot.db.errors import DatabaseNewer, DatabaseUnusable, is_unavailable, store_refusal

_FOLDER: Final = Path(__file__).with_name("schema")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema."""

    version: int
    name: str
    script: str


def migrations(folder: Path = _FOLDER) -> list[Migration]:
    """List the migrations of a folder in their order: `0001_matches.sql` and so on."""
    return [
        Migration(int(path.stem[:4]), path.stem[5:], path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    ]


async def version_of(database: Database) -> int:
    """Return the number of the newest migration in the file, 0 for an empty one."""
    async with database.reading() as reading:
        found = await reading.connection.execute_fetchall(
            "SELECT name FROM sqlite_master WHERE name = 'migrations'"
        )
        if not found:
            return 0
        newest = await reading.connection.execute_fetchall(
            "SELECT coalesce(max(version), 0) FROM migrations"
        )
    return int(next(iter(newest))[0])


async def check_version(database: Database, known: list[Migration]) -> int:
    """Return the file's version. Raise `DatabaseNewer` if this program does not know it."""
    version = await version_of(database)
    newest = max((migration.version for migration in known), default=0)
    if version > newest:
        raise DatabaseNewer(database.path, version, newest)
    return version


async def migrate(database: Database, known: list[Migration]) -> None:
    """Apply what is missing, each migration and its record in one transaction.

    Raise `DatabaseNewer`, `DatabaseUnwritable`, or `DatabaseUnusable` with SQLite's reason.
    """
    version = await check_version(database, known)
    for migration in known:
        if migration.version <= version:
            continue
        try:
            await database.script(_transaction(migration))
        except sqlite3.Error as error:
            if await version_of(database) >= migration.version:
                continue  # Another process that starts now has just applied it.
            if is_unavailable(error):
                raise store_refusal(database.path, error) from error
            reason = f"migration {migration.version} ({migration.name}): {error}"
            raise DatabaseUnusable(database.path, reason) from error


def _transaction(migration: Migration) -> str:
    return f"""
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS migrations (
            version INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            applied_at DOUBLE PRECISION NOT NULL
        );
        {migration.script}
        INSERT INTO migrations (version, name, applied_at)
        VALUES ({migration.version:d}, '{migration.name}', {time.time()!r});
        COMMIT;
    """  # noqa: S608  the name is a file's of this package
