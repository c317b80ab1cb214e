"""Playing turns: the one place where the kernel's integers become positions and events."""

from collections.abc import Iterator
from functools import lru_cache

from bot.game import kernel
from bot.game.compiled import room
from bot.game.errors import AmbiguousTurn, NoSuchOption, NotAWin, NotInPool, SquareTaken
from bot.game.pieces import Kind, Piece, Pool, Seat
from bot.game.position import Bed, Position
from bot.game.squares import EVERY_SQUARE, Mask, Square, Squares, mask_of, squares_of
from bot.game.turn import (
    Booped,
    Event,
    FellOff,
    Graduated,
    Landing,
    Placed,
    Placement,
    Recalled,
    Step,
    Turn,
    Win,
    WinBy,
    Won,
)

_Masks = tuple[int, int, int, int]


def land(position: Position, placement: Placement) -> Landing:
    """Place a piece and carry out its boops, up to what the player may have to choose.

    Raises `SquareTaken` or `NotInPool`.
    """
    seat = position.to_move
    standing = position.bed.piece_at(placement.square)
    if standing is not None:
        raise SquareTaken(placement.square, standing)
    if not position.pool_of(seat).count(placement.kind):
        raise NotInPool(placement.kind, seat)

    masks, moved, fell = _boop(position, placement)
    settled, options = _settle(masks, position.ruleset.pieces)
    events = tuple(_boop_events(position, placement, moved, fell))
    win = _win(seat, settled, masks[1])
    if win is not None:
        events = (*events, Won(win))
    pools = _pools_after_boops(position, placement, fell)
    landed = _position(position, masks, pools, seat)
    return Landing(position, placement, landed, events, options, win)


def play(position: Position, turn: Turn) -> Step:
    """Play a whole turn.

    Raises `SquareTaken`, `NotInPool`, `NoSuchOption`, or `AmbiguousTurn` when the placement
    leaves several options and the turn names none, or `NotAWin`.
    """
    landing = land(position, turn.placement)
    if turn.wins and landing.win is None:
        raise NotAWin
    return complete(landing, turn.leaves)


def complete(landing: Landing, leaves: Squares = ()) -> Step:
    """Settle a landing with the option named, or with the only one there is.

    `leaves` may come in any order. Raises `AmbiguousTurn` or `NoSuchOption`.
    """
    chosen = _choose(landing.options, squares_of(mask_of(leaves)))
    turn = Turn(landing.placement, chosen, wins=landing.win is not None)
    landed = landing.position
    seat = landed.to_move
    events = landing.events
    bed, pool = landed.bed, landed.pool_of(seat)
    if chosen:
        pieces = tuple((square, piece) for square, piece in bed if square in chosen)
        events = (*events, _leaving_event(pieces))
        pool = Pool(pool.kittens, pool.cats + len(pieces))
        bed = _without(bed, mask_of(chosen))
    orange_pool, gray_pool = (
        (pool, landed.gray_pool) if seat is Seat.ORANGE else (landed.orange_pool, pool)
    )
    after = Position(bed, orange_pool, gray_pool, seat.other, landed.ruleset)
    return Step(landing.before, turn, after, events, landing.win)


def legal_turns(position: Position) -> Iterator[Turn]:
    """Walk over each turn that can be played, every choice apart.

    Kittens come first, then cats; the squares of a kind by row and then by column.
    """
    pieces = position.ruleset.pieces
    for kind in position.pool_of(position.to_move).kinds:
        for square in position.empty_squares:
            placement = _placement(kind, square)
            masks, _, _ = _boop(position, placement)
            settled, options = _settle(masks, pieces)
            if options:
                for option in options:
                    yield Turn(placement, option)
            else:
                yield Turn(placement, wins=settled < 0)


def _placement(kind: Kind, square: Square) -> Placement:
    return _PLACEMENTS[kind][square]


_PLACEMENTS = {kind: tuple(Placement(kind, square) for square in EVERY_SQUARE) for kind in Kind}


