"""Connections to PostgreSQL; each trip is one of libpq's pipelines.

psycopg connects and parses the results, but the pipelines are driven here: with its cursors a turn
takes twice as long (docs/decisions/postgresql-pipelines.md). Each value is sent as text, with its
Python type, so that the server need not guess any.
"""

import asyncio
import traceback
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Any, Final, NamedTuple, Self

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer

from bot.db.database import finish
from bot.db.encoding import Execution, NumberLoader, executions_of
from bot.db.errors import (
    DatabaseBusy,
    StatementFailed,
    StatementForbidden,
    StorageFailing,
    TransactionConflict,
    printable,
)
from bot.db.patience import PatienceOver, patient, undoing
from bot.db.pipeline_socket import PipelineSocket
from bot.db.statements import (
    NOTHING,
    Connection,
    Edge,
    Fence,
    Statement,
    StatementResult,
    lengthened,
)
from bot.errors import NotStored

PATIENCE: Final = 2
"""After how many seconds a server that does not accept or is silent counts as unreachable."""
ANSWER_WITHIN: Final = 15.0
"""After how many seconds a server that does not answer a trip counts as unreachable.

That is longer than any wait for a lock, and users have less patience.
"""
MOST_PREPARED: Final = 500
"""How many statements a connection keeps prepared; the server remembers a plan for each."""

BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Each statement sees what was committed before it, even after waiting for a lock.

The default of a server or a role may differ.
"""
_NEEDED: Final = {"extra_float_digits": "1", "standard_conforming_strings": "on"}
"""Settings that change the meaning of our texts and values, and their required values.

A server, a database or a role may have others. All other settings that change texts affect types
that no table has.
"""
_AS_NEEDED: Final = " AND ".join(
    f"current_setting('{name}') = '{value}'" for name, value in _NEEDED.items()
)
_AWAY: Final = ("08", "53", "57P", "58")
"""The beginnings of the codes of errors that are no statement's fault and may pass."""
_UNDONE: Final = ("40001", "40P01")
"""The error codes of a transaction that a conflict with others has undone."""
_IN_THE_WAY: Final = ("40", "55P03", "57014")
"""The beginnings of the error codes of conflicts with others."""
_READ_ONLY: Final = "25006"
_NOT_NOW: Final = "0A000"
"""The error code of a standby server when a writing transaction begins."""
_FORBIDDEN: Final = "42501"
_NO_ROW: Final = "22012"
"""The error code of a division by zero: a statement that must write a row has written none."""


class Mode(Enum):
    """What a connection is used for."""

    READ = "read"
    """Each trip is a transaction that cannot write."""
    SNAPSHOT = "snapshot"
    """It reads in one transaction across trips."""
    WRITE = "write"


_Prepared = tuple[bytes, tuple[int, ...]]
"""A text to prepare, and the types of its parameters."""


class _SentMessage(NamedTuple):
    """A message that was sent: it prepares a text, or executes the statement with a number.

    Any other message begins or ends a transaction; `tag` is the server's answer if it succeeds.
    """

    prepares: _Prepared | None = None
    number: int | None = None
    tag: bytes | None = None


class _Failure(NamedTuple):
    number: int | None
    result: pq.abc.PGresult


class _NoRow(StatementFailed):
    """A required row does not exist."""


