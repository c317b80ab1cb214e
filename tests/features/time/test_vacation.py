"""Vacations as values: their days, the years they fall into, and how many are left."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.time.vacation import (
    LONGEST,
    REACHES_BACK,
    NoVacations,
    OngoingVacation,
    Vacation,
    VacationTooLong,
    begin_vacation,
    days_left,
)
from bot.match.calendar import Day, days_before
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Instant
from tests.kit.matches import GUILD, NOON, ORANGE

NEW_YEAR = Instant(1_798_761_600.0)
"""The first second of 2027."""
MOMENTS = st.floats(0, 4e9).map(Instant)


def vacation(begun_at: float, lasts: float) -> Vacation:
    return Vacation(ORANGE, GUILD, Instant(begun_at), Instant(begun_at + lasts))


def begin(
    days: int, now: Instant = NOON, allowed: int = 30, taken: Sequence[Vacation] = ()
) -> Vacation:
    return begin_vacation(ORANGE, GuildId(GUILD), days, now, allowed, taken)


@given(MOMENTS, st.integers(1, 400))
def test_the_days_of_all_years_are_the_days_of_the_vacation(at: Instant, days: int) -> None:
    taken = vacation(at, days * DAY)
    assert sum(taken.days_in(year) for year in taken.years) == days
    assert taken.years[0] == Day.of(at).year
    assert all(taken.days_in(year) > 0 for year in taken.years)


@given(MOMENTS, st.integers(1, 60), st.integers(0, 90), st.integers(1, 60))
def test_the_days_of_a_year_are_limited(at: Instant, first: int, wait: int, second: int) -> None:
    taken: list[Vacation] = []
    for days, now in ((first, at), (second, Instant(at + (first + wait) * DAY))):
        with suppress(VacationTooLong):
            taken.append(begin(days, now, taken=taken))
    for year in {year for each in taken for year in each.years}:
        assert sum(each.days_in(year) for each in taken) <= 30
        assert days_left(30, year, taken) >= 0


@pytest.mark.parametrize(
    ("lasts", "days"),
    [(0, 1), (1, 1), (DAY, 1), (DAY + 1, 2), (2 * DAY + 0.4, 2), (5 * DAY, 5)],
)
def test_a_day_that_has_begun_counts(lasts: float, days: int) -> None:
    assert vacation(NOON, lasts).days_in(2027) == days


def test_days_across_new_year_are_booked_to_the_year_in_which_they_begin() -> None:
    taken = vacation(NEW_YEAR - 1.5 * DAY, 4 * DAY)
    assert (tuple(taken.years), taken.days_in(2026), taken.days_in(2027)) == ((2026, 2027), 2, 2)
    with pytest.raises(VacationTooLong) as refused:
        begin(10, Instant(NEW_YEAR - 2 * DAY), allowed=7)
    assert (refused.value.asked, refused.value.left, refused.value.year) == (8, 7, 2027)
    assert begin(9, Instant(NEW_YEAR - 2 * DAY), allowed=7).ends_at == NEW_YEAR + 7 * DAY


def test_what_was_taken_before_counts() -> None:
    before = [vacation(NOON - 20 * DAY, 3 * DAY), vacation(NOON - 10 * DAY, DAY + HOUR)]
    assert days_left(6, 2027, before) == 4
    with pytest.raises(VacationTooLong):
        begin(5, allowed=6, taken=before)
    assert begin(4, allowed=6, taken=before).days_in(2027) == 4


def test_a_user_begins_another_vacation_only_when_back_from_the_previous_one() -> None:
    before = vacation(NOON - DAY, 2 * DAY)
    with pytest.raises(OngoingVacation):
        begin(1, taken=[before])
    assert begin(1, before.ends_at, taken=[before])


def test_a_server_may_give_none_and_no_vacation_is_shorter_than_a_day_or_endless() -> None:
    with pytest.raises(NoVacations):
        begin(1, allowed=0)
    for days in (-1, 0, LONGEST + 1, 9_999_999_999_999_999_999):
        with pytest.raises(ValueError, match=f"{days} days"):
            begin(days, allowed=LONGEST)


def test_the_days_of_a_vacation_are_counted_without_iterating_over_them() -> None:
    endless = vacation(NOON, 1e18)
    assert (endless.days_in(2028), endless.days_in(2029), endless.days_in(2026)) == (366, 365, 0)
    assert endless.years[0] == 2027
    assert len(endless.years) > 10**9


@given(MOMENTS, st.integers(1, 366), st.floats(0, 400))
def test_no_vacation_with_days_in_this_year_began_out_of_reach(
    at: Instant, days: int, wait: float
) -> None:
    taken, now = vacation(at, days * DAY), Instant(at + (days + wait) * DAY)
    assert at >= now - REACHES_BACK or Day.of(now).year not in taken.years


@pytest.mark.parametrize(
    ("allowed", "days", "earlier", "stops"),
    [(30, 20, 0, 15), (30, 15, 0, 15), (21, 21, 0, 11), (1, 1, 0, 1), (30, 20, 10, 5)],
)
def test_competitive_clocks_stop_for_half_of_the_days_rounded_up(
    allowed: int, days: int, earlier: int, stops: int
) -> None:
    taken = [vacation(NOON - 12 * DAY, earlier * DAY)] if earlier else []
    own = vacation(NOON, days * DAY)
    assert own.stops_competition_until(allowed, [*taken, own]) == NOON + stops * DAY


def test_each_year_has_its_own_half() -> None:
    begun = days_before(2028) * DAY - 10 * DAY
    own, before = vacation(begun, 20 * DAY), vacation(begun - 30 * DAY, 5 * DAY)
    assert own.stops_competition_until(30, [before]) == begun + 20 * DAY
    assert own.stops_competition_until(10, [before]) == begun
