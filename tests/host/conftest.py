"""A host on a real file, under a clock that stands still."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.host.host import Host, open_host
from tests.host.clocks import StandingClock
from tests.store.template import put_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
async def host(path: Path, clock: StandingClock) -> AsyncIterator[Host]:
    async with open_host(put_database(path), clock, Random(2026)) as opened:
        yield opened
