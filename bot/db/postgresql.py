"""A database on a PostgreSQL server."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import Context
from typing import Final, Self, assert_never

import psycopg
import structlog
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.address import ServerAddress
from bot.db.database import READERS, WRITERS, Concurrency, Database, Reading, finish
from bot.db.errors import DatabaseUnusable, NotOurDatabase, StorageFailing
from bot.db.patience import held, patient
from bot.db.pipelines import BEGIN, Mode, PipelineConnection
from bot.errors import NotStored

OLDEST: Final = 14
"""The oldest supported version of PostgreSQL."""
_ENCODING: Final = "UTF8"
"""Other encodings cannot store all letters and emoji."""
AGAIN_AFTER: Final = 1.0
"""How long to make no attempt to connect after a failure; attempts would wait in turn."""
MIGRATING: Final = 0x626F6F70
"""The number of the advisory lock for migrations."""
WRITING: Final = 0x626F6F71
"""The number of the advisory lock for writing: a writer that is alone holds it exclusively."""
IDLE_WITHIN: Final = 8.0
"""After how many seconds the server undoes an idle transaction, whose process may be suspended."""
LOCK_WITHIN: Final = 5.0
"""How many seconds a transaction waits for the locks of others.

Meanwhile the server does not notice that the client gave up, so it may still store what was sent.
"""
_OF_HOSTS: Final = ("host", "hostaddr", "port")
"""Options of an address with one value for each host, separated by commas."""
_LEADING: Final = ("read-write", "primary")
"""Values of `target_session_attrs` that select only the leading host."""
# The views of `information_schema` contain the same, but take three times as long on a new
# connection.
_OURS: Final = """
SELECT
    (
        SELECT count(*)
        FROM pg_class INNER JOIN pg_namespace ON pg_class.relnamespace = pg_namespace.oid
        WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'f')
    ),
    (
        SELECT count(*)
        FROM pg_attribute
        INNER JOIN pg_class ON pg_attribute.attrelid = pg_class.oid
        INNER JOIN pg_namespace ON pg_class.relnamespace = pg_namespace.oid
        WHERE
            nspname = current_schema()
            AND relname = 'migrations'
            AND attname IN ('version', 'name', 'applied_at')
            AND NOT attisdropped
    )
