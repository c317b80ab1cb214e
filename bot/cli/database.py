"""`boop backup`, `restore`, `move-database` and `ratings`: maintenance of a database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from bot.address import DatabaseAddress
from bot.cli.console import tell
from bot.config import read_database, read_settings
from bot.db.backup import ExistingFile, back_up, put_in_place, require_file
from bot.db.database import Database
from bot.db.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseUnusable,
    FileThere,
    MoveFailed,
    NotOurDatabase,
)
from bot.db.files import find_file, require_apart
from bot.db.inspection import Inspection, inspect, lease_of
from bot.db.migrations import version_of
from bot.db.opening import settle
from bot.db.transfer import Moved, move
from bot.jobs.database_opening import open_database_as_leader
from bot.jobs.leadership import LeadLost, Process, require_free
from bot.text import gettext


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
def backup_command(file: Path, overwrite: bool) -> None:  # noqa: FBT001 - click calls it
    """Copy the database to FILE, even while the bot is running.

    The copy is a single file, which gets its name after it has been read back from end to end.
    """
    database = require_file(read_settings().database)
    rows = back_up(database, file, ExistingFile.REPLACE if overwrite else ExistingFile.REFUSE)
    tell(
        gettext(
            "Copied {database} to {file}: {rows} rows, all intact.",
            database=str(database),
            file=str(file),
            rows=rows,
        )
    )


@dataclass(frozen=True, slots=True)
class Restoration:
    """The restored backup, and where the replaced database is now."""

    found: Inspection
    kept: Path | None


def restore(file: Path, database: Path, if_there: ExistingFile) -> Restoration:
    """Make a backup the database.

    Raise `FileThere`, `DatabaseInUse`, `DatabaseUnusable` if another program has the old database
    open, what `bot.db.inspection.inspect` raises for the backup, and what `put_in_place` raises.
    """
    require_apart(file, database)
    inspection = inspect(file)

    def require_unused() -> None:
        if find_file(database) is None:
            return
        if if_there is ExistingFile.REFUSE:
            raise FileThere(database)
        _require_unled(database)

    require_unused()
    return Restoration(inspection, put_in_place(file, database, require_unused))


def _require_unled(database: Path) -> None:
    """Raise `DatabaseInUse` while a bot holds the lead; none can on a file that won't open."""
    try:
        lease = lease_of(database)
    except (NotOurDatabase, DatabaseDamaged, DatabaseUnusable):
        return
    if lease is not None:
        require_free(database, lease, Process.this())


@click.command("restore")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--overwrite", is_flag=True, help="Replace an existing database; it is kept under another name."
)
def restore_command(file: Path, overwrite: bool) -> None:  # noqa: FBT001 - click calls it
    """Replace the database with the backup FILE; stop the bot first.

    An existing database is kept beside it under another name.
    """
    database = require_file(read_settings().database)
    restored = restore(file, database, ExistingFile.REPLACE if overwrite else ExistingFile.REFUSE)
    if restored.kept is not None:
        tell(gettext("Kept the old database as {file}.", file=str(restored.kept)))
    rows = sum(restored.found.rows.values())
    tell(
        gettext(
            "Restored {file} to {database}: {rows} rows, all intact.",
            file=str(file),
            database=str(database),
            rows=rows,
        )
    )


class _Address(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no argument
    """The address of a database, as in `BOOP_DATABASE`."""

    name = "address"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> DatabaseAddress:
        """Read an address. An unreadable one is not shown, because it may contain a password."""
        try:
            return read_database(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command("move-database")
@click.argument("source", metavar="FROM", type=_Address())
@click.argument("target", metavar="TO", type=_Address())
def move_command(source: DatabaseAddress, target: DatabaseAddress) -> None:
    """Move the database FROM one address TO another; stop the bot first.

    An address is a file, or postgresql://user:password@host/name as in BOOP_DATABASE. TO must be
    empty, and FROM keeps what it has. Each row is read back and compared.
    """
    if isinstance(source, Path) and find_file(source) is None:
        raise DatabaseMissing(source)
    if isinstance(source, Path) and isinstance(target, Path):
        require_apart(target, source)
    moved = asyncio.run(_moved(source, target))
    tell(
        gettext(
            "Moved {source} to {target}: {rows} rows, all the same. Set BOOP_DATABASE to the new "
            "address, then start the bot.",
            source=str(source),
            target=str(target),
            rows=moved.rows,
        )
    )


async def _moved(source: DatabaseAddress, target: DatabaseAddress) -> Moved:
    async with _led(source, has_content=True) as begun, _led(target, has_content=False) as reached:
        try:
            moved = await move(begun, reached)
        except LeadLost as error:
            taken = gettext("another bot has begun to use one of the two")
            raise MoveFailed(target, taken) from error
        await settle(reached)
    return moved


@asynccontextmanager
async def _led(address: DatabaseAddress, *, has_content: bool) -> AsyncIterator[Database]:
    """Open a database and keep the lead on it, so that no bot uses it meanwhile.

    Raise `DatabaseMissing` if it is empty and `has_content` is set.
    """

    async def check(database: Database) -> None:
        if has_content and await version_of(database) == 0:
            raise DatabaseMissing(address)

    async with open_database_as_leader(address, check=check) as (database, leadership):
        keeping = asyncio.create_task(leadership.keep())
        try:
            yield database
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
