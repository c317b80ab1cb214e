"""Discord's rate limits: how long a request may wait, and work that waits in the background."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Hashable
from enum import Enum, auto
from typing import Any, Final, TypeVar

import discord.http
import structlog

from bot.errors import NotStored

RATELIMIT_PATIENCE: Final = 400.0
"""Seconds that a request may wait for Discord's rate limit. After that a job tries again later.

discord.py refuses a request *before sending it* if its bucket's window ends later than that, even
if the bucket has requests left. The longest known window is for creating threads in a channel:
300 s.
"""

HELD_UP_AFTER: Final = 5.0
"""Seconds to wait for work that Discord holds up. After that it goes on in the background."""

Result = TypeVar("Result")

_log: Final = structlog.get_logger(__name__)


class PromptBucket(discord.http.Ratelimit):
    """A bucket whose last request returns as soon as Discord has answered it.

    In discord.py's own bucket, the last request returns only when the window ends, and its caller
    keeps its locks until then: the bot would learn of a window's last thread five minutes late.
    """

    __slots__ = ("_refreshing",)

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._refreshing: asyncio.Task[None] | None = None

    async def __aexit__(self, *raised: Any) -> None:
        """End a request. If it is the window's last, let the next request wait for a new window."""
        is_last = self.remaining - (self.outgoing - 1) <= 0
        if not is_last or self.reset_after <= 0 or self._sleeping.locked():
            await super().__aexit__(*raised)
            return
        self.outgoing -= 1
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())


def use_prompt_buckets() -> None:
    """Make discord.py use `PromptBucket`."""
    discord.http.Ratelimit = PromptBucket  # type: ignore[misc]  # there is no option for it


class RequestShare:
    """A number of requests a second; requests beyond it wait."""

    def __init__(self, requests: int, within: float = 1.0) -> None:
        self.requests: Final = requests
        self._within = within
        self._sharers = 1
        self._taken: deque[float] = deque(maxlen=requests)
        self._one = asyncio.Lock()

    def divide(self, sharers: int) -> None:
        """Divide the requests among `sharers` processes from now on. Each process has its share."""
        if sharers != self._sharers:
            self._sharers = sharers
            self._taken = deque(self._taken, maxlen=max(1, self.requests // sharers))

    async def take(self) -> None:
        """Wait until the bot may send another request. First come, first served."""
        async with self._one:
            most = self._taken.maxlen or 1
            if len(self._taken) >= most:
                # The division rounds down, so wait less to make up for it.
                within = self._within * most * self._sharers / self.requests
                await asyncio.sleep(max(0.0, self._taken[0] + within - time.monotonic()))
            self._taken.append(time.monotonic())


class RateLimitWait(Enum):
    """Stands for the result of work that is not done yet."""

    BY_DISCORD = auto()


class BackgroundRequests:
    """Work with Discord that goes on in the background if it takes long.

    A request that waits for its rate limit must not be cancelled: Discord may have executed it
    already, and would execute it again if the bot sent it again.
    """

    def __init__(self, held_up_after: float = HELD_UP_AFTER) -> None:
        self.held_up_after = held_up_after
        self._tasks: dict[asyncio.Task[Any], Hashable] = {}

    def __contains__(self, about: Hashable) -> bool:
        """Return whether any work with the key `about` is under way."""
        return about in self._tasks.values()

    def __len__(self) -> int:
        """Return the number of tasks under way."""
        return len(self._tasks)

    async def run(
        self, work: Callable[[], Coroutine[Any, Any, Result]], about: Hashable = None
    ) -> Result | RateLimitWait:
        """Do work and return its result, or `BY_DISCORD` if it takes long or is cancelled.

        `about` is the key of the work.
        """
        task = asyncio.create_task(work())
        self._tasks[task] = about
        task.add_done_callback(self._end)
        done, _ = await asyncio.wait({task}, timeout=self.held_up_after)
        if done:
            return RateLimitWait.BY_DISCORD if task.cancelled() else task.result()
        _log.info("rate limited by Discord", about=about)
        task.add_done_callback(_log_failure)
        return RateLimitWait.BY_DISCORD

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Retrieve the outcome of ended work, because `run` may have been cancelled before."""
        self._tasks.pop(task)
        if not task.cancelled():
            task.exception()

    async def wait_about(self, about: Hashable) -> RateLimitWait | None:
        """Wait for the work with the key `about`. Return `BY_DISCORD` if it takes long."""
        tasks = [task for task, what in self._tasks.items() if what == about]
        if not tasks:
            return None
        _, waiting = await asyncio.wait(tasks, timeout=self.held_up_after)
        return RateLimitWait.BY_DISCORD if waiting else None

    async def wait(self) -> None:
        """Wait until the work that is now under way is done. Cancelling this does not cancel it."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Cancel all work. The next start does it."""
        for task in self._tasks:
            task.cancel()
        await self.wait()


def _log_failure(task: asyncio.Task[Any]) -> None:
    if task.cancelled() or (error := task.exception()) is None:
        return
    if isinstance(error, NotStored):
        # The database is unreachable or slow: no traceback, because the work has no fault.
        _log.warning("rate-limited work not stored", reason=error.reason)
    else:
        _log.error("rate-limited work failed", exc_info=error)