class PipelineConnection(Connection):
    """A connection that sends several statements in one trip."""

    def __init__(self, own: psycopg.AsyncConnection[Any], mode: Mode) -> None:
        self.mode = mode
        self.first: str | None = None
        """The first statement of each transaction."""
        self._own: Final = own
        self._pq: Final = own.pgconn
        self._loader: Final = Transformer.from_context(own)
        self._socket: Final = PipelineSocket(own.pgconn)
        self._one_trip: Final = asyncio.Lock()
        self._prepared: Final[dict[_Prepared, bytes]] = {}
        self._columns: Final[dict[str, tuple[str, ...]]] = {}
        self._sent: Final[deque[_SentMessage]] = deque()
        self._is_under_way = False
        self._is_pooled = True
        self._is_set = True
        """Whether the server's settings are as required."""

    @classmethod
    async def open(cls, url: str, mode: Mode) -> Self:
        """Connect. Raise `StorageFailing` if the server is unreachable or refuses."""
        try:
            own = await psycopg.AsyncConnection.connect(
                url,
                autocommit=True,
                client_encoding="utf8",
                connect_timeout=PATIENCE,
                fallback_application_name="boop",
                keepalives_idle=PATIENCE,
                keepalives_interval=1,
                keepalives_count=PATIENCE,
                tcp_user_timeout=PATIENCE * 1000,
            )
        except psycopg.OperationalError as error:
            _hang_up(error)
            raise StorageFailing(_reason(error)) from error
        except asyncio.CancelledError as error:
            _hang_up(error)
            raise
        own.adapters.register_loader("numeric", NumberLoader)
        own.pgconn.nonblocking = 1
        own.pgconn.enter_pipeline_mode()
        connection = cls(own, mode)
        try:
            await connection._get_to_know_server()
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _get_to_know_server(self) -> None:
        """Set up the connection, and prepare statements unless there is a pooler.

        A pooler such as pgbouncer invents the process number that it reports. Behind it each
        transaction may use another connection, which does not know our prepared statements.
        """
        statement = self.ask(f"SELECT pg_backend_pid(), {_AS_NEEDED}")
        try:
            async with asyncio.timeout(PATIENCE):
                [[[process, self._is_set]]] = await self._pipeline((statement,))
                self._is_pooled = process != self._pq.backend_pid
                if not self._is_set and not self._is_pooled:
                    await self._pipeline((self._setting("false"),))
                    self._is_set = True
        except TimeoutError as error:
            raise StorageFailing("the server takes connections, but answers nothing") from error

    def settings_of_transaction(self) -> tuple[Statement[Any], ...]:
        """Return each transaction's settings: none, unless a pooler loses those of the session."""
        return () if self._is_set else (self._setting("true"),)

    def _setting(self, is_local: str) -> Statement[Any]:
        each = (f"set_config('{name}', '{value}', {is_local})" for name, value in _NEEDED.items())
        return self.ask(f"SELECT {', '.join(each)}")

    @property
    def is_broken(self) -> bool:
        """Whether the connection cannot be used any longer, as after the server has hung up."""
        if not self._is_under_way:
            try:
                # Read its last message first, and after it the end of the connection.
                self._pq.consume_input()
                self._pq.consume_input()
            except psycopg.OperationalError:
                self._socket.unwatch()
        return self._pq.status != pq.ConnStatus.OK

    @property
    def encoding(self) -> str:
        """The encoding of the database, such as UTF8."""
        return (self._pq.parameter_status(b"server_encoding") or b"unknown").decode()

    @property
    def version(self) -> int:
        """The server's version: 150004 is 15.4."""
        return self._pq.server_version

    async def close(self) -> None:
        """Disconnect."""
        self._socket.unwatch()
        await self._own.close()

    async def trip(
        self,
        statements: Sequence[Statement[Any]],
        edge: Edge = Edge.NONE,
        fence: Fence | None = None,
    ) -> list[Any]:
        """Send everything at once, then read the results."""
        checks: tuple[Statement[Any], ...] = ()
        if edge is Edge.BEGIN or self.mode is Mode.READ:
            checks = self.settings_of_transaction()
        if edge is Edge.BEGIN and self.first is not None:
            checks += (self.ask(self.first),)
        if fence is not None and not fence.is_sure():
            check = fence.check(self)
            if edge is Edge.COMMIT:
                # This lock makes another process wait for the end of the commit before it takes the
                # lease.
                check = check.on_server(lengthened(check.sql, "FOR SHARE"))
            checks += (check,)
        if edge is Edge.COMMIT and checks:
            await self._pipeline(checks)
            checks = ()
        guards: tuple[Statement[Any], ...] = ()
        if edge is Edge.COMMIT and fence is not None and fence.guard is not None:
            guards = (fence.guard(self),)
        before, after = "", ""
        if self.mode is Mode.READ:
            before, after = f"{BEGIN} READ ONLY", "COMMIT"
        elif edge is Edge.BEGIN:
            before = f"{BEGIN} READ WRITE"
        elif edge is Edge.COMMIT:
            after = "COMMIT"
        try:
            results = await self._pipeline((*checks, *statements, *guards), before, after)
        except _NoRow as error:
            raise (StatementFailed(str(error)) if fence is None else fence.lost()) from error
        except BaseException:
            if self.mode is Mode.READ:
                await finish(self.rollback())
            raise
        return results[len(checks) : len(checks) + len(statements)]

    async def rollback(self) -> None:
        """Undo the transaction, after the server has answered the last request.

        If that would take too long for a waiting user, drop the connection instead: the server
        undoes the transaction of a lost connection.
        """
        with suppress(NotStored), undoing():
            await self._drain()
            if self._pq.transaction_status != pq.TransactionStatus.IDLE:
                await self._pipeline((), "ROLLBACK")

    async def alone(self, text: str) -> None:
        """Run SQL of several statements, or a statement that is not allowed in a pipeline.

        Raise `StatementFailed` or `NotStored`.
        """
        failed: pq.abc.PGresult | None = None
        await self._drain()
        async with self._one_trip:
            try:
                self._pq.exit_pipeline_mode()
                self._pq.send_query(text.encode())
                await self._socket.flush(None)
                while (result := await self._socket.result(None)) is not None:
                    if result.status == pq.ExecStatus.FATAL_ERROR:
                        failed = failed or result
            except psycopg.OperationalError as error:
                raise self._lost(_reason(error)) from error
            except BaseException:
                # Nothing will read the server's answer, so the connection cannot be used any
                # longer.
                self._finish()
                raise
            if not self.is_broken:
                self._pq.enter_pipeline_mode()
        if failed is not None:
            raise self._error_of(failed)

    async def _pipeline(
        self, statements: Sequence[Statement[Any]], before: str = "", after: str = ""
    ) -> list[Any]:
        results: list[list[pq.abc.PGresult]] = [[] for _ in statements]
        # A value that cannot be sent must be found before anything is sent: a trip without its end
        # is never answered.
        executions = [
            execution
            for number, statement in enumerate(statements)
            if statement.server_sql != NOTHING
            for execution in executions_of(number, statement)
        ]
        await self._drain()
        async with self._one_trip, self._or_lost():
            self._is_under_way = True
            if before:
                self._send(before.encode())
            for execution in executions:
                self._send_prepared(execution)
            if after:
                self._send(after.encode())
            self._pq.pipeline_sync()
            await self._socket.flush(ANSWER_WITHIN)
            failed = await self._receive(results)
        done = len(statements) if failed is None else failed.number or 0
        answers = [
            statement.answer(self._joined(statement, result))
            for statement, result in zip(statements[:done], results, strict=False)
        ]
        if failed is not None:
            at_fault = None if failed.number is None else statements[failed.number]
            raise self._error_of(failed.result, at_fault)
        return answers

    def _send(self, text: bytes) -> None:
        self._pq.send_query_params(text, None)
        self._sent.append(_SentMessage(tag=text.partition(b" ")[0]))

    def _send_prepared(self, execution: Execution) -> None:
        """Send an execution, preceded by its preparation if necessary."""
        text, types, dumped = execution.text, execution.types, execution.values
        name = self._prepared.get((text, types))
        if self._is_pooled or (name is None and len(self._prepared) >= MOST_PREPARED):
            self._pq.send_query_params(text, dumped, types)
        else:
            if name is None:
                name = self._prepared[text, types] = b"s%d" % _next_name()
                self._pq.send_prepare(name, text, types)
                self._sent.append(_SentMessage(prepares=(text, types)))
            self._pq.send_query_prepared(name, dumped)
        self._sent.append(_SentMessage(number=execution.number))

    async def _receive(self, results: list[list[pq.abc.PGresult]]) -> _Failure | None:
        """Read the answers to everything that was sent, and return the first failure."""
        failed: _Failure | None = None
        try:
            while self._sent:
                sent = self._sent[0]
                while (result := await self._socket.result(ANSWER_WITHIN)) is not None:
                    if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
                        if sent.number is not None and results:
                            results[sent.number].append(result)
                        # A COMMIT of a failed transaction is a ROLLBACK.
                        if sent.tag not in (None, result.command_status) and failed is None:
                            failed = _Failure(None, result)
                        continue
                    if sent.prepares is not None:
                        self._prepared.pop(sent.prepares, None)
                    if failed is None and result.status == pq.ExecStatus.FATAL_ERROR:
                        failed = _Failure(sent.number, result)
                self._sent.popleft()
            await self._socket.result(ANSWER_WITHIN)
        except psycopg.OperationalError as error:
            # A server that ends a connection says why before it hangs up.
            if failed is None or not _is_last_word(failed.result):
                raise
            raise psycopg.OperationalError(_message_of(failed.result)) from error
        self._is_under_way = False
        return failed

    async def _drain(self) -> None:
        """Read the rest of a trip whose waiting task was cancelled."""
        if not self._is_under_way:
            return
        async with self._one_trip, self._or_lost():
            if self._is_under_way:
                await self._socket.flush(ANSWER_WITHIN)
                await self._receive([])

    @asynccontextmanager
    async def _or_lost(self) -> AsyncIterator[None]:
        """Wait for the server inside the block.

        Disconnect if it is unreachable or takes too long.
        """
        try:
            async with patient():
                yield
        except psycopg.OperationalError as error:
            raise self._lost(_reason(error)) from error
        except PatienceOver:
            self._lost("")
            raise

    def _joined(
        self, statement: Statement[Any], results: Sequence[pq.abc.PGresult]
    ) -> StatementResult:
        """Join the results of all executions of one statement."""
        if statement.otherwise is not None:
            return StatementResult((), (), 1)
        if isinstance(statement.parameters, list):
            return StatementResult((), (), sum(each.command_tuples or 0 for each in results))
        if statement.server_sql == NOTHING:
            return StatementResult((), (), 0)
        [result] = results
        if result.status != pq.ExecStatus.TUPLES_OK:
            return StatementResult((), (), result.command_tuples or 0)
        text = statement.server_text
        columns = self._columns.get(text)
        if columns is None:
            names = [result.fname(place) or b"" for place in range(result.nfields)]
            columns = self._columns[text] = tuple([name.decode() for name in names])
        self._loader.set_pgresult(result)
        rows = self._loader.load_rows(0, result.ntuples, tuple)
        return StatementResult(columns, rows, result.ntuples)

    def _error_of(
        self, result: pq.abc.PGresult, at_fault: Statement[Any] | None = None
    ) -> Exception:
        """Return the exception for a failed statement, or for the beginning of a transaction."""
        if result.status == pq.ExecStatus.COMMAND_OK:
            return StatementFailed("a transaction in which a statement had failed was committed")
        code = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
        message = _message_of(result)
        if code == _NO_ROW:
            otherwise = None if at_fault is None else at_fault.otherwise
            return _NoRow(message) if otherwise is None else AssertionError(otherwise)
        if code in _UNDONE:
            return TransactionConflict(printable(message))
        if code.startswith(_IN_THE_WAY):
            return DatabaseBusy(printable(message))
        if code == _FORBIDDEN:
            return StatementForbidden(printable(message))
        # The server may be a standby, while the next connection reaches another one.
        is_following = code == _READ_ONLY or (at_fault is None and code == _NOT_NOW)
        if is_following and self.mode is Mode.WRITE:
            return self._lost(printable(message))
        # An error without a code comes from libpq: the connection was lost.
        if not code or code.startswith(_AWAY):
            return StorageFailing(printable(message))
        return StatementFailed(printable(message))

    def _lost(self, reason: str) -> StorageFailing:
        """Disconnect, and return the exception to raise."""
        self._sent.clear()
        self._is_under_way = False
        self._finish()
        return StorageFailing(reason)

    def _finish(self) -> None:
        self._socket.unwatch()
        self._pq.finish()


_NAMES: Final = [0]


def _next_name() -> int:
    _NAMES[0] += 1
    return _NAMES[0]


def _message_of(result: pq.abc.PGresult) -> str:
    return (result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or b"").decode()


def _is_last_word(result: pq.abc.PGresult) -> bool:
    """Return whether the server ends the connection with this error."""
    return result.error_field(pq.DiagnosticField.SEVERITY_NONLOCALIZED) in (b"FATAL", b"PANIC")


def _hang_up(error: BaseException | None) -> None:
    """Close the socket of a failed attempt to connect.

    psycopg leaves it in a frame, which lives for as long as the traceback is referenced.
    """
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__context__


def _reason(error: psycopg.Error) -> str:
    """Return why the server is unreachable. It never contains a password."""
    return printable(" ".join(str(error).split()))
