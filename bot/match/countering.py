"""Answering a challenge with other terms: it closes, and a new one goes the other way."""

from dataclasses import dataclass, replace
from typing import Final

from bot.match.challenge import LONGEST_LIFETIME, Answer, Challenge, ChallengeState
from bot.match.challenge_errors import SameTerms
from bot.match.challenging import authorise, become, expire
from bot.match.identity import ChallengeId, Instant, Revision, UserId
from bot.match.terms import Starts, Terms

_SEEN_FROM_THE_OTHER: Final = {
    Starts.ME: Starts.THEM,
    Starts.THEM: Starts.ME,
    Starts.RANDOM: Starts.RANDOM,
}


@dataclass(frozen=True, slots=True)
class Countered:
    """A challenge after an answer with other terms, and the new one; none if it came too late."""

    earlier: Challenge
    offered: Challenge | None


def counter(
    number: ChallengeId, challenge: Challenge, user: UserId, terms: Terms, now: Instant
) -> Countered:
    """Close a challenge and offer its challenger these terms, as its friend sees them.

    The new challenge is of the same match, if it is a rematch, in the same place, and stays open
    as long as the first was to. One that comes too late *returns* the first as expired. Raises
    what `authorise` raises for an answer of the friend's, or `SameTerms`.
    """
    authorise(challenge, user, Answer.DECLINE)
    if now >= challenge.expires_at:
        return Countered(expire(challenge, now), None)
    if terms == turned_around(challenge.terms):
        raise SameTerms(challenge)
    lifetime = min(challenge.expires_at - challenge.offered_at, LONGEST_LIFETIME)
    offered = replace(
        challenge,
        id=number,
        challenger=user,
        friend=challenge.challenger,
        terms=terms,
        offered_at=now,
        expires_at=Instant(now + lifetime),
        note=None,
        counters=challenge.id,
        revision=Revision(1),
    )
    return Countered(become(challenge, ChallengeState.COUNTERED), offered)


def turned_around(terms: Terms) -> Terms:
    """Give the same terms as the other of the two would say them."""
    return replace(terms, starts=_SEEN_FROM_THE_OTHER[terms.starts])
