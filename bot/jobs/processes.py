"""The processes that work on a database, and the rows that a fleet has left, for an observer."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.program import SHARED, lease, query_lease
from bot.db.statements import Statement, execute, load_queries
from bot.jobs.division import FleetMember, Shard

QUERIES: Final = load_queries(__file__)

LOOK_EVERY: Final = 0.5
LOOKED_FOR: Final = 6.0
"""Within how many seconds every living process renews its lease."""


@dataclass(frozen=True, slots=True)
class Leader:
    """A process that leads, alone or with others; `beats` changes with every renewal.

    A process that leads alone has the number 0.
    """

    number: int
    machine: str
    process: int
    beats: float


@dataclass(frozen=True, slots=True)
class Processes:
    """The processes that work on a server's database.

    `living` are the numbers of those that renewed while they were watched. `is_shared` says whether
    they share the shards.
    """

    leaders: tuple[Leader, ...]
    shards: tuple[Shard, ...]
    living: frozenset[int]
    is_shared: bool


async def watch_processes(database: Database) -> Processes:
    """Watch until every process has renewed its lease, or a living process would have."""
    async with database.reading() as reading:
        before, held = await leaders_of(reading), await lease(reading)
    beats, living = {each.number: each.beats for each in before}, set[int]()
    looks = 0
    while len(living) < len(before) and looks * LOOK_EVERY < LOOKED_FOR:
        await asyncio.sleep(LOOK_EVERY)
        looks += 1
        async with database.reading() as reading:
            leaders = await leaders_of(reading)
        living |= {
            each.number for each in leaders if beats.get(each.number) not in (None, each.beats)
        }
    async with database.reading() as reading:
        shards = await query_shards(reading)
    is_shared = held is not None and held.token == SHARED
    return Processes(before, tuple(shards), frozenset(living), is_shared)


async def leaders_of(reading: Reading) -> tuple[Leader, ...]:
    """List the leading processes, including dead ones."""
    held, members = await execute(query_lease(reading.connection), query_members(reading))
    if held is None or held.token == SHARED:
        return tuple(
            Leader(each.number, each.machine, each.process, each.beats) for each in members
        )
    return (Leader(0, held.machine, held.process, held.expires_at),)


def query_members(reading: Reading) -> Statement[list[FleetMember]]:
    """Return the statement that lists the members of a fleet."""
    return QUERIES.members(reading.connection).all(FleetMember)


def query_shards(reading: Reading) -> Statement[list[Shard]]:
    """Return the statement that lists the shards."""
    return QUERIES.every_shard(reading.connection).all(Shard)


def forget_shards(writing: Writing) -> Statement[int]:
    """Return the statement that drops all shards."""
    return QUERIES.forget_shards(writing.connection)


async def forget_members(writing: Writing) -> None:
    """Delete the members of a fleet: one process leads alone now."""
    await execute(QUERIES.forget_processes(writing.connection), forget_shards(writing))
