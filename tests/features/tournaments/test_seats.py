from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bot.features.tournaments.legs import EntrantId
from bot.features.tournaments.seats import berger_table, draw_legs


def test_the_table_of_four_is_the_published_one() -> None:
    assert berger_table(4) == (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))


@pytest.mark.parametrize("size", range(3, 17))
def test_everyone_meets_everyone_once_and_plays_once_in_a_round(size: int) -> None:
    table = berger_table(size)
    met = sorted(tuple(sorted(pair)) for each in table for pair in each)
    assert met == list(combinations(range(size), 2))
    for each in table:
        playing = [number for pair in each for number in pair]
        assert len(playing) == len(set(playing))


@pytest.mark.parametrize("size", range(3, 17))
@pytest.mark.parametrize("legs", [1, 2])
def test_seats_are_as_equal_as_they_can_be(size: int, legs: int) -> None:
    entrants = [EntrantId(number) for number in range(10, 10 + size)]
    drawn = draw_legs(entrants, legs, Random(size))
    assert len(drawn) == legs * size * (size - 1) // 2
    assert len({(leg.first, leg.second, leg.number) for leg in drawn}) == len(drawn)
    orange = Counter(leg.seats.orange for leg in drawn)
    gray = Counter(leg.seats.gray for leg in drawn)
    allowed = 1 if size % 2 == 0 and legs == 1 else 0
    assert {abs(orange[each] - gray[each]) for each in entrants} == {allowed}


def test_the_same_lot_draws_the_same_legs_in_any_order_of_entrants() -> None:
    entrants = [EntrantId(number) for number in (5, 2, 9, 7)]
    assert draw_legs(entrants, 1, Random(1)) == draw_legs(sorted(entrants), 1, Random(1))
    assert draw_legs(entrants, 1, Random(1)) != draw_legs(entrants, 1, Random(2))
