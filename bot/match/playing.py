"""What a player can do in a match: place, play, resign, add time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from bot.game import NoSeamInHand, NotAWin, Seat, Step, Turn, land, write_position
from bot.game import play as play_turn
from bot.match.clock import DAY, Bank, Minutes, NoLimit, TurnClock
from bot.match.errors import MatchOver, NotAPlayer, NotReady, NotYourTurn, RefusalAboutMatch
from bot.match.identity import Instant, Ply, Revision, Seconds, UserId
from bot.match.match import EndReason, Match, Outcome, outcome_after
from bot.match.turn_builder import AskOption, AskSeam, question_after
from bot.text import N_, Message

Past = Sequence[str]
"""The texts of the positions that have occurred in a match, including the present one."""


@dataclass(frozen=True, slots=True)
class CompleteTurn:
    """A whole turn was played."""

    match: Match
    step: Step
    replies: tuple[Step, ...] = ()
    """Planned replies that were played at once after it; `match` is the match after all of them."""


@dataclass(frozen=True, slots=True)
class RanOut:
    """The action came too late: the player to move had run out of time, so the match is over."""

    match: Match


@dataclass(frozen=True, slots=True)
class DraftedTurn:
    """The turn is incomplete; the match holds it as a draft until the next choice."""

    match: Match


TurnDone = CompleteTurn | DraftedTurn | RanOut
"""The possible results of a player's choice for a turn."""


def play(match: Match, user: UserId, turn: Turn, now: Instant, past: Past = ()) -> CompleteTurn:
    """Play a whole turn; a seam piece that it does not lay is kept.

    The position after the turn is compared with `past`. Raise `MatchOver`, `NotAPlayer`,
    `NotReady`, `NotYourTurn`, and what `bot.game.play` raises.
    """
    authorise_mover(match, user)
    return _advance(match, play_turn(match.position, turn), now, past)


def place(
    match: Match, user: UserId, turn: Turn, now: Instant, past: Past = ()
) -> CompleteTurn | DraftedTurn:
    """Play a turn, or store it as a draft while a choice is open.

    That choice is what leaves the bed, or where the seam piece goes. A turn replaces an earlier
    draft; the same draft changes nothing. See `play` for `past` and for what is raised, except that
    an open choice is not refused.
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
    """Return the match as lost if the player to move has run out of time, else `None`.

    The opponent wins. If a player has not placed yet, the match is aborted instead, unless it
    belongs to a competition.
    """
    if match.outcome is not None or not match.clock.has_run_out(now):
        return None
    if match.ply < len(Seat) and not match.is_competitive:
        return ended(match, Outcome(EndReason.ABORTED, None), now)
    return ended(match, Outcome(EndReason.TIME, match.position.to_move.other), now)


def ready(match: Match, user: UserId, now: Instant) -> Match:
    """Return the match after a player pressed *Ready*; the clock starts once both have.

    Pressing it again changes nothing. Raise `MatchOver` or `NotAPlayer`.
    """
    seat = authorise_player(match, user)
    clock = match.clock
    if not clock.awaits_ready or clock.ready_at.of(seat) is not None:
        return match
    return changed(replace(match, clock=clock.readied(seat, now)), now)


def show_boards(match: Match, seats: Iterable[Seat], now: Instant) -> Match:
    """Return the match after the boards of these seats were posted: their clocks may run.

    Its revision stays: a player who is choosing a turn goes on with it.
    """
    if match.outcome is not None:
        return match
    clock = match.clock.shown(match.position.to_move, seats, now)
    return match if clock is match.clock else replace(match, clock=clock)


def resign(match: Match, user: UserId, now: Instant) -> Match:
    """Return the match after a player resigned.

    Raise `MatchOver` or `NotAPlayer`.
    """
    seat = authorise_player(match, user)
    return ended(match, Outcome(EndReason.RESIGNATION, seat.other), now)


def authorise_player(match: Match, user: UserId) -> Seat:
    """Return a player's seat in a match that goes on. Raise `NotAPlayer` or `MatchOver`."""
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is not None:
        raise MatchOver(match)
    return seat


def authorise_mover(match: Match, user: UserId) -> None:
    """Raise `MatchOver`, `NotAPlayer`, `NotReady` or `NotYourTurn` if the user may not move now."""
    seat = authorise_player(match, user)
    if match.clock.awaits_ready:
        raise NotReady(match)
    if seat is not match.position.to_move:
        raise NotYourTurn(match)


def _drafted(match: Match, draft: Turn, now: Instant) -> DraftedTurn:
    if match.draft == draft:
        return DraftedTurn(match)
    return DraftedTurn(changed(replace(match, draft=draft), now))


