"""The end of a turn where seats have seam pieces: the seat's own advances, or may be laid."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game import kernel_seam
from bot.game.pieces import Pool, Seat
from bot.game.position import Bed, Position
from bot.game.seam import Entry, SeamPiece
from bot.game.squares import Mask, Square, squares_of
from bot.game.turn import Event, FellOff, SeamAdvanced, SeamLaid, SeamLeft, Slid


def end_of_turn(position: Position, laid: Entry | None) -> tuple[Position, tuple[Event, ...]]:
    """Move the seam piece of the seat to move, or lay it where it is to be laid.

    Gives the position after that, with the same seat to move.
    """
    seat = position.to_move
    standing = position.seam_of(seat)
    if standing is not None:
        return _advance(position, seat, standing)
    if laid is None:
        return position, ()
    return _with_seam(position, seat, SeamPiece(laid)), (SeamLaid(seat, laid),)


def _advance(position: Position, seat: Seat, seam: SeamPiece) -> tuple[Position, tuple[Event, ...]]:
    before = position.bed
    *masks, after, low_end, high_end = kernel_seam.advance_seam(
        before.orange_kittens,
        before.orange_cats,
        before.gray_kittens,
        before.gray_cats,
        kernel_seam.seam_number(seam),
    )
    advanced = SeamPiece(seam.entry, seam.advanced + 1)
    events: tuple[Event, ...] = (SeamAdvanced(seat, advanced),)
    pools = {each: position.pool_of(each) for each in Seat}
    starts = seam.entry.squares_at(seam.advanced)
    for event in _pushed(before, starts, (low_end, high_end)):
        events = (*events, event)
        if isinstance(event, FellOff):
            owner = event.piece.seat
            pools[owner] = pools[owner].with_more(event.piece.kind)
    has_left = after == kernel_seam.IN_HAND
    if has_left:
        events = (*events, SeamLeft(seat))
    bed = Bed(*(Mask(mask) for mask in masks))
    moved = _with_pools(position, bed, pools[Seat.ORANGE], pools[Seat.GRAY])
    return _with_seam(moved, seat, None if has_left else advanced), events


def _pushed(bed: Bed, starts: tuple[Square, Square], ends: tuple[int, int]) -> Iterator[Event]:
    for start, end in zip(starts, ends, strict=True):
        piece = bed.piece_at(start)
        if piece is None:
            continue
        if end == kernel_seam.FELL:
            yield FellOff(piece, start)
        else:
            yield Slid(piece, start, squares_of(Mask(end))[0])


def _with_pools(position: Position, bed: Bed, orange: Pool, gray: Pool) -> Position:
    return replace(position, bed=bed, orange_pool=orange, gray_pool=gray)


def _with_seam(position: Position, seat: Seat, seam: SeamPiece | None) -> Position:
    if seat is Seat.ORANGE:
        return replace(position, orange_seam=seam)
    return replace(position, gray_seam=seam)
