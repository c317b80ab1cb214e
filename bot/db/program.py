"""What the program stores about itself: counters, single values, and which process leads."""

import math
import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, NewType

from bot.db.database import Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.migrations import migrations
from bot.db.statements import Connection, Statement, load_queries, lock_rows
from bot.db.tables import Table

QUERIES: Final = load_queries(__file__)

Counter = NewType("Counter", str)
"""The name of a counter: each feature has one for each of its numbered tables.

A number is allotted in the transaction that uses it.
"""

_SEQUENCE: Final = re.compile(r"^(CREATE|DROP) SEQUENCE (\w+)_numbers;", re.MULTILINE)


@cache
def sequences() -> frozenset[Counter]:
    """Return the counters that a server keeps as sequences, so that no writer waits for another.

    These numbers are never shown, so they may have gaps.
    """
    found = set[Counter]()
    for each in migrations():
        for what, name in _SEQUENCE.findall(each.on_server):
            (found.add if what == "CREATE" else found.discard)(Counter(name))
    return frozenset(found)


def counters(connection: Connection) -> Statement[list[str]]:
    """Return the statement that lists the names of all counters."""
    return QUERIES.counter_names(connection).all(str)


def number_allotted(connection: Connection, counter: Counter) -> Statement[int]:
    """Return the statement that returns the last allotted number, 0 if there is none."""
    stored = QUERIES.number_allotted(connection, name=counter).one(int)
    if counter not in sequences():
        return stored
    last = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {_sequence(counter)}"  # noqa: S608
    return stored.on_server(last)


async def set_number_allotted(writing: Writing, counter: Counter, number: int) -> None:
    """Set the last number that was allotted."""
    if number == 0:
        return
    stored = QUERIES.set_number_allotted(writing.connection, name=counter, number=number)
    if counter in sequences():
        stored = stored.on_server(f"SELECT setval('{_sequence(counter)}', :number)")
    await stored


def _sequence(counter: Counter) -> str:
    return f"{counter}_numbers"


class StoredValue(Enum):
    """Single values that are stored."""

    APPLICATION = "application"
    """The ID of the application whose bot this database belongs to."""
    COMMANDS = "commands"
    """A digest of the slash commands that were last sent to Discord."""
    HEARTBEAT = "heartbeat"
    """When the bot was last known to run, by the bot's clock."""
    TIMELINE = "timeline"
    """The time of matches at the last heartbeat, by the machine's clocks."""
    CLOCK_AHEAD = "clock ahead"
    """In the playground, how many seconds the clock was moved."""
    SERVERS = "servers"
    """Set once all servers of the bot were found, so that later ones are new."""
    ERASING = "erasing"
    """The key of the last deleted user, until the files no longer contain the user's number."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of one process to work on the database, until an epoch second of real time."""

    token: str
    machine: str
    process: int
    expires_at: float


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A single value that is stored as text."""

    name: StoredValue
    value: str


STORED_VALUES: Final = Table("stored_values", NamedValue, key=("name",))
SHARED: Final = "shared"
"""The token of the lease while several processes lead together."""
LEADER: Final = Table("leader", Lease, key=("seat",))
_ONLY_SEAT: Final = 1


def allot(writing: Writing, counter: Counter) -> Statement[int]:
    """Return the next number."""
    allotted = QUERIES.allot(writing.connection, name=counter).one(int)
    if counter not in sequences():
        return allotted
    return allotted.on_server(f"SELECT nextval('{_sequence(counter)}')")


def query_value(connection: Connection, name: StoredValue) -> Statement[NamedValue | None]:
    """Return the statement that returns a stored value."""
    return STORED_VALUES.find(connection, name=name.value)


async def load_value(reading: Reading, name: StoredValue) -> str | None:
    """Return a stored value, if there is one."""
    value = await query_value(reading.connection, name)
    return None if value is None else value.value


async def load_number(reading: Reading, name: StoredValue) -> float | None:
    """Return a stored number, if there is one. Raise `UnreadableRow` if it is not a number."""
    value = await load_value(reading, name)
    return None if value is None else number_in(value, name)


def number_in(value: str, name: StoredValue) -> float:
    """Return the number in a stored text. Raise `UnreadableRow` if it is not a number."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise UnreadableRow("stored_values", name.value) from error
    if not math.isfinite(number):
        raise UnreadableRow("stored_values", name.value)
    return number


def whole_number_in(value: str, name: StoredValue) -> int:
    """Return the whole number in a stored text. Raise `UnreadableRow` if it is not one."""
    try:
        return int(value)
    except (TypeError, ValueError) as error:
        raise UnreadableRow("stored_values", name.value) from error


async def store_value(writing: Writing, name: StoredValue, value: str) -> None:
    """Store a value."""
    await STORED_VALUES.upsert(writing.connection, NamedValue(name, value))


def query_lease(connection: Connection) -> Statement[Lease | None]:
    """Return the statement that returns the last written lease, expired or not."""
    return LEADER.find(connection, seat=_ONLY_SEAT)


def lock_lease(writing: Writing) -> Statement[Lease | None]:
    """Return the statement that returns the lease and locks it, so that it cannot change."""
    return lock_rows(query_lease(writing.connection))


async def lease(reading: Reading) -> Lease | None:
    """Return the last written lease, expired or not."""
    return await query_lease(reading.connection)


async def lead(writing: Writing, taken: Lease) -> None:
    """Replace the lease."""
    await LEADER.upsert(writing.connection, taken, seat=_ONLY_SEAT)


def renew_lead(writing: Writing, token: str, expires_at: float) -> Statement[bool]:
    """Return the statement that extends the lease; False if another process has taken it."""
    renewed = QUERIES.renew_lead(writing.connection, token=token, expires_at=expires_at)
    return renewed.reading(lambda result: result.count == 1)


async def leave_lead(writing: Writing, token: str) -> None:
    """Give up the lease."""
    await LEADER.delete(writing.connection, token=token)
