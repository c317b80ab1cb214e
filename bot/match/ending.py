"""Ending a match other than by playing it: called off, left, or ended by a moderator."""

from collections.abc import Collection
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY, Unlimited
from bot.match.errors import MatchOver, TooLateToCallOff
from bot.match.identity import Instant, Seconds, UserId
from bot.match.match import Match, Outcome, Why
from bot.match.playing import authorise_player, ended, run_out
from bot.match.terms import Note


def may_call_off(match: Match) -> bool:
    """Return whether either player may still end the match without a result."""
    return match.outcome is None and match.ply < len(Seat)


def call_off(match: Match, user: UserId, now: Instant) -> Match:
    """End the match without a result, before both players have moved.

    Raises `MatchOver`, `NotAPlayer` or `TooLateToCallOff`.
    """
    authorise_player(match, user)
    if not may_call_off(match):
        raise TooLateToCallOff(match)
    return ended(match, Outcome(Why.CALLED_OFF, None), now)


PATIENCE: Final = Seconds(14 * DAY)
"""How long a match without a limit of time waits for somebody who has left."""


def end_for_leaving(match: Match, gone: Collection[Seat], now: Instant) -> Match:
    """Return the match as it ends because these seats' players have left and are not waited for.

    Time that had run out before comes first. Before both have moved nobody wins, nor where both
    have left. A match that is over, or that nobody has left, is as it is.
    """
    if match.outcome is not None or not gone:
        return match
    late = run_out(match, now)
    if late is not None:
        return late
    if may_call_off(match):
        return ended(match, Outcome(Why.CALLED_OFF, None), now)
    if len(gone) == len(Seat):
        return ended(match, Outcome(Why.BOTH_LEFT, None), now)
    [seat] = gone
    return ended(match, Outcome(Why.LEFT, seat.other), now)


def ends_without(match: Match, left_at: Instant) -> Instant | None:
    """Return when a match ends whose player left at that moment; none if its clock sees to it.

    Nobody is away from a match for longer than it has been played.
    """
    if match.outcome is not None or not isinstance(match.clock.control, Unlimited):
        return None
    return Instant(max(left_at, match.started_at) + PATIENCE)


def end_without_result(match: Match, reason: Note | None, now: Instant) -> Match:
    """End a match for which nobody else can: nobody wins, and it counts for nothing.

    Raises `MatchOver`.
    """
    if match.outcome is not None:
        raise MatchOver(match)
    return ended(match, Outcome(Why.ENDED_BY_MODERATOR, None, reason), now)
