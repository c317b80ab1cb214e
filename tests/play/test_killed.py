"""`kill -9` at any moment loses no answered action, and everything works after the restart."""

from pathlib import Path

import pytest

from tests.kills import kill_often
from tests.kit.thoroughness import quick_or_thorough


@pytest.mark.process
async def test_no_answered_action_is_lost_if_the_bot_is_killed_repeatedly(tmp_path: Path) -> None:
    report = await kill_often(quick_or_thorough(2, 40), at_once=4, folder=tmp_path, seed=20261122)
    assert report.faults == []
    assert report.turns
