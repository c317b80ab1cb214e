"""Playing turns: the only module that turns the integers of the kernel into positions."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from bot.game import kernel
from bot.game.compiled import room
from bot.game.errors import (
    AmbiguousTurn,
    NoSeamInHand,
    NoSuchOption,
    NotAWin,
    NotInPool,
    NotRecallable,
    RecallFirst,
    SquareTaken,
)
from bot.game.pieces import ENTRIES, Entry, Kind, Piece, Pool, SeamPiece, Seat
from bot.game.position import Bed, Position
from bot.game.ruleset import Ruleset
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
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    Slid,
    Stayed,
    Stays,
    Step,
    Turn,
    Win,
    WinBy,
    Won,
)


def placing_events(
    position: Position, placement: Placement, moved: int, fell: int
) -> Iterator[Event]:
    """Yield the placement and the event of each neighbour, by row and then by column."""
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
    """Return the event of pieces that left the bed: a single one was recalled, more graduated."""
    pieces = tuple((square, piece) for square, piece in bed if square in squares)
    if len(pieces) == 1:
        square, piece = pieces[0]
        return Recalled(piece, square, returned)
    return Graduated(pieces, returned)


def end_of_turn(position: Position, laid: Entry | None) -> tuple[Position, tuple[Event, ...]]:
    """Advance the seam piece of the seat to move, or lay it.

    Return the position after that, with the same seat to move, and the events.
    """
    seat = position.to_move
    piece = position.seam_of(seat)
    if piece is not None:
        return _advance(position, seat, piece)
    if laid is None:
        return position, ()
    return _with_seam(position, seat, SeamPiece(laid)), (SeamLaid(seat, laid),)


def _advance(position: Position, seat: Seat, seam: SeamPiece) -> tuple[Position, tuple[Event, ...]]:
    before = position.bed
    *masks, after, low_end, high_end = kernel.advance_seam(
        before.orange_kittens,
        before.orange_cats,
        before.gray_kittens,
        before.gray_cats,
        kernel.seam_number(seam),
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
    has_left = after == kernel.IN_HAND
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
        if end == kernel.FELL:
            yield FellOff(piece, start)
        else:
            yield Slid(piece, start, squares_of(Mask(end))[0])


def _with_pools(position: Position, bed: Bed, orange: Pool, gray: Pool) -> Position:
    return replace(position, bed=bed, orange_pool=orange, gray_pool=gray)


def _with_seam(position: Position, seat: Seat, seam: SeamPiece | None) -> Position:
    if seat is Seat.ORANGE:
        return replace(position, orange_seam=seam)
    return replace(position, gray_seam=seam)


_Masks = tuple[int, int, int, int]


def to_recall(position: Position) -> Squares:
    """List the squares to choose from if a piece must be recalled before placing."""
    seat = position.to_move
    pool = position.pool_of(seat)
    mask = kernel.to_recall_first(
        *position.bed.of(seat), pool.kittens, pool.cats, position.ruleset.rules
    )
    return squares_of(Mask(mask))


def recall(position: Position, square: Square | None) -> Position:
    """Return the position that a piece is placed in: unchanged, or after a required recall.

    Raise `RecallFirst` or `NotRecallable`.
    """
    squares = to_recall(position)
    if square is None:
        if squares:
            raise RecallFirst(squares)
        return position
    if square not in squares:
        raise NotRecallable(square, squares)
    return _without_pieces(position, mask_of((square,)))


def land(position: Position, placement: Placement, recalled: Square | None = None) -> Landing:
    """Place a piece and carry out its boops, up to the player's choice, if there is one.

    `recalled` is the square of the piece that is recalled before, if one must be. Raise
    `RecallFirst`, `NotRecallable`, `SquareTaken` or `NotInPool`.
    """
    seat = position.to_move
    ready = recall(position, recalled)
    piece = ready.bed.piece_at(placement.square)
    if piece is not None:
        raise SquareTaken(placement.square, piece)
    if not ready.pool_of(seat).count(placement.kind):
        raise NotInPool(placement.kind, seat)

    masks, moved, fell = _boop(ready, placement)
    settled, options = _settle(masks, position.ruleset)
    events = tuple(placing_events(ready, placement, moved, fell))
    if recalled is not None:
        returned = _pool_after_graduation(position, mask_of((recalled,)))
        events = (leaving_event(position.bed, (recalled,), returned), *events)
    win = _win(seat, settled, masks, position.ruleset)
    if win is not None:
        events = (*events, Won(win))
    landed = _position(ready, _bed(masks, seat), _pools_after(ready, placement, fell), seat)
    entries = () if win else _entries(position)
    return Landing(position, placement, landed, events, options, win, entries, recalled)


def play(position: Position, turn: Turn) -> Step:
    """Play a whole turn.

    Raise what `land` and `complete` raise, or `NotAWin`.
    """
    landing = land(position, turn.placement, turn.recall)
    if turn.wins and landing.win is None:
        raise NotAWin
    return complete(landing, turn.leaves, turn.seam)


def complete(landing: Landing, leaves: Squares = (), seam: Entry | None = None) -> Step:
    """Settle a landing with the named option, or with the only one, and end the turn.

    `leaves` may come in any order; a seam piece is kept in hand unless `seam` says where it is
    laid. Raise `AmbiguousTurn`, `NoSuchOption` or `NoSeamInHand`.
    """
    chosen = _choose(landing.options, squares_of(mask_of(leaves)))
    if seam is not None and seam not in landing.entries:
        raise NoSeamInHand
    turn = Turn(landing.placement, chosen, landing.win is not None, landing.recall, seam)
    after, seat = landing.position, landing.position.to_move
    events = landing.events
    if chosen:
        leaving = mask_of(chosen)
        events = (*events, leaving_event(after.bed, chosen, _pool_after_graduation(after, leaving)))
        after = _without_pieces(after, leaving)
    if landing.win is None and after.ruleset.seams:
        after, more = end_of_turn(after, seam)
        events = (*events, *more)
    after = _position(after, after.bed, {}, seat.other)
    return Step(landing.before, turn, after, events, landing.win)


def legal_turns(position: Position) -> Iterator[Turn]:
    """Yield each turn that can be played, every choice separately.

    Recalls come by row and then by column; within one, kittens before cats, and the squares of a
    kind by row and then by column. A seam piece is kept first and then laid at each entry.
    """
    squares = to_recall(position)
    entries = (None, *_entries(position))
    for recalled in squares or (None,):
        for turn in _turns_without_seam(recall(position, recalled), recalled):
            yield turn
            if turn.wins:
                continue
            for entry in entries[1:]:
                yield Turn(turn.placement, turn.leaves, recall=recalled, seam=entry)


def _turns_without_seam(position: Position, recalled: Square | None) -> Iterator[Turn]:
    for kind in position.pool_of(position.to_move).kinds:
        for square in position.empty_squares:
            placement = _PLACEMENTS[kind][square]
            masks, _, _ = _boop(position, placement)
            settled, options = _settle(masks, position.ruleset)
            for option in options:
                yield Turn(placement, option, recall=recalled)
            if not options:
                yield Turn(placement, wins=settled < 0, recall=recalled)


_PLACEMENTS = {kind: tuple(Placement(kind, square) for square in EVERY_SQUARE) for kind in Kind}


def _entries(position: Position) -> tuple[Entry, ...]:
    in_hand = position.ruleset.seams and position.seam_of(position.to_move) is None
    return ENTRIES if in_hand else ()


def _boop(position: Position, placement: Placement) -> tuple[_Masks, int, int]:
    bed = position.bed
    own_kittens, own_cats, other_kittens, other_cats, moved, fell = kernel.boop(
        *bed.of(position.to_move),
        *bed.of(position.to_move.other),
        placement.square,
        int(placement.kind is Kind.CAT),
    )
    return (own_kittens, own_cats, other_kittens, other_cats), moved, fell


def _settle(masks: _Masks, ruleset: Ruleset) -> tuple[int, tuple[Squares, ...]]:
    """Return the kernel's count or win, and the options in the order in which they are offered."""
    found = room(kernel.MOST_OPTIONS)
    settled = kernel.find_options(masks[0], masks[1], ruleset.rules, found)
    if settled <= 0:
        return settled, ()
    return settled, _in_order(tuple(found[:settled]))


