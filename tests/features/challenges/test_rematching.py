"""Rematches: who may offer one, and who moves first in it."""

import pytest

from bot.features.challenges.challenging import answer, begin, offer_rematch
from bot.game import Seat
from bot.match.challenge import LIFETIME, ChallengeAnswer, ChallengeState, Seats
from bot.match.identity import ChallengeId, Instant, MatchId, UserId
from bot.match.match import EndReason, Outcome
from tests.kit.matches import (
    GRAY,
    LATER,
    MESSAGE,
    ORANGE,
    PLACE,
    UnusedRandom,
    match,
)

OVER = match(outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))


@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_a_rematch_swaps_the_seats_for_both_who_may_offer_it(user: UserId) -> None:
    offered = offer_rematch(ChallengeId(4), OVER, user, PLACE, LATER)
    assert (offered.challenger, offered.friend) == (user, OVER.opponent_of(user))
    assert (offered.state, offered.rematch_of) == (ChallengeState.OPEN, OVER.id)
    assert offered.expires_at == Instant(LATER + LIFETIME)
    accepted = answer(offered, OVER.opponent_of(user), ChallengeAnswer.ACCEPT, LATER)
    _, again = begin(accepted, MatchId(2), MESSAGE, UnusedRandom(), LATER)
    assert again.seats == Seats(orange=GRAY, gray=ORANGE)
    assert again.position.ruleset == OVER.position.ruleset
