"""Which rows belong to the shards of one process, if several processes divide the shards.

A row of a server belongs to that server's shard, and a row without a server, such as one about
direct messages, to the first shard. A query excludes the rows that belong elsewhere by
`(server >> 22) % (:shards) NOT IN (:elsewhere)`; the functions return both parameters.
"""

from typing import Any, Final

from bot.db.database import Reading
from bot.db.statements import Connection, Statement, load_queries

QUERIES: Final = load_queries(__file__)

Homes = dict[str, Statement[Any]]
"""The number of shards, and the shards of other processes, as subqueries."""


def served_elsewhere(reading: Reading) -> Homes:
    """Return the shards that other processes have connected."""
    elsewhere = QUERIES.shards_served_elsewhere(reading.connection, home=reading.process)
    return _homes(reading.connection, elsewhere)


def held_elsewhere(reading: Reading) -> Homes:
    """Return the shards that other processes are to connect."""
    elsewhere = QUERIES.shards_held_elsewhere(reading.connection, home=reading.process)
    return _homes(reading.connection, elsewhere)


def all_but(reading: Reading, shard: int) -> Homes:
    """Return all shards but this one."""
    return _homes(reading.connection, QUERIES.other_shards(reading.connection, home=shard))


def _homes(connection: Connection, elsewhere: Statement[Any]) -> Homes:
    return {"shards": QUERIES.shard_count(connection), "elsewhere": elsewhere}
