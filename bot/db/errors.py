"""Reasons why a database cannot be used."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress, ServerAddress
from bot.errors import NOTHING_SAVED, NotStored, StartRefusal
from bot.text import N_, Detail, Message

_UNAVAILABLE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors that may pass without a repair of the file."""
_LONGEST_REASON: Final = 200


class StoreRefusal(StartRefusal):
    """The base of all reasons why a database cannot be used."""


@dataclass(eq=False, slots=True)
class DatabaseUnusable(StoreRefusal):
    """The database cannot be opened, read or written; `reason` is the engine's message."""

    message = N_("Can't use the database {path}: {reason}.")

    path: DatabaseAddress
    reason: Detail


@dataclass(eq=False, slots=True)
class DriverMissing(StoreRefusal):
    """The database is on a server, and the driver for servers is not installed."""

    message = N_("Can't use the database {path}: install `boop-bot[postgres]`, which has a driver.")

    path: DatabaseAddress


@dataclass(eq=False, slots=True)
class NotInFile(StoreRefusal):
    """A command for a database in a file was used with one on a server."""

    message = N_(
        "The database {path} is on a PostgreSQL server. Back it up and restore it with pg_dump and "
        "pg_restore."
    )

    path: DatabaseAddress


@dataclass(eq=False, slots=True)
class DatabaseUnwritable(StoreRefusal):
    """The disk or the server fails, perhaps temporarily; `reason` is the engine's message."""

    message = N_(
        "Can't write to the database {path}: {reason}. Check whether its disk is full or broken."
    )
    away = N_("Can't reach the database {path}: {reason}. Check whether its server runs.")

    path: DatabaseAddress
    reason: Detail

    def choose_message(self) -> Message:
        """Return the sentence for the engine."""
        return self.away if isinstance(self.path, ServerAddress) else self.message


@dataclass(eq=False, slots=True)
class NotOurDatabase(StoreRefusal):
    """The file is not an SQLite database, or belongs to another program."""

    message = N_("{path} isn't a database of this bot. Name another one.")

    path: DatabaseAddress


@dataclass(eq=False, slots=True)
class DatabaseMissing(StoreRefusal):
    """The file does not exist."""

    message = N_("There is no database {path}.")

    path: DatabaseAddress


@dataclass(eq=False, slots=True)
class DatabaseDamaged(StoreRefusal):
    """The file is ours and damaged; `reason` is the first fault that SQLite found."""

    message = N_("The database {path} is damaged: {reason}. Restore a backup of it.")

    path: DatabaseAddress
    reason: Detail


@dataclass(eq=False, slots=True)
class DatabaseVanished(StoreRefusal):
    """The file is missing or empty though the bot has created it before, as `marker` shows."""

    message = N_(
        "The database {path} was here and is gone, or is empty now. Check that its disk is there. "
        "`boop restore` puts a backup in its place; deleting {marker} begins with an empty "
        "database."
    )

    path: Path
    marker: Path


@dataclass(eq=False, slots=True)
class LogVanished(StoreRefusal):
    """The log with the last changes is missing, as `marker` shows.

    `marker` is None if there was no marker; then nothing is left of the database.
    """

    message = N_(
        "The log {log} is gone, and with it what was stored last in the database {path}. Put it "
        "back, or put a backup in place with `boop restore`; deleting {marker} goes on with what "
        "is left."
    )
    unmarked = N_(
        "The log {log} is gone, and nothing is left in the database {path}. Put it back, or put a "
        "backup in place with `boop restore`; deleting {path} begins with an empty database."
    )

    path: Path
    log: Path
    marker: Path | None

    def choose_message(self) -> Message:
        """Return the sentence with or without a marker."""
        return self.unmarked if self.marker is None else self.message


@dataclass(eq=False, slots=True)
class DatabaseNewer(StoreRefusal):
    """A newer version of the program has written the file."""

    message = N_(
        "The database {path} was written by a newer version of the bot (schema {version}; this "
        "one knows up to {known}). Install that version or a later one."
    )

    path: DatabaseAddress
    version: int
    known: int


@dataclass(eq=False, slots=True)
class SchemaDiffers(StoreRefusal):
    """An applied migration differs from ours, so the schema is not what its number says.

    `found` is the schema of the database, `needed` the one that this program knows.
    """

    message = N_(
        "The database {path} has schema {found}; this version of the bot needs schema {needed}. "
        "Start the version of the bot that made it, or set BOOP_DATABASE to another database."
    )

    path: DatabaseAddress
    found: Detail
    needed: Detail


@dataclass(eq=False, slots=True)
class RulesetNewer(StoreRefusal):
    """The database contains matches with rules that only a newer version of the program knows."""

    message = N_(
        "The database {path} has matches of the ruleset {ruleset}, version {version}, which this "
        "version of the bot doesn't know. Install the version that wrote it or a later one."
    )

    path: DatabaseAddress
    ruleset: Detail
    version: int


@dataclass(eq=False, slots=True)
class DatabaseInUse(StoreRefusal):
    """Another process holds the lease of the database."""

    message = N_(
        "Another bot is using the database {path}: process {process} on {machine}. Stop it first, "
        "or set BOOP_DATABASE to another database."
    )

    path: DatabaseAddress
    machine: Detail
    process: int
    expires_at: float


