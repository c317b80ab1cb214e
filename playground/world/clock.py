"""The world's clock."""

from __future__ import annotations

import time


class WorldClock:
    """The real time plus the time that was skipped.

    It measures only ages: how old a message is, how long a thread has been quiet. Ids, timestamps
    and the life of interactions stay in real time.
    """

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Return the instant, in epoch seconds."""
        return time.time() + self._ahead

    def leap(self, seconds: float) -> None:
        """Let time pass at once."""
        if seconds < 0:
            raise ValueError(f"time does not run back, so not {seconds} seconds")
        self._ahead += seconds
