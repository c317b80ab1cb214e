"""Playing a match again, with the seats swapped."""

from bot.game import Seat
from bot.match.challenge import LIFETIME, Challenge
from bot.match.errors import MatchGoesOn, NotAPlayer, OpponentDeleted
from bot.match.former import is_former
from bot.match.identity import ChallengeId, Instant, Place, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms


def offer_rematch(
    number: ChallengeId, match: Match, user: UserId, place: Place, now: Instant
) -> Challenge:
    """Challenge the opponent to the same match again; whoever sat at gray moves first.

    Raises `NotAPlayer`, `MatchGoesOn` or `OpponentDeleted`.
    """
    seat = authorise_rematch(match, user)
    starts = Starts.ME if seat is Seat.GRAY else Starts.THEM
    return Challenge(
        number,
        place,
        challenger=user,
        friend=match.opponent_of(user),
        terms=Terms(
            starts,
            match.position.ruleset,
            match.clock.control,
            match.stakes,
            match.clock.weekends,
            None if match.bot is None else match.bot.practice,
        ),
        home=match.home.kind,
        offered_at=now,
        expires_at=Instant(now + LIFETIME),
        rematch_of=match.id,
    )


def authorise_rematch(match: Match, user: UserId) -> Seat:
    """Give the seat of a player whose match is over, and whose opponent can be asked.

    Raises `NotAPlayer`, `MatchGoesOn` or `OpponentDeleted`.
    """
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is None:
        raise MatchGoesOn(match)
    if is_former(match.opponent_of(user)):
        raise OpponentDeleted(match)
    return seat
