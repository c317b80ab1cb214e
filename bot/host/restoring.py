"""Putting a backup in the place of the database, while no bot leads on that."""

from dataclasses import dataclass
from pathlib import Path

from bot.host.leadership import Process, demand_free
from bot.store.copying import IfThere, put_in_place
from bot.store.errors import DatabaseDamaged, DatabaseUnusable, FileThere, NotOurDatabase
from bot.store.inspecting import Inspected, inspect, lease_of


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in place, and where the database that stood there is now."""

    found: Inspected
    kept: Path | None


def restore(file: Path, database: Path, if_there: IfThere) -> Restored:
    """Make a backup the database.

    Raises `FileThere`, `DatabaseInUse`, `CopyFailed`, `DatabaseUnusable` when something else has
    the old database open, and what `bot.store.inspecting.inspect` raises of the backup.
    """
    found = inspect(file)
    if database.exists():
        if if_there is IfThere.REFUSE:
            raise FileThere(database)
        _demand_unled(database)
    return Restored(found, put_in_place(file, database))


def _demand_unled(database: Path) -> None:
    """Raise `DatabaseInUse` while a bot leads. What no bot can open, none leads on."""
    try:
        lease = lease_of(database)
    except (NotOurDatabase, DatabaseDamaged, DatabaseUnusable):
        return
    if lease is not None:
        demand_free(database, lease, Process.this())
