"""Rows with which something failed: left alone for a while, so that they hold up no others."""

from typing import Final, Generic, TypeVar

from bot.host.clock import Clock
from bot.match.identity import Instant, Seconds

AGAIN_AFTER: Final = Seconds(60.0)
"""Seconds until what failed is tried again."""
MOST: Final = 1_000
"""Rows set aside at a time; beyond them those that were set aside first are tried sooner."""

Key = TypeVar("Key")


class SetAside(Generic[Key]):
    """Remembers what failed lately, by its key, where what is due is read oldest first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[Key, Instant] = {}

    def __contains__(self, key: Key) -> bool:
        """Tell whether something is left alone for now."""
        return key in self._until

    def add(self, key: Key) -> None:
        """Leave something alone for a while."""
        self._until.pop(key, None)
        self._until[key] = Instant(self._clock.now() + AGAIN_AFTER)
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]

    def reach(self, most: int) -> int:
        """Give how many rows to read to find so many others among them."""
        now = self._clock.now()
        self._until = {key: until for key, until in self._until.items() if until > now}
        return most + len(self._until)
