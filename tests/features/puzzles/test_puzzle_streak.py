"""Days in a row on which a user solves the puzzle of the day."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.puzzles.days import NO_PUZZLES, PuzzleDay, PuzzleStreak, begins_at
from bot.features.settings.zones.local_time import DailyHour
from bot.match.clock import HOUR
from bot.match.identity import Instant

FIRST = PuzzleDay(20_000)
ZONES = ("UTC", "Asia/Tokyo", "UTC-09:30", "Pacific/Kiritimati")
DAYS = 12


def day(number: int) -> PuzzleDay:
    return PuzzleDay(FIRST + number)


MIDNIGHT = DailyHour(0)


def end_of(day: PuzzleDay, start: DailyHour = MIDNIGHT) -> Instant:
    return begins_at(PuzzleDay(day + 1), start)


def runs(solved: list[bool]) -> list[int]:
    """Return the lengths of the unbroken stretches, by walking over the days one by one."""
    lengths, running = [], 0
    for each in solved:
        running = running + 1 if each else 0
        lengths.append(running)
    return lengths


def streak_after(solved: list[bool]) -> PuzzleStreak:
    streak = NO_PUZZLES
    for number, each in enumerate(solved):
        if each:
            streak = streak.solving(day(number), day(number), end_of(day(number)))
    return streak


@given(st.lists(st.booleans(), min_size=1, max_size=DAYS))
def test_a_streak_counts_the_days_in_a_row_up_to_today_or_yesterday(solved: list[bool]) -> None:
    streak, today = streak_after(solved), day(len(solved) - 1)
    lengths = runs(solved)
    yesterday = lengths[-2] if len(lengths) > 1 else 0
    assert streak.on(today) == (lengths[-1] if solved[-1] else yesterday)
    assert streak.longest == max(lengths)
    assert streak.solved == sum(solved)


@given(st.lists(st.booleans(), max_size=DAYS), st.integers(2, 400))
def test_a_missed_day_ends_the_streak_permanently(solved: list[bool], later: int) -> None:
    streak = streak_after(solved)
    assert streak.on(day(len(solved) - 1 + later)) == 0
    assert streak.solving(day(500), day(500), end_of(day(500))).on(day(500)) == 1


@given(
    st.lists(st.booleans(), min_size=2, max_size=DAYS),
    st.integers(1, DAYS),
)
def test_an_older_day_is_solved_but_lengthens_nothing(solved: list[bool], ago: int) -> None:
    streak, today = streak_after(solved), day(len(solved) - 1)
    late = streak.solving(PuzzleDay(today - ago), today, end_of(today))
    assert late.solved == streak.solved + 1
    assert (late.running, late.longest, late.last_day) == (
        streak.running,
        streak.longest,
        streak.last_day,
    )


@given(st.lists(st.booleans(), max_size=DAYS))
def test_revealing_the_solution_ends_the_streak_and_keeps_the_best(solved: list[bool]) -> None:
    streak, today = streak_after(solved), day(len(solved))
    given_up = streak.giving_up(today, today)
    assert given_up.on(today) == 0
    assert given_up.on(PuzzleDay(today + 1)) == 0
    assert given_up.longest == streak.longest
    assert given_up.solved == streak.solved
    assert streak.giving_up(PuzzleDay(today - 1), today) == streak
    tomorrow = PuzzleDay(today + 1)
    assert given_up.solving(tomorrow, tomorrow, end_of(tomorrow)).running == 1


def test_the_same_day_counts_once() -> None:
    once = NO_PUZZLES.solving(FIRST, FIRST, end_of(FIRST))
    assert once == PuzzleStreak(1, 1, 1, FIRST, end_of(FIRST))
    assert once.solving(FIRST, FIRST, end_of(FIRST)).running == 1


@given(st.integers(0, 23), st.integers(0, 23), st.sampled_from(ZONES), st.integers(1, 5))
def test_only_a_whole_day_can_be_missed(
    before_hour: int, after_hour: int, zone: str, later: int
) -> None:
    before, after = DailyHour(before_hour, "UTC"), DailyHour(after_hour, zone)
    solved = streak_after([True])
    solved = replace(solved, until=end_of(FIRST, before))
    today = day(later)
    begins = begins_at(today, after)
    missed = begins - end_of(FIRST, before) >= 23 * HOUR
    carried = solved.carried(today, begins)
    assert carried.on(today) == (0 if missed else 1)
    again = carried.solving(today, today, end_of(today, after))
    assert again.running == (1 if missed else 2)


def test_a_day_that_was_solved_is_not_taken_back() -> None:
    solved = streak_after([True])
    assert solved.carried(FIRST, begins_at(FIRST, MIDNIGHT)) == solved
    assert NO_PUZZLES.carried(FIRST, begins_at(FIRST, MIDNIGHT)) == NO_PUZZLES


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_a_day_on_which_clocks_change_can_be_missed_like_any_other(zone: str) -> None:
    start = DailyHour(0, zone)
    for number in range(366):
        today = day(number + 2)
        solved = NO_PUZZLES.solving(day(number), day(number), end_of(day(number), start))
        assert solved.carried(today, begins_at(today, start)).on(today) == 0
        tomorrow = day(number + 1)
        assert solved.carried(tomorrow, begins_at(tomorrow, start)).on(tomorrow) == 1
