"""Playing a match again, with the seats swapped."""

from bot.game import Seat
from bot.match.challenge import LIFETIME, Challenge
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import ChallengeId, Instant, Place, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms


def offer_rematch(
    number: ChallengeId, match: Match, user: UserId, place: Place, now: Instant
) -> Challenge:
    """Challenge the opponent to the same match again; whoever sat at gray moves first.

    Raises `NotAPlayer` or `MatchGoesOn`.
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
        ),
        home=match.home.kind,
        offered_at=now,
        expires_at=Instant(now + LIFETIME),
        rematch_of=match.id,
    )


def authorise_rematch(match: Match, user: UserId) -> Seat:
    """Give the seat of a player whose match is over. Raises `NotAPlayer` or `MatchGoesOn`."""
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is None:
        raise MatchGoesOn(match)
    return seat
