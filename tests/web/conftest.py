"""Leaderboards served over a real socket."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.services import Services
from tests.features.conftest import clock, services
from tests.kit.reading import Served, served_from

__all__ = ["clock", "services"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


@pytest.fixture
async def served(services: Services) -> AsyncIterator[Served]:
    async with served_from(services) as served:
        yield served
