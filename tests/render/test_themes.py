"""Each theme is measured on its drawings: seats, kinds, text."""

import pickle
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from PIL import Image

from bot.game import Bed, Kind, Piece, Position, Seat, Square, square_named
from bot.game.squares import Mask
from render.bed import draw
from render.layout import EDGE, TILE, WIDTH, corner_of
from render.palette import OPTIONS, Ink
from render.scene import Scene
from render.theme import THEMES, Theme, UnknownThemeError, theme_named
from render.tiles import piece_name
from tests.kit.thoroughness import sampled
from tests.render.golden import PHONE, open_png
from tests.render.scenes import sheets
from tests.render.seeing import Eyes, Rgb, contrast, difference, seen_light

COLOUR_BLIND = THEMES["colour-blind"]
EVERY = list(THEMES.values())
SQUARES = (square_named("c3"), square_named("d3"))
"""One square of each colour of the quilt."""

LEGIBLE = 4.5
"""WCAG 2.2, 1.4.3: the contrast of text."""

SEATS_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: the contrast of things that users have to tell apart."""

SEATS_DIFFERENCE = 40.0
UNLIKE = 20.0
"""ΔE*ab of two pixels that are clearly different."""

KINDS_UNLIKE = 0.25
"""A kitten and a cat look different in at least this share of the area that they cover."""


def test_the_first_of_four_themes_is_day() -> None:
    assert list(THEMES) == ["day", "night", "colour-blind", "plain"]
    assert Scene(Position()).theme is THEMES["day"]
    assert all(theme.name == name and theme.title for name, theme in THEMES.items())


def test_a_theme_is_found_by_its_name_and_no_other() -> None:
    for name in THEMES:
        assert theme_named(name) is THEMES[name]
    with pytest.raises(UnknownThemeError, match="no theme 'Day'; there are day, night,") as caught:
        theme_named("Day")
    assert caught.value.name == "Day"


def test_a_theme_survives_a_transfer_to_another_process() -> None:
    scene = Scene(Position(), theme=THEMES["night"])
    again = pickle.loads(pickle.dumps(scene))
    assert again.theme is THEMES["night"]
    assert again == scene
    assert hash(again) == hash(scene)


def test_equal_scenes_in_different_themes_are_different() -> None:
    scenes_ = {Scene(Position(), theme=theme) for theme in EVERY}
    assert len(scenes_) == len(EVERY)
    assert len({draw(scene) for scene in scenes_}) == len(EVERY)


@pytest.mark.long
@pytest.mark.parametrize("theme", sampled(EVERY, 1), ids=lambda theme: theme.name)
def test_every_drawing_of_a_theme_exists(theme: Theme) -> None:
    for name, sheet in sheets().items():
        if name not in THEMES:  # These sheets show scenes of the others.
            for scene in sheet.values():
                draw(replace(scene, theme=theme))


@pytest.mark.parametrize("eyes", Eyes)
def test_the_seats_are_distinguishable_for_colour_blind_users(eyes: Eyes) -> None:
    for kind in Kind:
        for square in SQUARES:
            orange, gray = (_body(Piece(seat, kind), square, COLOUR_BLIND) for seat in Seat)
            assert contrast(orange, gray, eyes) >= SEATS_CONTRAST
            assert difference(orange, gray, eyes) >= SEATS_DIFFERENCE


@pytest.mark.parametrize("eyes", sampled([*Eyes], 1))
@pytest.mark.parametrize("theme", sampled(EVERY, 0, 2), ids=lambda theme: theme.name)
def test_kittens_and_cats_are_distinguishable_for_all_users(theme: Theme, eyes: Eyes) -> None:
    for seat in Seat:
        for square in SQUARES:
            kitten, cat = (Piece(seat, kind) for kind in Kind)
            assert _unlike(kitten, cat, square, theme, eyes) >= KINDS_UNLIKE


@pytest.mark.parametrize("eyes", Eyes)
def test_every_piece_contrasts_with_the_quilt_for_colour_blind_users(eyes: Eyes) -> None:
    for seat in Seat:
        for square in SQUARES:
            outline = COLOUR_BLIND.palette.inks[Ink.OUTLINE]
            body = _body(Piece(seat, Kind.KITTEN), square, COLOUR_BLIND)
            quilt = _commonest(_tile(None, square, COLOUR_BLIND))
            assert max(contrast(outline, quilt, eyes), contrast(body, quilt, eyes)) >= 3
            assert difference(body, quilt, eyes) >= UNLIKE


def test_the_simulation_merges_red_and_green() -> None:
    red, green = (200, 60, 40), (110, 118, 30)
    apart = difference(red, green)
    for eyes in (Eyes.PROTANOPIC, Eyes.DEUTERANOPIC):
        assert difference(red, green, eyes) < apart / 2
    blue, teal = (0, 60, 255), (0, 110, 90)
    assert difference(blue, teal, Eyes.TRITANOPIC) < difference(blue, teal) / 2
    for eyes in Eyes:
        white = seen_light((255, 255, 255), eyes)
        assert white == pytest.approx((1, 1, 1), abs=1e-3)


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_text_is_legible_in_every_theme(theme: Theme) -> None:
    inks = theme.palette.inks
    for ink, ground in (
        (Ink.COUNT, Ink.CUSHION_ORANGE),
        (Ink.COUNT, Ink.CUSHION_GRAY),
        (Ink.COUNT, Ink.HALO),
        (Ink.BOOP, Ink.PAPER),
        *((Ink.HALO, option) for option in OPTIONS),
    ):
        assert contrast(inks[ink], inks[ground]) >= LEGIBLE, (ink, ground)


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
@pytest.mark.parametrize("side", ["top", "left", "right", "bottom"])
def test_coordinates_are_legible_and_large_enough_on_a_phone(theme: Theme, side: str) -> None:
    picture = open_png(draw(Scene(Position(), theme=theme)))
    far = EDGE + 6 * TILE
    for index in range(6):
        along = EDGE + index * TILE + 30
        box = {
            "top": (along, 9, along + 44, 40),
            "bottom": (along, far + 8, along + 44, far + 33),
            "left": (12, along, 40, along + 44),
            "right": (far + 8, along, far + 36, along + 44),
        }[side]
        ground, text = _commonest(picture.crop(box)), theme.palette.inks[Ink.LABEL]
        assert contrast(ground, text) >= LEGIBLE
        height = _height_of(picture.crop(box), text) * PHONE / WIDTH
        assert height >= (6 if side in ("top", "bottom") else 10), (side, index, height)


@pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)
def test_no_two_options_have_similar_colours(theme: Theme) -> None:
    colours = [theme.palette.inks[ink] for ink in OPTIONS]
    for one, other in combinations(colours, 2):
        assert difference(one, other) > 5


@cache
def _tile(piece: Piece | None, square: Square, theme: Theme) -> Image.Image:
    bed = Bed(**{f"{piece_name(piece)}s": Mask(1 << square)}) if piece else Bed()
    picture = open_png(draw(Scene(Position(bed), theme=theme)))
    x, y = corner_of(square)
    return picture.crop((x, y, x + TILE, y + TILE))


def _pixels(picture: Image.Image) -> list[Rgb]:
    raw = picture.tobytes()
    return [(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)]


def _commonest(picture: Image.Image) -> Rgb:
    return Counter(_pixels(picture)).most_common(1)[0][0]


def _height_of(picture: Image.Image, colour: Rgb) -> int:
    pixels, width = _pixels(picture), picture.width
    rows = [index // width for index, pixel in enumerate(pixels) if pixel == colour]
    return max(rows) - min(rows) + 1


@cache
def _body(piece: Piece, square: Square, theme: Theme) -> Rgb:
    """Return the most frequent colour of a drawn piece, except its outline."""
    outline = theme.palette.inks[Ink.OUTLINE]
    empty = _pixels(_tile(None, square, theme))
    drawn = zip(_pixels(_tile(piece, square, theme)), empty, strict=True)
    return Counter(pixel for pixel, below in drawn if pixel not in (below, outline)).most_common(1)[
        0
    ][0]


def _unlike(one: Piece, other: Piece, square: Square, theme: Theme, eyes: Eyes) -> float:
    """Return the share of the area covered by two pieces in which they look different."""
    pixels = (_pixels(_tile(piece, square, theme)) for piece in (one, other, None))
    covered = [
        (first, second)
        for first, second, below in zip(*pixels, strict=True)
        if below not in (first, second) or first != second
    ]
    far = sum(difference(first, second, eyes) >= UNLIKE for first, second in covered)
    return far / len(covered)
