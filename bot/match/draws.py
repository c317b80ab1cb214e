"""How a match is drawn by its players: claimed, or offered and accepted."""

from dataclasses import replace
from typing import assert_never

from bot.match.errors import (
    AnsweredOwnOffer,
    DrawOffered,
    DrawOfferedBefore,
    NoDrawOffered,
    NothingToClaim,
    WithdrewOthersOffer,
)
from bot.match.identity import Instant, UserId
from bot.match.match import Match, OfferAnswer, Outcome, Why
from bot.match.playing import authorise_player, changed, ended


def claim_draw(match: Match, user: UserId, now: Instant) -> Match:
    """End the match as drawn, for its position has stood often enough.

    Raises `MatchOver`, `NotAPlayer` or `NothingToClaim`.
    """
    authorise_player(match, user)
    if not match.may_claim_draw:
        raise NothingToClaim(match)
    return ended(match, Outcome(Why.REPETITION, None), now)


def offer_draw(match: Match, user: UserId, now: Instant) -> Match:
    """Offer a draw, at any time; where the opponent has offered one, this accepts it.

    Raises `MatchOver`, `NotAPlayer`, `DrawOffered` or `DrawOfferedBefore`.
    """
    seat = authorise_player(match, user)
    if match.draw_offered_by is seat.other:
        return ended(match, Outcome(Why.AGREEMENT, None), now)
    if match.draw_offered_by is seat:
        raise DrawOffered(match)
    if not match.draws.may_offer(seat, match.ply):
        raise DrawOfferedBefore(match)
    return changed(replace(match, draws=match.draws.offered(seat, match.ply)), now)


def answer_draw(match: Match, user: UserId, said: OfferAnswer, now: Instant) -> Match:
    """Accept or decline the opponent's draw offer, or withdraw one's own.

    Raises `MatchOver`, `NotAPlayer`, `NoDrawOffered`, `AnsweredOwnOffer` or
    `WithdrewOthersOffer`.
    """
    seat = authorise_player(match, user)
    if match.draw_offered_by is None:
        raise NoDrawOffered(match)
    is_own = match.draw_offered_by is seat
    if is_own and said is not OfferAnswer.WITHDRAW:
        raise AnsweredOwnOffer(match)
    if not is_own and said is OfferAnswer.WITHDRAW:
        raise WithdrewOthersOffer(match)
    match said:
        case OfferAnswer.ACCEPT:
            return ended(match, Outcome(Why.AGREEMENT, None), now)
        case OfferAnswer.DECLINE:
            return changed(replace(match, draws=match.draws.declined(seat)), now)
        case OfferAnswer.WITHDRAW:
            return changed(replace(match, draws=match.draws.settled()), now)
        case _:
            assert_never(said)
