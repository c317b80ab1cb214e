"""The interface of a database: readers, transactions, and listeners for announcements."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeVar

from bot.address import DatabaseAddress
from bot.db.errors import TransactionConflict
from bot.db.patience import PatienceOver, note_stored
from bot.db.statements import Connection, Fence, Statement
from bot.errors import NotStored

READERS: Final = 2
WRITERS: Final = 4
"""The number of writing connections to a database that allows several writers."""
TRIES: Final = 6
"""How often a transaction is tried that conflicts with others."""
FIRST_WAIT: Final = 0.02
"""The longest wait before the second try, in seconds. It doubles with each further try."""

Done = TypeVar("Done")


class Concurrency(Enum):
    """Which other transactions may run beside this one; those with `ALL` always may."""

    NONE = "none"
    OTHERS = "others"
    """Transactions with `OTHERS` too."""
    ALL = "all"
    """Any transaction, even one with `NONE`.

    Such a transaction may write only rows that no other writes, or that every other locks before it
    writes them.
    """


class AloneRequired(Exception):
    """Raised in a transaction that has to be alone but is not."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A connection to read with. Each query sees what was committed before it."""

    connection: Connection
    process: int = 0
    """The number of this process, where several share the work."""


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """A connection to write with, inside a transaction."""

    concurrency: Concurrency = Concurrency.NONE
    announced: list[tuple[str, float]] = field(default_factory=list)

    def announce(self, channel: str, value: float) -> None:
        """Send a value to a channel's listeners, once the transaction is committed."""
        self.announced.append((channel, value))

    def require_alone(self) -> None:
        """Make `Database.transact` repeat the transaction alone, unless it is alone."""
        if self.concurrency is not Concurrency.NONE:
            raise AloneRequired


class Database(ABC):
    """A database, in an SQLite file or on a PostgreSQL server.

    A read on a writer's connection would see another coroutine's uncommitted rows, so reading has
    its own connections, which cannot write.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self.address = address
        self.observe: Callable[[float], None] = lambda _seconds: None
        """Called after each transaction with its duration, including the wait for its turn."""
        self.process = 0
        """The number of this process, where several share the work."""
        self.fence: Fence | None = None
        """A condition that each transaction checks."""
        self._listeners: dict[str, Callable[[float], None]] = {}
        self.failing: NotStored | None = None
        """The error of the last transaction that should have been stored; None if it was stored."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Reading]:
        """Yield a reader's connection."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Reading]:
        """Yield a reader's connection whose queries all see the same moment."""

    @abstractmethod
    def _writer(
        self, concurrency: Concurrency
    ) -> AbstractAsyncContextManager[tuple[Connection, Concurrency]]:
        """Yield a writer's connection, and what may run beside its next transaction."""

    @abstractmethod
    def _not_stored(self, error: BaseException) -> NotStored | None:
        """Return the refusal for an error that may pass by itself; None for other errors."""

    @abstractmethod
    async def script(self, text: str) -> None:
        """Run writing statements in one transaction; processes take turns.

        Raise `StatementFailed` or a `StoreRefusal`, and change nothing in that case.
        """

    @abstractmethod
    async def has_table(self, name: str) -> bool:
        """Return whether a table of that name exists."""

    @abstractmethod
    def is_in_place(self) -> bool:
        """Return whether the address still leads to the file that is open. This may block."""

    @abstractmethod
    async def note_lease(self, expires_at: float) -> None:
        """Record outside the database when its lease expires.

        Only a database in a file needs this.
        """

    @abstractmethod
    async def erase(self, number: int) -> bool:
        """Erase a deleted number from the file's free pages.

        Return False if another program holds the file, or the disk is full; then try again with
        `write_anew`.
        """

    @abstractmethod
    async def write_anew(self) -> bool:
        """Erase all deleted data from the files. Return False if that is impossible now."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection, after the current transaction."""

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """Yield a writer for one transaction: committed at the end, undone on any exception.

        Only transactions with `Concurrency.ALL` run at the same time. Raise `NotStored` if nothing
        can be stored for now.
        """
        async with self._transaction(_no_statements, Concurrency.NONE) as (writing, _):
            yield writing

    async def transact(
        self,
        act: Callable[[Writing, list[Any]], Awaitable[Done]],
        questions: "Callable[[Writing], Sequence[Statement[Any]]] | None" = None,
        concurrency: Concurrency = Concurrency.OTHERS,
    ) -> Done:
        """Run `act` in one transaction, beside others if the database allows several writers.

        The statements that `questions` returns run in the trip that begins the transaction, and
        `act` gets their results. `act` must lock the rows that it reads in order to write them: a
        match before the match's other rows, then users in the order of their ids. `act` is called
        again if a conflict with another transaction undid this one, so it must change nothing but
        rows. Raise `NotStored` as `writing` does.
        """
        tries = 0
        while True:
            try:
                transaction = self._transaction(questions or _no_statements, concurrency)
                async with transaction as (writing, results):
                    return await act(writing, results)
            except AloneRequired:
                concurrency = Concurrency.NONE
            except TransactionConflict:
                tries += 1
                if tries == TRIES:
                    raise
                await asyncio.sleep(random.random() * FIRST_WAIT * 2 ** (tries - 1))  # noqa: S311

    @asynccontextmanager
    async def _transaction(
        self, questions: Callable[[Writing], Sequence[Statement[Any]]], requested: Concurrency
    ) -> AsyncIterator[tuple[Writing, list[Any]]]:
        began_at = time.perf_counter()
        try:
            async with self._writer(requested) as (connection, concurrency):
                try:
                    writing = Writing(connection, self.process, concurrency)
                    results = await connection.begin(questions(writing), self.fence)
                    yield writing, results
                    await finish(connection.commit(self.fence))
                    self.failing = None
                    note_stored()
                    self._tell_listeners(writing)
                except BaseException:
                    connection.drop_deferred()
                    await finish(connection.rollback())
                    raise
        except BaseException as error:
            refusal = self._not_stored(error)
            if refusal is not None:
                if not isinstance(refusal, TransactionConflict | PatienceOver):
                    self.failing = refusal
                if refusal is not error:
                    raise refusal from error
            raise
        finally:
            self.observe(time.perf_counter() - began_at)

    def listen(self, channel: str, listener: Callable[[float], None]) -> None:
        """Call a listener with each value that a committed transaction has announced."""
        self._listeners[channel] = listener

    def _tell_listeners(self, writing: Writing) -> None:
        for channel, value in writing.announced:
            listener = self._listeners.get(channel)
            if listener is not None:
                listener(value)


def _no_statements(_: Writing) -> tuple[()]:
    return ()


async def finish(ending: Awaitable[object]) -> None:
    """Wait for a commit or a rollback, even if the waiting coroutine is cancelled meanwhile.

    A connection processes its requests in order, so later ones run after the ending.
    """
    task = asyncio.ensure_future(ending)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    await task
