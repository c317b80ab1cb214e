"""A database in an SQLite file, with one writer and a few readers."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, Self, TypeVar

import aiosqlite

from bot.db import erasing
from bot.db.database import READERS, Concurrency, Database, Reading, finish
from bot.db.errors import (
    DatabaseBusy,
    DatabaseUnusable,
    NothingStored,
    NotOurDatabase,
    StatementFailed,
    StorageFailing,
    is_unavailable,
    store_refusal,
)
from bot.db.files import (
    Use,
    create_private,
    held,
    identity_of,
    note_lease,
    require_log,
    require_not_vanished,
    tighten_permissions,
)
from bot.db.patience import has_stored_nothing
from bot.db.statements import Connection, Edge, Fence, Statement, StatementResult
from bot.errors import NotStored

Found = TypeVar("Found")

_UNDONE: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_WRITE}
)
"""Errors of a commit that stored nothing. After others, the next start may find it stored."""

WAIT_FOR_LOCK: Final = 5.0
"""How many seconds to wait for another program (a backup, say) that holds the file's lock."""


class SqliteConnection(Connection):
    """A connection with its own thread, which runs several statements in one trip."""

    begins_late = True

    def __init__(self, own: aiosqlite.Connection) -> None:
        self.own: Final = own

    async def trip(
        self,
        statements: Sequence[Statement[Any]],
        edge: Edge = Edge.NONE,
        fence: Fence | None = None,
    ) -> list[Any]:
        """Run the statements with one wake-up of the thread."""
        # aiosqlite has no other way to run a function in its thread.
        run, connection = self.own._execute, self.own._conn  # noqa: SLF001
        results: list[Any] = await run(  # type: ignore[no-untyped-call]
            _in_turn, connection, self, statements, edge, fence
        )
        return results

    async def rollback(self) -> None:
        """Undo the transaction. If the disk fails, nothing was written that needs undoing."""
        try:
            await self.own.rollback()
        except sqlite3.Error as error:
            if not is_unavailable(error):
                raise


def _in_turn(
    connection: sqlite3.Connection,
    own: Connection,
    statements: Sequence[Statement[Any]],
    edge: Edge,
    fence: Fence | None,
) -> list[object]:
    """Run all parts of a trip, in the connection's thread."""
    if edge in (Edge.BEGIN, Edge.BOTH):
        connection.execute("BEGIN IMMEDIATE")
        if fence is not None and not fence.is_sure():
            run_statement(connection, fence.check(own))
    results = [run_statement(connection, statement) for statement in statements]
    if edge in (Edge.COMMIT, Edge.BOTH):
        connection.commit()
    return results


def run_statement(connection: sqlite3.Connection, statement: Statement[Found]) -> Found:
    """Run a statement in the thread of the connection."""
    if not isinstance(statement.parameters, list):
        cursor = connection.execute(statement.sql, statement.parameters)
        # A cursor that is not at its end holds the connection's snapshot, and the file open.
        try:
            rows = cursor.fetchall()
        except BaseException:
            cursor.close()
            raise
    else:
        cursor, rows = connection.executemany(statement.sql, statement.parameters), []
    columns = tuple([column[0] for column in cursor.description or ()])
    return statement.answer(StatementResult(columns, rows, cursor.rowcount))


