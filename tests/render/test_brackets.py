from dataclasses import replace

import pytest

from render.brackets import BracketRound, draw_bracket
from render.sheet import WIDTH
from tests.render.brackets import EIGHT, FOUR, PLAYED, SIXTEEN, box
from tests.render.golden import compare, open_png


def test_the_winner_of_a_pairing_is_highlighted() -> None:
    first = BracketRound("Semifinals", (box("-2|Ada", "+0|Bob"), FOUR.rounds[0].boxes[1]))
    other = replace(FOUR, rounds=(first, FOUR.rounds[1]))
    assert not compare(open_png(draw_bracket(FOUR)), open_png(draw_bracket(other))).alike


@pytest.mark.parametrize("number", [0, 5])
def test_a_bracket_with_no_or_too_many_rounds_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"has 1 to 4 rounds, not {number}"):
        replace(EIGHT, rounds=(EIGHT.rounds[0],) * number)


def test_each_round_has_half_as_many_pairings_as_the_one_before() -> None:
    with pytest.raises(ValueError, match="half as many"):
        replace(EIGHT, rounds=EIGHT.rounds[:2])


def test_long_names_never_leave_the_bracket() -> None:
    picture = open_png(draw_bracket(SIXTEEN))
    assert picture.width == WIDTH
    assert len(picture.crop((0, 0, 4, picture.height)).getcolors() or []) == 1


def test_a_bracket_without_a_third_place_is_lower() -> None:
    assert open_png(draw_bracket(PLAYED)).height < open_png(draw_bracket(FOUR)).height
