from dataclasses import replace

import pytest

from render.brackets import BracketRound, draw_bracket
from render.sheet import WIDTH
from render.studio import Studio
from tests.render.brackets import EIGHT, FOUR, KEPT, PLAYED, SIXTEEN, box, brackets
from tests.render.golden import compare, open_png


@pytest.mark.parametrize("name", brackets())
def test_a_bracket_equals_its_golden_picture(name: str) -> None:
    kept = open_png((KEPT / f"{name}.png").read_bytes())
    comparison = compare(open_png(draw_bracket(brackets()[name])), kept)
    assert comparison.alike, (
        f"{comparison.part:.2%} of {name} differs, {comparison.most_in_block} pixels in one block; "
        "if this is intended, run python -m tests.render.brackets"
    )


def test_every_golden_picture_of_a_bracket_is_compared() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(brackets())


async def test_a_studio_draws_brackets() -> None:
    studio = Studio()
    assert await studio.picture(FOUR) == draw_bracket(FOUR)
    await studio.close()


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
