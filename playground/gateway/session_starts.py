"""How many sessions a bot may start, and how fast its shards may identify themselves."""

from __future__ import annotations

from playground.rates import Counter, Rate, Rates
from playground.world.messages import Json

_A_DAY = 86_400.0


class SessionStarts:
    """Counts the starts of sessions.

    Shards start in groups of `max_concurrency`: together within a group, one group after another.
    """

    def __init__(self, rates: Rates | None, *, max_concurrency: int, a_day: int) -> None:
        self.rates = rates
        self._max_concurrency = max_concurrency
        self._a_day = Rate(a_day, _A_DAY)
        self._counter = Counter()
        self._started = 0
        self.too_early: list[int] = []
        """The shard of each start that was refused, as it came too soon after another."""

    def may_identify(self, shard: int) -> bool:
        """Count a start of this shard; False if it comes too soon after another."""
        if self.rates is not None:
            key = ("identify", str(shard % self._max_concurrency))
            window = self._counter.count(key, self.rates.identify)
            if window.used > self.rates.identify.requests:
                self.too_early.append(shard)
                return False
        self._started += 1
        return True

    def limits(self) -> Json:
        """Return the limits as `GET /gateway/bot` reports them."""
        return {
            "total": self._a_day.requests,
            "remaining": max(0, self._a_day.requests - self._started),
            "reset_after": int(_A_DAY * 1000),
            "max_concurrency": self._max_concurrency,
        }
