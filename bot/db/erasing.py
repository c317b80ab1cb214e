"""Erasing every trace of a number from a database's files.

What is deleted or changed is overwritten with zeros (`secure_delete`), but SQLite leaves copies in
the gaps of pages whose rows it moved, and the log beside the file keeps old pages until it is
emptied. So the log is emptied, the file is looked through, and where the number still is the
whole file is written anew.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final, Protocol

import aiosqlite
import structlog

from bot.db.files import part_of

CHUNK: Final = 1 << 20
"""Bytes of a file that are looked through at a time."""
TRIES: Final = 100
BETWEEN: Final = 0.1
"""Seconds between two tries to empty the log; a reader that keeps it is done soon."""
LOGS: Final = ("-wal", "-journal")
_LONGEST: Final = 32
"""More bytes than a number takes in any way of writing it."""

_log: Final = structlog.get_logger(__name__)


class DatabaseFile(Protocol):
    """What is needed of a database to look through its file and to write it anew."""

    path: Path

    def chunks(self, size: int) -> Iterator[bytes]:
        """Read the file's bytes as they are."""

    def aside(self) -> AbstractAsyncContextManager[aiosqlite.Connection]:
        """Lend the writer outside of any transaction."""


async def erase(database: DatabaseFile, number: int) -> bool:
    """Leave no trace of a number that is in no row any more.

    False when another program kept SQLite from it, or the disk is full; then it is to be tried
    again with `write_anew`.
    """
    try:
        if not await _empty_log(database):
            return False
        if not await asyncio.to_thread(stands_in, database, number):
            return True
        return await write_anew(database)
    except sqlite3.OperationalError as error:
        _log.warning("file not rewritten", reason=str(error))
        return False


async def write_anew(database: DatabaseFile) -> bool:
    """Write the whole file anew, without what is left in gaps. False when that cannot be now.

    It is not begun while somebody reads, for it would be in vain and has to be done again.
    """
    try:
        if not await _empty_log(database, tries=1):
            return False
        async with database.aside() as writer:
            await writer.execute_fetchall("VACUUM")
        return await _empty_log(database)
    except sqlite3.OperationalError as error:
        _log.warning("file not rewritten", reason=str(error))
        return False


def stands_in(database: DatabaseFile, number: int) -> bool:
    """Return whether a number is in a database's files, as text or as SQLite keeps it."""
    forms, path = forms_of(number), database.path
    logs = [part_of(path, end) for end in LOGS]
    return holds(database.chunks(CHUNK), forms) or any(
        holds(_read(log), forms) for log in logs if log.exists()
    )


def forms_of(number: int) -> tuple[bytes, ...]:
    """Return the bytes of a number as text, and as SQLite keeps whole numbers of its size.

    That is with the highest byte first, in as few of 6 or 8 bytes as it fits in; shorter forms
    would be found everywhere by chance, and no person's number is so small.
    """
    binary = [number.to_bytes(8, "big")]
    if number < 1 << 47:
        binary.append(number.to_bytes(6, "big"))
    return (str(number).encode(), *binary)


def holds(chunks: Iterable[bytes], forms: tuple[bytes, ...]) -> bool:
    """Return whether any of the forms is in what is read, if need be across its pieces."""
    before = b""
    for chunk in chunks:
        window = before + chunk
        if any(form in window for form in forms):
            return True
        before = window[-_LONGEST:]
    return False


def _read(log: Path) -> Iterator[bytes]:
    """Read a log, on which SQLite keeps no locks."""
    with log.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            yield chunk


async def _empty_log(database: DatabaseFile, tries: int | None = None) -> bool:
    """Fold the log into the file and cut it to nothing. False when readers keep it for long."""
    for number in range(tries or TRIES):
        await asyncio.sleep(BETWEEN if number else 0)
        async with _impatient(database) as writer:
            [row] = await writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        if row[0] == 0:
            return True
    return False


@asynccontextmanager
async def _impatient(database: DatabaseFile) -> AsyncIterator[aiosqlite.Connection]:
    """Lend the writer so that it waits for no reader: turns wait for whoever has it."""
    async with database.aside() as writer:
        [before] = await writer.execute_fetchall("PRAGMA busy_timeout")
        try:
            await writer.execute_fetchall("PRAGMA busy_timeout = 0")
            yield writer
        finally:
            await writer.execute_fetchall(f"PRAGMA busy_timeout = {before[0]}")
