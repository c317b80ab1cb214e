"""Ending a match other than by a turn, and its score."""

from collections.abc import Collection
from dataclasses import replace
from enum import Enum
from typing import Final, assert_never

from bot.game import Seat
from bot.match.clock import DAY, NoLimit
from bot.match.errors import (
    AnsweredOwnOffer,
    DrawOffered,
    DrawOfferedBefore,
    MatchOver,
    NoDrawOffered,
    NothingToClaim,
    TooLateToCallOff,
    WithdrewOthersOffer,
)
from bot.match.identity import Instant, Seconds, UserId
from bot.match.match import EndReason, Match, OfferAnswer, Outcome
from bot.match.playing import authorise_player, changed, ended, run_out
from bot.match.terms import Note, Stakes


def claim_draw(match: Match, user: UserId, now: Instant) -> Match:
    """End the match as a draw if its position has occurred often enough.

    Raise `MatchOver`, `NotAPlayer` or `NothingToClaim`.
    """
    authorise_player(match, user)
    if not match.may_claim_draw:
        raise NothingToClaim(match)
    return ended(match, Outcome(EndReason.REPETITION, None), now)


def offer_draw(match: Match, user: UserId, now: Instant) -> Match:
    """Offer a draw, or accept the opponent's offer if there is one.

    Raise `MatchOver`, `NotAPlayer`, `DrawOffered` or `DrawOfferedBefore`.
    """
    seat = authorise_player(match, user)
    if match.draw_offered_by is seat.other:
        return ended(match, Outcome(EndReason.AGREEMENT, None), now)
    if match.draw_offered_by is seat:
        raise DrawOffered(match)
    if not match.draws.may_offer(seat, match.ply):
        raise DrawOfferedBefore(match)
    return changed(replace(match, draws=match.draws.offered(seat, match.ply)), now)


def answer_draw(match: Match, user: UserId, answer: OfferAnswer, now: Instant) -> Match:
    """Accept or decline the opponent's draw offer, or withdraw the user's own.

    Raise `MatchOver`, `NotAPlayer`, `NoDrawOffered`, `AnsweredOwnOffer` or `WithdrewOthersOffer`.
    """
    seat = authorise_player(match, user)
    if match.draw_offered_by is None:
        raise NoDrawOffered(match)
    is_own = match.draw_offered_by is seat
    if is_own and answer is not OfferAnswer.WITHDRAW:
        raise AnsweredOwnOffer(match)
    if not is_own and answer is OfferAnswer.WITHDRAW:
        raise WithdrewOthersOffer(match)
    match answer:
        case OfferAnswer.ACCEPT:
            return ended(match, Outcome(EndReason.AGREEMENT, None), now)
        case OfferAnswer.DECLINE:
            return changed(replace(match, draws=match.draws.declined(seat)), now)
        case OfferAnswer.WITHDRAW:
            return changed(replace(match, draws=match.draws.settled()), now)
        case _:
            assert_never(answer)


def may_call_off(match: Match) -> bool:
    """Return whether either player may still end the match without a result.

    If others wait for the result, neither may.
    """
    return match.outcome is None and match.ply < len(Seat) and not match.is_competitive


def call_off(match: Match, user: UserId, now: Instant) -> Match:
    """End the match without a result, before both players have moved.

    Raise `MatchOver`, `NotAPlayer` or `TooLateToCallOff`.
    """
    authorise_player(match, user)
    if not may_call_off(match):
        raise TooLateToCallOff(match)
    return ended(match, Outcome(EndReason.CALLED_OFF, None), now)


PATIENCE: Final = Seconds(14 * DAY)
"""How long a match without a time limit waits for a player who has left."""


def end_for_leaving(match: Match, gone: Collection[Seat], now: Instant) -> Match:
    """Return the match as it ends because these seats' players left and waiting is over.

    If time had run out earlier, that decides. There is no winner while the match may be called off,
    or if both have left. A match that is over, or that no player has left, is returned unchanged.
    """
    if match.outcome is not None or not gone:
        return match
    late = run_out(match, now)
    if late is not None:
        return late
    if may_call_off(match):
        return ended(match, Outcome(EndReason.CALLED_OFF, None), now)
    if len(gone) == len(Seat):
        return ended(match, Outcome(EndReason.BOTH_LEFT, None), now)
    [seat] = gone
    return ended(match, Outcome(EndReason.LEFT, seat.other), now)


