"""Takebacks: back to before a player's own last turn, if the opponent agrees."""

from dataclasses import dataclass, replace
from typing import assert_never

from bot.game import Position, Seat, Step
from bot.match.errors import (
    AnsweredOwnOffer,
    NoTakebackOffered,
    NoTakebacks,
    NothingToTakeBack,
    TakebackAsked,
    TakebackAskedBefore,
    WithdrewOthersOffer,
)
from bot.match.identity import Instant, Ply, UserId
from bot.match.match import Match, OfferAnswer, TakebackOffer, TakebackState, seat_to_move
from bot.match.playing import authorise_player, changed


@dataclass(frozen=True, slots=True)
class Earlier:
    """The facts about a match before its last turns.

    `last` is the turn before them, `None` if there is none; `repetitions` is how often the position
    had occurred then.
    """

    ply: Ply
    last: Step | None
    repetitions: int


def ply_before_last_turn_of(seat: Seat, ply: Ply) -> Ply | None:
    """Return the number of turns before a seat's last one; `None` if the seat played none.

    If it is that seat's turn again, the opponent's reply is taken back too.
    """
    before = ply - (2 if seat_to_move(ply) is seat else 1)
    return Ply(before) if before >= 0 else None


def may_ask_takeback(match: Match, seat: Seat) -> bool:
    """Return whether a seat could ask to take back its last turn now."""
    offer = match.takeback
    if match.outcome is not None or match.is_competitive:
        return False
    if ply_before_last_turn_of(seat, match.ply) is None:
        return False
    return offer is None or (offer.state is not TakebackState.OPEN and seat not in offer.asked)


def ask_takeback(match: Match, user: UserId, now: Instant) -> Match:
    """Ask to go back to before the user's own last turn.

    Raise `MatchOver`, `NotAPlayer`, `NoTakebacks`, `NothingToTakeBack`, `TakebackAsked` or
    `TakebackAskedBefore`.
    """
    seat, ply = _require_ply(match, user)
    before = match.takeback.asked if match.takeback else frozenset()
    offer = TakebackOffer(seat, ply, asked=before | {seat})
    return changed(replace(match, takeback=offer), now)


def asked_ply(match: Match, user: UserId, ply: Ply | None = None) -> Ply:
    """Return the ply to which the user may ask to go back, now or after `ply` turns.

    Raise what `ask_takeback` raises.
    """
    return _require_ply(match, user, ply)[1]


def offered_ply(match: Match, user: UserId) -> Ply:
    """Return the ply of the offer that the user may accept.

    Raise `MatchOver`, `NotAPlayer`, `NoTakebackOffered` or `AnsweredOwnOffer`.
    """
    offer = _require_offer(match, user, OfferAnswer.ACCEPT)
    return offer.ply


def accept_takeback(match: Match, user: UserId, earlier: Earlier, now: Instant) -> Match:
    """Go back to where the opponent asked to; a match against the bot is unmeasured from then on.

    Raise `MatchOver`, `NotAPlayer`, `NoTakebackOffered` or `AnsweredOwnOffer`.
    """
    offer = _require_offer(match, user, OfferAnswer.ACCEPT)
    if earlier.ply != offer.ply:
        raise ValueError(f"the offer is to go back to {offer.ply}, not to {earlier.ply}")
    accepted = replace(offer, state=TakebackState.ACCEPTED, asked=frozenset())
    bot = None if match.bot is None else match.bot.unmeasured()
    return changed(replace(taken_back(match, earlier, now), takeback=accepted, bot=bot), now)


def settle_takeback(match: Match, user: UserId, answer: OfferAnswer, now: Instant) -> Match:
    """Decline the opponent's offer or withdraw the user's own; the match goes on as it is.

    Raise `MatchOver`, `NotAPlayer`, `NoTakebackOffered`, `AnsweredOwnOffer` or
    `WithdrewOthersOffer`. Raise `ValueError` for an acceptance, which is `accept_takeback`'s.
    """
    offer = _require_offer(match, user, answer)
    match answer:
        case OfferAnswer.ACCEPT:
            raise ValueError("what is accepted goes back to somewhere")
        case OfferAnswer.DECLINE:
            state = TakebackState.DECLINED
        case OfferAnswer.WITHDRAW:
            state = TakebackState.WITHDRAWN
        case _:
            assert_never(answer)
    return changed(replace(match, takeback=replace(offer, state=state)), now)


def taken_back(match: Match, earlier: Earlier, now: Instant) -> Match:
    """Return the match as it was earlier, with the clock of the turn restarted.

    The banks stay as they are: time that was spent is not given back. By minutes this includes
    the time of the current turn.
    """
    position = earlier.last.after if earlier.last else Position.start(match.position.ruleset)
    clock = match.clock.charged(match.position.to_move, now)
    return replace(
        match,
        position=position,
        ply=earlier.ply,
        last=earlier.last,
        together=(),
        draft=None,
        repetitions=earlier.repetitions,
        clock=clock.anew(position.to_move, now),
        draws=match.draws.back_at(earlier.ply),
        takeback=None,
    )


def _require_ply(match: Match, user: UserId, after: Ply | None = None) -> tuple[Seat, Ply]:
    seat = authorise_player(match, user)
    if match.is_competitive:
        raise NoTakebacks(match)
    ply = ply_before_last_turn_of(seat, match.ply if after is None else after)
    if match.takeback_asked_by is not None:
        raise TakebackAsked(match)
    if ply is None:
        raise NothingToTakeBack(match)
    if not may_ask_takeback(match, seat):
        raise TakebackAskedBefore(match)
    return seat, ply


def _require_offer(match: Match, user: UserId, answer: OfferAnswer) -> TakebackOffer:
    seat = authorise_player(match, user)
    offer = match.takeback
    if offer is None or offer.state is not TakebackState.OPEN:
        raise NoTakebackOffered(match)
    if offer.by is seat and answer is not OfferAnswer.WITHDRAW:
        raise AnsweredOwnOffer(match)
    if offer.by is not seat and answer is OfferAnswer.WITHDRAW:
        raise WithdrewOthersOffer(match)
    return offer
