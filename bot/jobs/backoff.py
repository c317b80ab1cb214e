"""How long a piece of work is somebody's who claimed it, and when a failed one is tried again."""

from typing import Final, Generic, TypeVar

from bot.jobs.clock import Clock
from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds

GRACE: Final = Seconds(5.0)
"""Seconds that the answer to an action has to show it before the runner of jobs does."""
NO_GRACE: Final = Seconds(0.0)
"""Seconds that are given to nobody: what nobody has done is shown at once."""
FIRST_WAIT: Final = 5.0
LONGEST_WAIT: Final = 3600.0

SENDING: Final = 900.0
"""Seconds that may pass until Discord has what is sent to it, with all waits for its rate limits.

For so long a notification is claimed, and a message is not looked for that was posted and not
noted. What fails is put back before."""


def at_once(now: Instant) -> Instant:
    """Return the moment up to which work counts as due for whoever claims it.

    Those who have just done an action claim its work within the grace that keeps the sweeper off.
    """
    return Instant(now + GRACE)


def again(now: Instant, attempts: int) -> Instant:
    """Return when work is due again that is claimed now, after so many attempts in vain."""
    return soon(Instant(now + GRACE), attempts)


def soon(now: Instant, attempts: int) -> Instant:
    """Return when work is due again that has failed by now, after so many attempts before."""
    return Instant(now + min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))


def allowed_later(now: Instant, attempts: int) -> Instant:
    """Return when work is tried again that Discord refused, which somebody may allow again."""
    return Instant(now + min(HOUR * 2 ** min(attempts, 12), DAY))


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
        """Return whether something is left alone for now."""
        return key in self._until

    def add(self, key: Key) -> None:
        """Leave something alone for a while."""
        self._until.pop(key, None)
        self._until[key] = Instant(self._clock.now() + AGAIN_AFTER)
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]

    def reach(self, most: int) -> int:
        """Return how many rows to read to find so many others among them."""
        now = self._clock.now()
        self._until = {key: until for key, until in self._until.items() if until > now}
        return most + len(self._until)
