"""Draws a scene: the bed from below to above, then the pools."""

import io
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.game import Column, Piece, Seat, Square, name_of, squares_in
from render.layout import CUSHION, corner_of, middle_of
from render.outlines import draw_options, draw_run, patches_of
from render.palette import Palette, thread_of
from render.runs import Run
from render.scene import Ending, Scene, Status
from render.seams import draw_entries, draw_seams, seam_in_hand, tag
from render.sprite import Fading, sprite
from render.stitches import Stitch
from render.telling import (
    draw_crowns,
    draw_lamp,
    draw_turns,
    ghosts_of,
    planned_of,
    recent_turns,
    spots_of,
)
from render.theme import Theme
from render.threats import draw_threats
from render.tiles import Cushion, Figure, Spot, cushion, kinds_of, piece_name, tile

_DOWN: Final = (0, 1)


def draw_column(picture: Image.Image, column: Column, scene: Scene) -> None:
    """Outline a column in the thread of who is to move, and name its free squares."""
    palette, seat = scene.theme.palette, scene.position.to_move
    squares = squares_in(column)
    draw_run(picture, Run(squares, _DOWN), 0, Stitch.SOLID, thread_of(palette, seat), palette)
    for square in squares:
        if scene.position.bed.piece_at(square) is None:
            tag(name_of(square), seat, palette).stamp_around(picture, *middle_of(square), palette)


COMPRESSION: Final = (5, 6, 8)
"""Levels, the next of which is tried where the one before leaves a picture large.

At 6 a picture is a twelfth smaller and takes half as long again; at 8 it takes five times as long,
for the last twentieth of a bed full of cats on which several turns are shown.
"""

LARGE: Final = 39_000
"""Bytes."""


def draw(scene: Scene) -> bytes:
    """Return the scene as the bytes of an indexed PNG; equal scenes give equal bytes."""
    picture = compose(scene)
    picture.putpalette(flat(scene.theme.palette))
    png = b""
    for level in COMPRESSION:
        png = _encode(picture, level)
        if len(png) <= LARGE:
            break
    return png


def _encode(picture: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def compose(scene: Scene) -> Image.Image:
    """Return the scene as an image of mode L whose pixels are inks of its theme's palette."""
    theme, palette = scene.theme, scene.theme.palette
    picture = _board(scene.status, theme).copy()
    spots, standing = _spots(scene), _standing(scene)
    for square in spots.keys() | standing.keys():
        patch = tile(square, spots.get(square, ()), standing.get(square), theme)
        picture.paste(patch, corner_of(square))
    draw_threats(picture, scene.threats, scene.position, palette)
    draw_seams(picture, scene)
    draw_turns(picture, scene)
    if scene.win is not None:
        draw_crowns(picture, scene.win, scene.position, palette)
    if scene.status in _RECOMMENDED and scene.last is not None:
        draw_lamp(picture, scene.last, palette)
    draw_options(picture, scene.options, palette)
    draw_entries(picture, scene.entries, scene)
    if scene.column is not None:
        draw_column(picture, scene.column, scene)
    for seat in Seat:
        picture.paste(cushion(_cushion(scene, seat), theme), CUSHION[seat])
    return picture


@lru_cache
def _board(status: Status, theme: Theme) -> Image.Image:
    """Return the empty bed, of one that is not yet played with a frame of another kind."""
    board = sprite(theme.drawing("board")).inks.copy()
    frame = _FRAMES.get(status)
    if frame is not None:
        sprite(frame).stamp(board, 0, 0, theme.palette)
    return board


_FRAMES: Final = {
    Status.NOT_YET_PLAYED: "preview",
    Status.HINTED: "hint",
    Status.BETTER: "better",
}
"""Frames with words, of what has not happened."""

_RECOMMENDED: Final = frozenset({Status.HINTED, Status.BETTER})
"""What a lamp is beside."""


def _spots(scene: Scene) -> dict[Square, tuple[Spot, ...]]:
    """Return what lies on each square under its piece: what a turn did there, then an option."""
    spots: dict[Square, tuple[Spot, ...]] = {
        square: (Spot(name),) for square, name in spots_of(scene).items()
    }
    if scene.chosen is not None:
        spots[scene.chosen.square] = (Spot("spot_planned"),)
    for square, patch in patches_of(scene.options).items():
        spots[square] = (*spots.get(square, ()), patch)
    return spots


def _standing(scene: Scene) -> dict[Square, Figure]:
    """Return what is seen on each square: ghosts, the pieces, and what is only planned."""
    standing: dict[Square, Figure] = {}
    for recent, strength in recent_turns(scene):
        standing |= ghosts_of(recent, strength)
    for square, piece in scene.position.bed:
        standing[square] = Figure(piece_name(piece) + _state(scene, piece))
    if scene.status is not Status.PLAYED and scene.last is not None:
        standing |= planned_of(scene.last, scene.position)
    if scene.chosen is not None:
        name = piece_name(scene.chosen.piece)
        standing[scene.chosen.square] = Figure(name, Fading.PLANNED)
    return standing


def _state(scene: Scene, piece: Piece) -> str:
    return "_asleep" if scene.is_asleep(piece.seat) else ""


def _cushion(scene: Scene, seat: Seat) -> Cushion:
    """Return what a seat's cushion shows; it is lit for who is to move or has won."""
    position = scene.position
    kinds = kinds_of(position.ruleset)
    state = "_asleep" if scene.is_asleep(seat) else ""
    seam = seam_in_hand(scene, seat)
    return Cushion(seat, position.pool_of(seat), kinds, seam, _mark(scene, seat), state)


def _mark(scene: Scene, seat: Seat) -> str | None:
    """Name the drawing that marks the seat's cushion, if it is lit."""
    match scene.ending:
        case None:
            return "paw" if scene.position.to_move is seat else None
        case Ending.DRAWN:
            return "moon"
        case ending:
            return "crown" if ending.winner is seat else None


@lru_cache
def flat(palette: Palette) -> list[int]:
    """Return the palette as Pillow takes it: red, green and blue of each colour in turn."""
    return [part for colour in palette.colours for part in colour]
