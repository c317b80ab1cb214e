"""Predicates about turns, for the goals and remarks of lessons."""

from bot.engine.reasons import can_win
from bot.features.learning.lesson import Predicate
from bot.game import (
    Booped,
    FellOff,
    Graduated,
    Kind,
    Recalled,
    SeamAdvanced,
    SeamLaid,
    Seat,
    Slid,
    Square,
    Stayed,
    Stays,
    Step,
    entry_named,
    legal_turns,
    play,
    square_named,
)


def both(*predicates: Predicate) -> Predicate:
    """Return the conjunction of predicates."""
    return lambda step: all(holds(step) for holds in predicates)


def either(*predicates: Predicate) -> Predicate:
    """Return the disjunction of predicates."""
    return lambda step: any(holds(step) for holds in predicates)


def without(predicate: Predicate) -> Predicate:
    """Return the negation of a predicate."""
    return lambda step: not predicate(step)


def places(kind: Kind) -> Predicate:
    """Return whether a piece of this kind is placed."""
    return lambda step: step.turn.placement.kind is kind


def places_on(*names: str) -> Predicate:
    """Return whether the piece is placed on one of the squares."""
    squares = _squares(names)
    return lambda step: step.turn.placement.square in squares


def moves(*names: str) -> Predicate:
    """Return whether the pieces on all these squares are booped, off the bed or not."""
    squares = _squares(names)

    def holds(step: Step) -> bool:
        moved = {each.start for each in step.events if isinstance(each, Booped | FellOff)}
        return squares <= moved

    return holds


def moves_to(start: str, end: str) -> Predicate:
    """Return whether the piece on a square is booped to another."""
    ways = square_named(start), square_named(end)

    def holds(step: Step) -> bool:
        return any(
            (each.start, each.end) == ways for each in step.events if isinstance(each, Booped)
        )

    return holds


def falls(*names: str) -> Predicate:
    """Return whether the pieces on all these squares are booped off the bed."""
    squares = _squares(names)

    def holds(step: Step) -> bool:
        return squares <= {each.start for each in step.events if isinstance(each, FellOff)}

    return holds


def stays(name: str, why: Stays | None = None) -> Predicate:
    """Return whether the piece on a square is a neighbour of the placed one and is not booped."""
    square = square_named(name)

    def holds(step: Step) -> bool:
        return any(
            each.square == square and why in (None, each.why)
            for each in step.events
            if isinstance(each, Stayed)
        )

    return holds


def graduates(*names: str) -> Predicate:
    """Return whether the pieces on exactly these squares graduate; without names, any pieces."""
    squares = _squares(names)

    def holds(step: Step) -> bool:
        return any(
            not squares or {square for square, _ in each.pieces} == squares
            for each in step.events
            if isinstance(each, Graduated)
        )

    return holds


def recalls(*names: str) -> Predicate:
    """Return whether the player recalls a piece from one of these squares; without names, any."""
    squares = _squares(names)

    def holds(step: Step) -> bool:
        return any(
            not squares or each.square in squares
            for each in step.events
            if isinstance(each, Recalled)
        )

    return holds


def loses_own(step: Step) -> bool:
    """Return whether one of the player's own pieces falls off the bed."""
    mover = step.before.to_move
    return any(each.piece.seat is mover for each in step.events if isinstance(each, FellOff))


def wins(step: Step) -> bool:
    """Return whether the turn wins."""
    return step.win is not None


def stops_win(step: Step) -> bool:
    """Return whether the opponent cannot win with the next turn."""
    return step.win is not None or not can_win(step.after, step.after.to_move)


def forces_win(step: Step) -> bool:
    """Return whether the turn wins, or no reply does and the player can win after each."""
    mover = step.before.to_move
    if step.win is not None:
        return True
    return stops_win(step) and all(
        can_win(play(step.after, reply).after, mover)
        for reply in legal_turns(step.after)
        # Skip replies that lay a seam piece: it pushes nothing before the opponent's next turn.
        if reply.seam is None
    )


def lays(entry: str) -> Predicate:
    """Return whether the seam piece is laid at an entry."""
    laid_at = entry_named(entry)

    def holds(step: Step) -> bool:
        return any(each.entry == laid_at for each in step.events if isinstance(each, SeamLaid))

    return holds


def keeps_seam(step: Step) -> bool:
    """Return whether no seam piece is laid."""
    return step.turn.seam is None


def seam_pushes(seat: Seat) -> Predicate:
    """Return whether the seam piece pushes a piece of a seat, off the bed or not."""

    def holds(step: Step) -> bool:
        advanced = [at for at, each in enumerate(step.events) if isinstance(each, SeamAdvanced)]
        return any(
            isinstance(each, Slid | FellOff) and each.piece.seat is seat
            for each in step.events[advanced[0] if advanced else len(step.events) :]
        )

    return holds


def _squares(names: tuple[str, ...]) -> frozenset[Square]:
    return frozenset(map(square_named, names))
