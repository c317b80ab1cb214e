"""How often a bot may do each thing, and the windows that count it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_WINDOWS = 1000
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests in a number of seconds, which begin with the first request."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of all kinds of requests. Discord does not document its numbers.

    By channel: `messages`, `edits`, `deletions`, `typing`, changes of the channel itself, `threads`
    that are begun in it, and `old_edits` of messages over an hour old, which count as `edits` too.
    By interaction: its `further_answers`. `everything` counts all requests with the bot's token. At
    the gateway: `frames` by connection, and the shards of one group that `identify`.
    """

    messages: Rate = Rate(5, 5.0)
    edits: Rate = Rate(5, 5.0)
    old_edits: Rate = Rate(3, 6.0)
    deletions: Rate = Rate(5, 1.0)
    typing: Rate = Rate(5, 5.0)
    channels: Rate = Rate(10, 15.0)
    threads: Rate = Rate(50, 300.0)
    further_answers: Rate = Rate(5, 2.0)
    everything: Rate = Rate(50, 1.0)
    frames: Rate = Rate(120, 60.0)
    identify: Rate = Rate(1, 5.0)


@dataclass(slots=True)
class Window:
    """The count so far; `ends` is on the clock of its counter."""

    ends: float
    used: int = 0


class Counter:
    """Counts by key; a window opens with the first count and closes by itself."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._windows: dict[Key, Window] = {}

    def __len__(self) -> int:
        """Return how many windows are kept."""
        return len(self._windows)

    def count(self, key: Key, rate: Rate) -> Window:
        """Count one request, and return its window."""
        now = self.clock()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            self._sweep(now)
            window = self._windows[key] = Window(now + rate.seconds)
        window.used += 1
        return window

    def _sweep(self, now: float) -> None:
        if len(self._windows) >= MOST_WINDOWS:
            self._windows = {key: each for key, each in self._windows.items() if each.ends > now}
