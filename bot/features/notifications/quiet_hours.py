"""Quiet hours and daily times in a person's time zone, daylight saving included."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.settings.preferences import DayMinute, DeliveryMethod, NotificationPreferences
from bot.features.settings.service import ZONES
from bot.match.identity import Instant, Seconds


@lru_cache(maxsize=len(ZONES))
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its exact name."""
    return ZoneInfo(name)


BEFORE_QUIET: Final = Seconds(60.0)
"""How long before quiet hours something is sent that cannot wait for their end."""
ENOUGH: Final = Seconds(15 * 60.0)
"""What must be left of a deadline for somebody to act on a notification."""

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """One stretch of quiet hours, from a moment up to another."""

    begin: Instant
    end: Instant


def stretch_at(preferences: NotificationPreferences, moment: Instant) -> Stretch | None:
    """Return the quiet hours that a moment lies in, `None` if it lies in none."""
    return next(
        (each for each in _stretches(preferences, moment) if each.begin <= moment < each.end), None
    )


def delivery_moment(
    preferences: NotificationPreferences, wanted: Instant, deadline: Instant | None, now: Instant
) -> Instant | None:
    """Return when to notify somebody of something that is wanted at a moment, now at the earliest.

    What falls in their quiet hours waits for the end of these. Where that would come too late for
    a deadline, it is sent right before they begin. `None` if no moment helps any more that is not
    quiet: then it may only be sent silently.
    """
    wanted = Instant(max(wanted, now))
    quiet = stretch_at(preferences, wanted)
    if quiet is None:
        return wanted
    end = quiet.end
    while again := stretch_at(preferences, end):
        # Clocks put back in the one minute that is not quiet.
        end = again.end
    if deadline is None or end + ENOUGH <= deadline:
        return end
    before = Instant(quiet.begin - BEFORE_QUIET)
    if before < now:
        # They may have begun less than a minute from now.
        before = now
    return None if stretch_at(preferences, before) else before


def next_at(preferences: NotificationPreferences, minute: DayMinute, after: Instant) -> Instant:
    """Return the first moment after another at which a person's clock shows that minute."""
    zone = zone_of(preferences.zone)
    day = _day_of(zone, after) - _DAY
    while True:
        moment = _first(zone, day, minute)
        if moment > after:
            return moment
        day += _DAY


def _stretches(preferences: NotificationPreferences, around: Instant) -> Iterator[Stretch]:
    if preferences.quiet is None:
        return
    begin, end = preferences.quiet.begin, preferences.quiet.end
    zone = zone_of(preferences.zone)
    today = _day_of(zone, around)
    for day in (today - _DAY, today, today + _DAY):
        last_day = day if begin < end else day + _DAY
        yield Stretch(_first(zone, day, begin), _last(zone, last_day, end))


def _day_of(zone: ZoneInfo, moment: Instant) -> date:
    return datetime.fromtimestamp(moment, zone).date()


def _first(zone: ZoneInfo, day: date, minute: DayMinute) -> Instant:
    """Return the first moment of a day at which a clock there shows that minute or a later one."""
    one, other = _both(zone, day, minute)
    return one if one <= other else _change(zone, other, one)


def _last(zone: ZoneInfo, day: date, minute: DayMinute) -> Instant:
    """Return the last moment of a day at which a clock there shows that minute for the first time.

    When the clocks are put back over it, that is the second of two.
    """
    one, other = _both(zone, day, minute)
    return other if one <= other else _change(zone, other, one)


def _both(zone: ZoneInfo, day: date, minute: DayMinute) -> tuple[Instant, Instant]:
    """Return what a time of day means before and after a change of the clocks.

    The same, save for a time that comes twice, and for one that is left out: then the first is
    the later one.
    """
    hour, rest = divmod(minute, 60)
    local = datetime(day.year, day.month, day.day, hour, rest, tzinfo=zone)
    return Instant(local.timestamp()), Instant(local.replace(fold=1).timestamp())


def _change(zone: ZoneInfo, before: Instant, after: Instant) -> Instant:
    """Return the second between two moments at which the clocks are put forward."""
    first, last = int(before), int(after)

    def offset(second: int) -> float:
        there = datetime.fromtimestamp(second, UTC).astimezone(zone).utcoffset()
        return 0.0 if there is None else there.total_seconds()

    return Instant(first + bisect_left(range(first, last), offset(last), key=offset))


def next_summary(preferences: NotificationPreferences, now: Instant) -> Instant | None:
    """Return when a person's next daily summary is due, `None` if they want none."""
    if preferences.turn is not DeliveryMethod.DIGEST:
        return None
    return next_at(preferences, preferences.digest_minute, now)
