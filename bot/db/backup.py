"""Copying a whole database while a bot uses it, and restoring a copy."""

import os
import shutil
import sqlite3
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress
from bot.db.errors import (
    CopyFailed,
    DatabaseUnusable,
    FileThere,
    NotInFile,
    SchemaForeign,
    is_unavailable,
    printable,
    store_refusal,
)
from bot.db.files import BESIDE, KEPT, Use, find_file, held, part_of, parts_of, require_apart
from bot.db.inspection import (
    count_rows,
    damage_in,
    opened_to_read,
    require_nothing_lost,
    version_of,
)
from bot.db.migrations import migrations, script_of

if sys.platform != "win32":
    import fcntl


def require_file(address: DatabaseAddress) -> Path:
    """Return the file of a database. Raise `NotInFile` if it is on a server."""
    if not isinstance(address, Path):
        raise NotInFile(address)
    return address


DRAFT: Final = ".boop-draft"
"""The ending of an unfinished copy."""


class ExistingFile(Enum):
    """What to do if the file exists."""

    REFUSE = "refuse"
    REPLACE = "replace"


def back_up(database: Path, file: Path, if_there: ExistingFile) -> int:
    """Copy a consistent snapshot of a database into one file; return its number of rows.

    The file appears whole or not at all, readable by its owner alone. Raise `DatabaseItself`,
    `FileThere`, `CopyFailed`, and what `require_nothing_lost` raises.
    """
    require_apart(file, database)
    _require_free(file, if_there)
    require_nothing_lost(database)
    with _draft_beside(file) as draft:
        rows = _copy(database, draft)
        _move(draft, file)
    return rows


def _require_free(file: Path, if_there: ExistingFile) -> None:
    """Raise `FileThere` or `CopyFailed` if the name cannot be used, before copying anything."""
    try:
        is_regular = stat.S_ISREG(file.lstat().st_mode) or file.is_file()
    except FileNotFoundError:
        return
    except OSError as error:
        raise CopyFailed(file, error.strerror or str(error)) from error
    if not is_regular:
        # Replacing a device would break every program that uses it.
        raise CopyFailed(file, "it is there already and isn't a regular file")
    if if_there is ExistingFile.REFUSE:
        raise FileThere(file)


def put_in_place(
    file: Path, database: Path, require_unused: Callable[[], None] = lambda: None
) -> Path | None:
    """Put a copy of a file where the bot looks for its database.

    The copy takes the database's name in one step, so a process that is killed meanwhile leaves the
    old one or the new one, whole. Keep the old one under another name; return that name, or None if
    there was no old one. Call `require_unused` once no bot on this machine can start to use the
    database.

    Raise `DatabaseItself`, `SchemaForeign`, `CopyFailed`, `DatabaseUnusable` if another program has
    the old one open, and what `require_unused` and `opened_to_read` raise.
    """
    require_apart(file, database)
    place = part_of(database, "")
    with held(place, Use.REPLACEMENT), _draft_beside(place) as draft:
        _copy(file, draft, require_ours)
        require_unused()
        kept = _keep(place) if find_file(place) is not None else None
        _move(draft, place)
    return kept


