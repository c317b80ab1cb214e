"""Databases that bots of earlier commits left behind; README.md says how they were made."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress

FOLDER: Final = Path(__file__).parent
_ID: Final = re.compile(r"\b\d{17,20}\b")


def engine_of(address: DatabaseAddress) -> str:
    """Return the name of the files for a database's engine."""
    return "sqlite" if isinstance(address, Path) else "postgresql"


def put_kept(commit: str, address: DatabaseAddress, ids: Mapping[str, str] | None = None) -> None:
    """Create a commit's database at an empty address, with other ids in place of Discord's."""
    file = FOLDER / f"{commit}.{engine_of(address)}.sql"
    text = with_ids(file.read_text(encoding="utf-8"), ids or {})
    if isinstance(address, Path):
        with closing(sqlite3.connect(address)) as connection:
            connection.executescript(text)
        return
    import psycopg

    with psycopg.connect(address.url, autocommit=True) as connection:
        connection.execute(text.encode())


def with_ids(text: str, ids: Mapping[str, str]) -> str:
    """Return a text in which ids are replaced."""
    return _ID.sub(lambda found: ids.get(found[0], found[0]), text)
