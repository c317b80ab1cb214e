from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.tournaments.legs import (
    Decision,
    EntrantId,
    Leg,
    LegResult,
    Withdrawal,
    withdrawal_of,
    without,
)
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.standings import PlaceRange, Standings, standings_of
from tests.kit.drawn_groups import entrants_of, legs_of


def table(*rows: str, **gone: Withdrawal) -> Standings:
    withdrawals = {EntrantId(int(name[1:])): what for name, what in gone.items()}
    return standings_of(entrants_of(len(rows)), legs_of(*rows), withdrawals)


def order(standings: Standings) -> list[tuple[int, int]]:
    return [(each.place, each.entrant) for each in standings.places]


def test_points_come_first() -> None:
    standings = table("x 0 0", "1 x =", "1 = x")
    assert [(each.entrant, each.points) for each in standings.places] == [
        (2, 1.5),
        (3, 1.5),
        (1, 0.0),
    ]


def test_of_two_players_with_equal_points_the_winner_of_their_match_is_first() -> None:
    # 1 and 2 have two points each, 3 and 4 have one.
    standings = table("x 0 1 1", "1 x 0 1", "0 1 x 0", "0 0 1 x")
    assert order(standings) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_players_separated_by_encounters_are_compared_again() -> None:
    # Four have three points. Among themselves, 1 and 2 have two, 3 and 4 have one.
    # Then each pair is compared.
    standings = table(
        "x 0 1 1 1 0",
        "1 x 1 0 1 0",
        "0 0 x 1 1 1",
        "0 1 0 x 1 1",
        "0 0 0 0 x 1",
        "1 1 0 0 0 x",
    )
    assert order(standings) == [(1, 2), (2, 1), (3, 3), (4, 4), (5, 6), (6, 5)]


def test_two_legs_count_as_their_average() -> None:
    standings = table("x 1= 01", "0= x 11", "10 00 x")
    assert [(each.entrant, each.points) for each in standings.places] == [
        (1, 2.5),
        (2, 2.5),
        (3, 1.0),
    ]


def test_more_wins_decide_where_encounters_do_not() -> None:
    standings = table("x = = =", "= x 1 0", "= 0 x 1", "= 1 0 x")
    assert order(standings) == [(1, 2), (1, 3), (1, 4), (4, 1)]


def test_equal_wins_count_more_against_better_players() -> None:
    standings = table("x = 1 0", "= x 0 1", "0 1 x 0", "1 0 1 x")
    assert order(standings) == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert [each.sonneborn_berger for each in standings.places] == [2.5, 2.75, 1.75, 1.5]


def test_a_tie_that_nothing_decides_is_a_shared_place_and_stands_in_the_order_of_seeds() -> None:
    standings = table("x 1 0", "0 x 1", "1 0 x")
    assert order(standings) == [(1, 1), (1, 2), (1, 3)]
    assert standings.winners == (1, 2, 3)


def test_a_loss_of_both_brings_neither_a_point() -> None:
    standings = table("x - 1", "- x 1", "0 0 x")
    assert [each.points for each in standings.places] == [1.0, 1.0, 0.0]
    assert standings.places[0].losses == 1


def test_a_void_leg_is_as_if_it_had_never_been_drawn() -> None:
    standings = table("x v 1", "v x 1", "0 0 x")
    assert [each.finished for each in standings.places] == [1, 1, 2]
    assert standings.is_finished


def test_reachable_places_are_computed() -> None:
    standings = table("x 1 1 .", "0 x 0 .", "0 1 x =", ". . = x")
    ranges = {each.entrant: each.can_finish for each in standings.places}
    assert ranges == {
        1: PlaceRange(1, 2),
        3: PlaceRange(2, 3),
        4: PlaceRange(1, 4),
        2: PlaceRange(3, 4),
    }


def test_annulled_results_count_for_no_one() -> None:
    standings = table("x 1 0 .", "0 x 1 1", "1 0 x .", ". 0 . x", e1=Withdrawal.ANNULLED)
    assert standings.annulled == (1,)
    assert [(each.entrant, each.points) for each in standings.places] == [
        (2, 2.0),
        (3, 0.0),
        (4, 0.0),
    ]


