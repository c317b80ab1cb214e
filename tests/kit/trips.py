"""Watching trips to the database, each of which wakes two threads or crosses a network."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from bot.db.database import Database
from bot.db.statements import Connection, Edge, Fence, Statement

Watch = Callable[[Sequence[Statement[Any]], Edge], None]


@contextmanager
def watch_trips(watch: Watch, *kinds: type[Connection]) -> Iterator[None]:
    """Call `watch` before each trip of these kinds of connections, in the task that makes it."""

    def watched(kind: type[Connection]) -> Callable[..., Awaitable[list[Any]]]:
        trip = kind.trip

        async def watched_trip(
            self: Connection,
            statements: Sequence[Statement[Any]],
            edge: Edge = Edge.NONE,
            fence: Fence | None = None,
        ) -> list[Any]:
            watch(statements, edge)
            return await trip(self, statements, edge, fence)

        return watched_trip

    with pytest.MonkeyPatch.context() as patched:
        for kind in kinds:
            patched.setattr(kind, "trip", watched(kind))
        yield


@contextmanager
def count_trips(kind: type[Connection]) -> Iterator[list[tuple[Edge, int]]]:
    """Yield a list of the trips of one kind of connection: each trip's edge and statement count."""
    trips: list[tuple[Edge, int]] = []
    with watch_trips(lambda statements, edge: trips.append((edge, len(statements))), kind):
        yield trips


async def connection_type(database: Database) -> type[Connection]:
    """Return the type of a database's connections."""
    async with database.reading() as reading:
        return type(reading.connection)
