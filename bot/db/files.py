"""The files of an SQLite database: their names, their locks, and how their loss is noticed.

SQLite keeps a log and an index of it beside the file. The bot adds a marker, which shows that a
database existed, and a lock, which prevents a restore while a bot runs.
"""

import os
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from glob import escape
from pathlib import Path
from typing import Final

import structlog

from bot.db.errors import DatabaseItself, DatabaseUnusable, DatabaseVanished, LogVanished

if sys.platform != "win32":
    import fcntl

BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for its other files."""
KEPT: Final = ".before-"
"""What a restore appends, followed by the time, to the name of the database that it sets aside."""
_MARKER: Final = ".made"
_LOCK: Final = ".lock"
_MARKED: Final = """\
The bot made the database {name} beside this file. If that is missing, the bot does not start: put
a backup in its place with `boop restore`, or delete this file to begin with an empty database.
"""
_STORED: Final = "Stored until: "
_ROUNDING: Final = 1e-5
_DELETION: Final = 0.2
"""Seconds to wait for a lock file whose last holder has locked it exclusively to delete it."""

_log: Final = structlog.get_logger(__name__)


def part_of(database: Path, ending: str) -> Path:
    """Return a file that SQLite keeps for a database. Symbolic links are followed first."""
    place = _real(database)
    return place.with_name(place.name + ending)


def _real(path: Path) -> Path:
    # `Path.resolve` raises for links that form a cycle.
    return Path(os.path.realpath(path))


def parts_of(database: Path) -> list[Path]:
    """Return the files that SQLite keeps for a database, the database itself first."""
    return [part_of(database, ending) for ending in BESIDE]


def find_file(path: Path) -> os.stat_result | None:
    """Return the status of a file, or None if it does not exist.

    Raise `DatabaseUnusable` if it cannot be a database: SQLite would wait forever to read a pipe.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise DatabaseUnusable(path, error.strerror or str(error)) from error
    if not stat.S_ISREG(status.st_mode):
        raise DatabaseUnusable(path, "it isn't a regular file")
    return status


def require_apart(file: Path, database: Path) -> None:
    """Raise `DatabaseItself` if a path leads to a file of a database, even under another name.

    Compare a missing file by its name, because SQLite may create it at any moment.
    """
    own = [
        *parts_of(database),
        part_of(database, _LOCK),
        # A marker may be beside a symbolic link, and beside the file that the link leads to.
        marker_of(database),
        part_of(database, _MARKER),
    ]
    named = str(_real(file)).casefold()
    if any(named == str(_real(each)).casefold() or _are_same(file, each) for each in own):
        raise DatabaseItself(file, database)


def _are_same(file: Path, other: Path) -> bool:
    with suppress(OSError):
        return file.samefile(other)
    return False


class Use(Enum):
    """What a database is held for."""

    WORK = "work"
    """To read and write it, as others may, too."""
    REPLACEMENT = "replacement"
    """To replace its file, while no process works on it."""


@contextmanager
def held(database: Path, use: Use) -> Iterator[None]:
    """Hold a database, so that no process replaces it, or works on it, inside the block.

    Raise `DatabaseUnusable` if another process holds it. Where files cannot be locked, SQLite's own
    locks have to suffice; Windows does not replace an open file.
    """
    lock = part_of(database, _LOCK)
    descriptor = _acquire(lock, database, use)
    try:
        yield
    finally:
        if descriptor is not None:
            _unlock(lock, descriptor)


def _acquire(lock: Path, database: Path, use: Use) -> int | None:
    if sys.platform == "win32":
        return None
    kind = fcntl.LOCK_SH if use is Use.WORK else fcntl.LOCK_EX
    deadline = time.monotonic() + _DELETION
    while True:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            # SQLite will report what is wrong with the folder.
            return None
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(descriptor)
            if time.monotonic() < deadline:
                time.sleep(_DELETION / 10)
                continue
            reason = "it is being restored" if use is Use.WORK else "another program has it open"
            raise DatabaseUnusable(database, reason) from error
        except OSError as error:
            _log.warning("database not locked", reason=error.strerror)
            return descriptor
        opened = os.fstat(descriptor)
        if identity_of(lock) == (opened.st_dev, opened.st_ino):
            return descriptor
        # The last holder has just deleted this lock file.
        os.close(descriptor)


