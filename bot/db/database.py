"""The database file: one writer, a few readers, and transactions that end as they should."""

import asyncio
import os
import sqlite3
import stat
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from glob import escape
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

import structlog

from bot.db.errors import (
    DatabaseBusy,
    DatabaseUnusable,
    DatabaseVanished,
    NotOurDatabase,
    StorageFailing,
    is_unavailable,
    store_refusal,
)
from bot.db.statements import Connection, Statement
from bot.errors import NotStored

_MARKED: Final = """\
The bot made the database {name} beside this file. If that is missing, the bot does not start: put
a backup in its place with `boop restore`, or delete this file to begin with an empty database.
"""

_log: Final = structlog.get_logger(__name__)

Begun = sqlite3.Connection
"""A transaction that has just begun, seen from the connection's thread."""

READERS: Final = 2
WAIT_FOR_LOCK: Final = 5.0
"""Seconds to wait for another program (a backup, say) that holds the file's lock."""
BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that it keeps beside it."""
KEPT: Final = ".before-"
"""What a restore adds to the name of the database that it sets aside, before the time."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A connection to read with. Each query sees what was committed before it."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """The one connection that writes, inside a transaction."""

    announced: list[tuple[str, float]] = field(default_factory=list)

    def announce(self, channel: str, value: float) -> None:
        """Tell those who listen to a channel of a value, once the transaction is committed."""
        self.announced.append((channel, value))


class Database:
    """An SQLite file in WAL mode: a writer of its own behind a lock, and readers beside it.

    A read on the writer's connection would see another coroutine's uncommitted rows, so reading
    has connections of its own, which cannot write.
    """

    def __init__(
        self,
        path: Path,
        file: BinaryIO,
        writer: Connection,
        readers: list[Connection],
        closing: AsyncExitStack,
    ) -> None:
        self.path = path
        self._file = file
        self._one_chunk = threading.Lock()
        self._writer = writer
        self._write_lock = asyncio.Lock()
        self._readers: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)
        self._closing = closing
        self._identity = _identity_of(path)
        self.heed: Callable[[float], None] = _nobody_heeds
        """Called after each transaction with the seconds it took, waiting for its turn included."""
        self.require_on_begin: Callable[[Begun], None] | None = None
        """Called in each transaction when it has begun; what it raises undoes the transaction."""
        self._listeners: dict[str, Callable[[float], None]] = {}
        self.failing: NotStored | None = None
        """Why the last transaction that should have been stored was not; None when it was."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, which is for its owner alone from then on, and made if it was never there.

        Raises `DatabaseVanished`, `DatabaseUnusable`, `DatabaseDamaged` or `NotOurDatabase`.
        """
        async with AsyncExitStack() as stack:
            try:
                await asyncio.to_thread(_check_ours, path)
                # SQLite makes the log as open to others as the file is.
                await asyncio.to_thread(_close_to_others, path)
                # It is closed last: see `chunks`.
                file = stack.enter_context(await asyncio.to_thread(_open_to_look, path))
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
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise store_refusal(path, error) from error
            return cls(path, file, writer, readers, stack.pop_all())
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

        Raises `NotStored` when the disk is full or fails, or another program keeps the file locked.
        """
        async with self.writing_what(_nothing) as (writing, _):
            yield writing

    @asynccontextmanager
    async def writing_what(
        self, questions: Callable[[Writing], Sequence[Statement[Any]]]
    ) -> AsyncIterator[tuple[Writing, list[Any]]]:
        """Lend the writer for one transaction together with what was read at its beginning.

        The transaction begins and the questions are asked in one trip to the connection's thread.
        Raises `NotStored` as `writing` does.
        """
        began_at = time.perf_counter()
        async with self._write_lock:
            try:
                writing = Writing(self._writer)
                begin = partial(_begin, require=self.require_on_begin)
                runs = [question.run for question in questions(writing)]
                _, *found = await self._writer.run((begin, *runs))
                yield writing, found
                await _to_the_end(self._writer.run((_commit,)))
                self.failing = None
                self._tell_listeners(writing)
            except BaseException as error:
                self._writer.drop_deferred()
                await _to_the_end(self._undo())
                refusal = _not_stored(error)
                if refusal is not None:
                    self.failing = refusal
                    if refusal is not error:
                        raise refusal from error
                raise
            finally:
                self.heed(time.perf_counter() - began_at)

    def listen(self, channel: str, listener: Callable[[float], None]) -> None:
        """Call a listener with each value that a committed transaction has announced."""
        self._listeners[channel] = listener

    def _tell_listeners(self, writing: Writing) -> None:
        for channel, value in writing.announced:
            listener = self._listeners.get(channel)
            if listener is not None:
                listener(value)

    async def _undo(self) -> None:
        """Undo what the writer has begun. A disk that fails has left nothing to undo."""
        try:
            await self._writer.rollback()
        except sqlite3.Error as error:
            if not is_unavailable(error):
                raise

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


def _begin(connection: sqlite3.Connection, *, require: Callable[[Begun], None] | None) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if require is not None:
        require(connection)


def _not_stored(error: BaseException) -> NotStored | None:
    """Return the refusal for an error of the disk or of a lock; None for any other error."""
    if isinstance(error, NotStored):
        return error
    if not isinstance(error, sqlite3.Error) or not is_unavailable(error):
        return None
    if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DatabaseBusy(str(error))
    return StorageFailing(str(error))


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
async def _connect(path: Path) -> AsyncIterator[Connection]:
    # Where SQLite itself has rolled back, as for a full disk, what was handed over behind the
    # failing statement must not stand alone: with a level set, Python begins anew before it, and
    # our own rollback undoes it.
    connect = partial(sqlite3.connect, path, isolation_level="IMMEDIATE", timeout=WAIT_FOR_LOCK)
    async with (connection := Connection(connect, iter_chunk_size=1)):
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
