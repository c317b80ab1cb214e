"""A database in an SQLite file, with one writer and a few readers."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from glob import escape
from pathlib import Path
from typing import Any, BinaryIO, Final, Self, TypeVar

import aiosqlite
import structlog

from bot.db import erasing
from bot.db.database import READERS, Beside, Database, Reading, to_the_end
from bot.db.errors import (
    DatabaseBusy,
    DatabaseUnusable,
    DatabaseVanished,
    NotOurDatabase,
    StatementFailed,
    StorageFailing,
    is_unavailable,
    store_refusal,
)
from bot.db.statements import Connection, Edge, Fence, Result, Statement
from bot.errors import NotStored

_MARKED: Final = """\
The bot made the database {name} beside this file. If that is missing, the bot does not start: put
a backup in its place with `boop restore`, or delete this file to begin with an empty database.
"""

_log: Final = structlog.get_logger(__name__)

Found = TypeVar("Found")

WAIT_FOR_LOCK: Final = 5.0
"""Seconds to wait for another program (a backup, say) that holds the file's lock."""
BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that it keeps beside it."""
KEPT: Final = ".before-"
"""What a restore adds to the name of the database that it sets aside, before the time."""


class SqliteConnection(Connection):
    """A connection with its own thread, which runs several statements in one trip."""

    def __init__(self, own: aiosqlite.Connection) -> None:
        self.own: Final = own

    async def trip(
        self,
        statements: Sequence[Statement[Any]],
        edge: Edge = Edge.NONE,
        fence: Fence | None = None,
    ) -> list[Any]:
        """Wake the thread once."""
        # aiosqlite has no other way to run a function there.
        run, connection = self.own._execute, self.own._conn  # noqa: SLF001
        found: list[Any] = await run(  # type: ignore[no-untyped-call]
            _in_turn, connection, self, statements, edge, fence
        )
        return found

    async def rollback(self) -> None:
        """Undo what was begun. A disk that fails has left nothing to undo."""
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
    """Do all that belongs to a trip, in the connection's thread."""
    if edge is Edge.BEGIN:
        connection.execute("BEGIN IMMEDIATE")
        if fence is not None and not fence.is_sure():
            run_statement(connection, fence.check(own))
    found = [run_statement(connection, statement) for statement in statements]
    if edge is Edge.COMMIT:
        connection.commit()
    return found


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
    return statement.answer(Result(columns, rows, cursor.rowcount))


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
        self._identity = _identity_of(path)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, which is for its owner alone from then on, and made if it was never there.

        Raise `DatabaseVanished`, `DatabaseUnusable`, `DatabaseDamaged` or `NotOurDatabase`.
        """
        async with AsyncExitStack() as stack:
            try:
                await asyncio.to_thread(_check_ours, path)
                # SQLite makes the log as open to others as the file is.
                await asyncio.to_thread(_close_to_others, path)
                # It is closed last: see `chunks`.
                file = stack.enter_context(await asyncio.to_thread(_open_to_look, path))
                opened = await stack.enter_async_context(_connect(path))
                await opened.execute("PRAGMA journal_mode = WAL")
                await opened.execute("PRAGMA synchronous = FULL")
                await opened.execute("PRAGMA foreign_keys = ON")
                # Who has themselves deleted is to be gone from the file too; see erasing.py.
                await opened.execute_fetchall("PRAGMA secure_delete = ON")
                # A lock that cannot be had shows here and not at the first turn.
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
        return _identity_of(self.path) == self._identity

    def chunks(self, size: int) -> Iterator[bytes]:
        """Read the file's bytes as they are, the log beside it left out.

        Nothing else may open and close the file: by the rules of POSIX that would drop every lock
        that this process has on it, SQLite's too, and another process would find it unused.
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
        """Close every connection, after the transaction that is under way."""
        async with self._write_lock:
            await self._closing.aclose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """Lend a reader's connection."""
        connection = await self._readers.get()
        try:
            yield Reading(connection, self.process)
        finally:
            self._readers.put_nowait(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Reading]:
        """Lend a reader's connection on which all questions are about one moment."""
        async with self.reading() as reading:
            await reading.connection.ask("BEGIN")
            try:
                yield reading
            finally:
                await to_the_end(reading.connection.rollback())

    @asynccontextmanager
    async def _writer(self, beside: Beside) -> AsyncIterator[tuple[SqliteConnection, Beside]]:
        async with self._write_lock:
            yield self._only_writer, Beside.NOBODY

    def _not_stored(self, error: BaseException) -> NotStored | None:
        """Return the refusal for an error of the disk or of a lock."""
        if isinstance(error, NotStored):
            return error
        if not isinstance(error, sqlite3.Error) or not is_unavailable(error):
            return None
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return DatabaseBusy(str(error))
        return StorageFailing(str(error))

    async def script(self, text: str) -> None:
        """Run statements in one transaction."""
        async with self.aside() as alone:
            try:
                await alone.executescript(f"BEGIN IMMEDIATE;\n{text}\nCOMMIT;")
            except BaseException as error:
                await to_the_end(alone.rollback())
                if not isinstance(error, sqlite3.Error):
                    raise
                if is_unavailable(error):
                    raise store_refusal(self.path, error) from error
                raise StatementFailed(str(error)) from error

    async def has_table(self, name: str) -> bool:
        """Return whether there is a table of that name."""
        async with self.reading() as reading:
            text = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = :name"
            return await reading.connection.ask(text, name=name).one(bool)

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[aiosqlite.Connection]:
        """Lend the writer outside of any transaction, for what SQLite does in none."""
        async with self._write_lock:
            yield self._only_writer.own

    async def erase(self, number: int) -> bool:
        """Empty the log, look through the file, and write it anew where the number still is."""
        return await erasing.erase(self, number)

    async def write_anew(self) -> bool:
        """Write the whole file anew, without what is left in gaps."""
        return await erasing.write_anew(self)


