"""A migrated database, made once for all tests of a process.

To migrate takes longer than most of what is tested with it.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.db.database import Database
from bot.db.migrations import migrate, migrations


def put_database(path: Path) -> Path:
    """Put a migrated database at a path where none ever was, and return the path."""
    if not path.exists() and not path.with_name(f"{path.name}.made").exists():
        path.touch(mode=0o600)
        path.write_bytes(_template())
    return path


@cache
def _template() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside_any_loop:
        path = Path(folder) / "template.sqlite3"
        beside_any_loop.submit(lambda: asyncio.run(_make(path))).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    database = await Database.open(path)
    try:
        await migrate(database, migrations())
    finally:
        await database.close()
