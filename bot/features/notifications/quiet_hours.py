"""Quiet hours and daily times in a person's time zone, daylight saving included."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.features.settings.preferences import DayMinute, DeliveryMethod, NotificationPreferences
from bot.features.settings.zones.local_time import day_of, first_at, last_at
from bot.match.identity import Instant, Seconds

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
    """Return when a person's next daily summary is due, `None` if they want none."""
    if preferences.turn is not DeliveryMethod.DIGEST:
        return None
    return next_at(preferences, preferences.digest_minute, now)
