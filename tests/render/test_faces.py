from dataclasses import replace

import pytest
from PIL import Image, ImageStat

from bot.engine import LEVELS as LEVELS_OF_BOT
from render.faces import (
    COLUMNS,
    LEVELS,
    MARGIN,
    NAME,
    PATCH,
    WIDTH,
    Portrait,
    Portraits,
    draw_portraits,
)
from render.palette import Ink
from render.studio import Studio
from render.theme import DAY_QUILT, NIGHT_QUILT, THEMES, Theme
from tests.render.golden import CATS, compare, open_png
from tests.render.seeing import contrast

MOST_BYTES = 40_000


def patch(picture: Image.Image, place: int) -> Image.Image:
    """Return the cat at a place, without its name."""
    left, top = MARGIN + place % COLUMNS * PATCH, MARGIN + place // COLUMNS * (PATCH + NAME)
    return picture.crop((left, top, left + PATCH, top + PATCH))


def alone(level: int) -> Portraits:
    """Return one cat by itself."""
    return Portraits((Portrait(level, "Cat"),))


def test_every_level_of_the_bot_has_a_face() -> None:
    assert [level.number for level in LEVELS_OF_BOT] == list(range(1, LEVELS + 1))
    assert len({draw_portraits(alone(level.number)) for level in LEVELS_OF_BOT}) == LEVELS


@pytest.mark.parametrize("level", [0, 9])
def test_an_unknown_level_has_no_face(level: int) -> None:
    with pytest.raises(LookupError, match=f"no face for level {level}"):
        draw_portraits(alone(level))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_picture_of_all_cats_is_small_and_their_names_are_legible(theme: Theme) -> None:
    png = draw_portraits(replace(CATS, chosen=8, theme=theme))
    assert len(png) <= MOST_BYTES
    picture = open_png(png)
    assert picture.size == (WIDTH, 2 * (MARGIN + PATCH + NAME))
    inks = theme.palette.inks
    for cloth in (Ink.CREAM, Ink.MINT):
        assert contrast(inks[Ink.COUNT], inks[cloth]) >= 4.5


def test_faces_keep_their_colours_in_every_theme() -> None:
    by_day, by_night = (
        patch(open_png(draw_portraits(replace(CATS, theme=theme))), 6).crop((60, 60, 110, 120))
        for theme in (DAY_QUILT, NIGHT_QUILT)
    )
    apart = [
        abs(day - night)
        for day, night in zip(
            ImageStat.Stat(by_day).mean, ImageStat.Stat(by_night).mean, strict=True
        )
    ]
    assert max(apart) < 4


def test_only_the_chosen_cat_is_framed() -> None:
    plain, chosen = (open_png(draw_portraits(replace(CATS, chosen=each))) for each in (None, 3))
    for place in range(LEVELS):
        alike = compare(patch(plain, place), patch(chosen, place)).alike
        assert alike is (place != 2), place


@pytest.mark.parametrize("cats", range(1, LEVELS + 1))
def test_no_patch_is_empty_for_any_number_of_cats(cats: int) -> None:
    picture = open_png(draw_portraits(replace(CATS, cats=CATS.cats[:cats])))
    for row in range(-(-cats // COLUMNS)):
        columns = min(COLUMNS, cats - row * COLUMNS)
        top = MARGIN + row * (PATCH + NAME)
        for column in range(columns):
            middle = WIDTH // 2 + round((column - (columns - 1) / 2) * PATCH)
            face = picture.crop((middle - 60, top + 20, middle + 60, top + 140)).convert("L")
            darkest, _ = face.getextrema()
            assert isinstance(darkest, int | float)
            assert darkest < 100, (row, column)


def test_patches_of_a_row_with_fewer_cats_are_as_wide_as_the_others() -> None:
    picture = open_png(draw_portraits(replace(CATS, cats=CATS.cats[:7])))
    left = WIDTH // 2 - PATCH * 3 // 2
    shown = picture.crop((left, MARGIN + PATCH + NAME, left + PATCH, MARGIN + 2 * (PATCH + NAME)))
    alone = open_png(draw_portraits(replace(CATS, cats=CATS.cats[4:5])))
    middle = (WIDTH - PATCH) // 2
    below = alone.crop((middle, MARGIN, middle + PATCH, MARGIN + PATCH + NAME))
    face = (12, 12, PATCH - 12, PATCH - 12)
    darkest = [
        each.crop(face).convert("L").point(lambda ink: 255 * (ink < 60)) for each in (shown, below)
    ]
    assert darkest[0].getbbox() == darkest[1].getbbox()


def test_a_long_name_stays_on_its_patch() -> None:
    short, long = (
        open_png(draw_portraits(replace(CATS, cats=(Portrait(1, name), *CATS.cats[1:]))))
        for name in ("M", "M" * 100)
    )
    row = (MARGIN + PATCH, 0, WIDTH, MARGIN + PATCH + NAME)
    assert compare(short.crop(row), long.crop(row)).alike


@pytest.mark.parametrize("cats", [(), CATS.cats + CATS.cats[:1]])
def test_a_quilt_has_one_to_eight_cats(cats: tuple[Portrait, ...]) -> None:
    with pytest.raises(ValueError, match=f"1 to 8 cats on a quilt, not {len(cats)}"):
        replace(CATS, cats=cats)


async def test_a_studio_draws_the_cats() -> None:
    studio = Studio()
    assert await studio.picture(CATS) == draw_portraits(CATS)
    await studio.close()
