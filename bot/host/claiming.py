"""How long a piece of work is somebody's who claimed it, and when a failed one is tried again."""

from typing import Final

from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant

GRACE: Final = 5.0
"""Seconds that the answer to a action has to show it before the sweeper does."""
FIRST_WAIT: Final = 5.0
LONGEST_WAIT: Final = 3600.0

SENDING: Final = 900.0
"""Seconds for which words are taken on: longer than they may all have to queue behind the limits
of Discord. Those that fail are put back before."""


def at_once(now: Instant) -> Instant:
    """Give the moment up to which work counts as due for whoever claims it.

    Those who have just done a deed claim its work within the grace that keeps the sweeper off.
    """
    return Instant(now + GRACE)


def again(now: Instant, attempts: int) -> Instant:
    """Give when work is due again that is claimed now, after so many attempts in vain."""
    return soon(Instant(now + GRACE), attempts)


def soon(now: Instant, attempts: int) -> Instant:
    """Give when work is due again that has failed by now, after so many attempts before."""
    return Instant(now + min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))


def allowed_later(now: Instant, attempts: int) -> Instant:
    """Give when work is tried again that Discord refused, which somebody may allow again."""
    return Instant(now + min(HOUR * 2 ** min(attempts, 12), DAY))
