"""Weekends, in which a clock may rest: time that is added and measured without them.

A weekend is Saturday and Sunday in UTC, whole. Moments are reckoned as seconds since a Monday, of
which the first five days of each week count.
"""

from enum import Enum
from typing import Final, assert_never

from bot.match.identity import Instant, Seconds

_DAY: Final = 24 * 3600.0
FIRST_MONDAY: Final = Instant(4 * _DAY)
"""The first one after the epoch, which was a Thursday."""
WEEK: Final = Seconds(7 * _DAY)
WORKDAYS: Final = Seconds(5 * _DAY)
"""What counts of a week."""


class Weekends(Enum):
    """Whether the clocks run on Saturdays and Sundays, UTC. The values are what is kept."""

    PLAYED = "played"
    PAUSED = "paused"


def later(weekends: Weekends, moment: Instant, by: Seconds) -> Instant:
    """Give the moment at which so much time has run since another one; earlier if negative.

    Where weekends do not count it never lies in one: Saturday's first second is Monday's.
    """
    match weekends:
        case Weekends.PLAYED:
            return Instant(moment + by)
        case Weekends.PAUSED:
            weeks, within = divmod(_counted(moment) + by, WORKDAYS)
            return Instant(FIRST_MONDAY + weeks * WEEK + within)
        case _:
            assert_never(weekends)


def between(weekends: Weekends, start: Instant, end: Instant) -> Seconds:
    """Give how much time runs from one moment to another; negative if that is earlier."""
    match weekends:
        case Weekends.PLAYED:
            return Seconds(end - start)
        case Weekends.PAUSED:
            return Seconds(_counted(end) - _counted(start))
        case _:
            assert_never(weekends)


def _counted(moment: Instant) -> float:
    """Give how many seconds outside of weekends lie between the first Monday and a moment."""
    weeks, within = divmod(moment - FIRST_MONDAY, WEEK)
    return weeks * WORKDAYS + min(within, WORKDAYS)
