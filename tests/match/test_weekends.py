"""Weekends that do not count: time is added and measured without them, as on a calendar."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.clock import Weekends, between, later
from bot.match.identity import Instant, Seconds

PAUSED = Weekends.PAUSED
HOUR = 3600
DAY = 24 * HOUR
MOMENTS = st.integers(0, 4_000_000_000).map(lambda seconds: Instant(float(seconds)))
SPANS = st.integers(0, 400 * DAY).map(lambda seconds: Seconds(float(seconds)))
EITHER = st.sampled_from(Weekends)


def utc(text: str) -> Instant:
    return Instant(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def lies_in_a_weekend(moment: Instant) -> bool:
    return datetime.fromtimestamp(moment, UTC).weekday() >= 5


def hours_counted(start: Instant, hours: int) -> int:
    """Return how many of the hours from a moment on are not on a weekend, looking up each."""
    first = datetime.fromtimestamp(start, UTC)
    return sum((first + timedelta(hours=hour)).weekday() < 5 for hour in range(hours))


@given(EITHER, MOMENTS, SPANS)
def test_added_and_measured_times_are_equal(weekends: Weekends, at: Instant, by: Seconds) -> None:
    assert between(weekends, at, later(weekends, at, by)) == by
    assert between(weekends, later(weekends, at, Seconds(-by)), at) == by


@given(MOMENTS, SPANS)
def test_computed_instants_are_never_in_a_weekend(at: Instant, by: Seconds) -> None:
    assert not lies_in_a_weekend(later(PAUSED, at, by))


@given(EITHER, MOMENTS, SPANS, SPANS)
def test_more_time_never_ends_earlier(
    weekends: Weekends, at: Instant, first: Seconds, second: Seconds
) -> None:
    less, more = sorted((first, second))
    assert later(weekends, at, less) <= later(weekends, at, more)
    step = later(weekends, later(weekends, at, first), second)
    assert step == later(weekends, at, Seconds(first + second))


@given(EITHER, MOMENTS, SPANS, SPANS)
def test_a_clock_that_begins_later_runs_out_no_earlier(
    weekends: Weekends, at: Instant, wait: Seconds, by: Seconds
) -> None:
    assert later(weekends, at, by) <= later(weekends, Instant(at + wait), by)
    assert between(weekends, at, Instant(at + wait)) <= wait


@given(st.integers(0, 1_000_000), st.integers(0, 1000))
def test_measuring_agrees_with_the_calendar(hour: int, hours: int) -> None:
    start = Instant(float(hour * HOUR))
    measured = between(PAUSED, start, Instant(start + hours * HOUR))
    assert float(measured) == hours_counted(start, hours) * HOUR


@given(MOMENTS, SPANS)
def test_if_weekends_count_time_is_not_changed(at: Instant, by: Seconds) -> None:
    assert later(Weekends.PLAYED, at, by) == at + by
    assert between(Weekends.PLAYED, at, Instant(at + by)) == by


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-11-20 18:00", 24, "2026-11-23 18:00"),
        ("2026-11-20 18:00", 6, "2026-11-23 00:00"),
        ("2026-11-20 18:00", 5, "2026-11-20 23:00"),
        ("2026-11-21 09:00", 24, "2026-11-24 00:00"),
        ("2026-11-22 23:59", 0, "2026-11-23 00:00"),
        ("2026-11-18 12:00", 72, "2026-11-23 12:00"),
        ("2026-11-18 12:00", 14 * 24, "2026-12-08 12:00"),
        ("2026-12-31 12:00", 24, "2027-01-01 12:00"),
        ("2027-01-01 12:00", 24, "2027-01-04 12:00"),
    ],
)
def test_time_runs_on_from_monday(start: str, hours: int, end: str) -> None:
    assert later(PAUSED, utc(start), Seconds(hours * HOUR)) == utc(end)


def test_subtracting_time_skips_the_previous_weekend() -> None:
    assert later(PAUSED, utc("2026-11-23 06:00"), Seconds(-12.0 * HOUR)) == utc("2026-11-20 18:00")