@lru_cache(maxsize=512)
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


def _win(seat: Seat, settled: int, masks: _Masks, ruleset: Ruleset) -> Win | None:
    if settled == kernel.WON_BY_LINE:
        found = room(kernel.MOST_OPTIONS)
        kittens, cats = masks[:2]
        lines = kernel.find_lines(cats if ruleset.lines_win_of is Kind.CAT else kittens, found)
        winning = 0
        for line in found[:lines]:
            winning |= line
        return Win(seat, WinBy.LINE, squares_of(Mask(winning)))
    if settled == kernel.WON_BY_FULL_BED:
        return Win(seat, WinBy.FULL_BED, squares_of(Mask(masks[1])))
    return None


def _pool_after_graduation(position: Position, leaving: Mask) -> Pool:
    """Return the pieces that the seat to move gets back for its pieces on those squares."""
    kittens, cats = position.bed.of(position.to_move)
    return Pool(*kernel.come_back(kittens & leaving, cats & leaving, position.ruleset.growth.value))


def _without_pieces(position: Position, leaving: Mask) -> Position:
    """Return the position without the pieces of the seat to move on those squares."""
    seat = position.to_move
    returned = _pool_after_graduation(position, leaving)
    pool = position.pool_of(seat)
    pool = Pool(pool.kittens + returned.kittens, pool.cats + returned.cats)
    return _position(position, position.bed.without(leaving), {seat: pool}, seat)


def _pools_after(position: Position, placement: Placement, fell: int) -> dict[Seat, Pool]:
    pools = {seat: position.pool_of(seat) for seat in Seat}
    mover = position.to_move
    pools[mover] = pools[mover].with_more(placement.kind, -1)
    for square in squares_of(Mask(fell)):
        piece = position.bed.piece_at(square)
        if piece is not None:
            pools[piece.seat] = pools[piece.seat].with_more(piece.kind)
    return pools


def _bed(masks: _Masks, seat: Seat) -> Bed:
    """Return the bed for the masks of `seat` and then of the other seat."""
    own_kittens, own_cats, other_kittens, other_cats = map(Mask, masks)
    if seat is Seat.ORANGE:
        return Bed(own_kittens, own_cats, other_kittens, other_cats)
    return Bed(other_kittens, other_cats, own_kittens, own_cats)


def _position(before: Position, bed: Bed, pools: dict[Seat, Pool], to_move: Seat) -> Position:
    """Return a position of the same match; seats without an entry keep their pools."""
    return Position(
        bed,
        pools.get(Seat.ORANGE, before.orange_pool),
        pools.get(Seat.GRAY, before.gray_pool),
        to_move,
        before.ruleset,
        before.orange_seam,
        before.gray_seam,
    )
