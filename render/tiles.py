"""Squares of the bed with their pieces and marks, and cushions; both are cached."""

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
"""The distance from the start of a kind on a cushion to the middle of its piece."""

_TIMES: Final = {Kind.KITTEN: 73, Kind.CAT: 79}
"""The distance from the start of a kind to the middle of its multiplication sign."""
_COUNT: Final = 26
"""The distance from the multiplication sign to the count."""

MARKED: Final = (24, 22)
MARKED_IN_SEAM: Final = (14, 16)
"""The middle of the mark on a lit cushion, if the ruleset has seam pieces."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The name of a piece's drawing, and how much it is faded, if at all."""

    name: str
    fading: Fading | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A drawing below a piece. `ink` replaces the ink of option A in it."""

    name: str
    ink: Ink | None = None


class SeamInHand(Enum):
    """Whether a cushion shows the seat's seam piece."""

    NONE = auto()
    """The ruleset has no seam pieces."""
    THERE = auto()
    AWAY = auto()
    """The seam piece is on the bed, so its place on the cushion is empty."""


@dataclass(frozen=True, slots=True)
class Cushion:
    """The content of a seat's cushion. `mark` is the drawing that says why it is lit, if it is."""

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
    """Return the kinds of pieces that a pool can hold in a ruleset."""
    return tuple(Kind) if ruleset.has_cats else (Kind.KITTEN,)


@lru_cache(TILES_KEPT)
def tile(
    square: Square, spots: tuple[Spot, ...], standing: Figure | None, theme: Theme
) -> Image.Image:
    """Compose a square: its patch of the quilt, the spots on it, and the figure."""
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
        # With a seam piece, the pools begin further left: the usual mark would hide a kitten.
        across = MARKED if shown.seam is SeamInHand.NONE else MARKED_IN_SEAM
        sprite(shown.mark).stamp_around(picture, *across, theme.palette)
    return picture


def _places(shown: Cushion) -> tuple[int, ...]:
    """Return the distance of each kind's start from the left end of a cushion."""
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