SIZES = st.integers(3, 8)
SEEDS = st.integers(0, 2**32)


def steps_of(legs: list[Leg], chance: Random) -> list[list[Leg]]:
    """Play legs in a random order; return the legs before and after each result."""
    now = list(legs)
    steps = [list(now)]
    for index in chance.sample(range(len(legs)), len(legs)):
        result = chance.choice([*LegResult, LegResult.FIRST, LegResult.SECOND])
        if result is not LegResult.VOID:
            now[index] = now[index].decided(result, Decision.PLAYED)
        else:
            now[index] = now[index].decided(LegResult.DRAW, Decision.CALLED)
        steps.append(list(now))
    return steps


@given(SIZES, st.integers(1, 2), SEEDS)
@settings(deadline=None)
def test_reachable_places_only_narrow_and_include_the_final_one(
    size: int, legs: int, seed: int
) -> None:
    chance = Random(seed)
    entrants = entrants_of(size)
    steps = steps_of(list(draw_legs(entrants, legs, chance)), chance)
    tables = [standings_of(entrants, each, {}) for each in steps]
    for entrant in entrants:
        end = tables[-1].of(entrant)
        assert end is not None
        before = PlaceRange(1, size)
        for each in tables:
            standing = each.of(entrant)
            assert standing is not None
            can = standing.can_finish
            assert before.best <= can.best <= end.place <= can.worst <= before.worst
            assert can.best <= standing.place <= can.worst
            before = can
        assert before.is_settled


@given(SIZES, st.integers(1, 2), SEEDS)
@settings(deadline=None)
def test_standings_add_up_at_any_moment(size: int, legs: int, seed: int) -> None:
    chance = Random(seed)
    entrants = entrants_of(size)
    for now in steps_of(list(draw_legs(entrants, legs, chance)), chance):
        standings = standings_of(entrants, now, {})
        assert sorted(each.entrant for each in standings.places) == entrants
        assert standings.is_finished is not any(leg.is_open for leg in now)
        both_lost = sum(leg.result is LegResult.NEITHER for leg in now)
        finished = sum(leg.counts for leg in now)
        assert sum(each.points for each in standings.places) == finished - both_lost
        assert {each.finished + each.open for each in standings.places} == {legs * (size - 1)}
        points = [each.points for each in standings.places]
        assert points == sorted(points, reverse=True)
        # The number of a place follows from how many players are before it.
        for standing in standings.places:
            before = sum(each.place < standing.place for each in standings.places)
            assert before == standing.place - 1


@given(SIZES, SEEDS)
@settings(deadline=None)
def test_the_order_of_legs_and_how_a_leg_is_written_do_not_matter(size: int, seed: int) -> None:
    chance = Random(seed)
    entrants = entrants_of(size)
    legs = chance.choice(steps_of(list(draw_legs(entrants, 1, chance)), chance))
    other = chance.sample(legs, len(legs))
    assert standings_of(entrants, legs, {}) == standings_of(entrants, other, {})


@given(SIZES, st.integers(1, 2), SEEDS)
@settings(deadline=None)
def test_an_eliminated_user_has_no_open_leg_and_others_keep_their_points(
    size: int, legs: int, seed: int
) -> None:
    chance = Random(seed)
    entrants = entrants_of(size)
    now = chance.choice(steps_of(list(draw_legs(entrants, legs, chance)), chance))
    before = standings_of(entrants, now, {})
    gone = chance.choice(entrants)
    withdrawal = withdrawal_of(gone, now, {})
    finished = sum(leg.has(gone) and not leg.is_open for leg in now)
    assert (withdrawal is Withdrawal.ANNULLED) is (2 * finished < legs * (size - 1))
    later = [without(gone, leg, withdrawal) for leg in now]
    assert not any(leg.is_open and leg.has(gone) for leg in later)
    after = standings_of(entrants, later, {gone: withdrawal})
    if withdrawal is Withdrawal.LOST:
        for standing in before.places:
            at_end = after.of(standing.entrant)
            assert at_end is not None
            assert at_end.points >= standing.points
    else:
        others = [each for each in entrants if each != gone]
        of_others = [leg for leg in now if not leg.has(gone)]
        assert after.places == standings_of(others, of_others, {}).places
        assert after.annulled == (gone,)
