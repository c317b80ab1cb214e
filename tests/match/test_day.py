"""Calendar days, compared with the standard library's."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.calendar import Day, read_day
from bot.match.identity import Instant

LAST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()


@given(st.floats(0, LAST))
@settings(deadline=None)
def test_the_day_of_an_instant_is_its_calendar_day_in_utc(moment: float) -> None:
    there = datetime.fromtimestamp(moment, UTC)
    assert Day.of(Instant(moment)) == Day(there.year, there.month, there.day)


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (0.0, "1970-01-01"),
        (86399.999, "1970-01-01"),
        (86400.0, "1970-01-02"),
        (951782400.0, "2000-02-29"),
        (4107456000.0, "2100-02-28"),
        (4107542400.0, "2100-03-01"),
        (1735603200.0, "2024-12-31"),
        (1735689600.0, "2025-01-01"),
    ],
)
def test_days_at_the_ends_of_months_and_years(moment: float, written: str) -> None:
    assert str(Day.of(Instant(moment))) == written
    assert read_day(written) == Day.of(Instant(moment))


@given(st.dates())
@settings(deadline=None)
def test_every_day_round_trips(day: date) -> None:
    ours = Day(day.year, day.month, day.day)
    assert str(ours) == day.isoformat()
    assert read_day(str(ours)) == ours


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "2026-8-14",
            "2026-08-14 ",
            "14.08.2026",
            "2026.08.14",
            "２０２６-08-14",
            "2026-08-1４",
        ),
        *("2026-00-14", "2026-13-01", "2026-08-00", "2026-08-32", "2026-04-31", "2026-02-29"),
        *("2100-02-29", "20260814"),
    ],
)
def test_an_invalid_day_is_not_read(text: str) -> None:
    assert read_day(text) is None
