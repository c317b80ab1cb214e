"""Leadership: one process leads by a lease in the database, which it renews while it runs."""

import asyncio
import hashlib
import os
import secrets
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import structlog

from bot.address import DatabaseAddress, ServerAddress
from bot.db.database import Database, Writing
from bot.db.errors import DatabaseInUse, translating_read_errors
from bot.db.program import (
    SHARED,
    Lease,
    lead,
    lease,
    leave_lead,
    lock_lease,
    query_lease,
    renew_lead,
)
from bot.db.statements import Connection, Fence, Statement, StatementResult
from bot.errors import NotStored
from bot.jobs.clock import boot_id, elapsed
from bot.jobs.processes import forget_members

LEASE: Final = 15.0
"""Seconds for which a lease is valid."""
RENEWAL: Final = 4.0
"""Seconds between two renewals."""
LEASE_MARGIN: Final = 1.0
"""Seconds for which a lease on a server is watched after its length has passed."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at a lease that is watched."""

_NUMBERS: Final = Path("/proc/self/ns/pid")
"""Identifies the space of process numbers in Linux: a container has its own."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Process:
    """A process on a machine, or in a container with its own process numbers."""

    machine: str
    number: int

    @classmethod
    def this(cls) -> Self:
        """Return the current process.

        Machines may share a name, and so may containers with the same process numbers: the suffix
        identifies the space of process numbers.
        """
        numbered_by = [boot_id() or ""]
        with suppress(OSError):
            numbered_by.append(str(_NUMBERS.stat().st_ino))
        mark = hashlib.sha256(" ".join(numbered_by).encode()).hexdigest()[:8]
        return cls(f"{socket.gethostname()} ({mark})", os.getpid())


@dataclass(eq=False, slots=True)
class LeadLost(NotStored):
    """Another process has taken the lease, so this one must stop."""

    reason: str = "another process has taken the lease"


class Leadership:
    """The lease of this process on its database. It uses real time, not the clock of matches."""

    def __init__(self, database: Database, process: Process | None = None) -> None:
        self._database = database
        self._process = process or Process.this()
        self._token = secrets.token_hex(16)
        self.is_first = True
        """Whether no other process was running when this one began."""
        self._sure_until = 0.0

    async def take(self) -> None:
        """Take the lease. Wait for one that a dead process on another machine may have left.

        Raise `DatabaseInUse` if its holder is alive and renews it during the wait.
        """
        held = await self._try_to_take()
        if held is None:
            return
        is_of_this_clock = held.machine == self._process.machine and held.token != SHARED
        if not (is_of_this_clock and held.expires_at > time.time()):
            await self._wait_for(held)
            held = await self._try_to_take(unless_renewed_since=held)
            if held is None:
                return
        raise DatabaseInUse(self._database.address, held.machine, held.process, held.expires_at)

    async def _wait_for(self, held: Lease) -> None:
        """Wait until a lease has expired or is renewed.

        Raise `NotStored` if the lease cannot be read.

        On a server, the clocks of machines are not compared. Instead, the lease is watched for as
        long as its holder may consider it valid.
        """
        if not self._is_on_server:
            # Processes that share a file share a clock. It may have been set back since, so the
            # wait is limited to the length of a lease.
            left = min(held.expires_at - time.time(), LEASE)
            await asyncio.sleep(max(0.0, left) + 0.1)
            return
        watched_for = 0.0
        while watched_for < LEASE + LEASE_MARGIN:
            await asyncio.sleep(LOOK_EVERY)
            watched_for += LOOK_EVERY
            async with self._database.reading() as reading:
                if await lease(reading) != held:
                    return

    @property
    def _is_on_server(self) -> bool:
        return isinstance(self._database.address, ServerAddress)

    async def keep(self) -> None:
        """Renew the lease now and forever. Raise `LeadLost` if another process has taken it.

        A lease that cannot be stored, because a backup holds the file or the disk is full, may
        expire. No process can take the lease while nothing can be stored, and afterwards each
        transaction of this process first checks that the lease is still its own. Raise
        `DatabaseDamaged` if the file itself is at fault.
        """
        failing = False
        while True:
            try:
                with translating_read_errors(self._database.address, NotStored):
                    await self.renew()
            except LeadLost:
                raise
            except NotStored as error:
                if not failing:
                    _log.error("nothing can be stored", reason=error.reason)
                failing = True
            else:
                if failing:
                    _log.info("everything can be stored again")
                failing = False
            await self._pause()

    async def _pause(self) -> None:
        """Wait until the next renewal."""
        await asyncio.sleep(RENEWAL)

    async def renew(self) -> None:
        """Renew the lease, by a transaction like any other.

        Raise `LeadLost` if another process has taken it, or `NotStored`.
        """
        sure_until, expires_at = elapsed() + LEASE, time.time() + LEASE

        async def act(writing: Writing, _: object) -> None:
            if not await renew_lead(writing, self._token, expires_at):
                raise LeadLost

        await self._database.transact(act)
        self._sure_until = sure_until
        await self._database.note_lease(expires_at)

    async def is_in_place(self) -> bool:
        """Return whether the database's path still leads to the file that is open."""
        return await asyncio.to_thread(self._database.is_in_place)

    @property
    def fence(self) -> Fence:
        """The condition of each transaction: the lease holds, or no other process took it."""
        return Fence(lambda: elapsed() < self._sure_until, self._require_held)

    def _require_held(self, connection: Connection) -> Statement[None]:
        """Return the statement that raises `LeadLost` if another process has the lease now."""
        query = query_lease(connection)

        def read(result: StatementResult) -> None:
            held = query.read(result)
            if held is None or held.token != self._token:
                raise LeadLost

        return query.reading(read)

    async def leave(self) -> None:
        """Give up the lease, so that the next process need not wait. Raise `NotStored`."""
        self._database.fence = None
        async with self._database.writing() as writing:
            await leave_lead(writing, self._token)

    async def _try_to_take(self, unless_renewed_since: Lease | None = None) -> Lease | None:
        """Take the lease if it is free, or return the lease that another process holds."""
        now, sure_until = time.time(), elapsed() + LEASE
        async with self._database.writing() as writing:
            held = await lock_lease(writing)
            if held is not None and self._is_held(held, unless_renewed_since, now):
                return held
            await forget_members(writing)
            await lead(
                writing,
                Lease(self._token, self._process.machine, self._process.number, now + LEASE),
            )
        self._sure_until = sure_until
        self._database.fence = self.fence
        # Overwrite a later end: it is wrong if the clock has been set back.
        await self._database.note_lease(now + LEASE)
        return None

    def _is_held(self, held: Lease, unless_renewed_since: Lease | None, now: float) -> bool:
        """Return whether another process may hold a lease.

        On a server, that includes an expired lease that was not watched: the clock of its holder
        may differ, or the holder may have been unable to renew it.
        """
        if held == unless_renewed_since or not _lives(held, self._process):
            return False
        return self._is_on_server or held.expires_at > now


def require_free(database: DatabaseAddress, held: Lease, process: Process) -> None:
    """Raise `DatabaseInUse` if another process may hold this lease."""
    if held.expires_at > time.time() and _lives(held, process):
        raise DatabaseInUse(database, held.machine, held.process, held.expires_at)


def _lives(held: Lease, process: Process) -> bool:
    """Return whether the holder may be alive, which can only be checked on this machine.

    A lease that several processes share has the name of the one that renewed it first.
    """
    return held.token == SHARED or not has_ended(process, held.machine, held.process)


def has_ended(mine: Process, machine: str, number: int) -> bool:
    """Return whether an earlier process is known to have ended."""
    if machine != mine.machine:
        return False
    return number == mine.number or not _is_running(number)


def _is_running(process: int) -> bool:
    if os.name != "posix":
        # Signal 0 is not harmless on Windows, so wait for the lease to expire.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