def _boop(position: Position, placement: Placement) -> tuple[_Masks, int, int]:
    bed = position.bed
    own_kittens, own_cats, other_kittens, other_cats, moved, fell = kernel.boop(
        *bed.of(position.to_move),
        *bed.of(position.to_move.other),
        placement.square,
        int(placement.kind is Kind.CAT),
    )
    return (own_kittens, own_cats, other_kittens, other_cats), moved, fell


def _settle(masks: _Masks, pieces: int) -> tuple[int, tuple[Squares, ...]]:
    """Give the kernel's count or win, and the options in the order they are offered in."""
    found = room(kernel.MOST_OPTIONS)
    settled = kernel.find_options(masks[0], masks[1], pieces, found)
    if settled <= 0:
        return settled, ()
    return settled, _in_order(tuple(found[:settled]))


@lru_cache(maxsize=4096)
def _in_order(masks: tuple[int, ...]) -> tuple[Squares, ...]:
    """List lines before recalls, each kind by its squares."""
    options = (squares_of(Mask(mask)) for mask in masks)
    return tuple(sorted(options, key=lambda squares: (len(squares) == 1, squares)))


def _choose(options: tuple[Squares, ...], leaves: Squares) -> Squares:
    if leaves:
        if leaves not in options:
            raise NoSuchOption(leaves, options)
        return leaves
    if len(options) > 1:
        raise AmbiguousTurn(options)
    return options[0] if options else ()


def _win(seat: Seat, settled: int, own_cats: int) -> Win | None:
    if settled == kernel.WON_BY_LINE:
        found = room(kernel.MOST_OPTIONS)
        lines = kernel.find_lines(own_cats, found)
        winning = 0
        for line in found[:lines]:
            winning |= line
        return Win(seat, WinBy.LINE, squares_of(Mask(winning)))
    if settled == kernel.WON_BY_FULL_BED:
        return Win(seat, WinBy.FULL_BED, squares_of(Mask(own_cats)))
    return None


def _boop_events(
    position: Position, placement: Placement, moved: int, fell: int
) -> Iterator[Event]:
    """Tell the placement and its boops, the neighbours by row and then by column."""
    yield Placed(Piece(position.to_move, placement.kind), placement.square)
    for start in squares_of(Mask(moved | fell)):
        piece = position.bed.piece_at(start)
        if piece is None:
            raise AssertionError(f"the kernel pushed a piece from an empty square: {start}")
        if fell >> start & 1:
            yield FellOff(piece, start)
        else:
            end = int(kernel.LANDINGS[placement.square * 36 + start])
            yield Booped(piece, start, squares_of(Mask(end))[0])


def _pools_after_boops(position: Position, placement: Placement, fell: int) -> tuple[Pool, Pool]:
    pools = {seat: position.pool_of(seat) for seat in Seat}
    mover = position.to_move
    pools[mover] = pools[mover].with_more(placement.kind, -1)
    for square in squares_of(Mask(fell)):
        piece = position.bed.piece_at(square)
        if piece is not None:
            pools[piece.seat] = pools[piece.seat].with_more(piece.kind)
    return pools[Seat.ORANGE], pools[Seat.GRAY]


def _position(before: Position, masks: _Masks, pools: tuple[Pool, Pool], to_move: Seat) -> Position:
    own_kittens, own_cats, other_kittens, other_cats = (Mask(mask) for mask in masks)
    if before.to_move is Seat.ORANGE:
        bed = Bed(own_kittens, own_cats, other_kittens, other_cats)
    else:
        bed = Bed(other_kittens, other_cats, own_kittens, own_cats)
    return Position(bed, *pools, to_move, before.ruleset)


def _leaving_event(pieces: tuple[tuple[Square, Piece], ...]) -> Event:
    if len(pieces) == 1:
        square, piece = pieces[0]
        return Recalled(piece, square)
    return Graduated(pieces)


def _without(bed: Bed, leaving: Mask) -> Bed:
    return Bed(
        Mask(bed.orange_kittens & ~leaving),
        Mask(bed.orange_cats & ~leaving),
        Mask(bed.gray_kittens & ~leaving),
        Mask(bed.gray_cats & ~leaving),
    )
