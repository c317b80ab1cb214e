"""What a player can do in a match."""

from dataclasses import dataclass, replace

from bot.game import (
    Kind,
    Landing,
    NotAWin,
    Placement,
    Seat,
    Square,
    Squares,
    SquareTaken,
    Step,
    Turn,
    complete,
    land,
)
from bot.match.errors import MatchOver, NotAPlayer, NothingToChoose, NotYourTurn
from bot.match.identity import Instant, Ply, Revision, UserId
from bot.match.match import Match
from bot.match.outcome import Outcome, Why, outcome_of


@dataclass(frozen=True, slots=True)
class Played:
    """A whole turn was played."""

    match: Match
    step: Step


@dataclass(frozen=True, slots=True)
class Drafted:
    """The placement leaves several options; it waits as the match's draft for the choice."""

    match: Match


def play(match: Match, user: UserId, turn: Turn, now: Instant) -> Played | Drafted:
    """Play a turn, or draft it when the choice that it needs is not named.

    A draft that waits already is replaced; the same one again changes nothing. Raises
    `MatchOver`, `NotAPlayer`, `NotYourTurn`, and what `bot.game.play` raises of a turn.
    """
    _authorise(match, user)
    landing = land(match.position, turn.placement)
    if turn.wins and landing.win is None:
        raise NotAWin
    if landing.needs_choice and not turn.leaves:
        if match.draft == turn.placement:
            return Drafted(match)
        return Drafted(_changed(replace(match, draft=turn.placement), now))
    return _advance(match, complete(landing, turn.leaves), now)


def choose(match: Match, user: UserId, leaves: Squares, now: Instant) -> Played:
    """Complete the draft with the squares that leave the bed.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn`, `NothingToChoose`, `NoSuchOption`, or
    `AmbiguousTurn` when no square is named.
    """
    _authorise(match, user)
    landing = match.landing
    if landing is None:
        raise NothingToChoose(match)
    return _advance(match, complete(landing, leaves), now)


def kinds_for(match: Match, user: UserId, square: Square) -> tuple[Kind, ...]:
    """Give the kinds that the player could place on the square, so that one may be asked for.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn` or `SquareTaken`.
    """
    kinds = kinds_in_hand(match, user)
    standing = match.position.bed.piece_at(square)
    if standing is not None:
        raise SquareTaken(square, standing)
    return kinds


def kinds_in_hand(match: Match, user: UserId) -> tuple[Kind, ...]:
    """Give the kinds that the player could place now.

    Raises `MatchOver`, `NotAPlayer` or `NotYourTurn`.
    """
    _authorise(match, user)
    return match.position.pool_of(match.position.to_move).kinds


def foresee(match: Match, user: UserId, placement: Placement) -> Step | Landing:
    """Give what a placement would do, without doing it: a landing where a choice would follow.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn`, `SquareTaken` or `NotInPool`.
    """
    _authorise(match, user)
    landing = land(match.position, placement)
    return landing if landing.needs_choice else complete(landing)


def resign(match: Match, user: UserId, now: Instant) -> Match:
    """Give the match up, at any time, to the opponent.

    Raises `MatchOver` or `NotAPlayer`.
    """
    seat = authorise_player(match, user)
    return _changed(replace(match, draft=None, outcome=Outcome(Why.RESIGNATION, seat.other)), now)


def authorise_player(match: Match, user: UserId) -> Seat:
    """Give the seat of a player whose match goes on. Raises `NotAPlayer` or `MatchOver`."""
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is not None:
        raise MatchOver(match)
    return seat


def _authorise(match: Match, user: UserId) -> None:
    if authorise_player(match, user) is not match.position.to_move:
        raise NotYourTurn(match)


def _advance(match: Match, step: Step, now: Instant) -> Played:
    advanced = replace(
        match,
        position=step.after,
        ply=Ply(match.ply + 1),
        last=step,
        draft=None,
        outcome=outcome_of(step.win) if step.win else None,
    )
    return Played(_changed(advanced, now), step)


def _changed(match: Match, now: Instant) -> Match:
    return replace(match, revision=Revision(match.revision + 1), changed_at=now)