class SqliteDatabase(Database):
    """An SQLite file in WAL mode, with one writer behind a lock, and readers."""

    def __init__(
        self,
        path: Path,
        file: BinaryIO,
        writer: SqliteConnection,
        readers: list[SqliteConnection],
        closing: AsyncExitStack,
    ) -> None:
        super().__init__(path)
        self.path = path
        self._file = file
        self._one_chunk = threading.Lock()
        self._only_writer = writer
        self._write_lock = asyncio.Lock()
        self._readers: asyncio.LifoQueue[SqliteConnection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)
        self._closing = closing
        self._identity = identity_of(path)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, made private to its owner, and create it if it never existed.

        Raise `DatabaseVanished`, `LogVanished`, `DatabaseUnusable`, `DatabaseDamaged` or
        `NotOurDatabase`.
        """
        async with AsyncExitStack() as stack:
            try:
                stack.enter_context(held(path, Use.WORK))
                await asyncio.to_thread(_check_ours, path)
                # SQLite creates the log with the permissions of the file.
                await asyncio.to_thread(tighten_permissions, path)
                # It is closed last: see `chunks`.
                file = stack.enter_context(await asyncio.to_thread(_open_to_look, path))
                opened = await stack.enter_async_context(_connect(path))
                await opened.execute("PRAGMA journal_mode = WAL")
                await opened.execute("PRAGMA synchronous = FULL")
                await opened.execute("PRAGMA foreign_keys = ON")
                # Deleted users must be gone from the file too; see erasing.py.
                await opened.execute_fetchall("PRAGMA secure_delete = ON")
                # If another program holds the lock, fail here and not at the first turn.
                await opened.execute("BEGIN IMMEDIATE")
                await opened.rollback()
                readers = []
                for _ in range(READERS):
                    reader = await stack.enter_async_context(_connect(path))
                    await reader.execute("PRAGMA query_only = ON")
                    readers.append(SqliteConnection(reader))
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise store_refusal(path, error) from error
            return cls(path, file, SqliteConnection(opened), readers, stack.pop_all())
        raise AssertionError("the stack swallows no exception")

    def is_in_place(self) -> bool:
        """Return whether the file at the path is the one that was opened."""
        return identity_of(self.path) == self._identity

    def chunks(self, size: int) -> Iterator[bytes]:
        """Read the bytes of the file, without the log.

        No other code may open and close the file: by the rules of POSIX that would drop every lock
        that this process has on it, SQLite's too, and other processes would believe it unused.
        """
        at = 0
        while True:
            with self._one_chunk:
                self._file.seek(at)
                chunk = self._file.read(size)
            if not chunk:
                return
            at += len(chunk)
            yield chunk

    async def close(self) -> None:
        """Close every connection, after the current transaction."""
        async with self._write_lock:
            await self._closing.aclose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """Yield a reader's connection."""
        connection = await self._readers.get()
        try:
            yield Reading(connection, self.process)
        finally:
            self._readers.put_nowait(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Reading]:
        """Yield a reader's connection whose queries all see the same moment."""
        async with self.reading() as reading:
            connection = reading.connection
            connection.defer((connection.ask("BEGIN"),))
            try:
                yield reading
            finally:
                connection.drop_deferred()
                await finish(connection.rollback())

    @asynccontextmanager
    async def _writer(
        self, concurrency: Concurrency
    ) -> AsyncIterator[tuple[SqliteConnection, Concurrency]]:
        async with self._write_lock:
            yield self._only_writer, Concurrency.NONE

    def _not_stored(self, error: BaseException) -> NotStored | None:
        """Return the refusal for an error of the disk or of a lock."""
        if isinstance(error, NotStored):
            return error
        if not isinstance(error, sqlite3.Error) or not is_unavailable(error):
            return None
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return DatabaseBusy(str(error))
        is_undone = error.sqlite_errorcode in _UNDONE and has_stored_nothing()
        return (NothingStored if is_undone else StorageFailing)(str(error))

    async def script(self, text: str) -> None:
        """Run statements in one transaction."""
        async with self.outside_transaction() as alone:
            try:
                await alone.executescript(f"BEGIN IMMEDIATE;\n{text}\nCOMMIT;")
            except BaseException as error:
                await finish(alone.rollback())
                if not isinstance(error, sqlite3.Error):
                    raise
                if is_unavailable(error):
                    raise store_refusal(self.path, error) from error
                raise StatementFailed(str(error)) from error

    async def has_table(self, name: str) -> bool:
        """Return whether a table of that name exists."""
        async with self.reading() as reading:
            text = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = :name"
            return await reading.connection.ask(text, name=name).one(bool)

    @asynccontextmanager
    async def outside_transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Yield the writer outside of any transaction, for operations that allow none."""
        async with self._write_lock:
            yield self._only_writer.own

    async def fold_log(self) -> None:
        """Write the contents of the log into the file, as far as readers allow."""
        async with self.outside_transaction() as writer:
            await writer.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def note_lease(self, expires_at: float) -> None:
        """Record beside the file when its lease expires."""
        await asyncio.to_thread(note_lease, self.path, expires_at)

    async def erase(self, number: int) -> bool:
        """Empty the log, search the file, and rewrite it if the number is still there."""
        return await erasing.erase(self, number)

    async def write_anew(self) -> bool:
        """Rewrite the whole file without its free space."""
        return await erasing.write_anew(self)


def _check_ours(path: Path) -> None:
    """Check whose file it is before anything is changed.

    A file that cannot be opened is refused here, before aiosqlite has started a thread that would
    print a traceback.
    """
    require_not_vanished(path)
    create_private(path)
    with closing(sqlite3.connect(path, timeout=WAIT_FOR_LOCK)) as connection:
        if not is_ours(connection):
            raise NotOurDatabase(path)
        require_log(connection, path)


def _open_to_look(path: Path) -> BinaryIO:
    try:
        return path.open("rb", buffering=0)
    except OSError as error:
        raise DatabaseUnusable(path, error.strerror or str(error)) from error


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return whether a file is empty or has our record of migrations.

    Other programs have a table of that name too, so its columns are compared.
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
async def _connect(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    # If SQLite itself has rolled back, as for a full disk, the statements after the failing one
    # must not take effect: with a level set, Python begins a new transaction before them, and our
    # own rollback undoes it.
    connect = partial(sqlite3.connect, path, isolation_level="IMMEDIATE", timeout=WAIT_FOR_LOCK)
    async with aiosqlite.Connection(connect, iter_chunk_size=1) as connection:
        yield connection
