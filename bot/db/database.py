"""The interface of a database: readers, transactions, and listeners for what they commit."""

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
"""Connections that write, where the database has several writers."""
TRIES: Final = 6
"""How often a transaction is tried that others are in the way of."""
FIRST_WAIT: Final = 0.01
"""Seconds, at most, until the second try; the next wait is twice as long, and so on."""

Done = TypeVar("Done")


class Beside(Enum):
    """Which other transactions one runs beside."""

    NOBODY = "nobody"
    OTHERS = "others"
    """Those that say the same."""
    ANYBODY = "anybody"
    """Whoever is alone, too: it writes rows that they don't, or lock before they read them."""


class MustBeAlone(Exception):
    """Raised in a transaction that has to be alone but is not."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A connection to read with. Each query sees what was committed before it."""

    connection: Connection
    process: int = 0
    """The number of the process that reads, where several share the work."""


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """A connection to write with, inside a transaction."""

    beside: Beside = Beside.NOBODY
    announced: list[tuple[str, float]] = field(default_factory=list)

    def announce(self, channel: str, value: float) -> None:
        """Tell those who listen to a channel of a value, once the transaction is committed."""
        self.announced.append((channel, value))

    def require_alone(self) -> None:
        """Have `Database.transact` undo the transaction and try it alone, unless it is alone."""
        if self.beside is not Beside.NOBODY:
            raise MustBeAlone


class Database(ABC):
    """A database, in an SQLite file or on a PostgreSQL server.

    A read on a writer's connection would see another coroutine's uncommitted rows, so reading has
    connections of its own, which cannot write.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self.address = address
        self.observe: Callable[[float], None] = _nobody_observes
        """Called after each transaction with the seconds it took, waiting for its turn included."""
        self.process = 0
        """The number of this process, where several share the work."""
        self.fence: Fence | None = None
        """What must hold in each transaction."""
        self._listeners: dict[str, Callable[[float], None]] = {}
        self.failing: NotStored | None = None
        """Why the last transaction that should have been stored was not; None when it was."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Reading]:
        """Lend a reader's connection."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Reading]:
        """Lend a reader's connection on which all questions are about one moment."""

    @abstractmethod
    def _writer(self, beside: Beside) -> AbstractAsyncContextManager[tuple[Connection, Beside]]:
        """Lend a connection that writes, on which no transaction is under way.

        Its next transaction runs beside those whom it returns.
        """

    @abstractmethod
    def _not_stored(self, error: BaseException) -> NotStored | None:
        """Return the refusal for an error that may pass by itself; None for any other."""

    @abstractmethod
    async def script(self, text: str) -> None:
        """Run statements that write in one transaction, one process after the other.

        Raise `StatementFailed` or a `StoreRefusal` with nothing done.
        """

    @abstractmethod
    async def has_table(self, name: str) -> bool:
        """Return whether there is a table of that name."""

    @abstractmethod
    def is_in_place(self) -> bool:
        """Return whether what is written can be found at the address; asking may take a while."""

    @abstractmethod
    async def note_lease(self, expires_at: float) -> None:
        """Record outside of the database until when the lease in it goes, where it may lose it."""

    @abstractmethod
    async def erase(self, number: int) -> bool:
        """Leave no trace of a number that is in no row any more.

        False when another program is in the way, or the disk is full; then it is to be tried again
        with `write_anew`.
        """

    @abstractmethod
    async def write_anew(self) -> bool:
        """Leave no trace of whatever is in no row any more. False when that cannot be now."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection, after the transaction that is under way."""

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """Lend a writer for one transaction: committed at the end, undone on any exception.

        No other transaction writes meanwhile but those `Beside.ANYBODY`. Raise `NotStored` when
        nothing can be stored for now.
        """
        async with self._transaction(_nothing, Beside.NOBODY) as (writing, _):
            yield writing

    async def transact(
        self,
        act: Callable[[Writing, list[Any]], Awaitable[Done]],
        questions: "Callable[[Writing], Sequence[Statement[Any]]] | None" = None,
        beside: Beside = Beside.OTHERS,
    ) -> Done:
        """Do something in one transaction, beside others where the database has several writers.

        `act` is handed the answers to `questions`, which are sent in the trip with which the
        transaction begins. It locks whatever it reads to write by it: a match before all that is of
        the match, then people in the order of their ids. It is called again after the transaction
        was undone because of others, so it changes nothing but rows. Raise `NotStored` as
        `writing` does.
        """
        tries = 0
        while True:
            try:
                async with self._transaction(questions or _nothing, beside) as (writing, found):
                    return await act(writing, found)
            except MustBeAlone:
                beside = Beside.NOBODY
            except TransactionConflict:
                tries += 1
                if tries == TRIES:
                    raise
                await asyncio.sleep(random.random() * FIRST_WAIT * 2**tries)  # noqa: S311

    @asynccontextmanager
    async def _transaction(
        self, questions: Callable[[Writing], Sequence[Statement[Any]]], wanted: Beside
    ) -> AsyncIterator[tuple[Writing, list[Any]]]:
        began_at = time.perf_counter()
        try:
            async with self._writer(wanted) as (connection, beside):
                try:
                    writing = Writing(connection, self.process, beside)
                    found = await connection.begin(questions(writing), self.fence)
                    yield writing, found
                    await to_the_end(connection.commit(self.fence))
                    self.failing = None
                    note_stored()
                    self._tell_listeners(writing)
                except BaseException:
                    connection.drop_deferred()
                    await to_the_end(connection.rollback())
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


def _nothing(_: Writing) -> tuple[()]:
    """Return no statements."""
    return ()


async def to_the_end(ending: Awaitable[object]) -> None:
    """Wait for a commit or a rollback however often the waiting coroutine is cancelled meanwhile.

    A connection takes its orders in turn, so whatever comes next comes after it.
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


def _nobody_observes(_seconds: float) -> None:
    """Stand in for whoever measures."""
