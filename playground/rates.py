"""How often a bot may do what, and the windows in which that is counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_WINDOWS = 1000
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests in a number of seconds, counted from the first of them."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rates:
    """How often what may be asked. Discord does not document its numbers.

    By channel: `messages`, `edits`, `deletions`, `typing`, changes of the channel itself, `threads`
    that are begun in it, and `old_edits`, which are those of messages over an hour old, counted
    beside `edits`. By interaction: its `further_answers`. `everything` is all that shows the bot's
    token.
    At the gateway: `frames` by connection, and how many shards of one group may `identify`.
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
    """What was counted so far; `ends` is on the clock of its counter."""

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
        """Count one more, and return the window that it fell in."""
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
