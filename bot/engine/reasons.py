"""Why a turn is good: facts that a player can see, the most convincing first.

They are derived from what the turn does and from what each seat could do next, by the rules alone.
Nothing is evaluated, so a reason is true even if the engine's evaluation of the turn is wrong.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, get_args

from bot.game import (
    EVERY_SQUARE,
    Booped,
    Entry,
    FellOff,
    Graduated,
    Kind,
    Landing,
    Piece,
    Placement,
    Position,
    Recalled,
    SeamLaid,
    Seat,
    Slid,
    Square,
    Squares,
    Step,
    Turn,
    WinBy,
    column_of,
    land,
    legal_turns,
    play,
    recall,
    row_of,
    to_recall,
)
from bot.game.squares import mask_of


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's next turn, if it were to move: the squares on which a piece wins or makes a line.

    `wins_by` are the ways of winning among them, a line first.
    """

    wins_on: Squares = ()
    wins_by: tuple[WinBy, ...] = ()
    lines_on: Squares = ()


def outlook(position: Position, seat: Seat) -> Outlook:
    """Examine each placement of a seat as if it were to move.

    It takes some milliseconds: do not call it on the event loop.
    """
    landings = list(_landings(_to_move(position, seat)))
    by = {landing.win.by for landing in landings if landing.win is not None}
    return Outlook(
        _squares(landing for landing in landings if landing.win is not None),
        tuple(way for way in WinBy if way in by),
        _squares(landing for landing in landings if _makes_line(landing)),
    )


def can_win(position: Position, seat: Seat, first: Squares = ()) -> bool:
    """Return whether a seat could win at once if it were to move, trying `first` first."""
    ready = _to_move(position, seat)
    return any(
        landing.win is not None
        for squares in (first, EVERY_SQUARE)
        for landing in _landings(ready, squares)
    )


def _to_move(position: Position, seat: Seat) -> Position:
    return position if position.to_move is seat else replace(position, to_move=seat)


def _landings(position: Position, squares: Squares = EVERY_SQUARE) -> Iterator[Landing]:
    """Iterate over all placements on the empty ones of the squares."""
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


MOST_REASONS: Final = 3

_CATS_OF_A_LINE: Final = 3
_MIDDLE: Final = (2, 3)
_EDGE: Final = (0, 5)


@dataclass(frozen=True, slots=True)
class Wins:
    """The turn wins at once, by a line of pieces of `kind` or by all cats on the bed."""

    by: WinBy
    kind: Kind


@dataclass(frozen=True, slots=True)
class ForcesWin:
    """After the turn, the seat can win with its next one against every reply of the opponent."""

    by: WinBy


@dataclass(frozen=True, slots=True)
class Graduates:
    """The turn takes lines of pieces off the bed, and their kittens come back as cats.

    `cats` counts only the cats that come back for kittens.
    """

    pieces: int
    kittens: int
    cats: int


@dataclass(frozen=True, slots=True)
class StopsWin:
    """The opponent could have won with the next turn, and now cannot."""

    by: WinBy


@dataclass(frozen=True, slots=True)
class ThreatensWin:
    """The next turn wins unless the opponent prevents it."""

    by: WinBy


@dataclass(frozen=True, slots=True)
class PushesOff:
    """The turn pushes kittens or cats of the opponent off the bed."""

    kittens: int
    cats: int


@dataclass(frozen=True, slots=True)
class StopsGraduation:
    """The opponent could have graduated pieces with the next turn, and now cannot.

    `pushes_out` says that it pushed away a piece that the graduation needed.
    """

    pushes_out: bool


@dataclass(frozen=True, slots=True)
class GathersCats:
    """After the turn, the seat owns enough cats for a line of cats for the first time."""

    cats: int


@dataclass(frozen=True, slots=True)
class SetsUpLine:
    """The next turn can graduate pieces on more squares than before."""


@dataclass(frozen=True, slots=True)
class BringsBack:
    """A single piece comes back to the hand, as a cat or as what it was."""

    kind: Kind
    returns_as: Kind


@dataclass(frozen=True, slots=True)
class PushesToEdge:
    """The turn pushes pieces of the opponent to the edge."""

    pieces: int


@dataclass(frozen=True, slots=True)
class TakesMiddle:
    """The piece stays on one of the four squares in the middle."""