def require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `SchemaForeign` if a file has objects that our migrations do not make.

    The triggers of a file run whenever the bot writes to it, and its views whenever it reads.
    """
    version = version_of(connection, path)
    with closing(sqlite3.connect(":memory:")) as made:
        for migration in migrations():
            if migration.version <= version:
                made.executescript(script_of(migration, path))
        ours = set(made.execute(_OBJECTS))
    for kind, name, text in connection.execute(_OBJECTS):
        # SQLite's own tables of statistics are not in our schema.
        if (kind, name, text) not in ours and not (kind == "table" and name in _STATISTICS):
            raise SchemaForeign(path, printable(f"{kind} {name}"))


_OBJECTS: Final = "SELECT type, name, sql FROM sqlite_master"
_STATISTICS: Final = frozenset({"sqlite_stat1", "sqlite_stat4"})
"""The tables that ANALYZE makes."""


def _copy(
    source: Path,
    target: Path,
    require: Callable[[sqlite3.Connection, Path], None] = lambda _connection, _path: None,
) -> int:
    """Write a copy in a single file, without the lease; return its number of rows."""
    with opened_to_read(source) as reading:
        require(reading, source)
        try:
            with closing(sqlite3.connect(target, isolation_level=None)) as writing:
                reading.backup(writing)
                writing.execute("PRAGMA journal_mode = DELETE")
                writing.execute("DELETE FROM leader")
                reason = damage_in(writing)
                copied = count_rows(writing)
        except sqlite3.Error as error:
            if not is_unavailable(error):
                raise
            raise CopyFailed(target, str(error)) from error
        if reason is None and copied != count_rows(reading):
            reason = "it has not as many rows as the original"
    if reason is not None:
        raise CopyFailed(target, reason)
    return sum(copied.values())


def _keep(database: Path) -> Path:
    """Link the old database and its other files under a second name; return that name.

    If the database is damaged, SQLite may leave its log behind. Rename the log before the new
    database takes the name, so that SQLite does not apply the old log to the new database.
    """
    _require_closed(database)
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(time.time()))
    kept = database.with_name(f"{database.name}{KEPT}{moment}")
    number = 1
    while any(kept.with_name(kept.name + end).exists() for end in BESIDE):
        number += 1
        kept = database.with_name(f"{database.name}{KEPT}{moment}-{number}")
    try:
        for end in BESIDE:
            part = part_of(database, end)
            if part.exists():
                _link(part, kept.with_name(kept.name + end))
        _folder_to_disk(database.parent)
        for part in parts_of(database)[1:]:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise CopyFailed(kept, error.strerror or str(error)) from error
    return kept


def _link(file: Path, second: Path) -> None:
    """Link a file under a second name, readable by its owner alone; copy it if that fails."""
    with suppress(OSError):
        # It may belong to another user.
        file.chmod(0o600)
    try:
        os.link(file, second)
    except OSError:
        shutil.copyfile(file, second)
        second.chmod(0o600)
        _to_disk(second)


def _require_closed(database: Path) -> None:
    """Have SQLite write the log into the file; this fails while another program has the file open.

    Do nothing if the file is too damaged for that: no bot can be using it. Raise `DatabaseUnusable`
    if another program has the file open or the disk fails, because the database still needs its
    log.
    """
    try:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=0.5)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise DatabaseUnusable(database, "another program has it open") from error
        if is_unavailable(error):
            raise store_refusal(database, error) from error
    except UnicodeDecodeError:
        pass  # The file is damaged, and Python cannot decode SQLite's message.


@contextmanager
def _draft_beside(file: Path) -> Iterator[Path]:
    """Yield an empty file in the same folder, which is deleted at the end unless it was moved.

    It is locked while it is in use, to distinguish it from the remains of a killed process.
    """
    delete_drafts(file)
    try:
        # The file's own name may have the maximum length.
        descriptor, name = tempfile.mkstemp(DRAFT, ".", file.parent)
    except OSError as error:
        raise CopyFailed(file, error.strerror or str(error)) from error
    draft = Path(name)
    if sys.platform == "win32":
        # Windows cannot rename an open file. It cannot delete one either, so a draft in use needs
        # no lock.
        os.close(descriptor)
    try:
        # Where this lock fails, the lock of `delete_drafts` fails too, so it deletes no draft.
        with suppress(OSError):
            _lock(descriptor)
        yield draft
    finally:
        for end in BESIDE:
            draft.with_name(draft.name + end).unlink(missing_ok=True)
        if sys.platform != "win32":
            os.close(descriptor)


def delete_drafts(file: Path) -> None:
    """Delete the unused drafts beside a file, because they hold users' data."""
    try:
        drafts = list(file.parent.glob(f".*{DRAFT}"))
    except OSError:
        return
    for draft in drafts:
        with suppress(OSError):
            descriptor = os.open(draft, os.O_RDWR)
            try:
                _lock(descriptor)
                if sys.platform == "win32":
                    os.close(descriptor)
                for end in BESIDE:
                    draft.with_name(draft.name + end).unlink(missing_ok=True)
            finally:
                if sys.platform != "win32":
                    os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Lock a file until it is closed. Raise `OSError` if another process has locked it.

    Windows does not delete an open file, so it needs no lock.
    """
    if sys.platform != "win32":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _move(draft: Path, file: Path) -> None:
    """Flush the draft to the disk, rename it, and flush the new name too."""
    try:
        _to_disk(draft)
        draft.replace(file)
        _folder_to_disk(file.parent)
    except OSError as error:
        raise CopyFailed(file, error.strerror or str(error)) from error


def _folder_to_disk(folder: Path) -> None:
    """Flush the names in a folder to the disk."""
    # Windows cannot open folders, and does not need this.
    if os.name == "posix":
        _to_disk(folder)


def _to_disk(path: Path) -> None:
    # Windows cannot flush a file that is open for reading only.
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
