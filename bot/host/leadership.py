"""One process leads on a database: a lease in it, renewed while the process lives."""

import asyncio
import os
import secrets
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from bot.store.database import Database
from bot.store.errors import DatabaseBusy, DatabaseInUse
from bot.store.program import Lease, lead, lease, leave_lead, renew_lead

LEASE: Final = 15.0
RENEWAL: Final = 4.0


@dataclass(frozen=True, slots=True)
class Process:
    """Which process this is."""

    machine: str
    number: int

    @classmethod
    def this(cls) -> Self:
        """Describe the process that asks."""
        return cls(socket.gethostname(), os.getpid())


class LeadLost(Exception):
    """Another process has taken the lease, so this one must stop."""


class Leadership:
    """The lease of this process on its database, in real time whatever the matches' clock says."""

    def __init__(self, database: Database, process: Process | None = None) -> None:
        self._database = database
        self._process = process or Process.this()
        self._token = secrets.token_hex(16)

    async def take(self) -> None:
        """Take the lease, waiting for one that a process of another machine may have left.

        A holder that lives renews it meanwhile. Raises `DatabaseInUse` when one does.
        """
        standing = await self._try_to_take()
        if standing is None:
            return
        if standing.machine != self._process.machine:
            # The other machine's clock may be wrong, so no lease is waited for longer than one.
            left = min(standing.expires_at - time.time(), LEASE)
            await asyncio.sleep(max(0.0, left) + 0.1)
            standing = await self._try_to_take(unless_renewed_since=standing)
            if standing is None:
                return
        raise DatabaseInUse(
            self._database.path, standing.machine, standing.process, standing.expires_at
        )

    async def keep(self) -> None:
        """Renew the lease for ever. Raises `LeadLost` when another process has taken it."""
        while True:
            await asyncio.sleep(RENEWAL)
            try:
                async with self._database.writing() as writing:
                    renewed = await renew_lead(writing, self._token, time.time() + LEASE)
            except DatabaseBusy:
                # A backup holds the file, say; the lease has time left for another try.
                continue
            if not renewed:
                raise LeadLost

    async def holds(self) -> bool:
        """Tell whether the lease is this process's and not over."""
        async with self._database.reading() as reading:
            standing = await lease(reading)
        now = time.time()
        return standing is not None and standing.token == self._token and standing.expires_at > now

    async def leave(self) -> None:
        """Give the lease back, so that the next process need not wait."""
        async with self._database.writing() as writing:
            await leave_lead(writing, self._token)

    async def _try_to_take(self, unless_renewed_since: Lease | None = None) -> Lease | None:
        """Take the lease if it is free, or give the one that stands in the way."""
        now = time.time()
        async with self._database.writing() as writing:
            standing = await lease(writing)
            if (
                standing is not None
                and standing != unless_renewed_since
                and standing.expires_at > now
                and _lives(standing, self._process)
            ):
                return standing
            await lead(
                writing,
                Lease(self._token, self._process.machine, self._process.number, now + LEASE),
            )
        return None


def demand_free(database: Path, standing: Lease, process: Process) -> None:
    """Raise `DatabaseInUse` when somebody may lead on the database by this lease."""
    if standing.expires_at > time.time() and _lives(standing, process):
        raise DatabaseInUse(database, standing.machine, standing.process, standing.expires_at)


def _lives(standing: Lease, process: Process) -> bool:
    """Tell whether the holder may be alive: on this machine that can be known."""
    if standing.machine != process.machine:
        return True
    if standing.process == process.number:
        return False
    return _is_running(standing.process)


def _is_running(process: int) -> bool:
    if os.name != "posix":
        # There signal 0 is no harmless question, so the lease is left to run out.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