@dataclass(frozen=True, slots=True)
class LaysSeam:
    """The turn lays the seam piece at `entry`."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class KeepsOffEdge:
    """The piece stays away from the edge. Used only if there is no other reason."""


Reason = (
    Wins
    | ForcesWin
    | Graduates
    | StopsWin
    | ThreatensWin
    | PushesOff
    | StopsGraduation
    | SetsUpLine
    | GathersCats
    | BringsBack
    | PushesToEdge
    | TakesMiddle
    | LaysSeam
    | KeepsOffEdge
)

_BY_TELLING: Final[tuple[type[Reason], ...]] = get_args(Reason)
"""The kinds of reasons, the most telling first."""


def reasons_for(position: Position, turn: Turn) -> tuple[Reason, ...]:
    """Return the reasons for a turn, the most telling first: at most three, perhaps none.

    Draws by repetition or by the 300th turn are not considered. It takes some milliseconds: do not
    call it on the event loop. Raise what `bot.game.play` raises.
    """
    step = play(position, turn)
    if step.win is not None:
        return (Wins(step.win.by, position.ruleset.lines_win_of),)
    reasons = [*_of_what_can_follow(step), *_of_what_happened(step)]
    reasons.sort(key=lambda reason: _BY_TELLING.index(type(reason)))
    return tuple(reasons[:MOST_REASONS]) or tuple(_of_placement(step))


def _of_placement(step: Step) -> Iterator[Reason]:
    placement = step.turn.placement
    if _stays(step) and not _on_edge(placement.square):
        yield KeepsOffEdge()


def _stays(step: Step) -> bool:
    """Return whether the placed piece is still in its place."""
    placement, mover = step.turn.placement, step.before.to_move
    return step.after.bed.piece_at(placement.square) == Piece(mover, placement.kind)


def _of_what_can_follow(step: Step) -> Iterator[Reason]:
    """Compare what each seat could do next before the turn and after it."""
    mover = step.before.to_move
    own_before, own = outlook(step.before, mover), outlook(step.after, mover)
    their_before, their = outlook(step.before, mover.other), outlook(step.after, mover.other)
    if their_before.wins_by and not their.wins_by:
        yield StopsWin(their_before.wins_by[0])
    elif their_before.lines_on and not their.lines_on:
        yield StopsGraduation(_pushes_out(step))
    if their.wins_by:
        # The opponent's win takes precedence over any other reason.
        return
    if own.wins_by:
        forced = _is_forced(step.after, own)
        yield ForcesWin(own.wins_by[0]) if forced else ThreatensWin(own.wins_by[0])
    elif len(own.lines_on) > len(own_before.lines_on):
        yield SetsUpLine()


def _is_forced(position: Position, waiting: Outlook) -> bool:
    """Return whether the waiting seat can win after each turn of the seat to move."""
    seat = position.to_move.other
    return all(
        can_win(play(position, reply).after, seat, first=waiting.wins_on)
        for reply in legal_turns(position)
        # A seam piece pushes nothing before its owner's next turn.
        if reply.seam is None
    )


def _pushes_out(step: Step) -> bool:
    """Return whether a piece was pushed that the opponent's graduation needed."""
    before, opponent = step.before, step.before.to_move.other
    pushed = [
        event.start
        for event in step.events
        if isinstance(event, Booped | FellOff | Slid) and event.piece.seat is opponent
    ]
    return any(
        not outlook(replace(before, bed=before.bed.without(mask_of((start,)))), opponent).lines_on
        for start in pushed
        if before.bed.piece_at(start) is not None
    )


def _of_what_happened(step: Step) -> Iterator[Reason]:
    mover = step.before.to_move
    graduated = _graduated(step)
    yield from graduated
    yield from _pushed(step, mover.other)
    cats_before, cats = (_cats_of(position, mover) for position in (step.before, step.after))
    wins_with_cats = step.before.ruleset.lines_win_of is Kind.CAT
    if wins_with_cats and 0 < cats_before < _CATS_OF_A_LINE <= cats:
        yield GathersCats(cats)
    for event in step.events:
        if isinstance(event, Recalled):
            yield BringsBack(event.piece.kind, event.returned.kinds[0])
        elif isinstance(event, SeamLaid):
            yield LaysSeam(event.entry)
    at = step.turn.placement.square
    if _stays(step) and column_of(at) in _MIDDLE and row_of(at) in _MIDDLE:
        yield TakesMiddle()


def _graduated(step: Step) -> Iterator[Reason]:
    for event in step.events:
        if isinstance(event, Graduated):
            kittens = sum(piece.kind is Kind.KITTEN for _, piece in event.pieces)
            cats = event.returned.cats - (len(event.pieces) - kittens)
            yield Graduates(len(event.pieces), kittens, cats)


def _pushed(step: Step, opponent: Seat) -> Iterator[Reason]:
    """Yield the reasons about the opponent's pieces that fell off or were pushed to the edge."""
    fell: list[Kind] = []
    origins: dict[Square, Square] = {}
    for event in step.events:
        if not isinstance(event, Booped | FellOff | Slid) or event.piece.seat is not opponent:
            continue
        origin = origins.pop(event.start, event.start)
        if isinstance(event, FellOff):
            fell.append(event.piece.kind)
        else:
            origins[event.end] = origin
    to_edge = sum(_on_edge(end) and not _on_edge(start) for end, start in origins.items())
    if fell:
        yield PushesOff(fell.count(Kind.KITTEN), fell.count(Kind.CAT))
    elif to_edge:
        yield PushesToEdge(to_edge)


def _on_edge(square: Square) -> bool:
    return column_of(square) in _EDGE or row_of(square) in _EDGE


def _cats_of(position: Position, seat: Seat) -> int:
    return position.bed.of(seat)[1].bit_count() + position.pool_of(seat).cats
