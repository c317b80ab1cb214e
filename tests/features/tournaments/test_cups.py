from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.cups import (
    FINAL,
    THIRD_PLACE,
    Bracket,
    CupSlot,
    Play,
    PlayOff,
    Seeding,
    Vacancy,
    bracket_of,
    bracket_size,
    cup_places,
    draw_places,
    legs_to_begin,
    seed_order,
)
from bot.features.tournaments.legs import (
    Decision,
    EntrantId,
    Leg,
    LegNumber,
    LegResult,
    leg_between,
)
from tests.kit.drawn_groups import entrants_of

ONE, TWO, THREE, FOUR = entrants_of(4)
SEMIFINALS = (CupSlot(2), CupSlot(3))


def leg(one: EntrantId, other: EntrantId, number: int, sign: str) -> Leg:
    """Return a leg with the result that it has for `one`: `1`, `=`, `0`, `-`, or `.` if open."""
    drawn = leg_between(one, other, LegNumber(number))
    if sign == ".":
        return drawn
    if sign in "=-":
        what = LegResult.DRAW if sign == "=" else LegResult.NEITHER
        return drawn.decided(what, Decision.PLAYED)
    return drawn.lost_by(other if sign == "1" else one, Decision.PLAYED)


def legs(one: EntrantId, other: EntrantId, signs: str) -> list[Leg]:
    return [leg(one, other, number, sign) for number, sign in enumerate(signs, 1)]


def bracket_of_four(
    played: list[Leg],
    out: tuple[EntrantId, ...] = (),
    play: Play = Play.ON,
    entrants: int = 4,
) -> Bracket:
    by_seed = entrants_of(entrants)
    places = draw_places(by_seed, 4, Seeding.SEEDED, Random(0))
    return bracket_of(places, by_seed, played, out, PlayOff.PLAYED, play)


def test_brackets_are_the_standard_ones() -> None:
    assert seed_order(4) == (1, 4, 2, 3)
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


def test_a_bracket_is_as_large_as_it_must_be_and_who_comes_later_waits() -> None:
    assert [bracket_size(entrants, 8) for entrants in (3, 4, 5, 8, 9)] == [4, 4, 8, 8, 8]
    assert bracket_size(9, 16) == 16


@given(st.integers(3, 16), st.sampled_from(Seeding), st.integers(0, 2**32))
def test_everyone_has_a_place_and_the_best_have_the_byes(
    entrants: int, seeding: Seeding, seed: int
) -> None:
    best_first = entrants_of(entrants)
    size = bracket_size(entrants, 16)
    places = draw_places(best_first, size, seeding, Random(seed))
    assert len(places) == size
    assert sorted(each for each in places if each) == best_first
    pairs = [places[index : index + 2] for index in range(0, size, 2)]
    alone = [one or other for one, other in pairs if one is None or other is None]
    assert sorted(each for each in alone if each) == best_first[: size - entrants]


def test_a_pairing_begins_with_two_legs_with_the_seats_swapped() -> None:
    bracket = bracket_of_four([])
    first, second = legs_to_begin(bracket.rounds[0][0], Random(0))
    assert {first.first, first.second} == {ONE, FOUR}
    assert first.seats.orange == second.seats.gray
    assert (first.number, second.number) == (1, 2)
    assert bracket.final.entrants is None
    assert legs_to_begin(bracket.final, Random(0)) == ()


@pytest.mark.parametrize(
    ("signs", "winner"),
    [
        ("11", ONE),
        ("1=", ONE),
        ("=0", FOUR),
        ("1-", ONE),
        ("1.", Vacancy.AWAITED),
        ("10", Vacancy.AWAITED),
        ("==", Vacancy.AWAITED),
        ("--", Vacancy.AWAITED),
        ("10.", Vacancy.AWAITED),
        ("101", ONE),
        ("100", FOUR),
        ("===", ONE),
    ],
)
def test_a_pairing_is_decided_by_two_legs_or_by_three(
    signs: str, winner: EntrantId | Vacancy
) -> None:
    pairing = bracket_of_four(legs(ONE, FOUR, signs)).rounds[0][0]
    assert pairing.winner == winner
    is_equal = winner is Vacancy.AWAITED and len(signs) == 2 and "." not in signs
    assert [each.number for each in legs_to_begin(pairing, Random(0))] == [3] * is_equal


