"""Squares of the bed with what stands on them, each composed once and kept."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.game import Kind, Piece, Pool, Seat, Square
from render.layout import CUSHION, CUSHION_SIZE, TILE, corner_of
from render.palette import Palette
from render.sprite import sprite

TILES_KEPT: Final = 512
"""Of 11 kB each; every piece on every square are 144."""

CUSHIONS_KEPT: Final = 64
"""Of 30 kB each."""

KINDS_AT: Final = {Kind.KITTEN: 50, Kind.CAT: 200}
"""How far from its left end a cushion holds each kind."""


def piece_name(piece: Piece) -> str:
    """Give the name of a piece's sprite."""
    return f"{piece.seat.name}_{piece.kind.name}".lower()


@lru_cache(TILES_KEPT)
def tile(square: Square, spot: str | None, standing: str | None, palette: Palette) -> Image.Image:
    """Compose a square: its patch of the quilt, the spot on it and what stands there."""
    left, top = corner_of(square)
    picture = sprite("board").inks.crop((left, top, left + TILE, top + TILE))
    for name in (spot, standing):
        if name is not None:
            sprite(name).stamp(picture, 0, 0, palette)
    return picture


@lru_cache(CUSHIONS_KEPT)
def cushion(seat: Seat, pool: Pool, mark: str | None, palette: Palette) -> Image.Image:
    """Compose a cushion with a pool on it; a mark at its corner makes it the lit one."""
    left, top = CUSHION[seat]
    width, height = CUSHION_SIZE
    picture = sprite("board").inks.crop((left, top, left + width, top + height))
    if mark is not None:
        sprite("turn").stamp_around(picture, width // 2, height // 2, palette)
    for kind, x in KINDS_AT.items():
        _draw_count(picture, Piece(seat, kind), pool.count(kind), x, palette)
    if mark is not None:
        sprite(mark).stamp_around(picture, 24, 22, palette)
    return picture


def _draw_count(picture: Image.Image, piece: Piece, count: int, x: int, palette: Palette) -> None:
    middle = CUSHION_SIZE[1] // 2
    name = f"{piece_name(piece)}_pool"
    sprite(name if count else f"{name}_ghost").stamp_around(picture, x + 30, middle, palette)
    sprite("times").stamp_around(picture, x + 78, middle + 2, palette)
    sprite(f"count_{count}").stamp_around(picture, x + 104, middle, palette)