def _unlock(lock: Path, descriptor: int) -> None:
    """Release a lock, and delete it if no other process holds it."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            lock.unlink()
    os.close(descriptor)


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file on this machine; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def create_private(path: Path) -> None:
    """Create a missing file for its owner alone; SQLite's other files get the same permissions."""
    if find_file(path) is not None:
        return
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DatabaseUnusable(path, error.strerror or str(error)) from error


def tighten_permissions(path: Path) -> None:
    """Revoke other users' permissions for files that were created before, or copied here."""
    for file in (*parts_of(path), *_kept_of(path)):
        try:
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)
                _log.info("file permissions tightened", file=file.name, mode=oct(mode))
        except FileNotFoundError:
            continue
        except OSError as error:
            _log.warning("file permissions not tightened", file=file.name, reason=error.strerror)


def _kept_of(path: Path) -> list[Path]:
    place = _real(path)
    try:
        return sorted(place.parent.glob(f"{escape(place.name + KEPT)}*"))
    except OSError:
        return []


def marker_of(path: Path) -> Path:
    """Return the file that shows that a database was created at a path."""
    return path.with_name(f"{path.name}{_MARKER}")


def leave_marker(path: Path) -> None:
    """Record beside a database that it was created, so that its loss is noticed."""
    if marker_of(path).exists():
        return
    try:
        _write_marker(path, "")
    except OSError as error:
        # The next start tries again.
        _log.warning("marker not written", reason=error.strerror)


def note_lease(path: Path, expires_at: float) -> None:
    """Record beside a database when its last stored lease expires.

    A database with an earlier lease has lost its latest changes. Without the note, nothing notices
    such a loss.
    """
    if marker_of(path).exists():
        with suppress(OSError):
            _write_marker(path, f"{_STORED}{expires_at:.6f}\n")


def _write_marker(path: Path, stored: str) -> None:
    """Overwrite the marker in place: it must not be empty or missing at any moment."""
    descriptor = os.open(marker_of(path), os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(_MARKED.format(name=path.name) + stored)


def _recorded_lease(marker: Path) -> float | None:
    try:
        lines = marker.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(_STORED):
            with suppress(ValueError):
                return float(line.removeprefix(_STORED))
    return None


def require_not_vanished(path: Path) -> None:
    """Raise `DatabaseVanished` if the database is missing or empty and was created before.

    Raise `DatabaseUnusable` if it is not a file.
    """
    marker = marker_of(path)
    found = find_file(path)
    if marker.exists() and (found is None or found.st_size == 0):
        raise DatabaseVanished(path, marker)


def require_log(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DatabaseVanished` or `LogVanished` if the log with the last changes is missing.

    A new database exists only in its log. The file of an older one has the lease of the last
    checkpoint; if the marker has a later lease, the log is missing.
    """
    marker = marker_of(path)
    is_marked, recorded = marker.exists(), _recorded_lease(marker)
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if is_marked and not tables:
        raise DatabaseVanished(path, marker)
    if not {"leader", "counters"} <= tables:
        return
    held = connection.execute("SELECT expires_at FROM leader").fetchone()
    if held is None or not isinstance(held[0], float):
        return
    if is_marked:
        if recorded is not None and held[0] < recorded - _ROUNDING:
            raise LogVanished(path, part_of(path, "-wal"), marker)
        return
    numbered = connection.execute("SELECT count(*) FROM counters WHERE value <> 0").fetchone()[0]
    if not numbered and not _has_content(part_of(path, "-wal")):
        raise LogVanished(path, part_of(path, "-wal"), None)


def _has_content(log: Path) -> bool:
    # SQLite creates an empty log when it opens the file.
    return log.exists() and log.stat().st_size > 0
