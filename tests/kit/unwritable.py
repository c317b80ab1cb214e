"""A database that takes nothing for a while, as on a disk without room."""

import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.db.database import Database
from tests.kit.template import in_file


async def stop_storing(database: Database) -> None:
    """Let each transaction fail that writes, until `store_again`."""
    await in_file(database)._only_writer.own.execute_fetchall("PRAGMA query_only = ON")


async def store_again(database: Database) -> None:
    """Let transactions be stored again."""
    await in_file(database)._only_writer.own.execute_fetchall("PRAGMA query_only = OFF")


@asynccontextmanager
async def unwritable(database: Database) -> AsyncIterator[None]:
    """Let nothing be stored inside the block."""
    await stop_storing(database)
    try:
        yield
    finally:
        await store_again(database)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
