"""What a seat could do were it to move: where it would win, and where it would graduate."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.game import (
    EVERY_SQUARE,
    Landing,
    Placement,
    Position,
    Seat,
    Squares,
    WinBy,
    land,
    recall,
    to_recall,
)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's next turn, were it its turn: the squares on which a piece wins or makes a line.

    `wins_by` are the ways of winning among them, a line first.
    """

    wins_on: Squares = ()
    wins_by: tuple[WinBy, ...] = ()
    lines_on: Squares = ()


def outlook(position: Position, seat: Seat) -> Outlook:
    """Look at each placement of a seat as if it were to move.

    It takes some milliseconds: not for the event loop.
    """
    landings = list(_landings(_to_move(position, seat)))
    by = {landing.win.by for landing in landings if landing.win is not None}
    return Outlook(
        _squares(landing for landing in landings if landing.win is not None),
        tuple(way for way in WinBy if way in by),
        _squares(landing for landing in landings if _makes_line(landing)),
    )


def can_win(position: Position, seat: Seat, first: Squares = ()) -> bool:
    """Return whether a seat could win at once, were it to move, looking at `first` first."""
    ready = _to_move(position, seat)
    return any(
        landing.win is not None
        for squares in (first, EVERY_SQUARE)
        for landing in _landings(ready, squares)
    )


def _to_move(position: Position, seat: Seat) -> Position:
    return position if position.to_move is seat else replace(position, to_move=seat)


def _landings(position: Position, squares: Squares = EVERY_SQUARE) -> Iterator[Landing]:
    """Walk over all placements on those of the squares that are empty."""
    for lifted in to_recall(position) or (None,):
        ready = recall(position, lifted)
        for kind in ready.pool_of(position.to_move).kinds:
            for square in squares:
                if ready.bed.piece_at(square) is None:
                    yield land(position, Placement(kind, square), lifted)


def _makes_line(landing: Landing) -> bool:
    return any(len(option) > 1 for option in landing.options)


def _squares(landings: Iterable[Landing]) -> Squares:
    return tuple(sorted({landing.placement.square for landing in landings}))
