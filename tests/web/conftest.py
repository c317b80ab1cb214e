"""Leaderboards served over a real socket."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.reading import Served, served_from
from tests.kit.template import put_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
async def services(path: Path, clock: StandingClock) -> AsyncIterator[Services]:
    async with open_services(put_database(path), clock, Random(2026)) as opened:
        yield opened


@pytest.fixture
async def served(services: Services) -> AsyncIterator[Served]:
    async with served_from(services) as served:
        yield served
