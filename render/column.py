"""A column of which a square is to be chosen: outlined, its free squares named."""

from typing import Final

from PIL import Image

from bot.game import Column, name_of, squares_in
from render.layout import middle_of
from render.outlines import draw_run
from render.palette import thread_of
from render.runs import Run
from render.scene import Scene
from render.seams import tag
from render.stitches import Stitch

_DOWN: Final = (0, 1)


def draw_column(picture: Image.Image, column: Column, scene: Scene) -> None:
    """Outline a column in the thread of who is to move, and name its free squares."""
    palette, seat = scene.theme.palette, scene.position.to_move
    squares = squares_in(column)
    draw_run(picture, Run(squares, _DOWN), 0, Stitch.SOLID, thread_of(palette, seat), palette)
    for square in squares:
        if scene.position.bed.piece_at(square) is None:
            tag(name_of(square), seat, palette).stamp_around(picture, *middle_of(square), palette)