"""
_TABLE: Final = """
SELECT count(*)
FROM pg_class INNER JOIN pg_namespace ON pg_class.relnamespace = pg_namespace.oid
WHERE nspname = current_schema() AND relname = :name AND relkind IN ('r', 'p')
"""

_log: Final = structlog.get_logger(__name__)


class _Connector:
    """Opens connections. After a failure it waits a moment before it tries again."""

    def __init__(self, address: ServerAddress) -> None:
        self._hosts = _hosts(address.url)
        """The address of each host, the one that answered last first."""
        self._closed_until = 0.0
        self._reason = ""

    async def connect(self, mode: Mode) -> PipelineConnection:
        """Return a new connection. Raise `StorageFailing` if none can be opened."""
        if time.monotonic() < self._closed_until:
            raise StorageFailing(self._reason)
        reasons = []
        for host in self._hosts:
            try:
                connection = await PipelineConnection.open(host, mode)
            except StorageFailing as error:
                reasons.append(error.reason)
            else:
                self._hosts = [host, *(other for other in self._hosts if other != host)]
                return connection
        self._closed_until = time.monotonic() + AGAIN_AFTER
        self._reason = "; ".join(reasons)
        raise StorageFailing(self._reason)


def _hosts(url: str) -> list[str]:
    """Return one address for each host, if only the leading host is wanted.

    Otherwise return the address unchanged: psycopg tries its hosts in the written order.
    """
    named = conninfo_to_dict(url)
    parts = {name: str(named[name]).split(",") for name in _OF_HOSTS if named.get(name)}
    if len(parts.get("port", ())) == 1:
        del parts["port"]
    counts = {len(values) for values in parts.values()}
    if named.get("target_session_attrs") not in _LEADING or len(counts) != 1:
        return [url]
    each = zip(*parts.values(), strict=True)
    return [make_conninfo(url, **dict(zip(parts, one, strict=True))) for one in each]


class _Line:
    """A connection for one user at a time, reopened when it was lost.

    If a user can wait no longer for it to open, the next user waits for the same attempt: a dead
    host uses up nearly all the time that one user has.
    """

    def __init__(self, door: _Connector, mode: Mode) -> None:
        self._door, self._mode = door, mode
        self._opening: asyncio.Task[PipelineConnection] | None = None

    async def connected(self) -> PipelineConnection:
        """Return the connection.

        Raise `StorageFailing` if none can be opened, or `PatienceOver`.
        """
        opening = self._opening
        if opening is not None and opening.done() and not _is_usable(opening):
            await self.close()
        if self._opening is None:
            connecting = self._door.connect(self._mode)
            self._opening = asyncio.get_running_loop().create_task(connecting, context=Context())
        if not self._opening.done():
            async with patient():
                await asyncio.wait((self._opening,))
        connection = self._opening.result()
        connection.mode = self._mode
        return connection

    async def close(self) -> None:
        """Disconnect, and do not connect again."""
        opening, self._opening = self._opening, None
        if opening is None:
            return
        if not opening.done():
            opening.cancel()
            await asyncio.wait((opening,))
        if _has_come(opening):
            await opening.result().close()


def _has_come(opening: asyncio.Task[PipelineConnection]) -> bool:
    return not opening.cancelled() and opening.exception() is None


def _is_usable(opening: asyncio.Task[PipelineConnection]) -> bool:
    return _has_come(opening) and not opening.result().is_broken


class PostgresDatabase(Database):
    """A database on a server: some connections that write, and some that read.

    A writer that is alone holds an advisory lock exclusively. All other writers share the lock,
    except those with `Concurrency.ALL`, which have a connection of their own.
    """

    def __init__(self, address: ServerAddress) -> None:
        super().__init__(address)
        self._door = _Connector(address)
        # A queue would hand a line to a newcomer before a task that has waited longer.
        self._in_turn = asyncio.Semaphore(WRITERS)
        self._writers = [_Line(self._door, Mode.WRITE) for _ in range(WRITERS)]
        # A connection of its own: the other writers may all be waiting for a writer that is alone.
        self._beside_all = _Line(self._door, Mode.WRITE)
        self._one_beside_anybody = asyncio.Lock()
        self._readers: asyncio.LifoQueue[_Line] = asyncio.LifoQueue()
        for _ in range(READERS):
            self._readers.put_nowait(_Line(self._door, Mode.READ))

    @classmethod
    async def open(cls, address: ServerAddress) -> Self:
        """Connect to a database that is ours or empty.

        Raise `DatabaseUnusable` or `NotOurDatabase`.
        """
        try:
            conninfo_to_dict(address.url)
        except psycopg.Error as error:
            # The error may quote a password.
            raise DatabaseUnusable(address, "the address can't be read") from error
        database = cls(address)
        try:
            async with database.reading() as reading:
                connection = reading.connection
                assert isinstance(connection, PipelineConnection)  # noqa: S101
                if connection.version < OLDEST * 10_000:
                    version = connection.version // 10_000
                    reason = f"it is PostgreSQL {version}, and {OLDEST} is the oldest that will do"
                    raise DatabaseUnusable(address, reason)
                if connection.encoding != _ENCODING:
                    reason = (
                        f"its encoding is {connection.encoding}, and the bot needs {_ENCODING}: "
                        f"CREATE DATABASE name ENCODING '{_ENCODING}' TEMPLATE template0"
                    )
                    raise DatabaseUnusable(address, reason)
                [(tables, columns)] = await connection.ask(_OURS)
            if tables and columns != 3:
                raise NotOurDatabase(address)
        except NotStored as error:
            await database.close()
            raise DatabaseUnusable(address, error.reason) from error
        except BaseException:
            await database.close()
            raise
        return database

    def is_in_place(self) -> bool:
        """Return True: a server's files do not disappear on their own."""
        return True

    async def note_lease(self, expires_at: float) -> None:
        """Record nothing: a server doesn't lose only its log."""

    async def close(self) -> None:
        """Close every connection, after the current transactions."""
        for _ in range(WRITERS):
            await self._in_turn.acquire()
        await self._one_beside_anybody.acquire()
        for line in (*self._writers, self._beside_all):
            await line.close()
        for _ in range(READERS):
            await (await self._readers.get()).close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """Yield a reader's connection. Raise `NotStored` if the server is unreachable."""
        async with patient():
            line = await self._readers.get()
        try:
            yield Reading(await line.connected(), self.process)
        finally:
            self._readers.put_nowait(line)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Reading]:
        """Yield a reader's connection whose queries all see the same moment."""
        async with self.reading() as reading:
            connection = reading.connection
            assert isinstance(connection, PipelineConnection)  # noqa: S101
            connection.mode = Mode.SNAPSHOT
            settings = connection.settings_of_transaction()
            connection.defer((connection.ask(_SNAPSHOT), *settings))
            try:
                yield reading
            finally:
                connection.drop_deferred()
                await finish(connection.rollback())

    @asynccontextmanager
    async def _writer(
        self, concurrency: Concurrency
    ) -> AsyncIterator[tuple[PipelineConnection, Concurrency]]:
        async with self._writing_line(concurrency) as line:
            connection = await line.connected()
            connection.first = _entrance(concurrency)
            yield connection, concurrency

    @asynccontextmanager
    async def _writing_line(self, concurrency: Concurrency) -> AsyncIterator[_Line]:
        if concurrency is Concurrency.ALL:
            async with held(self._one_beside_anybody):
                yield self._beside_all
            return
        async with patient():
            await self._in_turn.acquire()
        line = self._writers.pop()
        try:
            yield line
        finally:
            self._writers.append(line)
            self._in_turn.release()

    def _not_stored(self, error: BaseException) -> NotStored | None:
        """Return the refusal itself: the connection has decided what may pass."""
        return error if isinstance(error, NotStored) else None

    async def script(self, text: str) -> None:
        """Run statements in one transaction, after migrations of other processes."""
        async with self._writer(Concurrency.NONE) as (connection, _):
            lock = f"SELECT pg_advisory_xact_lock({MIGRATING});"
            try:
                await connection.alone(f"{BEGIN} READ WRITE;\n{lock}\n{text}\nCOMMIT;")
            except NotStored as error:
                raise DatabaseUnusable(self.address, error.reason) from error
            finally:
                await finish(connection.rollback())

    async def has_table(self, name: str) -> bool:
        """Return whether there is a table of that name."""
        async with self.reading() as reading:
            return await reading.connection.ask(_TABLE, name=name).one(bool)

    async def erase(self, number: int) -> bool:
        """Free the space of deleted rows; the server overwrites it in time."""
        return await self.write_anew()

    async def write_anew(self) -> bool:
        """Free the space of deleted rows."""
        # On the writer's own connection all users would wait for it.
        line = _Line(self._door, Mode.WRITE)
        try:
            await (await line.connected()).alone("VACUUM")
        except NotStored as error:
            _log.warning("vacuum failed", reason=error.reason)
            return False
        finally:
            await line.close()
        return True


def _entrance(concurrency: Concurrency) -> str:
    """Return a transaction's first statement. Its lock lasts to the end, even behind a pooler."""
    idle = f"set_config('idle_in_transaction_session_timeout', '{IDLE_WITHIN * 1000:.0f}', true)"
    wait = f"set_config('lock_timeout', '{LOCK_WITHIN * 1000:.0f}', true)"
    match concurrency:
        case Concurrency.NONE:
            lock = f", pg_advisory_xact_lock({WRITING})"
        case Concurrency.OTHERS:
            lock = f", pg_advisory_xact_lock_shared({WRITING})"
        case Concurrency.ALL:
            lock = ""
        case _:
            assert_never(concurrency)
    return f"SELECT {idle}, {wait}{lock}"


_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
