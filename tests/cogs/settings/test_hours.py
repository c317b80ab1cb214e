"""Times of day as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.settings.preferences import DayMinute, QuietHours
from cogs.settings.controls import HalfQuiet, QuietAllDay, UnreadableHour
from cogs.settings.preferences import read_minute, read_quiet
from cogs.wording.times import write_minute


@given(st.integers(0, 1439).map(DayMinute))
def test_a_time_reads_back_as_it_is_written(minute: DayMinute) -> None:
    assert read_minute(write_minute(minute)) == minute


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("22:30", 1350),
        ("22.30", 1350),
        ("2230", 1350),
        ("22h30", 1350),
        ("22", 1320),
        (" 7 ", 420),
        ("7 am", 420),
        ("12am", 0),
        ("12:15 PM", 735),
        ("10:30pm", 1350),
        ("24:00", 0),
    ],
)
def test_a_time_is_read_as_people_type_it(typed: str, minute: int) -> None:
    assert read_minute(typed) == minute


@pytest.mark.parametrize("typed", ["", "25", "12:60", "13 pm", "0 am", "ten", "1:2", "-1", "24:01"])
def test_an_invalid_time_is_refused_and_quoted(typed: str) -> None:
    with pytest.raises(UnreadableHour) as refused:
        read_minute(typed)
    assert refused.value.text == typed


def test_quiet_hours_need_two_different_ends() -> None:
    assert read_quiet("", "") is None
    assert read_quiet("22", "7") == QuietHours(DayMinute(1320), DayMinute(420))
    with pytest.raises(HalfQuiet):
        read_quiet("22", "")
    with pytest.raises(HalfQuiet):
        read_quiet("", "7")
    with pytest.raises(QuietAllDay):
        read_quiet("22", "22:00")
