"""Pieces that were pushed in a turn: from where, which way and how far."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Piece,
    Placed,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Square,
    Stayed,
    Won,
)
from render.layout import Way, direction
from render.runs import neighbour


@dataclass(frozen=True, slots=True)
class Push:
    """A piece that was pushed this way from a square.

    `passed` are the squares that it went over, its own first; `end` is where it is then,
    `None` where it went over the edge.
    """

    piece: Piece
    start: Square
    way: Way
    passed: tuple[Square, ...]
    end: Square | None


def pushes_of(events: Iterable[Event]) -> Iterator[Push]:
    """Walk over the pushes of a turn. A `ValueError` where a piece fell that nothing pushed."""
    pusher: Placed | SeamAdvanced | None = None
    for event in events:
        match event:
            case Placed() | SeamAdvanced():
                pusher = event
            case Booped(piece, start, end) | Slid(piece, start, end):
                way = direction(start, end)
                yield Push(piece, start, way, _squares_from(start, way, end), end)
            case FellOff(piece, start):
                way = _away(pusher, event)
                yield Push(piece, start, way, _squares_from(start, way, None), None)
            case Stayed() | Graduated() | Recalled() | SeamLeft() | SeamLaid() | Won():
                pass
            case _:
                assert_never(event)


def _away(pusher: Placed | SeamAdvanced | None, fall: FellOff) -> Way:
    match pusher:
        case Placed(_, square):
            return direction(square, fall.start)
        case SeamAdvanced(_, seam):
            lower, higher = seam.squares or (fall.start, fall.start)
            return direction(higher, lower) if fall.start == lower else direction(lower, higher)
        case None:
            raise ValueError(f"nothing pushed a piece before {fall}")
        case _:
            assert_never(pusher)


def _squares_from(start: Square, way: Way, end: Square | None) -> tuple[Square, ...]:
    """Return the squares from one up to another, or up to the edge, the last left out."""
    squares = [start]
    while (following := neighbour(squares[-1], way)) is not None and following != end:
        squares.append(following)
    return tuple(squares)
