"""What the program keeps about itself: counters, remembered values, and who leads."""

import math
from dataclasses import dataclass
from enum import Enum
from sqlite3 import Row
from typing import Final, Self

from bot.db.database import Begun, Reading, Writing
from bot.db.errors import UnreadableRow
from bot.db.statements import Statement, load_queries

QUERIES: Final = load_queries(__file__)


class Counter(Enum):
    """What is numbered. A number is allotted in the transaction that uses it."""

    CHALLENGE = "challenge"
    MATCH = "match"
    BED = "bed"
    NOTICE = "notice"
    POST = "post"
    MODERATION = "moderation"
    PLAYER = "player"
    SEASON = "season"
    RATED_RESULT = "rated result"


class Remembered(Enum):
    """Single values that outlast the process."""

    APPLICATION = "application"
    """The id of the application whose bot this database belongs to."""
    COMMANDS = "commands"
    """A digest of the slash commands that Discord was told last."""
    HEARTBEAT = "heartbeat"
    """When the bot was last known to run, by the host's clock."""
    TIMELINE = "timeline"
    """Where the time of matches stood at the last heartbeat, by the machine's clocks."""
    CLOCK_AHEAD = "clock ahead"
    """In the playground, how many seconds the clock was moved."""
    ERASING = "erasing"
    """The key of whoever was deleted last, until the files are clean of their number."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of one process to work on the database, until an epoch second of real time."""

    token: str
    machine: str
    process: int
    expires_at: float

    @classmethod
    def of_row(cls, row: Row) -> Self:
        """Read a row of the table. Raise `UnreadableRow` if no process has written it."""
        token, machine, process = row["token"], row["machine"], row["process"]
        expires_at = row["expires_at"]
        if not (
            isinstance(token, str)
            and isinstance(machine, str)
            and isinstance(process, int)
            and isinstance(expires_at, float)
        ):
            raise UnreadableRow("leader", 1)
        return cls(token, machine, process, expires_at)


def allot(writing: Writing, counter: Counter, numbers: int = 1) -> Statement[int]:
    """Return the next number, or the last of the next so many."""
    return QUERIES.allot(writing.connection, name=counter.value, numbers=numbers)


async def recall(reading: Reading, name: Remembered) -> str | None:
    """Return a remembered value, if there is one."""
    value: str | None = await QUERIES.remembered(reading.connection, name=name.value)
    return value


async def recall_number(reading: Reading, name: Remembered) -> float | None:
    """Return a remembered number, if there is one. Raise `UnreadableRow` if it is none."""
    value = await recall(reading, name)
    return None if value is None else number_in(value, name)


def number_in(value: str, name: Remembered) -> float:
    """Return the number that was remembered as text. Raise `UnreadableRow` if it is none."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise UnreadableRow("remembered", name.value) from error
    if not math.isfinite(number):
        raise UnreadableRow("remembered", name.value)
    return number


def whole_number_in(value: str, name: Remembered) -> int:
    """Return the whole number that was remembered. Raise `UnreadableRow` if it is none."""
    try:
        return int(value)
    except (TypeError, ValueError) as error:
        raise UnreadableRow("remembered", name.value) from error


async def remember(writing: Writing, name: Remembered, value: str) -> None:
    """Keep a value."""
    await QUERIES.remember(writing.connection, name=name.value, value=value)


async def lease(reading: Reading) -> Lease | None:
    """Return the lease that was written last, be it over or not."""
    row = await QUERIES.leader(reading.connection)
    return None if row is None else Lease.of_row(row)


def lease_in(begun: Begun) -> Lease | None:
    """Return the lease that was written last, from the connection's thread."""
    row = begun.execute(QUERIES.leader.sql).fetchone()
    return None if row is None else Lease.of_row(row)


async def lead(writing: Writing, taken: Lease) -> None:
    """Write a lease in place of the one before."""
    await QUERIES.lead(
        writing.connection,
        token=taken.token,
        machine=taken.machine,
        process=taken.process,
        expires_at=taken.expires_at,
    )


async def renew_lead(writing: Writing, token: str, expires_at: float) -> bool:
    """Prolong the lease. False when another process has taken it meanwhile."""
    renewed: int = await QUERIES.renew_lead(writing.connection, token=token, expires_at=expires_at)
    return renewed == 1


async def leave_lead(writing: Writing, token: str) -> None:
    """Give the lease back."""
    await QUERIES.leave_lead(writing.connection, token=token)
