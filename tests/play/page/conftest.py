"""The real bot on a playground with its page, and a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.kit.pages import House
from tests.kit.tables import Table, running_bot
from tests.play.page.table_director import TableDirector
from tests.playground.page.conftest import browser, house, visit, welcome

__all__ = ["browser", "house", "visit", "welcome"]


@pytest.fixture
def bot_name() -> str:
    return "boop"


@pytest_asyncio.fixture(loop_scope="session")
async def table(house: House, tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot in the house."""
    async with running_bot(house.playground, tmp_path / "boop.sqlite3") as table:
        await house.page.set_director(TableDirector(table))
        yield table
        house.playground.expect_valid()


@pytest.fixture
def club(house: House, table: Table) -> House:
    """The house with the real bot in it."""
    assert table.playground is house.playground
    return house
