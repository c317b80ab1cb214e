"""Quiet hours and daily moments, over every change of summer time."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.features.notifications.quiet_hours import (
    BEFORE_QUIET,
    ENOUGH,
    delivery_moment,
    next_at,
    stretch_at,
)
from bot.features.settings.preferences import DayMinute, NotificationPreferences, QuietHours
from bot.features.settings.zones.local_time import zone_of
from bot.match.identity import Instant

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Australia/Sydney",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "UTC+05:45",
    "UTC-03:30",
    "Etc/GMT+2",
)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC")).timestamp()
HOUR, DAY = 3600.0, 86400.0

minutes = st.integers(0, 1439).map(DayMinute)
moments = st.floats(NEW_YEAR, NEW_YEAR + 800 * DAY).map(Instant)


@st.composite
def notification_preferences(draw: st.DrawFn) -> NotificationPreferences:
    begin, end = draw(minutes), draw(minutes)
    assume(begin != end)
    return NotificationPreferences(zone=draw(st.sampled_from(ZONES)), quiet=QuietHours(begin, end))


def clock_in(zone: str, moment: float) -> datetime:
    return datetime.fromtimestamp(moment, zone_of(zone))


def is_quiet_at(preferences: NotificationPreferences, moment: float) -> bool:
    """Return whether the user's clock shows a time in their quiet hours."""
    there = clock_in(preferences.zone, moment)
    minute, quiet = there.hour * 60 + there.minute, preferences.quiet
    assert quiet is not None
    if quiet.begin < quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


def at(zone: str, *when: int) -> Instant:
    year, month, day, hour, minute = when
    return Instant(datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp())


def nightly(zone: str, begin: str, end: str) -> NotificationPreferences:
    def minute(text: str) -> DayMinute:
        hour, rest = text.split(":")
        return DayMinute(int(hour) * 60 + int(rest))

    return NotificationPreferences(zone=zone, quiet=QuietHours(minute(begin), minute(end)))


@given(
    notification_preferences(), moments, st.floats(0, 3 * DAY), st.none() | st.floats(0, 4 * DAY)
)
@example(nightly("Europe/Berlin", "23:00", "02:30"), at("UTC", 2026, 3, 29, 0, 30), 0.0, None)
@example(nightly("Europe/Berlin", "23:00", "02:30"), at("UTC", 2026, 10, 25, 0, 45), 0.0, None)
@example(nightly("Australia/Lord_Howe", "23:00", "02:00"), at("UTC", 2026, 4, 4, 14, 40), 0.0, None)
def test_nothing_is_delivered_in_quiet_hours_or_early_except_before_a_deadline(
    preferences: NotificationPreferences, now: Instant, ahead: float, left: float | None
) -> None:
    due = Instant(now + ahead)
    deadline = None if left is None else Instant(now + left)
    moment = delivery_moment(preferences, due, deadline, now)
    if moment is None:
        assert deadline is not None, "without a deadline there is always a moment"
        assert is_quiet_at(preferences, now) or stretch_at(preferences, now)
        return
    assert not is_quiet_at(preferences, moment)
    assert stretch_at(preferences, moment) is None
    assert moment >= now
    if moment < due:
        assert deadline is not None
        # The notification comes as late as it may.
        assert stretch_at(preferences, Instant(moment + BEFORE_QUIET)) is not None
        assert delivery_moment(preferences, due, None, now) + ENOUGH > deadline  # type: ignore[operator]
    if moment > due:
        assert stretch_at(preferences, due) is not None
        assert deadline is None or moment + ENOUGH <= deadline


@given(notification_preferences(), moments)
def test_quiet_hours_are_what_the_clock_shows(
    preferences: NotificationPreferences, moment: Instant
) -> None:
    quiet = stretch_at(preferences, moment)
    if is_quiet_at(preferences, moment):
        assert quiet is not None
    elif quiet is not None:
        # The clock shows another time only if it is put back within the quiet hours.
        offsets = {
            clock_in(preferences.zone, each).utcoffset() for each in (quiet.begin, quiet.end)
        }
        assert len(offsets) == 2


@given(st.sampled_from(ZONES), minutes, moments)
def test_a_daily_moment_comes_once_a_day(zone: str, minute: DayMinute, after: Instant) -> None:
    preferences = NotificationPreferences(zone=zone)
    moment = next_at(preferences, minute, after)
    following = next_at(preferences, minute, moment)
    assert after < moment <= after + 26 * HOUR
    days = clock_in(zone, following).date() - clock_in(zone, moment).date()
    assert days == timedelta(days=1)
    there = clock_in(zone, moment)
    shown = there.hour * 60 + there.minute
    # The first time after it replaces a time that clocks skip.
    assert shown == minute or 0 < shown - minute <= 60


@pytest.mark.parametrize(
    ("zone", "begin", "end", "evening", "first", "last"),
    [
        # Clocks go from 02:00 to 03:00.
        ("Europe/Berlin", "23:00", "07:00", (2026, 3, 28), "22:00 UTC", "05:00 UTC"),
        ("Europe/Berlin", "23:00", "02:30", (2026, 3, 28), "22:00 UTC", "01:00 UTC"),
        # Clocks go from 03:00 to 02:00.
        ("Europe/Berlin", "23:00", "07:00", (2026, 10, 24), "21:00 UTC", "06:00 UTC"),
        ("Europe/Berlin", "23:00", "02:30", (2026, 10, 24), "21:00 UTC", "01:30 UTC"),
        # In the south it is the other way round, and on Lord Howe Island by half an hour.
        ("Australia/Sydney", "22:00", "06:00", (2026, 4, 4), "11:00 UTC", "20:00 UTC"),
        ("Australia/Sydney", "22:00", "06:00", (2026, 10, 3), "12:00 UTC", "19:00 UTC"),
        ("Australia/Lord_Howe", "22:00", "06:00", (2026, 10, 3), "11:30 UTC", "19:00 UTC"),
        # Clocks skip midnight itself.
        ("America/Santiago", "00:00", "07:00", (2026, 9, 6), "04:00 UTC", "10:00 UTC"),
        # No summer time, and an offset of half an hour.
        ("Asia/Kolkata", "22:00", "07:00", (2026, 6, 1), "16:30 UTC", "01:30 UTC"),
    ],
)
def test_quiet_hours_on_the_night_of_a_change(
    zone: str, begin: str, end: str, evening: tuple[int, int, int], first: str, last: str
) -> None:
    preferences = nightly(zone, begin, end)
    midnight = at(zone, *evening, 0, 0)
    quiet = stretch_at(preferences, Instant(midnight + 25 * HOUR))
    if begin == "00:00":
        quiet = stretch_at(preferences, Instant(midnight + 2 * HOUR))
    assert quiet is not None
    shown = [
        datetime.fromtimestamp(each, ZoneInfo("UTC")).strftime("%H:%M UTC")
        for each in (quiet.begin, quiet.end)
    ]
    assert shown == [first, last]
