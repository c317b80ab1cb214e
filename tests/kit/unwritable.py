"""A database that stores nothing for a while, as on a full disk."""

import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.db.database import Database
from tests.kit.template import sqlite_of


async def block_writes(database: Database) -> None:
    """Let each writing transaction fail until `allow_writes`."""
    await sqlite_of(database)._only_writer.own.execute_fetchall("PRAGMA query_only = ON")


async def allow_writes(database: Database) -> None:
    """Let transactions be stored again."""
    await sqlite_of(database)._only_writer.own.execute_fetchall("PRAGMA query_only = OFF")


@asynccontextmanager
async def blocked_writes(database: Database) -> AsyncIterator[None]:
    """Let writing transactions fail inside the block."""
    await block_writes(database)
    try:
        yield
    finally:
        await allow_writes(database)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
