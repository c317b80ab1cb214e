"""How long work stays claimed, and when it is tried again after a failure."""

from typing import Final

from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds

GRACE: Final = Seconds(5.0)
"""How long the answer to an action has to show it before the runner of jobs does."""
NO_GRACE: Final = Seconds(0.0)
"""No grace: what is due is shown at once."""
FIRST_WAIT: Final = 5.0
LONGEST_WAIT: Final = 3600.0

SENDING: Final = 900.0
"""The longest time until Discord has what is sent to it, including all waits for rate limits.

For that long a notification is claimed, and an unrecorded message is not searched for. What fails
is put back earlier.
"""

LANDING: Final = Seconds(5.0)
"""For how long Discord may still receive what a process sent before it lost its shards or died."""


def at_once(now: Instant) -> Instant:
    """Return the moment up to which work counts as due for the code that claims it.

    Code that has just done an action claims its work within the grace that keeps jobs away.
    """
    return Instant(now + GRACE)


def again(now: Instant, attempts: int) -> Instant:
    """Return when work claimed now is due again, after that many failed attempts."""
    return soon(Instant(now + GRACE), attempts)


def soon(now: Instant, attempts: int) -> Instant:
    """Return when work that has failed by now is due again, after that many attempts before."""
    return Instant(now + wait(attempts))


def wait(attempts: int) -> Seconds:
    """Return how long failed work waits, after that many attempts before."""
    return Seconds(min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))


def allowed_later(now: Instant, attempts: int) -> Instant:
    """Return when to try again what Discord refused, which may be allowed later."""
    return Instant(now + min(HOUR * 2 ** min(attempts, 12), DAY))
