"""A host on a real file, under a clock that stands still."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.template import create_database


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def path(path: DatabaseAddress) -> DatabaseAddress:
    """Return the address of a migrated database: most tests take less time than to migrate one."""
    return create_database(path)


@pytest.fixture
async def services(path: DatabaseAddress, clock: StandingClock) -> AsyncIterator[Services]:
    async with open_services(create_database(path), clock, Random(2026)) as opened:
        yield opened
