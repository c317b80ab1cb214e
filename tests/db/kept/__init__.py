"""Databases that bots of earlier commits left behind; README.md says how they were made."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress
from bot.jobs.leadership import Process

FOLDER: Final = Path(__file__).parent
_ID: Final = re.compile(r"\b\d{17,20}\b")
_HOLDER: Final = re.compile(r"'another machine', ?\d+")
"""The machine and the process of the bot that left a database without giving up its lease."""


def engine_of(address: DatabaseAddress) -> str:
    """Return the name of the files for a database's engine."""
    return "sqlite" if isinstance(address, Path) else "postgresql"


def put_kept(commit: str, address: DatabaseAddress, ids: Mapping[str, str] | None = None) -> None:
    """Create a commit's database at an empty address, with other ids in place of Discord's.

    The bot that left it ran on this machine. On another one it may live, so on a server its lease
    would be watched for 16 seconds.
    """
    file, this = FOLDER / f"{commit}.{engine_of(address)}.sql", Process.this()
    text = with_ids(file.read_text(encoding="utf-8"), ids or {})
    text, holders = _HOLDER.subn(f"'{this.machine}', {this.number}", text)
    if holders != 1:
        raise ValueError(f"{file.name} names {holders} holders of the lease")
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
