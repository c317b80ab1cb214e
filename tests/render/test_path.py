from dataclasses import replace

import pytest

from render.palette import Ink
from render.path import MARGIN, PATCH, WIDTH, LessonPath, draw_path
from render.studio import Studio
from render.theme import THEMES, Theme
from tests.render.golden import compare, open_png
from tests.render.seeing import contrast

MOST_BYTES = 15_000
LEGIBLE = 4.5
"""WCAG 2.2, 1.4.3: the contrast of text."""
PATH = LessonPath((True,) * 4 + (False,) * 8, 4)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_path_is_small_and_its_numbers_are_legible(theme: Theme) -> None:
    png = draw_path(replace(PATH, theme=theme))
    assert len(png) <= MOST_BYTES
    assert open_png(png).size == (WIDTH, 2 * MARGIN + 3 * PATCH)
    inks = theme.palette.inks
    for number, face in ((Ink.OUTLINE, Ink.GOLD), (Ink.COUNT, Ink.PAPER)):
        assert contrast(inks[number], inks[face]) >= LEGIBLE


def test_a_finished_lesson_changes_the_row_of_its_stone_but_not_the_next_row() -> None:
    at_four, at_five = (
        open_png(draw_path(LessonPath((True,) * done + (False,) * (12 - done), done)))
        for done in (4, 5)
    )
    row = (0, MARGIN + PATCH, WIDTH, MARGIN + 2 * PATCH)
    assert not compare(at_four.crop(row), at_five.crop(row)).alike
    last = (0, MARGIN + 2 * PATCH + 8, WIDTH, MARGIN + 3 * PATCH)
    assert compare(at_four.crop(last), at_five.crop(last)).alike


@pytest.mark.parametrize("stones", range(1, 14))
def test_a_path_can_have_any_number_of_stones(stones: int) -> None:
    begun = LessonPath((False,) * stones, 0)
    done = LessonPath((True,) * stones, None)
    assert draw_path(begun) != draw_path(done)


def test_the_kitten_must_be_on_a_stone_of_its_path() -> None:
    with pytest.raises(ValueError, match="no stone 12 on a path of 12"):
        replace(PATH, kitten=12)


async def test_a_studio_draws_a_path() -> None:
    studio = Studio()
    assert await studio.picture(PATH) == draw_path(PATH)
    await studio.close()
