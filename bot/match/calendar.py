"""Days of the calendar, computed from epoch seconds by arithmetic alone."""

import re
from dataclasses import dataclass
from typing import Final, Self

from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds
from bot.text import N_, gettext, pgettext, translate

_EPOCH_YEAR: Final = 1970
_LEAP_DAYS_BEFORE_EPOCH: Final = 477
_YEARS_IN_CYCLE: Final = 400
_DAYS_IN_CYCLE: Final = 146_097
"""The calendar repeats after this many days."""
_WRITTEN: Final = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})")


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A day of the Gregorian calendar, in UTC."""

    year: int
    month: int
    day: int

    @classmethod
    def of(cls, moment: Instant) -> Self:
        """Return the day of a moment in or after 1970."""
        # The calendar repeats itself, so the loops below run over a few years at most.
        cycles, days = divmod(day_number(moment), _DAYS_IN_CYCLE)
        # A year has 366 days at the most, so this guess is never too late.
        year = _EPOCH_YEAR + days // 366
        while days_before(year + 1) <= days:
            year += 1
        left = days - days_before(year)
        month = 1
        while left >= days_in(year, month):
            left -= days_in(year, month)
            month += 1
        return cls(year + cycles * _YEARS_IN_CYCLE, month, left + 1)

    def __str__(self) -> str:
        """Write the day, as `2026-08-14`."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


_DATES: Final = (
    N_("{day} January"),
    N_("{day} February"),
    N_("{day} March"),
    N_("{day} April"),
    N_("{day} May"),
    N_("{day} June"),
    N_("{day} July"),
    N_("{day} August"),
    N_("{day} September"),
    N_("{day} October"),
    N_("{day} November"),
    N_("{day} December"),
)


def date_name(date: Day) -> str:
    """Return a date without its year in the current language, as `21 November`."""
    day = pgettext("the first day of a month", "1") if date.day == 1 else str(date.day)
    return translate(_DATES[date.month - 1], day=day)


def full_date_name(date: Day) -> str:
    """Return a date in the current language, as `21 November 2026`."""
    # Translators: {date} is "21 November".
    return gettext("{date} {year}", date=date_name(date), year=str(date.year))


def read_day(text: str) -> Day | None:
    """Read a day as `2026-08-14`; return `None` if it is not a day of the calendar."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    day = Day(*map(int, written.groups()))
    if not 1 <= day.month <= 12 or not 1 <= day.day <= days_in(day.year, day.month):
        return None
    return day


def days_in(year: int, month: int) -> int:
    """Return how many days a month has."""
    if month == 2:
        return 29 if _is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def day_number(moment: Instant) -> int:
    """Count the days from the epoch to the day of a moment."""
    return int(moment // DAY)


def days_before(year: int) -> int:
    """Count the days from the epoch to the first day of a year."""
    last = year - 1
    leap_days = last // 4 - last // 100 + last // 400 - _LEAP_DAYS_BEFORE_EPOCH
    return 365 * (year - _EPOCH_YEAR) + leap_days


WEEK: Final = Seconds(7 * DAY)
HOURS_IN_A_DAY: Final = 24
