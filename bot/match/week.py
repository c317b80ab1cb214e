"""The hour of the week at which a server is told of it."""

from typing import Final, NewType

from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant, Seconds

WeekHour = NewType("WeekHour", int)
"""Full hours since Monday 00:00 UTC, up to 167."""

WEEK: Final = Seconds(7 * DAY)
HOURS_IN_A_DAY: Final = 24
HOURS_IN_A_WEEK: Final = 168
MONDAY_AT_NINE: Final = WeekHour(9)
_FIRST_MONDAY: Final = 4 * DAY
"""The epoch began on a Thursday."""


def read_week_hour(number: int) -> WeekHour:
    """Take a number for an hour of the week. A `ValueError` for one that is none."""
    if not 0 <= number < HOURS_IN_A_WEEK:
        raise ValueError(f"{number} is no hour of the week, which has 0 to {HOURS_IN_A_WEEK - 1}")
    return WeekHour(number)


def next_week_hour(hour: WeekHour, now: Instant) -> Instant:
    """Give the first moment after now at which that hour of the week begins."""
    first = _FIRST_MONDAY + hour * HOUR
    return Instant(first + ((now - first) // WEEK + 1) * WEEK)


def last_due(due: Instant, now: Instant) -> Instant:
    """Give the last moment up to now that lies whole weeks after the one that was due."""
    return Instant(due + max(0.0, now - due) // WEEK * WEEK)
