"""Adding a day to the other player's time."""

from dataclasses import dataclass, replace
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY, Bank, TurnClock, Unlimited
from bot.match.errors import MatchRefusal
from bot.match.identity import Instant, Seconds, UserId
from bot.match.match import Match
from bot.match.playing import authorise_player, changed
from bot.text import N_, Message

MOST_DAYS: Final = 30
"""How far from now a deadline may be moved by adding days."""


@dataclass(eq=False, slots=True)
class NoTimeToGive(MatchRefusal):
    """A day was given where there is no limit of time: in such a match, or to the bot."""

    message = N_("{match} has no time limit, so your opponent needs no extra day.")
    bot = N_("My clock doesn't run in {match}, so I need no extra day.")

    match: Match

    def choose_message(self) -> Message:
        """Return why the opponent needs no day."""
        return self.message if self.match.bot is None else self.bot


@dataclass(eq=False, slots=True)
class ClockNotRunning(MatchRefusal):
    """A day was given to somebody who has no turn and no bank that it could go to."""

    message = N_(
        "It's your turn in {match}, so your opponent's clock isn't running. Give them a day when "
        "it's their turn."
    )

    match: Match


@dataclass(eq=False, slots=True)
class GivenAlready(MatchRefusal):
    """A day was given by somebody who has given one since anybody last moved."""

    message = N_(
        "You have already given them a day in {match} this turn. You can give them another after "
        "the next move."
    )

    match: Match


@dataclass(eq=False, slots=True)
class TooMuchTime(MatchRefusal):
    """A day more would be more than may be given; `has` is what the opponent has."""

    message = N_(
        "Your opponent already has {has} in {match}. Another day would bring them over the limit "
        "of {most}."
    )

    match: Match
    has: Seconds
    most: Seconds


def add_day(match: Match, user: UserId, now: Instant) -> Match:
    """Add a day to the opponent's turn, or to their bank where that is not running.

    One a turn, for each rings. Raise `MatchOver`, `NotAPlayer`, `NoTimeToGive`,
    `ClockNotRunning`, `GivenAlready` or `TooMuchTime`.
    """
    seat = authorise_player(match, user)
    clock = match.clock
    if not _has_limit(clock, seat.other):
        raise NoTimeToGive(match)
    if match.position.to_move is not seat:
        given = clock.longer(DAY)
    elif isinstance(clock.control, Bank):
        given = clock.banking(seat.other, DAY)
    else:
        raise ClockNotRunning(match)
    if clock.given.of(seat):
        raise GivenAlready(match)
    if _ahead(given, match.position.to_move, seat.other, now) > MOST_DAYS * DAY:
        has = _ahead(clock, match.position.to_move, seat.other, now)
        raise TooMuchTime(match, has, Seconds(MOST_DAYS * DAY))
    days = given.given.having(seat, 1)
    return changed(replace(match, clock=replace(given, given=days)), now)


def may_add_day(match: Match, seat: Seat) -> bool:
    """Return whether that seat can give this turn, and the other has a clock that it goes to."""
    if match.outcome is not None or not _has_limit(match.clock, seat.other):
        return False
    if match.clock.given.of(seat):
        return False
    return match.position.to_move is not seat or isinstance(match.clock.control, Bank)


def _has_limit(clock: TurnClock, seat: Seat) -> bool:
    """Return whether that seat's time runs, when it is to move."""
    return not isinstance(clock.control, Unlimited) and clock.timeless is not seat


def _ahead(clock: TurnClock, to_move: Seat, seat: Seat, now: Instant) -> Seconds:
    """Return how far away a seat's deadline is, or how much it has where none runs."""
    if to_move is not seat:
        return clock.bank_of(seat) or Seconds(0.0)
    if clock.deadline is not None:
        return Seconds(clock.deadline - now)
    return clock.held or Seconds(0.0)
