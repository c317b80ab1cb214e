"""A real file for each test, migrated as the program does it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.migrating import migrate, migrations


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boop.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    await migrate(opened, migrations())
    yield opened
    await opened.close()
