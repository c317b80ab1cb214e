"""A pool that runs searches and animations in the test's own process.

To start a worker process takes one to two seconds of processor time, most of which is imports.
"""

import asyncio
import pickle
from functools import partial
from typing import Any

from bot.workers.errors import PoolClosed
from bot.workers.pool import WorkerPool
from bot.workers.protocol import Assignment, Report, Result


class PoolHere(WorkerPool):
    """Runs jobs in threads, and passes jobs and results on as bytes, as with processes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._doing = set[asyncio.Future[bytes]]()

    async def run(
        self, job: Assignment[Result], report: Report | None = None, *, limit: float | None = None
    ) -> Result:
        """Run a job, and return its result.

        Unlike a job in a process, it continues if the caller is cancelled.
        """
        loop = asyncio.get_running_loop()
        order = pickle.dumps(job)

        def tell(part: float) -> None:
            if report is not None:
                loop.call_soon_threadsafe(report, part)

        async with self._room:
            if self._closed:
                raise PoolClosed
            doing = loop.run_in_executor(None, partial(_do, order, tell))
            self._doing.add(doing)
            try:
                result: Result = pickle.loads(await doing)
            except asyncio.CancelledError:
                if self._closed:
                    raise PoolClosed from None
                raise
            finally:
                self._doing.discard(doing)
            return result

    async def close(self) -> None:
        """Let unfinished jobs raise `PoolClosed`."""
        self._closed = True
        for each in self._doing:
            each.cancel()


def _do(order: bytes, tell: Report) -> bytes:
    return pickle.dumps(pickle.loads(order)(tell))
