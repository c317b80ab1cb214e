"""The time on the clocks in a zone, and the moment of such a time, summer time included.

A zone is stored as its name in the tz database, or as an offset from UTC: `UTC+05:30`. Only this
module makes a `ZoneInfo` of a stored zone, because `ZoneInfo` knows no offsets.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from bot.match.identity import Instant

UTC_NAME: Final = "UTC"
_OFFSET: Final = re.compile(r"UTC([+-])(\d\d):(\d\d)")
_TZ_OFFSET: Final = re.compile(r"Etc/GMT([+-])(\d{1,2})")
_OFFSETS_BY_NAME: Final = frozenset({"EST", "MST", "HST", "GMT"})
"""Names of fixed offsets that an earlier version stored for zones with summer time, too."""
_MOST_KEPT: Final = 700
"""How many zones are cached: those of the tz database, and all offsets."""
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
_EPOCH: Final = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Offset:
    """How many minutes clocks are ahead of UTC, all year."""

    minutes: int

    @property
    def name(self) -> str:
        """Return the stored form: `UTC+05:30`, or `UTC` without an offset."""
        if not self.minutes:
            return UTC_NAME
        hours, minutes = divmod(abs(self.minutes), 60)
        return f"UTC{'+' if self.minutes > 0 else '-'}{hours:02}:{minutes:02}"

    @classmethod
    def of(cls, zone: str) -> "Offset | None":
        """Return a stored zone as an offset, or `None` if it is a name.

        An earlier program stored `GMT+2` as `Etc/GMT+2`, which is two hours *behind* UTC.
        """
        if (parsed := _OFFSET.fullmatch(zone)) is not None:
            minutes = int(parsed[2]) * 60 + int(parsed[3])
            return cls(minutes if parsed[1] == "+" else -minutes)
        if (parsed := _TZ_OFFSET.fullmatch(zone)) is not None:
            minutes = int(parsed[2]) * 60
            return cls(-minutes if parsed[1] == "+" else minutes)
        return None


def shown_zone(zone: str) -> str:
    """Return a stored zone as people read it: a name has spaces instead of `_`."""
    offset = Offset.of(zone)
    return zone.replace("_", " ") if offset is None else offset.name


def is_fixed(zone: str) -> bool:
    """Return whether a stored zone is an offset or an alias of one, without summer time."""
    return zone in _OFFSETS_BY_NAME or (zone != UTC_NAME and Offset.of(zone) is not None)


@lru_cache(maxsize=_MOST_KEPT)
def zone_of(name: str) -> tzinfo:
    """Return a stored time zone."""
    offset = Offset.of(name)
    return ZoneInfo(name) if offset is None else timezone(timedelta(minutes=offset.minutes))


def clock_at(zone: str, moment: Instant) -> datetime:
    """Return the date and time that clocks show in a zone."""
    return datetime.fromtimestamp(moment, zone_of(zone))


def day_of(zone: str, moment: Instant) -> date:
    """Return the date that it is in a zone."""
    return clock_at(zone, moment).date()


def first_at(zone: str, day: date, minute: int) -> Instant:
    """Return the first moment of a day at which a clock there shows that minute or a later one."""
    one, other = _instants_of(zone, day, minute)
    return one if one <= other else _change(zone, other, one)


def last_at(zone: str, day: date, minute: int) -> Instant:
    """Return the last moment of a day at which a clock there reaches or skips that minute.

    If the clocks are put back over the minute, they reach it twice, and this is the second time.
    """
    one, other = _instants_of(zone, day, minute)
    return other if one <= other else _change(zone, other, one)


def _instants_of(zone: str, day: date, minute: int) -> tuple[Instant, Instant]:
    """Return the moment of a time of day by the clocks before a change, and by those after it.

    They are equal unless that time comes twice or never on that day. If it never comes, the first
    moment is the later one.
    """
    hour, rest = divmod(minute, 60)
    local = datetime(day.year, day.month, day.day, hour, rest, tzinfo=zone_of(zone))
    return Instant(local.timestamp()), Instant(local.replace(fold=1).timestamp())


def _change(zone: str, before: Instant, after: Instant) -> Instant:
    """Return the second between two moments at which the clocks are put forward."""
    first, last = int(before), int(after)

    def offset(second: int) -> float:
        there = datetime.fromtimestamp(second, UTC).astimezone(zone_of(zone)).utcoffset()
        return 0.0 if there is None else there.total_seconds()

    return Instant(first + bisect_left(range(first, last), offset(last), key=offset))


@dataclass(frozen=True, slots=True)
class WeeklyHour:
    """An hour of the week in a zone; Monday is day 0."""

    day: int
    hour: int
    zone: str = UTC_NAME

    def after(self, now: Instant) -> Instant:
        """Return the first moment after now at which that hour begins."""
        day = self._day_around(now)
        while (moment := self._on(day)) <= now:
            day += _WEEK
        return moment

    def until(self, now: Instant) -> Instant:
        """Return the last moment up to now at which that hour began."""
        day = self._day_around(now) + _WEEK
        while (moment := self._on(day)) > now:
            day -= _WEEK
        return moment

    def _day_around(self, now: Instant) -> date:
        """Return the date of this hour's weekday in the week before the current one."""
        today = day_of(self.zone, now)
        return today + timedelta(days=self.day - today.weekday() - 7)

    def _on(self, day: date) -> Instant:
        return first_at(self.zone, day, self.hour * 60)


@dataclass(frozen=True, slots=True)
class DailyHour:
    """The hour at which days begin in a zone. Days are counted from the epoch's day."""

    hour: int
    zone: str = UTC_NAME

    def on(self, day: int) -> Instant:
        """Return the moment at which a day begins."""
        return first_at(self.zone, _EPOCH + day * _DAY, self.hour * 60)

    def day_at(self, now: Instant) -> int:
        """Return the day that a moment lies in."""
        day = (day_of(self.zone, now) - _EPOCH).days
        return day if self.on(day) <= now else day - 1

    def date_of(self, day: int) -> date:
        """Return the date there in the middle of a day.

        It differs from the date at the beginning if the day begins in the evening.
        """
        return day_of(self.zone, Instant(self.on(day) + 12 * 3600))
