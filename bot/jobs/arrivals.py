"""When Discord got what is being answered, so that the way to the bot costs nobody time."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from bot.jobs.clock import Clock, Tick
from bot.match.identity import Instant, Seconds

COMPARED: Final = 256
"""Interactions whose ways are compared, to tell a slow way from a machine's clock that is wrong."""
KNOWN_FROM: Final = 16
"""Interactions before which the machine's clock is believed."""
LONGEST_WAY: Final = Seconds(60.0)
"""The longest way that is believed. An outage is given back otherwise."""
ANSWERED_WITHIN: Final = Seconds(3.0)
"""Seconds in which Discord takes an answer."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """An interaction, and when Discord got it, by the clock of matches."""

    at: Instant


_CURRENT: Final[ContextVar[Arrival | None]] = ContextVar("arrival", default=None)


class Arrivals:
    """Records when Discord got what is being answered, and what is still to be stored of it."""

    def __init__(self, clock: Clock, read: Callable[[], Tick] = Tick.read) -> None:
        self._clock = clock
        self._read = read
        self._offsets = deque[float](maxlen=COMPARED)
        self._under_way: Final = set[Arrival]()

    @contextmanager
    def answering(self, sent_at: float) -> Iterator[None]:
        """Answer what Discord got at that moment of its own clock."""
        arrival = Arrival(Instant(self._clock.now() - self._way(sent_at)))
        self._under_way.add(arrival)
        token = _CURRENT.set(arrival)
        try:
            yield
        finally:
            _CURRENT.reset(token)
            self._under_way.discard(arrival)

    def way(self) -> Seconds:
        """Return how long ago Discord got what is being answered; 0 outside of an answer."""
        arrival = _CURRENT.get()
        if arrival is None or arrival not in self._under_way:
            return Seconds(0.0)
        return Seconds(max(0.0, self._clock.now() - arrival.at))

    def stored(self) -> None:
        """Record that what is being answered is stored, so that no flag waits for it."""
        arrival = _CURRENT.get()
        if arrival is not None:
            self._under_way.discard(arrival)

    def is_any_before(self, moment: Instant) -> bool:
        """Return whether something is still to be stored that Discord got before a moment."""
        now = self._clock.now()
        return any(each.at < moment and now - each.at < ANSWERED_WITHIN for each in self._under_way)

    def _way(self, sent_at: float) -> Seconds:
        """Return how long an interaction took to the bot.

        The machine's clock may be some seconds off, and then every way seems longer or shorter by
        that. So once several are known, it is how much longer it took than the quickest.
        """
        offset = self._read().wall - sent_at
        self._offsets.append(offset)
        quickest = min(self._offsets)
        if len(self._offsets) < KNOWN_FROM:
            quickest = min(quickest, 0.0)
        return Seconds(min(max(0.0, offset - quickest), LONGEST_WAY))
