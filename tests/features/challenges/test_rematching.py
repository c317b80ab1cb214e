"""Rematches: who may offer one, and who moves first in it."""

from dataclasses import replace

import pytest

from bot.features.challenges.challenging import answer, begin, offer_rematch
from bot.features.challenges.errors import NotTheFriend
from bot.game import Seat
from bot.match.challenge import LIFETIME, ChallengeAnswer, ChallengeState, Seats
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import ChallengeId, Instant, MatchId, UserId
from bot.match.match import EndReason, Outcome
from tests.kit.matches import (
    GRAY,
    LATER,
    MESSAGE,
    NOON,
    ORANGE,
    PLACE,
    STRANGER,
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


def test_rematch_is_the_other_player_s_to_accept() -> None:
    offered = offer_rematch(ChallengeId(4), OVER, ORANGE, PLACE, NOON)
    for user in (ORANGE, STRANGER):
        with pytest.raises(NotTheFriend):
            answer(offered, user, ChallengeAnswer.ACCEPT, NOON)


def test_rematch_of_a_match_that_goes_on_is_refused() -> None:
    live = replace(OVER, outcome=None)
    with pytest.raises(MatchGoesOn) as caught:
        offer_rematch(ChallengeId(4), live, ORANGE, PLACE, NOON)
    assert caught.value.match is live


def test_stranger_offers_no_rematch() -> None:
    with pytest.raises(NotAPlayer):
        offer_rematch(ChallengeId(4), OVER, STRANGER, PLACE, NOON)
