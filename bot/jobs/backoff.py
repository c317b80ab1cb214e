"""How long work stays claimed, and when it is tried again after a failure."""

from typing import Final

from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds

GRACE: Final = Seconds(5.0)
"""How long the code of an action has to show its result; after that the job runner shows it."""
NO_GRACE: Final = Seconds(0.0)
"""No grace: the job runner shows the change at once."""
FIRST_WAIT: Final = 5.0
LONGEST_WAIT: Final = 3600.0

SENDING: Final = 900.0
"""The longest time in seconds that sending to Discord takes, waits for rate limits included.

A notification is claimed for that long. An unrecorded message is searched for only afterwards. If
sending fails, the work is released earlier.
"""

LANDING: Final = Seconds(5.0)
"""How long Discord may still receive requests of a process that died or lost its shards."""


def at_once(now: Instant) -> Instant:
    """Return the latest due moment of work that may be claimed now.

    The moment includes the grace, because the code of an action claims its work before the grace is
    over, unlike the job runner.
    """
    return Instant(now + GRACE)


def claim_expiry(now: Instant, attempts: int) -> Instant:
    """Return when work that is claimed now is due again, after `attempts` failed attempts."""
    return retry_at(Instant(now + GRACE), attempts)


def retry_at(now: Instant, attempts: int) -> Instant:
    """Return when work that fails now is due again, after `attempts` earlier attempts."""
    return Instant(now + wait(attempts))


def wait(attempts: int) -> Seconds:
    """Return how long failed work waits, after `attempts` earlier attempts."""
    return Seconds(min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))


def allowed_later(now: Instant, attempts: int) -> Instant:
    """Return when to retry a request that Discord refused but may allow later."""
    return Instant(now + min(HOUR * 2 ** min(attempts, 12), DAY))
