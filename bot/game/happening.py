"""What a turn did, as events in order: enough to narrate it, to animate it and to explain it."""

from collections.abc import Iterator

from bot.game import kernel
from bot.game.pieces import Kind, Piece, Pool
from bot.game.position import Bed, Position
from bot.game.squares import Mask, Squares, squares_of
from bot.game.turn import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Placed,
    Placement,
    Recalled,
    Stayed,
    Stays,
)


def placing_events(
    position: Position, placement: Placement, moved: int, fell: int
) -> Iterator[Event]:
    """Tell the placement, and of each neighbour what became of it, by row and then by column."""
    yield Placed(Piece(position.to_move, placement.kind), placement.square)
    near = Mask(kernel.NEIGHBOURS[placement.square] & position.bed.occupied)
    for start in squares_of(near):
        piece = position.bed.piece_at(start)
        if piece is None:
            raise AssertionError(f"no piece on the occupied square {start}")
        end = int(kernel.LANDINGS[placement.square * 36 + start])
        if fell >> start & 1:
            yield FellOff(piece, start)
        elif moved >> start & 1:
            yield Booped(piece, start, squares_of(Mask(end))[0])
        else:
            too_large = piece.kind is Kind.CAT and placement.kind is Kind.KITTEN
            yield Stayed(piece, start, Stays.TOO_LARGE if too_large else Stays.BLOCKED)


def leaving_event(bed: Bed, squares: Squares, returned: Pool) -> Event:
    """Return what left the bed: a single piece was recalled, more are a line or lines."""
    pieces = tuple((square, piece) for square, piece in bed if square in squares)
    if len(pieces) == 1:
        square, piece = pieces[0]
        return Recalled(piece, square, returned)
    return Graduated(pieces, returned)