def ends_without(match: Match, left_at: Instant) -> Instant | None:
    """Return when a match ends after a player left; `None` if its clock ends it.

    A player is never away for longer than the match has been played.
    """
    if match.outcome is not None or not isinstance(match.clock.control, NoLimit):
        return None
    return Instant(max(left_at, match.started_at) + PATIENCE)


def end_by_moderator(match: Match, reason: Note | None, now: Instant) -> Match:
    """End a match for a moderator, with no winner; it counts for nothing.

    Raise `MatchOver`.
    """
    return _without_result(match, Outcome(EndReason.ENDED_BY_MODERATOR, None, reason), now)


def end_unreachable(match: Match, now: Instant) -> Match:
    """End a match in a server that the bot was absent from for too long; it counts for nothing.

    Raise `MatchOver`.
    """
    return _without_result(match, Outcome(EndReason.BOT_GONE, None), now)


def forfeit(match: Match, out: Collection[Seat], now: Instant) -> Match:
    """End a competitive match of players who are out of the competition: they lose it.

    If time had run out earlier, that decides. A match is returned unchanged if it is over, or if
    neither player is out.
    """
    if match.outcome is not None or not out:
        return match
    late = run_out(match, now)
    if late is not None:
        return late
    if len(out) == len(Seat):
        return ended(match, Outcome(EndReason.BOTH_FORFEIT, None), now)
    [seat] = out
    return ended(match, Outcome(EndReason.FORFEIT, seat.other), now)


def adjudicate(match: Match, now: Instant) -> Match:
    """End a competitive match as a draw, because the competition cannot wait any longer.

    If time had run out earlier, that decides. A match that is over is returned unchanged.
    """
    if match.outcome is not None:
        return match
    return run_out(match, now) or ended(match, Outcome(EndReason.ADJUDICATED, None), now)


def _without_result(match: Match, outcome: Outcome, now: Instant) -> Match:
    if match.outcome is not None:
        raise MatchOver(match)
    return ended(match, outcome, now)


FEWEST_TURNS: Final = 6
"""The fewest turns, of both seats together, that make a match count."""
FEWEST_BEFORE_FORFEIT: Final = 8
"""The same if a player is out of the competition: four turns by each player."""


class Score(Enum):
    """A player's score in one match."""

    WIN = 1.0
    DRAW = 0.5
    LOSS = 0.0

    @property
    def other(self) -> "Score":
        """The opponent's score."""
        return Score(1.0 - self.value)


def has_result(outcome: Outcome) -> bool:
    """Return whether an outcome is a win, a loss or a draw, not a match called off."""
    match outcome.why:
        case (
            EndReason.ABORTED
            | EndReason.CALLED_OFF
            | EndReason.BOTH_LEFT
            | EndReason.ENDED_BY_MODERATOR
            | EndReason.BOT_GONE
            | EndReason.BOTH_FORFEIT
        ):
            return False
        case (
            EndReason.LINE
            | EndReason.FULL_BED
            | EndReason.RESIGNATION
            | EndReason.REPETITION
            | EndReason.FIVEFOLD
            | EndReason.MOST_TURNS
            | EndReason.DEAD
            | EndReason.AGREEMENT
            | EndReason.TIME
            | EndReason.LEFT
            | EndReason.FORFEIT
            | EndReason.ADJUDICATED
        ):
            return True
        case _:
            assert_never(outcome.why)


def fewest_turns(match: Match) -> int:
    """Return how many turns must have been played for the result of a match to count."""
    is_forfeit = match.outcome is not None and match.outcome.why is EndReason.FORFEIT
    return FEWEST_BEFORE_FORFEIT if is_forfeit else FEWEST_TURNS


def score_of(match: Match) -> Score | None:
    """Return orange's score; `None` if the match does not count for ratings."""
    if match.stakes is not Stakes.RATED or match.outcome is None:
        return None
    if not has_result(match.outcome) or match.outcome.why is EndReason.ADJUDICATED:
        return None
    if match.ply < fewest_turns(match):
        return None
    match match.outcome.winner:
        case None:
            return Score.DRAW
        case Seat.ORANGE:
            return Score.WIN
        case Seat.GRAY:
            return Score.LOSS
        case _:
            assert_never(match.outcome.winner)
