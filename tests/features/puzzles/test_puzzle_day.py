"""The day that a puzzle belongs to, in servers whose days begin at different hours."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.puzzles.days import (
    PuzzleDay,
    begins_at,
    date_of,
    day_at,
    next_begins_at,
    today,
)
from bot.features.settings.server import ServerSettings
from bot.features.settings.zones.local_time import DailyHour
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChannelId, Instant
from tests.kit.matches import NOON

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "UTC-12:00",
    "UTC+05:45",
)
HOURS = st.builds(DailyHour, st.integers(0, 23), st.sampled_from(ZONES))
MOMENTS = st.floats(0, 4e9).map(Instant)
CHANNEL = ChannelId(5)
MIDNIGHT = DailyHour(0)


@given(MOMENTS, HOURS)
def test_a_moment_lies_between_its_days_beginning_and_the_next(
    now: Instant, hour: DailyHour
) -> None:
    day = day_at(now, hour)
    assert begins_at(day, hour) <= now < begins_at(PuzzleDay(day + 1), hour)
    assert next_begins_at(now, hour, day) == begins_at(PuzzleDay(day + 1), hour)


@given(MOMENTS, HOURS, HOURS)
def test_a_day_that_has_begun_never_goes_back_when_the_hour_is_changed(
    now: Instant, before: DailyHour, after: DailyHour
) -> None:
    begun = today(now, before, None)
    still = today(now, after, begun)
    assert begun <= still <= begun + 2
    later = next_begins_at(now, after, still)
    assert later > now
    assert today(later, after, still) == still + 1


def test_a_clock_that_was_wrong_for_years_leaves_no_day_that_lasts_as_long() -> None:
    now = day_at(NOON, MIDNIGHT)
    assert today(NOON, MIDNIGHT, PuzzleDay(now + 900)) == now


@pytest.mark.parametrize(
    ("settings", "hour"),
    [
        (ServerSettings(), 0),
        (ServerSettings(digest_day=1, digest_hour=9), 0),
        (ServerSettings(digest_channel=CHANNEL, digest_day=1, digest_hour=9), 9),
        (ServerSettings(digest_channel=CHANNEL, puzzle_hour=6), 6),
        (ServerSettings(puzzle_hour=0), 0),
    ],
)
def test_a_day_begins_at_its_own_hour_or_at_the_digests_or_at_midnight(
    settings: ServerSettings, hour: int
) -> None:
    assert settings.puzzle_begins_at == hour
    assert replace(settings, theme="night").puzzle_begins_at == hour


@pytest.mark.parametrize(
    ("zone", "hour"),
    [
        ("UTC", 0),
        ("America/Los_Angeles", 8),
        ("America/New_York", 5),
        ("Asia/Tokyo", 15),
        ("Europe/Helsinki", 22),
        ("Pacific/Fiji", 12),
    ],
)
def test_a_day_that_begins_at_midnight_somewhere_has_the_date_there(zone: str, hour: int) -> None:
    start = DailyHour(hour)
    day = day_at(NOON, start)
    there = datetime.fromtimestamp(begins_at(day, start), ZoneInfo(zone))
    assert there.hour == 0
    assert str(date_of(day, start)) == str(there.date())


def test_days_are_counted_by_their_beginnings() -> None:
    assert begins_at(day_at(NOON, DailyHour(9)), DailyHour(9)) == NOON + HOUR - DAY
