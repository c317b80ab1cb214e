"""Three processes share the shards of a bot, and play goes on while they are killed."""

from pathlib import Path

import pytest

from tests.fleet_kills import kill_fleet

pytestmark = [pytest.mark.process, pytest.mark.postgresql]


async def test_no_answered_turn_is_lost_however_often_processes_are_killed(tmp_path: Path) -> None:
    report = await kill_fleet(5, at_once=4, folder=tmp_path, seed=20261123, stops=1)
    assert report.faults == []
    assert report.turns
