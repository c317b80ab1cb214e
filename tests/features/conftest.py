"""A host on a real file, under a clock that stands still."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.services import Host, open_host
from tests.db.template import put_database
from tests.features.clocks import StandingClock


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
async def host(path: Path, clock: StandingClock) -> AsyncIterator[Host]:
    async with open_host(put_database(path), clock, Random(2026)) as opened:
        yield opened
