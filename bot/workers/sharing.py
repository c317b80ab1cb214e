"""One pool for many people: whoever asks for much waits behind whoever asks for little."""

import asyncio
from collections import deque
from typing import Final, TypeVar

from bot.workers.errors import PoolBusy, ShareUsed
from bot.workers.pool import Assignment, Pool, Report

Result = TypeVar("Result")

MOST_EACH: Final = 16
"""So many jobs of one person wait at the most."""
MOST: Final = 256
"""So many jobs of all people together wait at the most."""


class SharedPool:
    """Hands jobs to a pool, one of each person who waits in turn.

    No more are handed over than it has workers, so that who comes later is not behind all that
    somebody has asked for before. A job that takes long should be asked for in parts.
    """

    def __init__(self, pool: Pool, most_each: int = MOST_EACH, most: int = MOST) -> None:
        self._pool = pool
        self._most_each = most_each
        self._most = most
        self._free = pool.workers
        # Whoever was served last is at the end.
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}

    async def run(
        self,
        person: int,
        job: Assignment[Result],
        heard: Report | None = None,
        *,
        limit: float | None = None,
    ) -> Result:
        """Do a job of a person's, and return its result; `heard` is called with how far it is.

        Raise what `Pool.run` raises; `ShareUsed` where so many of theirs wait already.
        """
        await self._turn_of(person)
        try:
            return await self._pool.run(job, heard, limit=limit)
        finally:
            self._leave()

    def faults(self) -> list[str]:
        """Return a sentence for each thing that keeps jobs from being done now, for `/healthz`."""
        return self._pool.faults()

    async def close(self) -> None:
        """End every worker; what is not done by now raises `PoolClosed`."""
        await self._pool.close()

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that are wanted, in order."""
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
        """Give a place in the pool to whoever waits next."""
        while self._waiting:
            turn = self._take(next(iter(self._waiting)))
            # One that is done was cancelled just now, and has not come to withdraw itself.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _take(self, person: int) -> asyncio.Future[None]:
        """Take a person's first wish; they go behind all others, if they have more."""
        queue = self._waiting.pop(person)
        turn = queue.popleft()
        if queue:
            self._waiting[person] = queue
        return turn

    def _withdraw(self, person: int, turn: asyncio.Future[None]) -> None:
        """Take back a wish, unless a place that became free just now was passed over it."""
        queue = self._waiting.get(person, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[person]
