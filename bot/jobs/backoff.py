"""How long work stays claimed, and when it is tried again after it failed."""

from typing import Final

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
recorded. What fails is put back before."""

LANDING: Final = Seconds(5.0)
"""Seconds in which Discord may still get what a process sent before it lost its shards or died."""


def at_once(now: Instant) -> Instant:
    """Return the moment up to which work counts as due for whoever claims it.

    Those who have just done an action claim its work within the grace that keeps jobs off.
    """
    return Instant(now + GRACE)


def again(now: Instant, attempts: int) -> Instant:
    """Return when work is due again that is claimed now, after so many attempts in vain."""
    return soon(Instant(now + GRACE), attempts)


def soon(now: Instant, attempts: int) -> Instant:
    """Return when work is due again that has failed by now, after so many attempts before."""
    return Instant(now + wait(attempts))


def wait(attempts: int) -> Seconds:
    """Return for how long work waits that has failed, after so many attempts before."""
    return Seconds(min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))


def allowed_later(now: Instant, attempts: int) -> Instant:
    """Return when work is tried again that Discord refused, which somebody may allow again."""
    return Instant(now + min(HOUR * 2 ** min(attempts, 12), DAY))
