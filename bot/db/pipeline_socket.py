"""Reading and writing a connection to PostgreSQL without blocking the event loop."""

import asyncio
from typing import Final

import psycopg
from psycopg import pq


class PipelineSocket:
    """The socket of a connection of libpq."""

    def __init__(self, connection: pq.abc.PGconn) -> None:
        self._pq: Final = connection
        self._loop: Final = asyncio.get_running_loop()
        self._watched: int | None = None
        """The socket, while the event loop reports that it is readable."""
        self._written: int | None = None
        """The socket, while the event loop is to report that it is writable."""
        self._waiting: asyncio.Future[bool] | None = None
        """Done after a read or when there is room to write; False if that took too long."""

    async def flush(self, within: float | None) -> None:
        """Write everything that was sent. Raise `psycopg.OperationalError` as `result` does."""
        while self._pq.flush():
            await self._ready(within, is_full=True)

    async def result(self, within: float | None) -> pq.abc.PGresult | None:
        """Return libpq's next result; None after the last one of a message.

        Raise `psycopg.OperationalError` if the server says nothing for `within` seconds, or has
        hung up.
        """
        while self._pq.is_busy():
            await self._ready(within)
        return self._pq.get_result()

    async def _ready(self, within: float | None, *, is_full: bool = False) -> None:
        """Wait until something was read or, if `is_full`, until there is room to write more.

        Raise `psycopg.OperationalError` if neither happens within that many seconds, or the server
        has hung up.
        """
        self._watch()
        ready = self._waiting = self._loop.create_future()
        late = None if within is None else self._loop.call_later(within, self._wake, False)
        if is_full:
            self._written = self._pq.socket
            self._loop.add_writer(self._written, self._wake, True)
        try:
            if not await ready:
                raise psycopg.OperationalError(f"the server has said nothing for {within:g} s")
        finally:
            self._waiting = None
            if late is not None:
                late.cancel()
            self._stop_writing()

    def _watch(self) -> None:
        """Read the server's messages as they arrive.

        The socket stays registered with the event loop between trips, because registering it costs
        as much as a statement.
        """
        if self._watched is None:
            self._watched = self._pq.socket
            self._loop.add_reader(self._watched, self._read)

    def unwatch(self) -> None:
        """Stop reading, because a new socket may get the file descriptor of a closed one."""
        watched, self._watched = self._watched, None
        if watched is not None:
            self._loop.remove_reader(watched)

    def _stop_writing(self) -> None:
        written, self._written = self._written, None
        if written is not None:
            self._loop.remove_writer(written)

    def _read(self) -> None:
        if self._waiting is None:
            # The next wait watches again. If the server has hung up, that wait finds out why.
            self.unwatch()
            return
        # libpq closes the socket if the server has hung up. If not, `flush` watches it again when
        # it has to wait.
        self._stop_writing()
        try:
            self._pq.consume_input()
        except psycopg.OperationalError as error:
            self.unwatch()
            if not self._waiting.done():
                self._waiting.set_exception(error)
        else:
            self._wake(True)

    def _wake(self, is_in_time: bool) -> None:  # noqa: FBT001 - the loop passes no names
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(is_in_time)
