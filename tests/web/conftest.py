"""Leaderboards served over a real socket."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.services import Services
from tests.features.conftest import clock, services
from tests.kit.leaderboard_pages import LeaderboardServer, serve_leaderboards

__all__ = ["clock", "services"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


@pytest.fixture
async def served(services: Services) -> AsyncIterator[LeaderboardServer]:
    async with serve_leaderboards(services) as served:
        yield served
