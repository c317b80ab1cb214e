"""The database file: one writer, a few readers, and transactions that end as they should."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import aiosql

from bot.store.asking import AsStatements, Connection, Queries, Statement, in_one_go
from bot.store.errors import DatabaseBusy, DatabaseUnusable, NotOurDatabase

QUERIES: Final[Queries] = aiosql.from_path(
    Path(__file__).with_name("queries"),
    AsStatements,  # type: ignore[arg-type]  # nor do aiosql's own adapters fit its protocol
)
"""Every query of the program by its name; the modules of this package give each its types."""

READERS: Final = 2
WAIT_FOR_LOCK: Final = 5.0
"""Seconds to wait for another program (a backup, say) that holds the file's lock."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A connection to read with. Each query sees what was committed before it."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """The one connection that writes, inside a transaction."""


class Database:
    """An SQLite file in WAL mode: a writer of its own behind a lock, and readers beside it.

    A read on the writer's connection would see another coroutine's uncommitted rows, so reading
    has connections of its own, which cannot write.
    """

    def __init__(
        self,
        path: Path,
        writer: Connection,
        readers: list[Connection],
        closing: AsyncExitStack,
    ) -> None:
        self.path = path
        self._writer = writer
        self._write_lock = asyncio.Lock()
        self._readers: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)
        self._closing = closing
        self.heed: Callable[[float], None] = _nobody_heeds
        """Told after each transaction how many seconds it took, waiting for its turn included."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, which is made if it is not there.

        Raises `DatabaseUnusable` or `NotOurDatabase`.
        """
        async with AsyncExitStack() as stack:
            try:
                await asyncio.to_thread(_check_ours, path)
                writer = await stack.enter_async_context(_connect(path))
                await writer.execute("PRAGMA journal_mode = WAL")
                await writer.execute("PRAGMA synchronous = FULL")
                await writer.execute("PRAGMA foreign_keys = ON")
                # Who has themselves deleted is to be gone from the file too; see erasing.py.
                await writer.execute_fetchall("PRAGMA secure_delete = ON")
                # A lock that cannot be had shows here and not at the first turn.
                await writer.execute("BEGIN IMMEDIATE")
                await writer.rollback()
                readers = []
                for _ in range(READERS):
                    reader = await stack.enter_async_context(_connect(path))
                    await reader.execute("PRAGMA query_only = ON")
                    readers.append(reader)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                    raise NotOurDatabase(path) from error
                raise DatabaseUnusable(path, str(error)) from error
            return cls(path, writer, readers, stack.pop_all())
        raise AssertionError("the stack swallows no exception")

    async def close(self) -> None:
        """Close every connection, after the transaction that is under way."""
        async with self._write_lock:
            await self._closing.aclose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """Lend a reader's connection."""
        connection = await self._readers.get()
        try:
            yield Reading(connection)
        finally:
            self._readers.put_nowait(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Reading]:
        """Lend a reader's connection on which all questions are about one moment."""
        async with self.reading() as reading:
            await reading.connection.execute("BEGIN")
            try:
                yield reading
            finally:
                await _to_the_end(reading.connection.rollback())

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """Lend the writer for one transaction: committed at the end, undone on any exception.

        Raises `DatabaseBusy` when another program keeps the file locked.
        """
        async with self.writing_what(_nothing) as (writing, _):
            yield writing

    @asynccontextmanager
    async def writing_what(
        self, questions: Callable[[Writing], Sequence[Statement[Any]]]
    ) -> AsyncIterator[tuple[Writing, list[Any]]]:
        """Lend the writer for one transaction together with what was read at its beginning.

        The transaction begins and the questions are asked in one trip to the connection's thread.
        Raises `DatabaseBusy` as `writing` does.
        """
        asked_at = time.perf_counter()
        async with self._write_lock:
            try:
                writing = Writing(self._writer)
                begun = Statement(self._writer, _begin)
                _, *found = await in_one_go(begun, *questions(writing))
                yield writing, found
                await _to_the_end(self._writer.in_one_trip((_commit,)))
            except BaseException:
                self._writer.forget_left()
                await _to_the_end(self._writer.rollback())
                raise
            finally:
                self.heed(time.perf_counter() - asked_at)

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[Writing]:
        """Lend the writer outside of any transaction, for what SQLite does in none."""
        async with self._write_lock:
            yield Writing(self._writer)

    async def script(self, text: str) -> None:
        """Run a script that has its own BEGIN and COMMIT; whatever fails undoes the whole."""
        async with self._write_lock:
            try:
                await self._writer.executescript(text)
            except BaseException:
                await _to_the_end(self._writer.rollback())
                raise


def _nothing(_: Writing) -> tuple[()]:
    """Ask nothing."""
    return ()


def _begin(connection: sqlite3.Connection) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise DatabaseBusy(str(error)) from error


def _check_ours(path: Path) -> None:
    """Look whose file it is before anything is changed.

    A file that cannot be opened fails here, where no thread of aiosqlite's is left behind to
    complain.
    """
    with closing(sqlite3.connect(path, timeout=WAIT_FOR_LOCK)) as connection:
        if not is_ours(connection):
            raise NotOurDatabase(path)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Tell whether a file is empty or has our record of migrations.

    Other programs have a table of that name too, so its columns are looked at.
    """
    tables, columns = connection.execute(
        """
        SELECT count(*), (
            SELECT count(*) FROM pragma_table_info('migrations')
            WHERE name IN ('version', 'name', 'applied_at')
        )
        FROM sqlite_master
        WHERE type = 'table'
        """
    ).fetchone()
    return bool(tables == 0 or columns == 3)


@asynccontextmanager
async def _connect(path: Path) -> AsyncIterator[Connection]:
    # Where SQLite itself has rolled back, as for a full disk, what was handed over behind the
    # failing statement must not stand alone: with a level set, Python begins anew before it, and
    # our own rollback undoes it.
    connect = partial(sqlite3.connect, path, isolation_level="IMMEDIATE", timeout=WAIT_FOR_LOCK)
    async with (connection := Connection(connect, iter_chunk_size=1)):
        connection.row_factory = sqlite3.Row
        yield connection


def _commit(connection: sqlite3.Connection) -> None:
    connection.commit()


async def _to_the_end(ending: Awaitable[object]) -> None:
    """Wait for a commit or a rollback even when the waiting coroutine is cancelled meanwhile.

    The connection's thread takes its orders in turn, so whatever comes next comes after it.
    """
    task = asyncio.ensure_future(ending)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _nobody_heeds(_seconds: float) -> None:
    """Stand in for whoever measures."""
