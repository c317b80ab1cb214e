"""`boop restore`: puts a backup where the bot looks for its database."""

from dataclasses import dataclass
from pathlib import Path

import click

from bot.config import read_settings
from bot.db.backup import IfThere, Inspected, inspect, lease_of, put_in_place, require_file
from bot.db.errors import DatabaseDamaged, DatabaseUnusable, FileThere, NotOurDatabase
from bot.jobs.leadership import Process, require_free
from bot.text import gettext


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in place, and where the database that was there is now."""

    found: Inspected
    kept: Path | None


def restore(file: Path, database: Path, if_there: IfThere) -> Restored:
    """Make a backup the database.

    Raise `FileThere`, `DatabaseInUse`, `CopyFailed`, `DatabaseUnusable` if something else has
    the old database open, and what `bot.db.backup.inspect` raises of the backup.
    """
    found = inspect(file)
    if database.exists():
        if if_there is IfThere.REFUSE:
            raise FileThere(database)
        _require_unled(database)
    return Restored(found, put_in_place(file, database))


def _require_unled(database: Path) -> None:
    """Raise `DatabaseInUse` while a bot leads. What no bot can open, none leads on."""
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
def command(file: Path, overwrite: bool) -> None:  # noqa: FBT001 - click calls it
    """Replace the database with the backup FILE; stop the bot first.

    An existing database is kept beside it under another name.
    """
    database = require_file(read_settings().database)
    restored = restore(file, database, IfThere.REPLACE if overwrite else IfThere.REFUSE)
    if restored.kept is not None:
        click.echo(gettext("Kept the old database as {file}.", file=str(restored.kept)))
    rows = sum(restored.found.rows.values())
    click.echo(
        gettext(
            "Restored {file} to {database}: {rows} rows, all intact.",
            file=str(file),
            database=str(database),
            rows=rows,
        )
    )
