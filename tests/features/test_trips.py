"""How often a turn goes to the database's thread: each time wakes two threads."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.db.statements import Connection, Edge, Fence, Statement
from bot.game import read_turn
from bot.services import Services
from tests.kit.hosting import begin


async def test_a_turn_takes_one_trip_to_read_and_one_to_write(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(services)
    trips: list[int] = []
    async with services._database.writing() as writing:
        kind = type(writing.connection)
    go = kind.trip

    async def counted(
        self: Connection,
        statements: Sequence[Statement[Any]],
        edge: Edge = Edge.NONE,
        fence: Fence | None = None,
    ) -> list[Any]:
        trips.append(len(statements) + (edge is not Edge.NONE))
        return await go(self, statements, edge, fence)

    monkeypatch.setattr(kind, "trip", counted)
    await services.matches.play(match.seats.orange, match.id, read_turn("Kc3"))
    assert trips == [3, 11], "the beginning, match and positions; ten statements and the commit"
