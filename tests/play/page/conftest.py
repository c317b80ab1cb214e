"""The real bot on a playground with its page, and a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.kit.finished_matches import play_and_resign
from tests.kit.match_pages import path_in, request_link, serve_match_pages
from tests.kit.pages import House
from tests.kit.tables import Table, limit_analyses, run_bot
from tests.play.page.table_director import TableDirector
from tests.playground.page.conftest import browser, house, visit, welcome

__all__ = ["browser", "house", "visit", "welcome"]


@pytest.fixture
def bot_name() -> str:
    return "boop"


@pytest_asyncio.fixture(loop_scope="session")
async def table(house: House, tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot in the house."""
    async with run_bot(house.playground, tmp_path / "boop.sqlite3") as table:
        limit_analyses(table)
        await house.page.set_director(TableDirector(table))
        yield table
        house.playground.expect_valid()


@pytest.fixture
def club(house: House, table: Table) -> House:
    """The house with the real bot in it."""
    assert table.playground is house.playground
    return house


@pytest_asyncio.fixture(loop_scope="session")
async def address(table: Table) -> AsyncIterator[str]:
    """The address of the page of a match of three turns."""
    async with serve_match_pages(table) as web:
        server_match = await play_and_resign(table)
        path = path_in(await request_link(server_match.gray, server_match.board()))
        yield f"http://127.0.0.1:{web.port}{path}"
