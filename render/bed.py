"""Draws a scene: the bed from below to above, then the pools."""

import io
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.game import Seat
from render.layout import CUSHION, corner_of
from render.outlines import draw_options
from render.palette import DAY, Palette
from render.scene import Scene, Status
from render.sprite import sprite
from render.telling import draw_crowns, draw_events, ghosts_of, planned_of, spots_of
from render.tiles import cushion, piece_name, tile

COMPRESSION: Final = 5
"""At 6 a picture is a twelfth smaller and takes half as long again."""

LARGE: Final = 39_000
"""Bytes; a bed so full of cats, one in a hundred, is worth level 6 after all."""


def draw(scene: Scene) -> bytes:
    """Give the scene as the bytes of an indexed PNG; equal scenes give equal bytes."""
    palette = DAY
    picture = compose(scene, palette)
    picture.putpalette(_flat(palette))
    png = _encode(picture, COMPRESSION)
    return png if len(png) <= LARGE else _encode(picture, COMPRESSION + 1)


def _encode(picture: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def compose(scene: Scene, palette: Palette) -> Image.Image:
    """Give the scene as an image of mode L whose pixels are ink numbers."""
    picture = _board(scene.status, palette).copy()
    events = scene.told.events if scene.told is not None else ()
    spots = spots_of(events, scene.win, scene.status)
    standing = ghosts_of(events)
    standing |= {square: piece_name(piece) for square, piece in scene.position.bed}
    if scene.status is Status.NOT_YET_PLAYED:
        standing |= planned_of(events, scene.position)
    for square in spots.keys() | standing.keys():
        patch = tile(square, spots.get(square), standing.get(square), palette)
        picture.paste(patch, corner_of(square))
    draw_events(picture, events, palette)
    if scene.win is not None:
        draw_crowns(picture, scene.win, palette)
    draw_options(picture, scene.options, palette)
    lit, mark = _lit_seat(scene)
    for seat in Seat:
        pool = scene.position.pool_of(seat)
        cushioned = cushion(seat, pool, mark if seat is lit else None, palette)
        picture.paste(cushioned, CUSHION[seat])
    return picture


@lru_cache
def _board(status: Status, palette: Palette) -> Image.Image:
    """Give the empty bed, of one that is not yet played with a frame of another kind."""
    board = sprite("board").inks.copy()
    if status is Status.NOT_YET_PLAYED:
        sprite("preview").stamp(board, 0, 0, palette)
    return board


def _lit_seat(scene: Scene) -> tuple[Seat, str]:
    """Give the seat whose cushion is lit, and the sprite that marks it."""
    if scene.win is not None:
        return scene.win.winner, "crown"
    return scene.position.to_move, "paw"


@lru_cache
def _flat(palette: Palette) -> list[int]:
    return [part for colour in palette.colours for part in colour]
