"""What a player can do in a match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.game import NoSeamInHand, NotAWin, Seat, Step, Turn, land, write_position
from bot.game import play as play_turn
from bot.match.errors import MatchOver, NotAPlayer, NotYourTurn
from bot.match.identity import Instant, Ply, Revision, UserId
from bot.match.match import Match, Outcome, Why, outcome_after
from bot.match.turn_builder import AskOption, AskSeam, question_after

Past = Sequence[str]
"""The texts of the positions that have occurred in a match so far, the present one among them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole turn was played."""

    match: Match
    step: Step
    replies: tuple[Step, ...] = ()
    """What was played at once after it, as it had been planned; `match` is the one after all."""


@dataclass(frozen=True, slots=True)
class RanOut:
    """The action came too late: the player to move had run out of time, which ended the match."""

    match: Match


@dataclass(frozen=True, slots=True)
class Drafted:
    """The turn is not complete; it waits as the match's draft for what is asked next."""

    match: Match


TurnDone = Played | Drafted | RanOut
"""What can become of something that a player does of a turn."""


def play(match: Match, user: UserId, turn: Turn, now: Instant, past: Past = ()) -> Played:
    """Play a whole turn; a seam piece that it does not lay is kept.

    `past` is what the position after the turn is compared with. Raise `MatchOver`, `NotAPlayer`,
    `NotYourTurn`, and what `bot.game.play` raises of a turn.
    """
    authorise_mover(match, user)
    return _advance(match, play_turn(match.position, turn), now, past)


def place(
    match: Match, user: UserId, turn: Turn, now: Instant, past: Past = ()
) -> Played | Drafted:
    """Play a turn, or draft it when it leaves a choice open, or what becomes of a seam piece.

    It replaces a draft; the same draft once more changes nothing. `past` and what is raised are
    those of `play`, but for the choice.
    """
    authorise_mover(match, user)
    landing = land(match.position, turn.placement, turn.recall)
    if turn.wins and landing.win is None:
        raise NotAWin
    question = question_after(landing, turn.leaves, turn.seam)
    match question:
        case Step():
            return _advance(match, question, now, past)
        case AskOption():
            if turn.seam is not None and turn.seam not in landing.entries:
                raise NoSeamInHand
            return _drafted(match, turn, now)
        case AskSeam():
            return _drafted(match, turn, now)
        case _:
            assert_never(question)


def run_out(match: Match, now: Instant) -> Match | None:
    """Return the match as it ends when the player to move has run out of time, if they have.

    The opponent wins; before both have placed once, the match is aborted without a result.
    """
    if match.outcome is not None or not match.clock.has_run_out(now):
        return None
    if match.ply < len(Seat):
        return ended(match, Outcome(Why.ABORTED, None), now)
    return ended(match, Outcome(Why.TIME, match.position.to_move.other), now)


def resign(match: Match, user: UserId, now: Instant) -> Match:
    """Return the match as it ends when a player gives it up, at any time.

    Raise `MatchOver` or `NotAPlayer`.
    """
    seat = authorise_player(match, user)
    return ended(match, Outcome(Why.RESIGNATION, seat.other), now)


def authorise_player(match: Match, user: UserId) -> Seat:
    """Return the seat of a player whose match goes on. Raise `NotAPlayer` or `MatchOver`."""
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is not None:
        raise MatchOver(match)
    return seat


def authorise_mover(match: Match, user: UserId) -> None:
    """Raise `MatchOver`, `NotAPlayer` or `NotYourTurn` for whoever may not move now."""
    if authorise_player(match, user) is not match.position.to_move:
        raise NotYourTurn(match)


def _drafted(match: Match, draft: Turn, now: Instant) -> Drafted:
    if match.draft == draft:
        return Drafted(match)
    return Drafted(changed(replace(match, draft=draft), now))


def _advance(match: Match, step: Step, now: Instant, past: Past) -> Played:
    advanced = replace(
        match,
        position=step.after,
        ply=Ply(match.ply + 1),
        last=step,
        together=(),
        draft=None,
        stands=1 + past.count(write_position(step.after)),
        clock=match.clock.pressed(step.before.to_move, now),
        draws=match.draws.settled(),
        takeback=None,
    )
    advanced = replace(advanced, outcome=outcome_after(step, advanced.ply, advanced.stands))
    return Played(changed(advanced, now), step)


def ended(match: Match, outcome: Outcome, now: Instant) -> Match:
    """Return the match as it is over."""
    return changed(replace(match, draft=None, outcome=outcome), now)


def changed(match: Match, now: Instant) -> Match:
    """Return the match with what its bed shows changed."""
    return replace(match, revision=Revision(match.revision + 1), changed_at=now)
