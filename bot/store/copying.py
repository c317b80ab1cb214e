"""Whole copies of a database, also while a bot works on it, and putting one in its place."""

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from bot.store.errors import CopyFailed, DatabaseUnusable, FileThere
from bot.store.inspecting import count_rows, damage_in, opened_to_read

BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""The endings of the files that together are a database."""


class IfThere(Enum):
    """What to do where a file stands already."""

    REFUSE = "refuse"
    REPLACE = "replace"


def back_up(database: Path, file: Path, if_there: IfThere) -> int:
    """Copy a database as it is at one moment into one file, and give how many rows it has.

    The file is there whole or not at all, for its owner's eyes alone. Raises `FileThere`,
    `CopyFailed`, and what `bot.store.inspecting.opened_to_read` raises.
    """
    if if_there is IfThere.REFUSE and file.exists():
        raise FileThere(file)
    with _draft_beside(file) as draft:
        rows = _copy(database, draft)
        _move(draft, file)
    return rows


def put_in_place(file: Path, database: Path) -> Path | None:
    """Put a copy of a file where the bot looks for its database.

    What stood there is kept under another name, which is given. Raises `CopyFailed`,
    `DatabaseUnusable` when another program has the old one open, and what
    `bot.store.inspecting.opened_to_read` raises.
    """
    with _draft_beside(database) as draft:
        _copy(file, draft)
        kept = _set_aside(database) if database.exists() else None
        _move(draft, database)
    return kept


def _copy(source: Path, target: Path) -> int:
    """Write a copy that leads nothing and needs no other file; give how many rows it has."""
    with opened_to_read(source) as reading:
        try:
            with closing(sqlite3.connect(target, isolation_level=None)) as writing:
                reading.backup(writing)
                writing.execute("PRAGMA journal_mode = DELETE")
                writing.execute("DELETE FROM leader")
                reason = damage_in(writing)
                copied = count_rows(writing)
        except sqlite3.DatabaseError as error:
            raise CopyFailed(target, str(error)) from error
        if reason is None and copied != count_rows(reading):
            reason = "it has not as many rows as the original"
    if reason is not None:
        raise CopyFailed(target, reason)
    return sum(copied.values())


def _set_aside(database: Path) -> Path:
    """Give the old database another name, with what belongs to it."""
    _demand_closed(database)
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    kept = database.with_name(f"{database.name}.before-{moment}")
    for end in reversed(BESIDE):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).rename(kept.with_name(kept.name + end))
    return kept


def _demand_closed(database: Path) -> None:
    """Let SQLite fold everything into the one file, which it does only for whoever is alone.

    A file too damaged for that is one that no bot can work on either.
    """
    try:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=0.5)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise DatabaseUnusable(database, "another program has it open") from error


@contextmanager
def _draft_beside(file: Path) -> Iterator[Path]:
    """Lend an empty file in the same folder, which is gone at the end if it was not moved."""
    try:
        descriptor, name = tempfile.mkstemp(".draft", f".{file.name}.", file.parent)
    except OSError as error:
        raise CopyFailed(file, error.strerror or str(error)) from error
    os.close(descriptor)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in BESIDE:
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _move(draft: Path, file: Path) -> None:
    """Give the draft its name once it is on the disk, and see that the name is too."""
    try:
        _to_disk(draft)
        draft.replace(file)
        # Windows cannot open folders, and needs no such care.
        if os.name == "posix":
            _to_disk(file.parent)
    except OSError as error:
        raise CopyFailed(file, error.strerror or str(error)) from error


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
