from collections.abc import Sequence
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.tournaments.groups import (
    FEWEST_IN_GROUP,
    GROUP_SIZES,
    Blocks,
    draw_snake,
    draw_tiers,
    fits,
    group_sizes,
    matches_at_once,
    most_fitting_entrants,
    season_order,
)
from bot.features.tournaments.legs import Decision, EntrantId, Leg, LegResult
from bot.features.tournaments.standings import Standings, standings_of
from tests.kit.drawn_groups import entrants_of


def blocks(*pairs: tuple[int, int]) -> Blocks:
    return {frozenset(map(EntrantId, pair)) for pair in pairs}


@pytest.mark.parametrize("size", GROUP_SIZES)
def test_groups_are_at_most_one_apart_and_none_is_under_three(size: int) -> None:
    for entrants in range(3, 65):
        sizes = group_sizes(entrants, size)
        assert sum(sizes) == entrants
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= FEWEST_IN_GROUP
        assert list(sizes) == sorted(sizes, reverse=True)
        assert max(sizes) <= size or sizes == (5,)


def test_the_number_of_simultaneous_matches_is_limited() -> None:
    assert matches_at_once(64, 8, 1) == 224
    assert fits(64, 8, 1)
    assert not fits(64, 8, 2)
    assert most_fitting_entrants(8, 2) == 36


def test_a_league_fits_only_if_it_does_with_fewer_entrants_too() -> None:
    # With 43 entrants one group has seven players, with 42 all groups have.
    assert (matches_at_once(43, 7, 2), matches_at_once(42, 7, 2)) == (222, 252)
    assert not fits(43, 7, 2)
    assert most_fitting_entrants(7, 2) == 39


def test_a_snake_puts_the_best_into_different_groups() -> None:
    draw = draw_snake(entrants_of(11), 4, ())
    assert draw.groups == ((1, 6, 7, 11), (2, 5, 8, 10), (3, 4, 9))


def test_a_season_puts_the_best_into_the_first_group() -> None:
    assert draw_tiers(entrants_of(7), 4, ()).groups == ((1, 2, 3, 4), (5, 6, 7))


def test_two_users_who_block_each_other_are_apart_and_near_where_they_would_have_been() -> None:
    draw = draw_tiers(entrants_of(8), 4, blocks((3, 4)))
    assert draw.groups == ((1, 2, 3, 5), (4, 6, 7, 8))
    assert not draw.waiting


def test_in_a_single_group_the_entrant_with_more_blocks_waits() -> None:
    assert draw_snake(entrants_of(5), 6, blocks((1, 2), (1, 4))).waiting == (1,)
    assert draw_snake(entrants_of(5), 6, blocks((2, 4))).waiting == (4,)


def test_too_few_are_left_where_everyone_blocks_everyone() -> None:
    draw = draw_snake(entrants_of(4), 4, blocks(*combinations(range(1, 5), 2)))
    assert draw.groups == ()
    assert sorted(draw.waiting) == [1, 2, 3, 4]


def test_groups_that_single_swaps_do_not_find_are_found() -> None:
    # The blocks leave only one division into two groups of four.
    apart = [(one, other) for one in (1, 2, 3, 4) for other in (5, 6, 7, 8)]
    draw = draw_snake(entrants_of(8), 4, blocks(*apart))
    assert sorted(map(sorted, draw.groups)) == [[1, 2, 3, 4], [5, 6, 7, 8]]


@given(st.integers(3, 64), st.sampled_from(GROUP_SIZES), st.integers(0, 40), st.integers(0, 2**32))
@settings(deadline=None)
def test_groups_separate_users_who_block_each_other_and_leave_no_one_out(
    entrants: int, size: int, pairs: int, seed: int
) -> None:
    chance = Random(seed)
    all_pairs = list(combinations(range(1, entrants + 1), 2))
    blocked = blocks(*chance.sample(all_pairs, min(pairs, len(all_pairs))))
    for draw_groups in (draw_snake, draw_tiers):
        draw = draw_groups(entrants_of(entrants), size, blocked)
        placed = [each for group in draw.groups for each in group]
        assert sorted([*placed, *draw.waiting]) == entrants_of(entrants)
        if draw.groups:
            assert tuple(map(len, draw.groups)) == group_sizes(len(placed), size)
        for group in draw.groups:
            assert not any(frozenset(pair) in blocked for pair in combinations(group, 2))
        if not blocked:
            assert not draw.waiting


def standings_in_order(entrants: Sequence[EntrantId]) -> Standings:
    """Return the standings of a group in which the lower number has won each match."""
    legs = [
        Leg(first, second).decided(LegResult.FIRST, Decision.PLAYED)
        for first, second in combinations(entrants, 2)
    ]
    return standings_of(entrants, legs, {})


def groups_of(*sizes: int) -> list[Standings]:
    numbers = iter(entrants_of(sum(sizes)))
    return [standings_in_order(list(islice(numbers, size))) for size in sizes]


def test_the_first_go_up_and_the_last_go_down() -> None:
    order = season_order(groups_of(4, 4, 3), entrants_of(11))
    assert order == (1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11)
    assert draw_tiers(order, 4, ()).groups == ((1, 2, 3, 5), (4, 6, 7, 9), (8, 10, 11))


def test_two_go_up_and_two_down_in_large_groups() -> None:
    order = season_order(groups_of(7, 7), entrants_of(14))
    assert order == (1, 2, 3, 4, 5, 8, 9, 6, 7, 10, 11, 12, 13, 14)


def test_the_last_of_a_group_in_which_a_place_is_free_keep_theirs() -> None:
    again = [each for each in entrants_of(8) if each != 2]
    order = season_order(groups_of(4, 4), again)
    assert order == (1, 3, 5, 4, 6, 7, 8)
    assert draw_tiers(order, 4, ()).groups == ((1, 3, 5, 4), (6, 7, 8))


def test_where_the_first_place_is_shared_the_better_seed_goes_up() -> None:
    cycle = standings_of(
        [EntrantId(9), EntrantId(7), EntrantId(8)],
        [
            Leg(EntrantId(7), EntrantId(8)).decided(LegResult.FIRST, Decision.PLAYED),
            Leg(EntrantId(8), EntrantId(9)).decided(LegResult.FIRST, Decision.PLAYED),
            Leg(EntrantId(7), EntrantId(9)).decided(LegResult.SECOND, Decision.PLAYED),
        ],
        {},
    )
    order = season_order(
        [standings_in_order(entrants_of(3)), cycle], [*entrants_of(3), *cycle.winners]
    )
    assert order == (1, 2, 9, 3, 7, 8)


@given(st.lists(st.integers(3, 8), min_size=1, max_size=8), st.integers(0, 2**32))
@settings(deadline=None)
def test_every_returning_entrant_is_in_the_order_once(sizes: list[int], seed: int) -> None:
    entrants = entrants_of(sum(sizes))
    again = Random(seed).sample(entrants, Random(seed).randint(0, len(entrants)))
    assert sorted(season_order(groups_of(*sizes), again)) == sorted(again)
