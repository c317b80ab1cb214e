import pytest
from PIL import Image

from render.palette import (
    COVERAGES,
    DAY,
    MIXTURES,
    OPTIONS,
    SIZE,
    Ink,
    Palette,
    distance,
    nearest,
    thinly,
)
from render.sprite import Sprite, Veil, sprite, turned_sprite

INVERTED = Palette(tuple((255 - red, 255 - green, 255 - blue) for red, green, blue in DAY.inks))


def corner() -> Sprite:
    """Return a drawing of 4×3 with two pixels at its top left; the second is half covered."""
    return Sprite(
        (4, 3),
        (0, 0),
        Image.new("L", (2, 1), Ink.RED),
        row(255, 0),
        (Veil(Ink.RED, row(0, 2 * SIZE)),),
    )


def row(*values: int) -> Image.Image:
    image = Image.new("L", (len(values), 1))
    for x, value in enumerate(values):
        image.putpixel((x, 0), value)
    return image


def stamp(drawn: Sprite, ground: Ink = Ink.CREAM) -> set[tuple[int, int]]:
    picture = Image.new("L", drawn.size, ground)
    drawn.stamp(picture, 0, 0, DAY)
    width, height = drawn.size
    points = ((x, y) for x in range(width) for y in range(height))
    return {point for point in points if picture.getpixel(point) != ground}


@pytest.mark.parametrize(
    ("quarters", "places"),
    [
        (0, {(0, 0), (1, 0)}),
        (1, {(2, 0), (2, 1)}),
        (2, {(3, 2), (2, 2)}),
        (3, {(0, 3), (0, 2)}),
        (4, {(0, 0), (1, 0)}),
    ],
)
def test_a_turned_sprite_turns_clockwise_about_its_whole_drawing(
    quarters: int, places: set[tuple[int, int]]
) -> None:
    assert stamp(corner().turned(quarters)) == places


def test_a_half_covered_pixel_shows_a_mix_of_the_ink_and_what_lies_below() -> None:
    for ground in (Ink.CREAM, Ink.MINT, Ink.FLOOR):
        picture = Image.new("L", (4, 3), ground)
        corner().stamp(picture, 0, 0, DAY)
        assert picture.getpixel((0, 0)) == Ink.RED
        assert picture.getpixel((1, 0)) == thinly(DAY, Ink.RED, 2)[ground]


def test_a_sprite_may_hang_over_the_edge_of_the_picture() -> None:
    picture = Image.new("L", (4, 3), Ink.CREAM)
    corner().stamp(picture, -1, -1, DAY)
    corner().stamp(picture, 3, 2, DAY)
    assert picture.getpixel((3, 2)) == Ink.RED


def test_an_ink_is_replaced_in_pixels_and_veils() -> None:
    other = corner().with_ink(Ink.RED, Ink.TEAL)
    assert other.inks.getpixel((0, 0)) == Ink.TEAL
    assert [veil.ink for veil in other.veils] == [Ink.TEAL]


def test_a_sprite_is_loaded_and_turned_once() -> None:
    assert sprite("star") is sprite("star")
    assert turned_sprite("star", 1) is turned_sprite("star", 1)


def test_an_unknown_sprite_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        sprite("dog")


def test_a_palette_has_every_ink_and_at_most_64_colours() -> None:
    assert len(DAY.inks) == len(Ink)
    assert len(DAY.colours) == SIZE == len(Ink) + len(MIXTURES) <= 64
    assert len(set(DAY.inks)) == len(Ink)


def test_the_nearest_colour_to_a_palette_colour_is_itself() -> None:
    for value, colour in enumerate(DAY.colours):
        assert DAY.colours[nearest(DAY, colour)] == colour, value


def test_the_opacity_of_an_ink_grows_with_its_coverage() -> None:
    for ground in (Ink.CREAM, Ink.MINT):
        seen = [ground, *(thinly(DAY, Ink.OUTLINE, part)[ground] for part in range(1, COVERAGES))]
        away = [distance(DAY.colours[value], DAY.inks[Ink.OUTLINE]) for value in seen]
        assert away == sorted(away, reverse=True)
        assert len(set(seen)) > 1


def test_mixtures_follow_the_inks_of_a_theme() -> None:
    assert INVERTED.colours[len(Ink) :] != DAY.colours[len(Ink) :]


def test_every_option_has_an_ink_that_white_letters_stand_out_on() -> None:
    for ink in OPTIONS:
        assert distance(DAY.inks[ink], DAY.inks[Ink.WHITE]) > 40_000_000, ink.name
