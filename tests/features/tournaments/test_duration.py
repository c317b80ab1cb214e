from bot.features.tournaments.duration import (
    may_be_replaced,
    typical_cup,
    typical_league,
)
from bot.match.clock import DAY, Weekends
from bot.match.identity import Instant


def days(size: int, legs: int = 1, weekends: Weekends = Weekends.PLAYED) -> float:
    return typical_league(size, legs, weekends) / DAY


def test_typical_durations_are_those_that_were_simulated() -> None:
    assert [days(size) for size in (4, 6, 8)] == [23, 27, 30]
    assert [round(typical_cup(rounds, Weekends.PLAYED) / DAY) for rounds in (3, 4)] == [68, 90]


def test_more_matches_at_once_take_longer_and_so_do_weekends() -> None:
    for legs in (1, 2):
        lengths = [days(size, legs) for size in range(3, 9)]
        assert lengths == sorted(set(lengths))
    assert days(5, legs=2) > days(8)
    assert days(6, weekends=Weekends.PAUSED) == 27 * 7 / 5


def test_a_place_is_given_away_only_soon_and_unused() -> None:
    start = Instant(1000.0)
    assert may_be_replaced(start, Instant(start + 3 * DAY), 0)
    assert not may_be_replaced(start, Instant(start + 3 * DAY + 1), 0)
    assert not may_be_replaced(start, start, 1)
