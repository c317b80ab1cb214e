"""The banner above shared pictures: the players, the turn's number, and whose turn it is."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.game import Position, Seat
from render.banner import Banner, BannerImage, draw_still
from render.replay import animation
from render.scene import Ending, Scene
from render.theme import DAY_QUILT, THEMES, Theme
from tests.render.animations import caption, frames_of, play_turns

SIZE = (480, 40)


def banner(orange: str = "Ada", gray: str = "Bob", theme: Theme = DAY_QUILT) -> Banner:
    return Banner(*SIZE, caption(9, orange, gray), theme)


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


def test_a_turn_changes_only_its_number() -> None:
    box = changed(banner().of_turn(1, Seat.ORANGE), banner().of_turn(2, Seat.ORANGE))
    assert box is not None
    assert 240 < box[0] < box[2] < 290, "the word before the number stays where it is"


def test_the_banner_shows_at_both_names_whose_turn_it_is() -> None:
    box = changed(banner().of_turn(1, Seat.ORANGE), banner().of_turn(1, Seat.GRAY))
    assert box is not None
    assert box[0] < 60
    assert box[2] > 420


@pytest.mark.parametrize("ending", [*Ending, None])
def test_the_last_banner_differs_from_that_of_a_turn_only_if_the_match_has_ended(
    ending: Ending | None,
) -> None:
    end = banner().of_end(3, ending, Seat.GRAY)
    is_turn = changed(end, banner().of_turn(3, Seat.GRAY)) is None
    assert is_turn is (ending is None)


def test_a_long_name_is_cut_and_leaves_the_number_free() -> None:
    short, long = banner(), banner("W" * 32, "名" * 32)
    box = 190, 0, 290, 40
    assert (
        changed(short.of_turn(1, Seat.GRAY).crop(box), long.of_turn(1, Seat.GRAY).crop(box)) is None
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_still_picture_has_room_for_its_banner_and_is_small(theme: Theme) -> None:
    [step] = play_turns(Position(), "Kc3")
    scene = Scene(step.after, recent=step, ending=Ending.GRAY_WON, theme=theme)
    png = draw_still(BannerImage(scene, caption(1)))
    assert len(png) < 45_000
    with Image.open(BytesIO(png)) as image:
        assert image.size == (720, 864)


def test_an_animation_has_the_banner_of_each_turn() -> None:
    steps = play_turns(Position(), "Kc3", "Kd4", "Ke5")
    frames = frames_of(animation(Position(), steps, caption=caption(3)).gif)
    rests = [frames[0], *(each for each in frames if each.milliseconds == 600), frames[-1]]
    strips = {each.picture.crop((0, 0, *SIZE)).tobytes() for each in rests}
    assert len(strips) == 4
