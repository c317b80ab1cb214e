import pytest

from render.studio import Studio
from render.theme import THEMES, Theme
from render.welcome import HEIGHT, WIDTH, GrowingUp, draw_growing_up
from tests.render.golden import open_png

MOST_BYTES = 10_000


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_welcome_animation_is_small_in_every_theme(theme: Theme) -> None:
    png = draw_growing_up(GrowingUp(theme))
    assert len(png) <= MOST_BYTES
    assert open_png(png).size == (WIDTH, HEIGHT)


async def test_a_studio_draws_the_welcome_animation() -> None:
    studio = Studio()
    assert await studio.picture(GrowingUp()) == draw_growing_up(GrowingUp())
    await studio.close()
