"""Quiet hours and daily times in a user's time zone, including daylight saving."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.features.settings.preferences import DayMinute, DeliveryMethod, NotificationPreferences
from bot.features.settings.zones.local_time import day_of, first_at, last_at
from bot.match.identity import Instant, Seconds

BEFORE_QUIET: Final = Seconds(60.0)
"""How long before quiet hours to send a notification that cannot wait for their end."""
ENOUGH: Final = Seconds(15 * 60.0)
"""How long before a deadline a user must get a notification to act on it."""

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The quiet hours of one night."""

    begin: Instant
    end: Instant


def stretch_at(preferences: NotificationPreferences, moment: Instant) -> Stretch | None:
    """Return the quiet hours that contain a moment, or None."""
    return next(
        (each for each in _stretches(preferences, moment) if each.begin <= moment < each.end), None
    )


def delivery_moment(
    preferences: NotificationPreferences, desired: Instant, deadline: Instant | None, now: Instant
) -> Instant | None:
    """Return when to send a notification that is `desired` at a moment, `now` at the earliest.

    If the moment is in the user's quiet hours, the notification waits for their end. If that is too
    late for the deadline, it comes right before the quiet hours. If it is too late for that, too,
    return None: the notification may be sent only silently.
    """
    desired = Instant(max(desired, now))
    quiet = stretch_at(preferences, desired)
    if quiet is None:
        return desired
    end = quiet.end
    while again := stretch_at(preferences, end):
        # Only a minute is not quiet, and the clocks were put back in it.
        end = again.end
    if deadline is None or end + ENOUGH <= deadline:
        return end
    before = Instant(quiet.begin - BEFORE_QUIET)
    if before < now:
        # The quiet hours may begin less than a minute from now.
        before = now
    return None if stretch_at(preferences, before) else before


def next_at(preferences: NotificationPreferences, minute: DayMinute, after: Instant) -> Instant:
    """Return the first moment after `after` at which the user's clock shows `minute`."""
    day = day_of(preferences.zone, after) - _DAY
    while True:
        moment = first_at(preferences.zone, day, minute)
        if moment > after:
            return moment
        day += _DAY


def _stretches(preferences: NotificationPreferences, around: Instant) -> Iterator[Stretch]:
    if preferences.quiet is None:
        return
    begin, end = preferences.quiet.begin, preferences.quiet.end
    zone = preferences.zone
    today = day_of(zone, around)
    for day in (today - _DAY, today, today + _DAY):
        last_day = day if begin < end else day + _DAY
        yield Stretch(first_at(zone, day, begin), last_at(zone, last_day, end))


def next_summary(preferences: NotificationPreferences, now: Instant) -> Instant | None:
    """Return when a user's next daily summary is due, or None if they want none."""
    if preferences.turn is not DeliveryMethod.DIGEST:
        return None
    return next_at(preferences, preferences.digest_minute, now)
