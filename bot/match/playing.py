"""What a player can do in a match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.game import (
    Entry,
    NoSeamInHand,
    NotAWin,
    NotRecallable,
    Position,
    Seat,
    Square,
    Squares,
    Step,
    Turn,
    complete,
    land,
    recall,
    to_recall,
    write_position,
)
from bot.game import (
    play as play_turn,
)
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Draft, question
from bot.match.errors import MatchOver, NotAPlayer, NothingToChoose, NotYourTurn
from bot.match.identity import Instant, Ply, Revision, UserId
from bot.match.match import Match, Outcome, Why, outcome_after

Past = Sequence[str]
"""The texts of the positions that have stood in a match so far, the present one among them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole turn was played."""

    match: Match
    step: Step
    replies: tuple[Step, ...] = ()
    """What was played at once after it, as it had been planned; `match` stands after all."""


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


def play(match: Match, user: UserId, turn: Turn, now: Instant, past: Past = ()) -> Played | Drafted:
    """Play a turn, or draft it when something that it needs is not named.

    A recall that was drafted counts; what else waits as a draft is replaced, and the same once
    more changes nothing. A seam piece that is in hand is asked for unless the turn lays it.
    `past` is what the position after the turn is compared with. Raises `MatchOver`,
    `NotAPlayer`, `NotYourTurn`, and what `bot.game.play` raises of a turn.
    """
    authorise_mover(match, user)
    recalled = turn.recall if turn.recall is not None else _recalled(match)
    landing = land(match.position, turn.placement, recalled)
    if turn.wins and landing.win is None:
        raise NotAWin
    asks_first = landing.needs_choice and not turn.leaves
    if turn.seam is not None and asks_first and turn.seam not in landing.entries:
        raise NoSeamInHand
    return _go_on(match, Draft(recalled, turn.placement, turn.leaves, turn.seam), now, past)


def play_as_named(match: Match, user: UserId, turn: Turn, now: Instant, past: Past) -> Played:
    """Play a turn to which nothing is to be asked; a seam piece that it does not lay is kept.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn`, and what `bot.game.play` raises of a turn.
    """
    authorise_mover(match, user)
    return _advance(match, play_turn(match.position, turn), now, past)


def choose(
    match: Match, user: UserId, leaves: Squares, now: Instant, past: Past = ()
) -> Played | Drafted:
    """Go on with the draft by naming the squares that leave the bed.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn`, `NothingToChoose`, `NoSuchOption`, or
    `AmbiguousTurn` when no square is named.
    """
    authorise_mover(match, user)
    asked, draft = match.question, match.draft
    if not isinstance(asked, AskOption) or draft is None:
        raise NothingToChoose(match)
    chosen = complete(asked.landing, leaves).turn.leaves
    return _go_on(match, draft.choosing(chosen), now, past)


def lay(match: Match, user: UserId, entry: Entry | None, now: Instant, past: Past = ()) -> Played:
    """End the turn of the draft by laying the seam piece, or by keeping it where none is named.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn` or `NothingToChoose`.
    """
    authorise_mover(match, user)
    asked = match.question
    if not isinstance(asked, AskSeam):
        raise NothingToChoose(match)
    turn = asked.step.turn
    landing = land(match.position, turn.placement, turn.recall)
    return _advance(match, complete(landing, turn.leaves, entry), now, past)


def lift(match: Match, user: UserId, square: Square, now: Instant) -> Drafted:
    """Begin a turn by the recall that it demands; another one may be named instead later.

    Raises `MatchOver`, `NotAPlayer`, `NotYourTurn` or `NotRecallable`.
    """
    authorise_mover(match, user)
    squares = to_recall(match.position)
    if square not in squares:
        raise NotRecallable(square, squares)
    return _drafted(match, Draft(recall=square), now)


def ready(match: Match) -> Position:
    """Return the position in which the next piece is placed, after a recall that was drafted.

    Raises `RecallFirst` where one is demanded and none was.
    """
    return recall(match.position, _recalled(match))


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
    """Return the match up, at any time, to the opponent.

    Raises `MatchOver` or `NotAPlayer`.
    """
    seat = authorise_player(match, user)
    return ended(match, Outcome(Why.RESIGNATION, seat.other), now)


def authorise_player(match: Match, user: UserId) -> Seat:
    """Return the seat of a player whose match goes on. Raises `NotAPlayer` or `MatchOver`."""
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


def _recalled(match: Match) -> Square | None:
    return match.draft.recall if match.draft else None


def _go_on(match: Match, draft: Draft, now: Instant, past: Past) -> Played | Drafted:
    asked = question(match.position, draft)
    match asked:
        case Step():
            return _advance(match, asked, now, past)
        case AskRecall() | AskPlacement() | AskOption() | AskSeam():
            return _drafted(match, draft, now)
        case _:
            assert_never(asked)


def _drafted(match: Match, draft: Draft, now: Instant) -> Drafted:
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