def _check_ours(path: Path) -> None:
    """Look whose file it is before anything is changed.

    A file that cannot be opened fails here, where no thread of aiosqlite's is left behind to
    complain.
    """
    require_not_vanished(path)
    _make_private(path)
    with closing(sqlite3.connect(path, timeout=WAIT_FOR_LOCK)) as connection:
        if not is_ours(connection):
            raise NotOurDatabase(path)


def _identity_of(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from every other of the machine; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_private(path: Path) -> None:
    """Make the file for its owner alone if there is none; SQLite's files beside it follow it."""
    if path.exists():
        return
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DatabaseUnusable(path, error.strerror or str(error)) from error


def _close_to_others(path: Path) -> None:
    """Take from others what they may do with files that were made before, or copied here."""
    for file in (*(path.with_name(path.name + end) for end in BESIDE), *_kept_of(path)):
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
    """List what restores have set aside beside a database."""
    try:
        return sorted(path.parent.glob(f"{escape(path.name + KEPT)}*"))
    except OSError:
        return []


def _open_to_look(path: Path) -> BinaryIO:
    try:
        return path.open("rb", buffering=0)
    except OSError as error:
        raise DatabaseUnusable(path, error.strerror or str(error)) from error


def marker_of(path: Path) -> Path:
    """Return the file that shows that a database was made at a path."""
    return path.with_name(f"{path.name}.made")


def leave_marker(path: Path) -> None:
    """Record beside a database that it was made, so that its loss is no first start."""
    marker = marker_of(path)
    if marker.exists():
        return
    try:
        descriptor = os.open(marker, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(_MARKED.format(name=path.name))
    except OSError as error:
        # The next start tries again.
        _log.warning("marker not written", reason=error.strerror)


def require_not_vanished(path: Path) -> None:
    """Raise `DatabaseVanished` if the database is missing or empty and was made before."""
    marker = marker_of(path)
    if marker.exists() and (not path.exists() or path.stat().st_size == 0):
        raise DatabaseVanished(path, marker)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return whether a file is empty or has our record of migrations.

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
async def _connect(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    # Where SQLite itself has rolled back, as for a full disk, what was handed over behind the
    # failing statement must not stand alone: with a level set, Python begins anew before it, and
    # our own rollback undoes it.
    connect = partial(sqlite3.connect, path, isolation_level="IMMEDIATE", timeout=WAIT_FOR_LOCK)
    async with aiosqlite.Connection(connect, iter_chunk_size=1) as connection:
        yield connection
