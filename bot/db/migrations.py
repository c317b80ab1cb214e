"""Migrations: bring a database to the version that this program knows."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bot.address import DatabaseAddress, ServerAddress
from bot.db.database import Database
from bot.db.errors import (
    DatabaseNewer,
    DatabaseUnusable,
    SchemaDiffers,
    StatementFailed,
    StoreRefusal,
    printable,
)
from bot.db.objects import (
    ON_SERVER,
    Objects,
    first_difference,
    objects_listed,
    objects_made_by,
    query_objects,
)
from bot.db.statements import Connection, Statement, rows_of

_FOLDER: Final = Path(__file__).with_name("schema")
DIGESTS: Final = "migration_digests"
"""The table with a digest of each migration, as it was when it was applied."""
_APPLIED: Final = f"SELECT version, digest FROM {DIGESTS}"  # noqa: S608
_DIGESTED: Final = 2
"""The first version that has this table."""
_FIRST: Final = "1 as of 25 November 2026 (2dc28fdb), or a later one"
"""The earliest schema that can be migrated."""
_OTHER_FORM: Final = {25: "aac62cd7020b4da901eced345ba95e3a84175211db825f117e4908e9a7156700"}
"""The digests of other forms of migrations, which were on the main branch for some hours.

The next migration makes the databases of both forms alike, so both are accepted.
"""
_SHOWN: Final = 12
"""How many characters of a digest are shown."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema, and the additional SQL for a server."""

    version: int
    name: str
    script: str
    on_server: str = ""

    @property
    def digest(self) -> str:
        """Return a digest that changes with the migration, the same in a file and on a server."""
        return sha256(f"{self.script}\0{self.on_server}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _MigrationRow:
    """A migration that was applied to a database."""

    version: int
    digest: str


@cache
def migrations(folder: Path = _FOLDER) -> tuple[Migration, ...]:
    """List the migrations of a folder in order: `0001_matches.sql` and so on.

    `server/0001_matches.sql` is the additional SQL for a server.
    """
    return tuple(
        Migration(
            int(path.stem[:4]),
            path.stem[5:],
            path.read_text(encoding="utf-8"),
            _read_if_there(path.parent / "server" / path.name),
        )
        for path in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    )


async def version_of(database: Database) -> int:
    """Return the number of the newest migration in the database, 0 for an empty one."""
    if not await database.has_table("migrations"):
        return 0
    async with database.reading() as reading:
        newest = "SELECT coalesce(max(version), 0) FROM migrations"
        return await reading.connection.ask(newest).one(int)


async def check_version(database: Database, known: Sequence[Migration]) -> int:
    """Return the database's version.

    Raise `DatabaseNewer` if this program does not know it, or `SchemaDiffers` if the database was
    not made by the migrations of this program.
    """
    version = await version_of(database)
    if version == 0:
        return 0
    is_digested = await database.has_table(DIGESTS)
    try:
        async with database.reading() as reading:
            await query_origin(reading.connection, database.address, version, is_digested, known)
    except SchemaDiffers:
        if is_digested or not await database.has_table(DIGESTS):
            raise
        # Another process, which is starting too, has migrated the database further meanwhile.
        return await check_version(database, known)
    return version


def query_origin(
    connection: Connection,
    address: DatabaseAddress,
    version: int,
    is_digested: bool,  # noqa: FBT001
    known: Sequence[Migration],
) -> Statement[None]:
    """Return the statement that raises what `check_version` raises.

    A database without digests was made by 2dc28fdb, or before migrations were frozen.
    """
    newest = max((migration.version for migration in known), default=0)
    if version > newest:
        raise DatabaseNewer(address, version, newest)
    if not is_digested:
        objects = query_objects(connection)
        return _requiring(objects, partial(_require_first, address, version, known[0]))
    digests = Statement(connection, _APPLIED, {}, rows_of).all(_MigrationRow)
    return _requiring(
        digests,
        partial(_require_same, address, [each for each in known if each.version <= version]),
    )


async def migrate(database: Database, known: Sequence[Migration]) -> None:
    """Apply the missing migrations, each with its record in one transaction.

    Raise `DatabaseNewer`, `SchemaDiffers`, `DatabaseUnwritable`, or `DatabaseUnusable` with the
    engine's reason.
    """
    version = await check_version(database, known)
    for migration in known:
        if migration.version <= version:
            continue
        try:
            await database.script(script_of(migration, database.address))
        except (StatementFailed, StoreRefusal) as error:
            if await version_of(database) >= migration.version:
                continue  # Another process, which is starting too, has just applied this migration.
            if isinstance(error, StoreRefusal):
                raise
            reason = f"migration {migration.version} ({migration.name}): {error}"
            raise DatabaseUnusable(database.address, reason) from error


def _requiring(statement: Statement[Any], require: Callable[[Any], None]) -> Statement[None]:
    return statement.reading(lambda result: require(statement.read(result)))


def _require_first(
    address: DatabaseAddress, version: int, first: Migration, objects: Objects
) -> None:
    if isinstance(address, ServerAddress):
        needed = objects_listed(ON_SERVER.read_text(encoding="utf-8"))
    else:
        needed = objects_made_by(script_of(first, address))
    difference = first_difference(objects, needed)
    if difference is not None:
        raise SchemaDiffers(address, f"{version}, where {printable(difference)}", _FIRST)


def _require_same(
    address: DatabaseAddress, known: Sequence[Migration], applied: Sequence[_MigrationRow]
) -> None:
    digests = {each.version: each.digest for each in applied}
    for migration in known:
        digest = digests.get(migration.version, "no digest")
        if digest not in (migration.digest, _OTHER_FORM.get(migration.version)):
            raise SchemaDiffers(
                address,
                f"{migration.version} ({printable(digest)[:_SHOWN]})",
                f"{migration.version} ({migration.digest[:_SHOWN]})",
            )


def _read_if_there(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def script_of(migration: Migration, address: DatabaseAddress) -> str:
    """Return the script that applies a migration to a database and records it."""
    besides = migration.on_server if isinstance(address, ServerAddress) else ""
    digested = "" if migration.version < _DIGESTED else _DIGEST_OF.format(migration)
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
        {digested}
    """  # noqa: S608  the name is a file's of this package


_DIGEST_OF: Final = """
    INSERT INTO migration_digests (version, digest) VALUES ({0.version:d}, '{0.digest}');
"""
