"""Pictures of several turns, and of the turn that won."""

import pytest
from PIL import Image

from bot.game import Placed, Square, read_square
from render.bed import compose
from render.layout import TILE, corner_of
from render.palette import Ink
from render.scene import Scene
from render.turns import placed_in
from tests.render.scenes import scenes

SCENES = dict(scenes())
AT_THE_RIM = (6, 14, 12, 40)
"""A part of a square's left rim, which contains the frame and no piece."""


def square_of(picture: Image.Image, square: Square) -> Image.Image:
    x, y = corner_of(square)
    return picture.crop((x, y, x + TILE, y + TILE))


@pytest.mark.parametrize("name", ["win_by_line", "win_by_full_bed", "preview_win"])
def test_only_the_last_placed_piece_of_a_win_has_a_frame(name: str) -> None:
    scene = SCENES[name]
    assert scene.last is not None
    assert scene.win is not None
    picture, last = compose(scene), placed_in(scene.last)
    framed = {
        square
        for square in scene.win.squares
        if square_of(picture, square).crop(AT_THE_RIM).histogram()[Ink.WHITE] > 50
    }
    assert framed == {last}


def test_no_star_or_outline_of_an_earlier_turn_is_on_a_piece_that_arrived_later() -> None:
    scene = SCENES["taken_since"]
    taken = read_square("c2")
    alone = compose(Scene(scene.position, scene.turns[-1]))
    both = compose(scene)
    # The numbers of the two turns are at the upper left.
    inner = (TILE // 2, 0, TILE, TILE)
    assert square_of(both, taken).crop(inner).tobytes() == (
        square_of(alone, taken).crop(inner).tobytes()
    )
    left = read_square("b2")
    assert square_of(both, left).tobytes() != square_of(alone, left).tobytes()


def test_the_square_on_which_a_turn_placed_its_piece_is_found() -> None:
    last = SCENES["lively"].last
    assert last is not None
    (placed,) = (event for event in last.events if isinstance(event, Placed))
    assert placed_in(last) == placed.square
