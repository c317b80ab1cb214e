"""Discord's rate limits: how long a request may wait, and what waits for it."""

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
"""Seconds that a request may wait for Discord's rate limit; a job tries again later.

discord.py refuses a request *before sending it* if its bucket's window ends later than that, even
with requests left. The longest known window is that of creating threads in a channel: 300 s.
"""

HELD_UP_AFTER: Final = 5.0
"""After how many seconds work that Discord holds up is not awaited any longer; it goes on by
itself.
"""

Result = TypeVar("Result")

_log: Final = structlog.get_logger(__name__)


class PromptBucket(discord.http.Ratelimit):
    """A bucket whose last request returns as soon as Discord has answered it.

    In discord.py's own it returns when the window has ended, with all locks of its caller: we would
    learn of the last thread of five minutes five minutes after it was created.
    """

    __slots__ = ("_refreshing",)

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._refreshing: asyncio.Task[None] | None = None

    async def __aexit__(self, *raised: Any) -> None:
        """Return a request; the next one waits for the window, not the last one."""
        is_last = self.remaining - (self.outgoing - 1) <= 0
        if not is_last or self.reset_after <= 0 or self._sleeping.locked():
            await super().__aexit__(*raised)
            return
        self.outgoing -= 1
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())


def use_prompt_buckets() -> None:
    """Make discord.py use buckets whose last request does not wait."""
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
        """From now on, divide it among that many processes. Each has one like this."""
        if sharers != self._sharers:
            self._sharers = sharers
            self._taken = deque(self._taken, maxlen=max(1, self.requests // sharers))

    async def take(self) -> None:
        """Wait until another request may be sent; first come, first served."""
        async with self._one:
            most = self._taken.maxlen or 1
            if len(self._taken) >= most:
                # What is left over by rounding down is compensated by waiting less.
                within = self._within * most * self._sharers / self.requests
                await asyncio.sleep(max(0.0, self._taken[0] + within - time.monotonic()))
            self._taken.append(time.monotonic())


class RateLimitWait(Enum):
    """Returned instead of a result while work is not done."""

    BY_DISCORD = auto()


class BackgroundRequests:
    """Work with Discord that goes on by itself when it is not awaited any longer.

    A request that waits for its rate limit must be left alone: Discord may have done it already,
    and a cancelled request that is sent again is done twice.
    """

    def __init__(self, held_up_after: float = HELD_UP_AFTER) -> None:
        self.held_up_after = held_up_after
        self._tasks: dict[asyncio.Task[Any], Hashable] = {}

    def __contains__(self, about: Hashable) -> bool:
        """Return whether any work about that is under way."""
        return about in self._tasks.values()

    def __len__(self) -> int:
        """Return the number of works under way."""
        return len(self._tasks)

    async def run(
        self, work: Callable[[], Coroutine[Any, Any, Result]], about: Hashable = None
    ) -> Result | RateLimitWait:
        """Do work, and return its result unless it is held up, or left undone."""
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
        """Retrieve the outcome of work that has ended; its waiting task may have been cancelled."""
        self._tasks.pop(task)
        if not task.cancelled():
            task.exception()

    async def wait_about(self, about: Hashable) -> RateLimitWait | None:
        """Wait for the work under way about something, unless it is held up."""
        tasks = [task for task, what in self._tasks.items() if what == about]
        if not tasks:
            return None
        _, waiting = await asyncio.wait(tasks, timeout=self.held_up_after)
        return RateLimitWait.BY_DISCORD if waiting else None

    async def wait(self) -> None:
        """Wait until all present work is done; it goes on if the waiting is cancelled."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Cancel all work; it is done after the next start."""
        for task in self._tasks:
            task.cancel()
        await self.wait()


def _log_failure(task: asyncio.Task[Any]) -> None:
    if task.cancelled() or (error := task.exception()) is None:
        return
    if isinstance(error, NotStored):
        # The database is unreachable or slow, which is not the work's fault.
        _log.warning("rate-limited work not stored", reason=error.reason)
    else:
        _log.error("rate-limited work failed", exc_info=error)
