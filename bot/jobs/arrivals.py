"""When Discord received interactions, so that their way to the bot costs players no time."""

from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.jobs.clock import Clock, Tick
from bot.match.identity import Instant, Seconds, UserId

COMPARED: Final = 256
"""How many interactions' delays are compared, because the machine's clock may be wrong."""
KNOWN_FROM: Final = 16
"""How many delays show whether the machine's clock is wrong. With fewer, it counts as right."""
COMPARED_FOR: Final = Seconds(3600.0)
"""How long a delay is compared with later ones, which look longer if the clock runs fast."""
LONGEST_WAY: Final = Seconds(60.0)
"""The longest delay that is believed. A longer one comes from an outage, which is given back."""
ANSWERED_WITHIN: Final = Seconds(3.0)
"""Seconds in which Discord accepts an answer."""


class CountedInteraction(Enum):
    """The kinds of interactions that Discord distinguishes."""

    COMMAND = "command"
    AUTOCOMPLETE = "autocomplete"
    COMPONENT = "component"
    MODAL = "modal"


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """The moment at which Discord received a user's interaction, by the clock of matches."""

    user: UserId
    at: Instant


_CURRENT: Final[ContextVar[Arrival | None]] = ContextVar("arrival", default=None)


class Arrivals:
    """Records when Discord received the interactions that are not stored yet."""

    def __init__(self, clock: Clock, read: Callable[[], Tick] = Tick.read) -> None:
        self._clock = clock
        self._read = read
        self._offsets = deque[tuple[Seconds, float]](maxlen=COMPARED)
        """When each interaction arrived, and that moment minus the one when Discord received it.

        The arrival is measured in time elapsed on the machine, because its clock may be set.
        """
        self._under_way: Final = set[Arrival]()

    @contextmanager
    def answering(self, user: UserId, sent_at: float) -> Iterator[None]:
        """Answer an interaction inside the block; `sent_at` is a time by Discord's clock."""
        arrival = Arrival(user, Instant(self._clock.now() - self._delay_of(sent_at)))
        self._under_way.add(arrival)
        token = _CURRENT.set(arrival)
        try:
            yield
        finally:
            _CURRENT.reset(token)
            self._under_way.discard(arrival)

    def transit_time(self) -> Seconds:
        """Return how long ago Discord received the current interaction; 0 outside of an answer."""
        arrival = _CURRENT.get()
        if arrival is None or arrival not in self._under_way:
            return Seconds(0.0)
        return Seconds(max(0.0, self._clock.now() - arrival.at))

    def stored(self) -> None:
        """Record that the current interaction is stored, so that no deadline waits for it."""
        arrival = _CURRENT.get()
        if arrival is not None:
            self._under_way.discard(arrival)

    def is_any_before(self, moment: Instant, users: Collection[UserId]) -> bool:
        """Return whether an interaction of these users from before a moment is not stored yet."""
        now = self._clock.now()
        return any(
            each.user in users and each.at < moment and now - each.at < ANSWERED_WITHIN
            for each in self._under_way
        )

    def _delay_of(self, sent_at: float) -> Seconds:
        """Return how long an interaction took to reach the bot.

        The machine's clock may be seconds off, which makes every delay look longer or shorter. Once
        several delays are known, each is measured from the shortest.
        """
        tick, known = self._read(), self._offsets
        offset = tick.elapsed - sent_at
        known.append((tick.elapsed, offset))
        while len(known) > KNOWN_FROM and known[0][0] < tick.elapsed - COMPARED_FOR:
            known.popleft()
        quickest = min(each for _, each in known)
        if len(known) < KNOWN_FROM:
            quickest = min(quickest, tick.elapsed - tick.wall)
        return Seconds(min(max(0.0, offset - quickest), LONGEST_WAY))
