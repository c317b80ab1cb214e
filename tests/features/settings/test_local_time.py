"""Hours of a server: of the week and of the day, by the clocks in its zone."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.settings.zones.local_time import DailyHour, WeeklyHour, clock_at
from bot.match.calendar import WEEK
from bot.match.clock import DAY, HOUR
from bot.match.identity import Instant
from tests.kit.matches import MONDAY_AT_NINE, NOON

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "UTC-03:30",
)
moments = st.floats(1.6e9, 4e9).map(Instant)
zones = st.sampled_from(ZONES)
hours = st.integers(0, 23)


@given(st.integers(0, 6), hours, zones, moments)
def test_the_next_hour_of_the_week_is_the_first_after_now(
    day: int, hour: int, zone: str, now: Instant
) -> None:
    weekly = WeeklyHour(day, hour, zone)
    moment, before = weekly.after(now), weekly.until(now)
    assert before <= now < moment
    # The moment of the change replaces an hour that clocks skip.
    there, earlier = clock_at(zone, moment), clock_at(zone, Instant(moment - 1))
    assert there.weekday() == day
    assert there.hour == hour or earlier.hour < hour < there.hour
    assert weekly.after(before) == moment
    assert weekly.until(moment) == moment
    assert abs(moment - before - WEEK) <= HOUR


def test_a_weekly_hour_comes_every_seven_days() -> None:
    moment = MONDAY_AT_NINE.after(NOON)
    assert datetime.fromtimestamp(moment, UTC).isoformat() == "2027-01-18T09:00:00+00:00"
    assert MONDAY_AT_NINE.after(moment) == moment + WEEK
    assert MONDAY_AT_NINE.until(moment) == moment
    assert MONDAY_AT_NINE.until(Instant(moment - 1)) == moment - WEEK


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Sydney"])
def test_an_hour_stays_the_same_when_the_clocks_change(zone: str) -> None:
    weekly, daily = WeeklyHour(0, 9, zone), DailyHour(9, zone)
    now, day = NOON, daily.day_at(NOON)
    utc = set[int]()
    for number in range(366):
        now = weekly.after(now)
        assert clock_at(zone, now).strftime("%a %H:%M") == "Mon 09:00"
        utc.add(datetime.fromtimestamp(now, UTC).hour)
        begins = daily.on(day + number)
        assert clock_at(zone, begins).strftime("%H:%M") == "09:00"
    assert len(utc) == 2


@given(hours, zones, moments)
def test_days_are_consecutive(hour: int, zone: str, now: Instant) -> None:
    daily = DailyHour(hour, zone)
    day = daily.day_at(now)
    assert daily.on(day) <= now < daily.on(day + 1)
    assert 23 * HOUR <= daily.on(day + 1) - daily.on(day) <= 25 * HOUR
    assert daily.day_at(daily.on(day + 1)) == day + 1
    assert daily.date_of(day + 1) - daily.date_of(day) == timedelta(days=1)


@given(hours, moments)
def test_days_in_utc_are_the_same_as_before_servers_had_zones(hour: int, now: Instant) -> None:
    daily = DailyHour(hour)
    assert daily.day_at(now) == (now - hour * HOUR) // DAY
    assert daily.on(daily.day_at(now)) == daily.day_at(now) * DAY + hour * HOUR
