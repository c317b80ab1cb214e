"""Counting the trips to the database: each wakes two threads, or crosses a network."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from bot.db.database import Database
from bot.db.statements import Connection, Edge, Fence, Statement


@contextmanager
def counted_trips(kind: type[Connection]) -> Iterator[list[tuple[Edge, int]]]:
    """Count the trips of all connections of one kind: each one's edge, and its statements."""
    trips: list[tuple[Edge, int]] = []
    go = kind.trip

    async def counted(
        self: Connection,
        statements: Sequence[Statement[Any]],
        edge: Edge = Edge.NONE,
        fence: Fence | None = None,
    ) -> list[Any]:
        trips.append((edge, len(statements)))
        return await go(self, statements, edge, fence)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kind, "trip", counted)
        yield trips


async def kind_of_connection(database: Database) -> type[Connection]:
    """Return the type of a database's connections."""
    async with database.reading() as reading:
        return type(reading.connection)
