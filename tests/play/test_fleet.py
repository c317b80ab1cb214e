"""Three processes share the shards of a bot, and play goes on while they are killed."""

from pathlib import Path

import pytest

from tests.fleet_kills import kill_fleet

KILLS, LEAST = 2, 1
MOST_SECONDS = 90.0
"""Seconds after which the least number of kills is enough: a busy machine starts bots slowly."""
ADOPTED_WITHIN = 60.0
"""Seconds, 20 on a machine that is not busy."""
pytestmark = [pytest.mark.process, pytest.mark.postgresql]


async def test_no_answered_turn_is_lost_if_processes_are_killed_repeatedly(tmp_path: Path) -> None:
    report = await kill_fleet(
        KILLS,
        at_once=4,
        folder=tmp_path,
        seed=20261123,
        stops=1,
        within=MOST_SECONDS,
        at_least=LEAST,
        adopted_within=ADOPTED_WITHIN,
    )
    assert report.faults == []
    assert report.kills >= LEAST
    assert report.turns >= report.kills