def test_a_third_leg_that_is_drawn_goes_to_the_better_seed() -> None:
    played = legs(THREE, TWO, "01=")
    assert bracket_of_four(played).rounds[0][1].winner == TWO
    assert bracket_of_four(played, out=(TWO,)).rounds[0][1].winner == TWO


def test_three_entrants_play_and_the_best_waits_in_the_final() -> None:
    bracket = bracket_of_four(legs(TWO, THREE, "11"), entrants=3)
    assert bracket.final.entrants == (ONE, TWO)
    assert bracket.third_place is not None
    assert bracket.third_place.winner == THREE


def test_a_user_who_is_out_loses_what_is_not_decided_and_keeps_what_is() -> None:
    half = legs(ONE, FOUR, "10")
    assert bracket_of_four(half, out=(ONE,)).rounds[0][0].winner == FOUR
    won = legs(ONE, FOUR, "11")
    bracket = bracket_of_four(won, out=(ONE,))
    assert bracket.rounds[0][0].winner == ONE
    won += legs(TWO, THREE, "11")
    assert bracket_of_four(won, out=(ONE,)).champion == TWO


def test_if_both_are_out_the_next_opponent_wins_without_a_match() -> None:
    bracket = bracket_of_four([], out=(ONE, FOUR))
    assert bracket.rounds[0][0].winner == FOUR
    bracket = bracket_of_four(legs(TWO, THREE, "11"), out=(ONE, FOUR))
    assert bracket.champion == TWO
    assert bracket.third_place is not None
    assert bracket.third_place.winner == THREE
    assert cup_places(bracket) == {TWO: 1, FOUR: 2, THREE: 3, ONE: 4}


def test_if_both_finalists_are_out_there_is_no_champion() -> None:
    played = [*legs(ONE, FOUR, "11"), *legs(TWO, THREE, "11")]
    for final in ("", "..", "1."):
        bracket = bracket_of_four([*played, *legs(ONE, TWO, final)], out=(ONE, TWO))
        assert bracket.champion is Vacancy.EMPTY
        places = cup_places(bracket)
        assert (places[ONE], places[TWO]) == (2, 2)
    bracket = bracket_of_four([*played, *legs(ONE, TWO, "11")], out=(ONE, TWO))
    assert bracket.champion == ONE


def test_if_both_are_out_no_one_has_the_third_place() -> None:
    played = [*legs(ONE, FOUR, "11"), *legs(TWO, THREE, "11"), *legs(ONE, TWO, "11")]
    bracket = bracket_of_four(played, out=(THREE, FOUR))
    assert bracket.is_finished
    assert cup_places(bracket) == {ONE: 1, TWO: 2, THREE: 4, FOUR: 4}


def test_the_third_place_goes_to_the_one_who_is_not_out() -> None:
    played = [*legs(ONE, FOUR, "11"), *legs(TWO, THREE, "11")]
    bracket = bracket_of_four(played, out=(FOUR,))
    assert bracket.third_place is not None
    assert bracket.third_place.winner == THREE


def test_when_time_is_over_the_score_decides_and_then_the_seed() -> None:
    played = [*legs(FOUR, ONE, "1."), *legs(TWO, THREE, "..")]
    bracket = bracket_of_four(played, play=Play.OVER)
    assert [each.winner for each in bracket.rounds[0]] == [FOUR, TWO]
    assert bracket.champion == TWO
    assert bracket.is_finished


def test_places_are_shared_by_those_who_lost_in_the_same_round() -> None:
    by_seed = entrants_of(8)
    places = draw_places(by_seed, 8, Seeding.SEEDED, Random(0))
    bracket = bracket_of(places, by_seed, [], (), PlayOff.NONE, Play.OVER)
    places_of = cup_places(bracket)
    assert [places_of[each] for each in by_seed] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_the_final_and_the_match_for_the_third_place_have_their_slots() -> None:
    bracket = bracket_of_four([])
    assert bracket.final.slot == FINAL
    assert bracket.third_place is not None
    assert bracket.third_place.slot == THIRD_PLACE
    assert tuple(each.slot for each in bracket.rounds[0]) == SEMIFINALS
