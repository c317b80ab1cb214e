"""Giving the other player a day."""

from dataclasses import replace
from typing import Final

from bot.features.time.vacation import ClockNotRunning, GivenAlready, NoTimeToGive, TooMuchTime
from bot.game import Seat
from bot.match.clock import DAY, Bank, TurnClock, Unlimited
from bot.match.identity import Instant, Seconds, UserId
from bot.match.match import Match
from bot.match.playing import authorise_player, changed

MOST_DAYS: Final = 30
"""How far from now a deadline may be moved by giving, in days."""


def give_day(match: Match, user: UserId, now: Instant) -> Match:
    """Return the opponent a day for the turn that is theirs, or for the bank that is not running.

    One a turn, for each rings. Raises `MatchOver`, `NotAPlayer`, `NoTimeToGive`,
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


def may_give_day(match: Match, seat: Seat) -> bool:
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