def _advance(match: Match, step: Step, now: Instant, past: Past) -> CompleteTurn:
    ply = Ply(match.ply + 1)
    repetitions = 1 + past.count(write_position(step.after))
    advanced = replace(
        match,
        position=step.after,
        ply=ply,
        last=step,
        together=(),
        draft=None,
        repetitions=repetitions,
        clock=match.clock.pressed(step.before.to_move, now),
        draws=match.draws.settled(),
        takeback=None,
        outcome=outcome_after(step, ply, repetitions),
    )
    return CompleteTurn(changed(advanced, now), step)


def ended(match: Match, outcome: Outcome, now: Instant) -> Match:
    """Return the match with an outcome."""
    return changed(replace(match, draft=None, outcome=outcome), now)


def changed(match: Match, now: Instant) -> Match:
    """Return the match with its next revision."""
    return replace(match, revision=Revision(match.revision + 1), changed_at=now)


MOST_DAYS: Final = 30
"""How far from now added days may move a deadline."""


class NoTimeToGive(RefusalAboutMatch):
    """A day was given where clocks get none: without a limit, by minutes, in a competition."""

    message = N_("{match} has no time limit, so your opponent needs no extra day.")
    bot = N_("My clock doesn't run in {match}, so I need no extra day.")
    by_minutes = N_("{match} is played by minutes, and no minutes can be added.")
    competitive = N_(
        "{match} is a tournament or ladder match, and in those no extra days are given."
    )

    def choose_message(self) -> Message:
        """Return why the opponent gets no day."""
        if self.match.is_competitive:
            return self.competitive
        if self.match.clock.is_by_minutes:
            return self.by_minutes
        return self.message if self.match.bot is None else self.bot


class ClockNotRunning(RefusalAboutMatch):
    """A day was given to a player who is not to move and has no bank."""

    message = N_(
        "It's your turn in {match}, so your opponent's clock isn't running. You can "
        "give them a day when it's their turn."
    )


class GivenAlready(RefusalAboutMatch):
    """A day was given by a player who has given one since the last move."""

    message = N_(
        "You have already given them a day in {match} this turn. You can give them another after "
        "the next move."
    )


@dataclass(eq=False, slots=True)
class TooMuchTime(RefusalAboutMatch):
    """One day more would exceed the limit; `has` is what the opponent has."""

    message = N_(
        "Your opponent already has {has} in {match}. Another day would take them "
        "over the limit of {most}."
    )

    has: Seconds
    most: Seconds


def add_day(match: Match, user: UserId, now: Instant) -> Match:
    """Add a day to the opponent's turn, or to their bank if it is not their turn.

    A player may give one a turn, because each notifies the opponent. Raise `MatchOver`,
    `NotAPlayer`, `NoTimeToGive`, `ClockNotRunning`, `GivenAlready` or `TooMuchTime`.
    """
    seat = authorise_player(match, user)
    clock = match.clock
    if match.is_competitive or not _has_limit(clock, seat.other):
        raise NoTimeToGive(match)
    if match.position.to_move is not seat:
        given = clock.longer(DAY)
    elif isinstance(clock.control, Bank):
        given = clock.banking(seat.other, DAY)
    else:
        raise ClockNotRunning(match)
    if clock.given.of(seat):
        raise GivenAlready(match)
    if _time_ahead(given, match.position.to_move, seat.other, now) > MOST_DAYS * DAY:
        has = _time_ahead(clock, match.position.to_move, seat.other, now)
        raise TooMuchTime(match, has, Seconds(MOST_DAYS * DAY))
    days = given.given.with_value(seat, 1)
    return changed(replace(match, clock=replace(given, given=days)), now)


def may_add_day(match: Match, seat: Seat) -> bool:
    """Return whether that seat can give a day now and the opponent has a clock to add it to."""
    if match.outcome is not None or match.is_competitive:
        return False
    if not _has_limit(match.clock, seat.other):
        return False
    if match.clock.given.of(seat):
        return False
    return match.position.to_move is not seat or isinstance(match.clock.control, Bank)


def _has_limit(clock: TurnClock, seat: Seat) -> bool:
    return not isinstance(clock.control, NoLimit | Minutes) and clock.timeless is not seat


def _time_ahead(clock: TurnClock, to_move: Seat, seat: Seat, now: Instant) -> Seconds:
    """Return how far away a seat's deadline is, or what it has left if no clock runs."""
    if to_move is not seat:
        return clock.bank_of(seat) or Seconds(0.0)
    if clock.deadline is not None:
        return Seconds(clock.deadline - now)
    return clock.held or Seconds(0.0)
