"""A pool whose workers take turns between the users who wait."""

import asyncio
from collections import deque
from typing import Final

from bot.workers.errors import PoolBusy, ShareUsed
from bot.workers.pool import WorkerPool
from bot.workers.protocol import Assignment, Report, Result

MOST_EACH: Final = 16
"""The most waiting jobs of one user."""
MOST: Final = 256
"""The most waiting jobs of all users together."""


class SharedPool:
    """Runs jobs in a pool, taking turns between the users who wait.

    It passes on only as many jobs as the pool has workers. So one user's new job does not wait
    behind all jobs of another. Split a long job into parts.
    """

    def __init__(self, pool: WorkerPool, most_each: int = MOST_EACH, most: int = MOST) -> None:
        self._pool = pool
        self._most_each = most_each
        self._most = most
        self._free = pool.workers
        # The user who was served last is at the end.
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}

    async def run(
        self,
        person: int,
        job: Assignment[Result],
        report: Report | None = None,
        *,
        limit: float | None = None,
    ) -> Result:
        """Run a user's job, and return its result; `report` is called with its progress.

        Raise what `WorkerPool.run` raises, or `ShareUsed` if the user has too many jobs waiting.
        """
        await self._turn_of(person)
        try:
            return await self._pool.run(job, report, limit=limit)
        finally:
            self._leave()

    def faults(self) -> list[str]:
        """Return a sentence for each reason that prevents jobs now, for `/healthz`."""
        return self._pool.faults()

    async def close(self) -> None:
        """End every worker; unfinished jobs raise `PoolClosed`."""
        await self._pool.close()

    @property
    def processes(self) -> list[int]:
        """The process IDs of the workers in use, in order."""
        return self._pool.processes

    async def _turn_of(self, person: int) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        theirs = len(self._waiting.get(person, ()))
        if theirs >= self._most_each:
            raise ShareUsed(theirs)
        waiting = sum(map(len, self._waiting.values()))
        if waiting >= self._most:
            raise PoolBusy(waiting)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            else:
                self._withdraw(person, turn)
            raise

    def _leave(self) -> None:
        """Give a place in the pool to the user who waits next."""
        while self._waiting:
            turn = self._take(next(iter(self._waiting)))
            # A request that is done was just cancelled, and has not withdrawn itself yet.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _take(self, person: int) -> asyncio.Future[None]:
        """Pop a user's next request, and move the user to the end of the queue."""
        queue = self._waiting.pop(person)
        turn = queue.popleft()
        if queue:
            self._waiting[person] = queue
        return turn

    def _withdraw(self, person: int, turn: asyncio.Future[None]) -> None:
        queue = self._waiting.get(person, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[person]
