"""Ending a match that has hardly begun, without a result."""

from bot.game import Seat
from bot.match.errors import TooLateToCallOff
from bot.match.identity import Instant, UserId
from bot.match.match import Match
from bot.match.outcome import Outcome, Why
from bot.match.playing import authorise_player, ended


def may_call_off(match: Match) -> bool:
    """Tell whether either player may still end the match without a result."""
    return match.outcome is None and match.ply < len(Seat)


def call_off(match: Match, user: UserId, now: Instant) -> Match:
    """End the match without a result, before both players have moved.

    Raises `MatchOver`, `NotAPlayer` or `TooLateToCallOff`.
    """
    authorise_player(match, user)
    if not may_call_off(match):
        raise TooLateToCallOff(match)
    return ended(match, Outcome(Why.CALLED_OFF, None), now)
