"""Opening the database at an address."""

import asyncio
from pathlib import Path
from typing import Final, assert_never

from bot.address import DatabaseAddress, ServerAddress
from bot.db.backup import Inspected, delete_drafts
from bot.db.database import Database
from bot.db.errors import DriverMissing, translating_read_errors
from bot.db.migrations import check_version, migrations
from bot.db.program import (
    SHARED,
    Fleet,
    StoredValue,
    leaders,
    lease,
    load_value,
    served_shards,
    whole_number_in,
)
from bot.db.sqlite import SqliteDatabase, leave_marker

LOOK_EVERY: Final = 0.5
LOOKED_FOR: Final = 6.0
"""Seconds in which every process renews its lease that can."""


async def open_database(address: DatabaseAddress) -> Database:
    """Open a database, which nobody need have made before. Raise a `StoreRefusal`."""
    match address:
        case Path():
            return await SqliteDatabase.open(address)
        case ServerAddress():
            return await _on_server(address)
        case _:
            assert_never(address)


async def inspect_server(address: ServerAddress) -> Inspected | None:
    """Look into a database on a server, beside a bot that may use it; None if it is empty.

    Raise a `StoreRefusal`.
    """
    database = await open_database(address)
    try:
        with translating_read_errors(address):
            version = await check_version(database, migrations())
            if version == 0:
                return None
            async with database.snapshot() as reading:
                owner = await load_value(reading, StoredValue.APPLICATION)
                name = StoredValue.APPLICATION
                application = None if owner is None else whole_number_in(owner, name)
                rows = {
                    table: await reading.connection.ask(f"SELECT count(*) FROM {table}").one(int)  # noqa: S608
                    for table in ("matches", "turns")
                }
                held = await lease(reading)
            return Inspected(version, application, held, rows, await _fleet(database))
    finally:
        await database.close()


async def _fleet(database: Database) -> Fleet:
    """Look on until every process has renewed its lease, or one that lives would have."""
    async with database.reading() as reading:
        before, held = await leaders(reading), await lease(reading)
    beats, living = {each.number: each.beats for each in before}, set[int]()
    looks = 0
    while len(living) < len(before) and looks * LOOK_EVERY < LOOKED_FOR:
        await asyncio.sleep(LOOK_EVERY)
        looks += 1
        async with database.reading() as reading:
            found = await leaders(reading)
        living |= {
            each.number for each in found if beats.get(each.number) not in (None, each.beats)
        }
    async with database.reading() as reading:
        shards = await served_shards(reading)
    return Fleet(before, shards, frozenset(living), held is not None and held.token == SHARED)


async def settle(database: Database) -> None:
    """Record that a database was made, and clear away what killed processes left beside it."""
    if isinstance(database, SqliteDatabase):
        await asyncio.to_thread(leave_marker, database.path)
        await asyncio.to_thread(delete_drafts, database.path)


async def _on_server(address: ServerAddress) -> Database:
    try:
        from bot.db.postgresql import PostgresDatabase
    except ImportError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise DriverMissing(address) from error
    return await PostgresDatabase.open(address)
