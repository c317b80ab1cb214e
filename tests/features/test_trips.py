"""How often a turn goes to the database's thread: each time wakes two threads."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.db.statements import Connection, Deed
from bot.game import read_turn
from bot.services import Host
from tests.features.hosting import begin


async def test_a_turn_takes_one_trip_to_read_and_one_to_write(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(host)
    trips: list[int] = []
    go = Connection.in_one_trip

    async def counted(self: Connection, deeds: Sequence[Deed]) -> list[Any]:
        trips.append(len(self._left) + len(deeds))
        return await go(self, deeds)

    monkeypatch.setattr(Connection, "in_one_trip", counted)
    await host.matches.play(match.seats.orange, match.id, read_turn("Kc3"))
    assert trips == [3, 9], "the beginning, match and positions; eight statements and the commit"
