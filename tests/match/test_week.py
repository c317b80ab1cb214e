"""Hours of the week, and the moments at which they begin."""

from datetime import UTC, datetime

import pytest

from bot.match.calendar import (
    WEEK,
    WeekHour,
    last_week_hour,
    next_week_hour,
)
from bot.match.identity import Instant
from tests.match.table import MONDAY_AT_NINE, NOON


@pytest.mark.parametrize("hour", [0, 9, 23, 24, 97, 167])
@pytest.mark.parametrize("now", [0.0, 345_599.0, 345_600.0, 1_800_000_000.5, 4_102_444_800.0])
def test_next_hour_of_the_week_is_the_first_after_now(hour: int, now: float) -> None:
    moment = next_week_hour(WeekHour(hour), Instant(now))
    there = datetime.fromtimestamp(moment, UTC)
    assert (there.weekday() * 24 + there.hour, there.minute, there.second) == (hour, 0, 0)
    assert now < moment <= now + WEEK


def test_monday_at_nine_is_what_it_says() -> None:
    moment = next_week_hour(MONDAY_AT_NINE, NOON)
    assert datetime.fromtimestamp(moment, UTC).isoformat() == "2027-01-18T09:00:00+00:00"
    assert next_week_hour(MONDAY_AT_NINE, moment) == moment + WEEK
    assert last_week_hour(MONDAY_AT_NINE, moment) == moment
    assert last_week_hour(MONDAY_AT_NINE, Instant(moment - 1)) == moment - WEEK
