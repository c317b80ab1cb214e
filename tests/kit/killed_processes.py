"""Two processes that share a database, and may be killed between any two statements."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from bot.address import DatabaseAddress
from bot.db.statements import Connection, Edge, Fence, Statement
from bot.errors import Refusal
from bot.match.identity import Seconds
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.postgresql import IS_CHOSEN
from tests.kit.service_matches import run_due_jobs
from tests.kit.thoroughness import quick_or_thorough

TAKEOVER_TIME: Final = Seconds(600.0)
"""How long it takes until another process does the work of a killed one."""
KILL_STEP: Final = quick_or_thorough(50, 7) if IS_CHOSEN else quick_or_thorough(29, 1)
"""The number of statements from one kill to the next in tests that try every moment.

On a server a kill takes several times as long, because each has a database of its own.
"""
RUNS: Final = quick_or_thorough(1, 100) if IS_CHOSEN else quick_or_thorough(4, 1000)
"""The number of runs of each kind; on a server each takes three times as long."""
MOST_STATEMENTS: Final = 40
"""The most statements that a process still executes before it is killed."""

Act = Callable[[Services], Awaitable[object]]


class ProcessKilled(BaseException):
    """The process is killed at once."""


@contextmanager
def kill_after(statements: int) -> Iterator[None]:
    """Execute no statement after that many, as if the process had been killed between two."""
    left = [statements]

    def cut_short(kind: type[Connection]) -> Any:
        trip = kind.trip

        async def few(
            self: Connection,
            asked: Sequence[Statement[Any]],
            edge: Edge = Edge.NONE,
            fence: Fence | None = None,
        ) -> list[Any]:
            if left[0] < len(asked):
                await trip(self, asked[: max(0, left[0])], Edge.NONE, fence)
                left[0] = 0
                raise ProcessKilled
            left[0] -= len(asked)
            return await trip(self, asked, edge, fence)

        return few

    with pytest.MonkeyPatch.context() as patched:
        for kind in Connection.__subclasses__():
            patched.setattr(kind, "trip", cut_short(kind))
        yield


@dataclass
class Hosts:
    """Two processes on one database, with random kills and restarts.

    One process does each act, or both at once, or one that is killed meanwhile.
    """

    path: DatabaseAddress
    clock: StandingClock
    chance: Random
    kills: int = 0
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _open: list[Services] = field(default_factory=list)

    @property
    def both(self) -> tuple[Services, ...]:
        """Both processes."""
        return tuple(self._open)

    @property
    def services(self) -> Services:
        """One of the two processes, at random."""
        return self.chance.choice(self._open)

    async def do(self, act: Act) -> None:
        """Do an act, which may be refused, and then the jobs that follow from it."""
        await self._act_or_kill(act)
        await self._act_or_kill(run_due_jobs)
        await run_due_jobs(self.services)

    async def _act_or_kill(self, act: Act) -> None:
        what = self.chance.random()
        if what < 0.1:
            await self._kill_at(act)
        elif what < 0.2:
            done = await asyncio.gather(*(act(each) for each in self._open), return_exceptions=True)
            for each in done:
                if isinstance(each, BaseException) and not isinstance(each, Refusal):
                    raise each
        else:
            with suppress(Refusal):
                await act(self.services)

    async def _kill_at(self, act: Act) -> None:
        """Kill both processes at some moment of an act; others continue after a while."""
        try:
            with kill_after(self.chance.randrange(MOST_STATEMENTS)), suppress(Refusal):
                await act(self.services)
        except ProcessKilled:
            self.kills += 1
            await self.reopen()
            self.clock.advance(TAKEOVER_TIME)
            await run_due_jobs(self.services)

    async def reopen(self) -> None:
        """Start both processes again, with what is stored."""
        await self._stack.aclose()
        self._open = [
            await self._stack.enter_async_context(
                open_services(self.path, self.clock, Random(number))
            )
            for number in range(2)
        ]

    async def close(self) -> None:
        """End both processes."""
        await self._stack.aclose()


@asynccontextmanager
async def open_hosts(
    path: DatabaseAddress, clock: StandingClock, chance: Random
) -> AsyncIterator[Hosts]:
    """Yield two processes on a migrated database."""
    hosts = Hosts(path, clock, chance)
    await hosts.reopen()
    try:
        yield hosts
    finally:
        await hosts.close()