@dataclass(eq=False, slots=True)
class OlderProcesses(StoreRefusal):
    """Processes of an older version use a database that is to be migrated."""

    message = N_(
        "Processes of an older version still use the database {path}, such as process {process} "
        "on {machine}. Stop them all first, then start this version."
    )

    path: DatabaseAddress
    machine: Detail
    process: int


@dataclass(eq=False, slots=True)
class AnotherBotsDatabase(StoreRefusal):
    """The database belongs to another application's bot."""

    message = N_(
        "The database {path} belongs to the application {owner}, and this token to the "
        "application {application}. Set BOOP_DATABASE to another database."
    )

    path: DatabaseAddress
    owner: int
    application: int


@dataclass(eq=False, slots=True)
class FileThere(StoreRefusal):
    """The file to be written exists already."""

    message = N_("{path} already exists. Give another name, or --overwrite to replace it.")

    path: Path


@dataclass(eq=False, slots=True)
class DatabaseItself(StoreRefusal):
    """The path given for a backup is a file of the database itself."""

    message = N_("{path} is a file of the database {database} itself. Name another one.")

    path: Path
    database: Path


@dataclass(eq=False, slots=True)
class SchemaForeign(StoreRefusal):
    """A file to be restored has objects that the bot does not make, such as a trigger."""

    message = N_(
        "{path} holds the {object}, which this bot didn't make. Delete it there, or restore "
        "another backup."
    )

    path: Path
    object: Detail


@dataclass(eq=False, slots=True)
class CopyFailed(StoreRefusal):
    """A copy could not be written, or differs from the original."""

    message = N_("Can't make the copy {path}: {reason}.")

    path: Path
    reason: Detail


@dataclass(eq=False, slots=True)
class DatabaseNotEmpty(StoreRefusal):
    """The target of a move contains a database already."""

    message = N_(
        "The database {path} isn't empty. Name a file that doesn't exist yet, or an empty database "
        "on a server."
    )

    path: DatabaseAddress


@dataclass(eq=False, slots=True)
class MoveFailed(StoreRefusal):
    """Data could not be moved, or arrived different."""

    message = N_("Can't move the database to {path}: {reason}. Nothing was moved.")

    path: DatabaseAddress
    reason: Detail


class DatabaseBusy(NotStored):
    """No transaction can begin or continue now, because others block it."""


class TransactionConflict(DatabaseBusy):
    """The server rolled back a transaction that conflicts with others; it may be retried."""


class StorageFailing(NotStored):
    """The disk is full, fails, or cannot be written to, or the server is unreachable."""


class NothingStored(StorageFailing):
    """The disk is full, and the user's action had not stored anything before."""

    message = NOTHING_SAVED


class StatementFailed(Exception):
    """The database refuses a statement: a bug, or damage to stored data.

    Like `UnreadableRow` it is not a refusal, because a user could do nothing about it.
    """


class StatementForbidden(StatementFailed):
    """The bot's role on the server lacks the permission for a statement."""


class UnreadableRow(Exception):
    """A row that this program cannot have written: a bug or damage, not a user's mistake.

    It is not a refusal, because a user could do nothing about it.
    """

    def __init__(self, table: str, row: int | str) -> None:
        super().__init__(f"row {row} of {table} cannot be read")


_FAULTS: Final = (
    OverflowError,
    StatementFailed,
    UnicodeDecodeError,
    UnreadableRow,
    sqlite3.Error,
)


def is_unavailable(error: sqlite3.Error) -> bool:
    """Return whether an error is about the disk or a lock, and may pass by itself."""
    return _code_of(error) in _UNAVAILABLE


def store_refusal(path: DatabaseAddress, error: Exception) -> StoreRefusal:
    """Return the refusal for an error that came from reading a database file."""
    if isinstance(error, sqlite3.Error):
        if _code_of(error) == sqlite3.SQLITE_NOTADB:
            return NotOurDatabase(path)
        if _code_of(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return DatabaseUnwritable(path, str(error))
        if is_unavailable(error):
            return DatabaseUnusable(path, str(error))
    elif isinstance(error, UnicodeDecodeError):
        # SQLite's message can quote the contents of the file.
        return DatabaseDamaged(path, "it holds text that is not UTF-8")
    elif isinstance(error, StatementForbidden):
        return DatabaseUnusable(path, str(error))
    return DatabaseDamaged(path, printable(str(error)))


@contextmanager
def translating_read_errors(path: DatabaseAddress, *passed: type[NotStored]) -> Iterator[None]:
    """Turn every error that comes from reading a database file into a `StoreRefusal`.

    The `passed` types are raised unchanged, as are errors that are not the database's, such as a
    lost lead.

    Python's sqlite3 also raises `UnicodeDecodeError` and `OverflowError` for damaged values, and
    errors without a code for text that it cannot decode.
    """
    try:
        yield
    except NotStored as error:
        if isinstance(error, passed) or not isinstance(error, DatabaseBusy | StorageFailing):
            raise
        if isinstance(error, StorageFailing):
            raise DatabaseUnwritable(path, error.reason) from error
        raise DatabaseUnusable(path, error.reason) from error
    except _FAULTS as error:
        raise store_refusal(path, error) from error


def _code_of(error: sqlite3.Error) -> int | None:
    """Return SQLite's primary result code; None for an error of Python's own module."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def printable(text: str) -> str:
    """Return a reason as one line of limited length, because it may quote damaged names."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return shown if len(shown) <= _LONGEST_REASON else shown[: _LONGEST_REASON - 1] + "…"
