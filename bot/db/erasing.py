"""Erasing every trace of a number from a database's files.

Deleted and changed data is overwritten with zeros (`secure_delete`), but SQLite leaves copies in
the free space of pages whose rows it moved, and the log keeps old pages until it is emptied. So the
log is emptied, the file is searched, and the whole file is rewritten if the number is still there.
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
"""How many bytes of a file are searched at a time."""
TRIES: Final = 100
BETWEEN: Final = 0.1
"""Seconds between two attempts to empty the log; readers that prevent it finish soon."""
LOGS: Final = ("-wal", "-journal")
_LONGEST: Final = 32
"""More bytes than a number takes in any encoding."""

_log: Final = structlog.get_logger(__name__)


class DatabaseFile(Protocol):
    """The database file's operations that erasing needs."""

    path: Path

    def chunks(self, size: int) -> Iterator[bytes]:
        """Read the bytes of the file."""

    def outside_transaction(self) -> AbstractAsyncContextManager[aiosqlite.Connection]:
        """Yield the writer outside of any transaction."""


async def erase(database: DatabaseFile, number: int) -> bool:
    """Erase a deleted number from the file's free pages.

    Return False if another program prevents that, or the disk is full; then try again with
    `write_anew`.
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
    """Rewrite the whole file without its free space. Return False if that is impossible now.

    Do not begin while there are readers, because the file would have to be rewritten again.
    """
    try:
        if not await _empty_log(database, tries=1):
            return False
        async with database.outside_transaction() as writer:
            await writer.execute_fetchall("VACUUM")
        return await _empty_log(database)
    except sqlite3.OperationalError as error:
        _log.warning("file not rewritten", reason=str(error))
        return False


def stands_in(database: DatabaseFile, number: int) -> bool:
    """Return whether a number is in a database's files, as text or in SQLite's encoding."""
    forms, path = forms_of(number), database.path
    logs = [part_of(path, end) for end in LOGS]
    return holds(database.chunks(CHUNK), forms) or any(
        holds(_read(log), forms) for log in logs if log.exists()
    )


def forms_of(number: int) -> tuple[bytes, ...]:
    """Return the bytes of a number as text, and in SQLite's encoding.

    SQLite's encoding is big-endian in 6 or 8 bytes, the fewest that fit. It has shorter ones, but
    these would be found everywhere by chance, and no user's number is so small.
    """
    binary = [number.to_bytes(8, "big")]
    if number < 1 << 47:
        binary.append(number.to_bytes(6, "big"))
    return (str(number).encode(), *binary)


def holds(chunks: Iterable[bytes], forms: tuple[bytes, ...]) -> bool:
    """Return whether the data contains one of the forms, even across the borders of chunks."""
    before = b""
    for chunk in chunks:
        window = before + chunk
        if any(form in window for form in forms):
            return True
        before = window[-_LONGEST:]
    return False


def _read(log: Path) -> Iterator[bytes]:
    """Read a log. SQLite holds no locks on it, so closing it drops none."""
    with log.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            yield chunk


async def _empty_log(database: DatabaseFile, tries: int | None = None) -> bool:
    """Fold the log into the file and truncate it. Return False if readers prevent it for long."""
    for number in range(tries or TRIES):
        await asyncio.sleep(BETWEEN if number else 0)
        async with _impatient(database) as writer:
            [row] = await writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        if row[0] == 0:
            return True
    return False


@asynccontextmanager
async def _impatient(database: DatabaseFile) -> AsyncIterator[aiosqlite.Connection]:
    """Yield the writer with a short timeout, because users' turns wait for the writer."""
    async with database.outside_transaction() as writer:
        [before] = await writer.execute_fetchall("PRAGMA busy_timeout")
        try:
            await writer.execute_fetchall("PRAGMA busy_timeout = 0")
            yield writer
        finally:
            await writer.execute_fetchall(f"PRAGMA busy_timeout = {before[0]}")
