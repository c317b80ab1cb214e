"""Squares of the bed with what is on them, and cushions, each composed once and cached."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.game import Kind, Piece, Pool, Ruleset, Seat, Square
from render.layout import CUSHION, CUSHION_SIZE, TILE, corner_of
from render.palette import Ink
from render.sprite import Fading, faded_sprite, sprite
from render.theme import Theme

TILES_KEPT: Final = 512
"""How many tiles are cached, of 11 kB each. A theme has 144 with one piece on a square."""

CUSHIONS_KEPT: Final = 64
"""How many cushions are cached, of 30 kB each."""

_PIECE: Final = 30
"""The distance of a piece from where its kind begins on a cushion."""

_TIMES: Final = {Kind.KITTEN: 73, Kind.CAT: 79}
"""The distance of its multiplication sign."""
_COUNT: Final = 26
"""The distance of its count from that sign."""

MARKED: Final = (24, 22)
MARKED_IN_SEAM: Final = (14, 16)
"""The middle of a mark on a lit cushion."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of a piece: its name, and how far it is faded, if at all."""

    name: str
    fading: Fading | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A drawing under a piece. `ink` replaces the ink of option A in it."""

    name: str
    ink: Ink | None = None


class SeamInHand(Enum):
    """What a cushion shows of the seat's seam piece."""

    NONE = auto()
    """The ruleset has none."""
    THERE = auto()
    AWAY = auto()
    """It is on the bed, and its place on the cushion is empty."""


@dataclass(frozen=True, slots=True)
class Cushion:
    """What a seat's cushion shows. It is lit if it has a `mark`, a drawing that says why."""

    seat: Seat
    pool: Pool
    kinds: tuple[Kind, ...]
    seam: SeamInHand
    mark: str | None
    state: str = ""


def piece_name(piece: Piece) -> str:
    """Return the name of a piece's drawing."""
    return f"{piece.seat.name}_{piece.kind.name}".lower()


def kinds_of(ruleset: Ruleset) -> tuple[Kind, ...]:
    """Return the kinds that a pool may ever hold."""
    return tuple(Kind) if ruleset.has_cats else (Kind.KITTEN,)


@lru_cache(TILES_KEPT)
def tile(
    square: Square, spots: tuple[Spot, ...], standing: Figure | None, theme: Theme
) -> Image.Image:
    """Compose a square: its patch of the quilt, the spots on it and what is there."""
    left, top = corner_of(square)
    board = sprite(theme.drawing("board"))
    picture = board.inks.crop((left, top, left + TILE, top + TILE))
    for spot in spots:
        drawing = sprite(spot.name)
        if spot.ink is not None:
            drawing = drawing.with_ink(Ink.OPTION_A, spot.ink)
        drawing.stamp(picture, 0, 0, theme.palette)
    if standing is not None:
        name = theme.drawing(standing.name)
        fading = standing.fading
        figure = faded_sprite(name, 0, fading, theme.palette) if fading else sprite(name)
        figure.stamp(picture, 0, 0, theme.palette)
    return picture


@lru_cache(CUSHIONS_KEPT)
def cushion(shown: Cushion, theme: Theme) -> Image.Image:
    """Compose a cushion with a pool on it. With a mark at its corner, the cushion is lit."""
    left, top = CUSHION[shown.seat]
    width, height = CUSHION_SIZE
    board = sprite(theme.drawing("board"))
    picture = board.inks.crop((left, top, left + width, top + height))
    if shown.mark is not None:
        sprite("turn").stamp_around(picture, width // 2, height // 2, theme.palette)
    for kind, x in zip(shown.kinds, _places(shown), strict=True):
        _draw_count(picture, shown, kind, x, theme)
    if shown.seam is not SeamInHand.NONE:
        _draw_seam(picture, shown, theme)
    if shown.mark is not None:
        # With a seam piece the pools begin further to the left, where the mark would hide a kitten.
        across = MARKED if shown.seam is SeamInHand.NONE else MARKED_IN_SEAM
        sprite(shown.mark).stamp_around(picture, *across, theme.palette)
    return picture


def _places(shown: Cushion) -> tuple[int, ...]:
    """Return how far from the left end of a cushion each kind begins."""
    if len(shown.kinds) == 1:
        return (112,) if shown.seam is SeamInHand.NONE else (82,)
    return (50, 196) if shown.seam is SeamInHand.NONE else (28, 150)


def _draw_count(picture: Image.Image, shown: Cushion, kind: Kind, x: int, theme: Theme) -> None:
    middle = CUSHION_SIZE[1] // 2
    palette, count = theme.palette, shown.pool.count(kind)
    name = theme.drawing(f"{piece_name(Piece(shown.seat, kind))}{shown.state}_pool")
    figure = sprite(name) if count else faded_sprite(name, 0, Fading.GHOST, palette)
    figure.stamp_around(picture, x + _PIECE, middle, palette)
    times = x + _TIMES[kind]
    sprite("times").stamp_around(picture, times, middle + 2, palette)
    sprite(f"count_{count}").stamp_around(picture, times + _COUNT, middle, palette)


def _draw_seam(picture: Image.Image, shown: Cushion, theme: Theme) -> None:
    width, height = CUSHION_SIZE
    name = f"{shown.seat.name.lower()}_seam"
    is_there = shown.seam is SeamInHand.THERE
    figure = sprite(name) if is_there else faded_sprite(name, 0, Fading.GHOST, theme.palette)
    figure.stamp_around(picture, width - 46, height // 2, theme.palette)
