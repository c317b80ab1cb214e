"""What a turn did, drawn over the bed: where it was placed, each boop, each fall, what left."""

from collections.abc import Iterable
from typing import assert_never

from PIL import Image

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Piece,
    Placed,
    Position,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Square,
    Stayed,
    Win,
    Won,
)
from render.layout import HEIGHT, TILE, WIDTH, corner_of, direction, middle_of
from render.outlines import draw_line
from render.palette import Ink, Palette
from render.scene import Status
from render.sprite import sprite, turned_sprite
from render.tiles import piece_name

FALL = 78
"""How far from the middle of its square a fallen piece is shown, in each direction."""

CROWN = 42
"""How far above the middle of its square a crown sits."""

QUARTERS = {
    (1, 0): 0,
    (0, 1): 1,
    (-1, 0): 2,
    (0, -1): 3,
    (1, 1): 0,
    (-1, 1): 1,
    (-1, -1): 2,
    (1, -1): 3,
}
"""How a drawing that points east or south-east is turned to point this way."""

Way = tuple[int, int]


def spots_of(events: Iterable[Event], win: Win | None, status: Status) -> dict[Square, str]:
    """Give what lies under the pieces: where one was placed, and the squares that won."""
    spot = "spot_placed" if status is Status.PLAYED else "spot_planned"
    spots = {event.square: spot for event in events if isinstance(event, Placed)}
    if win is not None:
        spots |= dict.fromkeys(win.squares, "spot_won")
    return spots


def ghosts_of(events: Iterable[Event]) -> dict[Square, str]:
    """Give the ghosts of what stood where nothing need stand any more."""
    ghosts: dict[Square, str] = {}
    for event in events:
        match event:
            case (
                Booped(piece, start)
                | Slid(piece, start)
                | FellOff(piece, start)
                | Recalled(piece, start)
            ):
                ghosts[start] = f"{piece_name(piece)}_ghost"
            case Graduated(pieces):
                ghosts |= {square: f"{piece_name(piece)}_ghost" for square, piece in pieces}
            case Placed() | Stayed() | SeamAdvanced() | SeamLeft() | SeamLaid() | Won():
                pass
            case _:
                assert_never(event)
    return ghosts


def planned_of(events: Iterable[Event], position: Position) -> dict[Square, str]:
    """Give the half-seen piece that would be placed, unless it would leave the bed at once."""
    return {
        event.square: f"{piece_name(event.piece)}_planned"
        for event in events
        if isinstance(event, Placed) and position.bed.piece_at(event.square) is not None
    }


def draw_events(picture: Image.Image, events: Iterable[Event], palette: Palette) -> None:
    """Draw what lies over the pieces: arrows, falls, and stars where pieces graduated."""
    placed: Square | None = None
    for event in events:
        match event:
            case Placed(_, square):
                placed = square
            case Booped(_, start, end):
                _arrow(picture, "boop", start, direction(start, end), palette)
            case FellOff(piece, start):
                if placed is None:
                    raise ValueError(f"nothing was placed before {event}")
                way = direction(placed, start)
                _fallen(picture, piece, start, way, palette)
                _arrow(picture, "fall", start, way, palette)
            case Graduated(pieces):
                squares = tuple(square for square, _ in pieces)
                draw_line(picture, squares, 0, Ink.GOLD_DARK, palette)
                for square in squares:
                    _star(picture, square, palette)
            case Recalled(_, square):
                _star(picture, square, palette)
            case Stayed() | SeamAdvanced() | Slid() | SeamLeft() | SeamLaid() | Won():
                pass
            case _:
                assert_never(event)


def draw_crowns(picture: Image.Image, win: Win, palette: Palette) -> None:
    """Crown the cats that won."""
    for square in win.squares:
        x, y = middle_of(square)
        sprite("crown").stamp_around(picture, x, y - CROWN, palette)


def _star(picture: Image.Image, square: Square, palette: Palette) -> None:
    x, y = corner_of(square)
    sprite("star").stamp_around(picture, x + 78, y + 26, palette)


def _arrow(picture: Image.Image, kind: str, start: Square, way: Way, palette: Palette) -> None:
    name = f"{kind}_southeast" if all(way) else f"{kind}_east"
    arrow = turned_sprite(name, QUARTERS[way])
    x, y = corner_of(start)
    columns, rows = way
    arrow.stamp(picture, x + min(columns, 0) * TILE, y + min(rows, 0) * TILE, palette)


def _fallen(picture: Image.Image, piece: Piece, start: Square, way: Way, palette: Palette) -> None:
    """Show a piece head first over the edge."""
    lean = "northeast" if all(way) else "north"
    fallen = turned_sprite(f"{piece_name(piece)}_falls_{lean}", QUARTERS[way] + 1)
    x, y = middle_of(start)
    across, down = fallen.size[0] // 2, fallen.size[1] // 2
    x = min(max(x + way[0] * FALL, across), WIDTH - across)
    y = min(max(y + way[1] * FALL, down), HEIGHT - down)
    fallen.stamp_around(picture, x, y, palette)
