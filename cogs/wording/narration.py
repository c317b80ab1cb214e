"""The effects of a turn on the bed, in words."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, assert_never

from bot.game import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Seat,
    Slid,
    Square,
    Stayed,
    Stays,
    WinBy,
    Won,
    name_of,
)
from bot.text import N_, NC_, NN_, all_of, gettext, in_order, translate
from cogs.wording.phrases import entry_name, piece_name, squares_beside, squares_name


def narrated(events: Sequence[Event]) -> str:
    """Return one sentence about a turn, in the order of events. Omit pieces that stay.

    Use the present tense, because the turn may not have been played yet.
    """
    moved = [event for event in events if not isinstance(event, Stayed)]
    groups = [list(group) for _, group in groupby(moved, _pushes)]
    lines, by_seam = list[str](), False
    for group in groups:
        if _pushes(group[0]):
            lines.append(_pushes_clause(group, by_seam=by_seam))
        else:
            lines += map(_event_text, group)
            by_seam = isinstance(group[-1], SeamAdvanced)
    return in_order(lines)


def _pushes(event: Event) -> bool:
    return isinstance(event, Booped | FellOff | Slid)


def _pushes_clause(events: Sequence[Event], *, by_seam: bool) -> str:
    """Return the clause about all pieces that one piece pushes."""
    message, moved, off = _SEAM_PUSHES if by_seam else _BOOPS
    pieces = []
    for event in events:
        match event:
            case Booped(piece, start, end) | Slid(piece, start, end):
                facts = {"start": name_of(start), "end": name_of(end)}
                pieces.append(translate(moved, piece=piece_name(piece), **facts))
            case FellOff(piece, start):
                pieces.append(translate(off, piece=piece_name(piece), square=name_of(start)))
            case _:
                raise AssertionError(f"{event} pushes nothing")
    return translate(message, pieces=all_of(pieces))


def explained(events: Sequence[Event]) -> str:
    """Return why each neighbour that stayed was not pushed; empty if all were pushed."""
    stayed: dict[Stays, dict[Piece, list[Square]]] = {}
    for event in events:
        if isinstance(event, Stayed):
            stayed.setdefault(event.why, {}).setdefault(event.piece, []).append(event.square)
    return in_order([_stay(why, pieces) for why, pieces in stayed.items()])


def _stay(why: Stays, pieces: Mapping[Piece, Sequence[Square]]) -> str:
    """Return the clause about all pieces that stay for one reason."""
    named = [
        translate(
            _PIECES_ON[piece.seat, piece.kind],
            count=len(squares),
            squares=all_of([*map(name_of, squares)]),
        )
        for piece, squares in pieces.items()
    ]
    return translate(_STAYS[why], count=sum(map(len, pieces.values())), pieces=all_of(named))


def _event_text(event: Event) -> str:
    match event:
        case Placed(piece, square):
            return gettext("{piece} to {square}", piece=piece_name(piece), square=name_of(square))
        case Booped() | FellOff() | Slid():
            return _pushes_clause([event], by_seam=isinstance(event, Slid))
        case Graduated():
            return _graduation_clause(event)
        case Recalled(piece, square, returned):
            taken = piece.kind is Kind.KITTEN and returned.cats
            return translate(_PROMOTED if taken else _RECALLED[piece.kind], square=name_of(square))
        case Stayed(piece, square, why):
            return _stay(why, {piece: [square]})
        case SeamAdvanced(seat, seam):
            return translate(_ADVANCED[seat], squares=squares_beside(seam))
        case SeamLeft(seat):
            return translate(_LEFT[seat])
        case SeamLaid(seat, entry):
            return translate(_LAID[seat], where=entry_name(entry))
        case Won(win):
            return translate(_WINNING[win.winner, win.by], squares=squares_name(win.squares))
        case _:
            assert_never(event)


def _graduation_clause(event: Graduated) -> str:
    squares = squares_name(square for square, _ in event.pieces)
    new_cats = event.returned.cats - sum(piece.kind is Kind.CAT for _, piece in event.pieces)
    is_line = len(event.pieces) == 3
    if not new_cats:
        return translate(_WENT_BACK if is_line else _SQUARES_WENT_BACK, squares=squares)
    return translate(_GRADUATED if is_line else _SQUARES_GRADUATED, squares=squares, count=new_cats)


_BOOPS: Final = (
    N_("it boops {pieces}"),
    NC_("whom a piece boops", "the {piece} {start} → {end}"),
    NC_("whom a piece boops", "the {piece} on {square} off the bed"),
)
"""The sentence about the neighbours that a placed piece pushes, and its parts: to a square, or off
the bed.
"""
_SEAM_PUSHES: Final = (
    N_("it pushes {pieces}"),
    NC_("what a seam piece pushes", "the {piece} {start} → {end}"),
    NC_("what a seam piece pushes", "the {piece} on {square} off the bed"),
)
_WENT_BACK: Final = N_("the line {squares} returns to hand")
_SQUARES_WENT_BACK: Final = N_("the pieces on {squares} return to hand")
_GRADUATED: Final = NN_(
    "the line {squares} graduates ({count} new cat)",
    "the line {squares} graduates ({count} new cats)",
)
_SQUARES_GRADUATED: Final = NN_(
    "the pieces on {squares} graduate ({count} new cat)",
    "the pieces on {squares} graduate ({count} new cats)",
)
_RECALLED: Final = {
    Kind.KITTEN: N_("the kitten on {square} comes back to hand"),
    Kind.CAT: N_("the cat on {square} comes back to hand"),
}
_PROMOTED: Final = N_("the kitten on {square} comes back to hand as a cat")
_ADVANCED: Final = {
    Seat.ORANGE: N_("orange's seam piece comes between {squares}"),
    Seat.GRAY: N_("gray's seam piece comes between {squares}"),
}
_LEFT: Final = {
    Seat.ORANGE: N_("orange's seam piece leaves the bed"),
    Seat.GRAY: N_("gray's seam piece leaves the bed"),
}
_LAID: Final = {
    Seat.ORANGE: N_("orange lays the seam piece {where}"),
    Seat.GRAY: N_("gray lays the seam piece {where}"),
}
_WINNING: Final = {
    (Seat.ORANGE, WinBy.LINE): N_("orange wins with the line {squares}"),
    (Seat.ORANGE, WinBy.FULL_BED): N_("orange wins with the cats on {squares}"),
    (Seat.GRAY, WinBy.LINE): N_("gray wins with the line {squares}"),
    (Seat.GRAY, WinBy.FULL_BED): N_("gray wins with the cats on {squares}"),
}
_PIECES_ON: Final = {
    (Seat.ORANGE, Kind.KITTEN): NN_(
        "the orange kitten on {squares}", "the orange kittens on {squares}"
    ),
    (Seat.ORANGE, Kind.CAT): NN_("the orange cat on {squares}", "the orange cats on {squares}"),
    (Seat.GRAY, Kind.KITTEN): NN_("the gray kitten on {squares}", "the gray kittens on {squares}"),
    (Seat.GRAY, Kind.CAT): NN_("the gray cat on {squares}", "the gray cats on {squares}"),
}
"""The pieces of one kind and seat that stay for the same reason."""
_STAYS: Final = {
    Stays.TOO_LARGE: NN_(
        "{pieces} stays put: a kitten can't push a cat",
        "{pieces} stay put: a kitten can't push a cat",
    ),
    Stays.BLOCKED: NN_(
        "{pieces} stays put: the square behind it is taken",
        "{pieces} stay put: the squares behind them are taken",
    ),
}
