"""The one clock that the host reads."""

import time
from typing import Protocol

from bot.match.identity import Instant, Seconds


class Clock(Protocol):
    """Tells the time of matches."""

    def now(self) -> Instant:
        """Give the present moment."""


class SystemClock:
    """The machine's time."""

    def now(self) -> Instant:
        """Give the present moment."""
        return Instant(time.time())


class MovableClock:
    """The machine's time and as much more as a playground's director has let pass."""

    def __init__(self, ahead: Seconds) -> None:
        self.ahead = ahead

    def now(self) -> Instant:
        """Give the present moment."""
        return Instant(time.time() + self.ahead)

    def advance(self, by: Seconds) -> None:
        """Let time pass. A `ValueError` when it would run backwards."""
        if by < 0:
            raise ValueError(f"time cannot go back by {-by} seconds")
        self.ahead = Seconds(self.ahead + by)
