"""Draws by agreement: who may offer, answer and withdraw, and when."""

from dataclasses import replace

import pytest

from bot.game import Seat, read_turn
from bot.match.ending import answer_draw, offer_draw
from bot.match.errors import (
    AnsweredOwnOffer,
    DrawOffered,
    DrawOfferedBefore,
    MatchOver,
    NoDrawOffered,
    NotAPlayer,
    WithdrewOthersOffer,
)
from bot.match.match import NO_OFFERS, EndReason, Match, OfferAnswer, Outcome
from bot.match.playing import place, play, resign
from tests.kit.matches import CHOICE, GRAY, LATER, NOON, ORANGE, STRANGER, match

TURNS = ("Ka1", "Kf6", "Ka6", "Kf1", "Kc3", "Kd5")


def after(current: Match, turns: int) -> Match:
    """Return the match after more of the turns were played."""
    for text in TURNS[current.ply : current.ply + turns]:
        mover = current.to_move
        assert mover is not None
        current = play(current, mover, read_turn(text), NOON).match
    return current


def test_the_opponent_accepts_an_offer() -> None:
    offered = offer_draw(match(), ORANGE, LATER)
    assert offered.draw_offered_by is Seat.ORANGE
    assert (offered.revision, offered.changed_at) == (2, LATER)
    ended = answer_draw(offered, GRAY, OfferAnswer.ACCEPT, LATER)
    assert ended.outcome == Outcome(EndReason.AGREEMENT, None)
    assert ended.draw_offered_by is None


def test_offering_a_draw_accepts_an_offer_of_the_opponent() -> None:
    ended = offer_draw(offer_draw(match(), GRAY, NOON), ORANGE, LATER)
    assert ended.outcome == Outcome(EndReason.AGREEMENT, None)


def test_only_the_opponent_answers_an_offer_and_only_its_seat_withdraws_it() -> None:
    offered = offer_draw(match(), ORANGE, NOON)
    for reply in (OfferAnswer.ACCEPT, OfferAnswer.DECLINE):
        with pytest.raises(AnsweredOwnOffer):
            answer_draw(offered, ORANGE, reply, LATER)
    with pytest.raises(WithdrewOthersOffer):
        answer_draw(offered, GRAY, OfferAnswer.WITHDRAW, LATER)
    assert answer_draw(offered, ORANGE, OfferAnswer.WITHDRAW, LATER).draw_offered_by is None


def test_an_open_offer_cannot_be_repeated() -> None:
    with pytest.raises(DrawOffered):
        offer_draw(offer_draw(match(), ORANGE, NOON), ORANGE, LATER)


def test_an_answer_without_an_offer_is_refused() -> None:
    for reply in OfferAnswer:
        with pytest.raises(NoDrawOffered):
            answer_draw(match(), ORANGE, reply, NOON)


def test_strangers_cannot_offer_a_draw_and_finished_matches_take_no_offers() -> None:
    offered = offer_draw(match(), ORANGE, NOON)
    with pytest.raises(NotAPlayer):
        offer_draw(match(), STRANGER, NOON)
    with pytest.raises(NotAPlayer):
        answer_draw(offered, STRANGER, OfferAnswer.ACCEPT, NOON)
    over = resign(offered, GRAY, NOON)
    assert over.draw_offered_by is None
    with pytest.raises(MatchOver):
        answer_draw(over, GRAY, OfferAnswer.ACCEPT, LATER)


def test_the_next_turn_clears_an_offer_and_a_refusal() -> None:
    offered = offer_draw(match(), GRAY, NOON)
    assert after(offered, 1).draw_offered_by is None
    declined = answer_draw(offered, ORANGE, OfferAnswer.DECLINE, NOON)
    assert declined.draws.declined_by is Seat.ORANGE
    assert after(declined, 1).draws.declined_by is None


@pytest.mark.parametrize("reply", [OfferAnswer.DECLINE, OfferAnswer.WITHDRAW])
@pytest.mark.parametrize(("ply", "until"), [(0, 1), (1, 3), (2, 3), (3, 5)])
def test_a_seat_offers_once_between_two_of_its_turns(
    reply: OfferAnswer, ply: int, until: int
) -> None:
    """Orange moves at even plies: an offer at ply 1 bars others until it has played at ply 2."""
    current = after(match(), ply)
    answering = ORANGE if reply is OfferAnswer.WITHDRAW else GRAY
    settled = answer_draw(offer_draw(current, ORANGE, NOON), answering, reply, NOON)
    for played in range(until - ply):
        with pytest.raises(DrawOfferedBefore):
            offer_draw(after(settled, played), ORANGE, NOON)
    assert offer_draw(after(settled, until - ply), ORANGE, NOON).draw_offered_by is Seat.ORANGE


def test_an_offer_bars_only_its_own_seat_from_another() -> None:
    current = after(match(), 2)
    declined = answer_draw(offer_draw(current, ORANGE, NOON), GRAY, OfferAnswer.DECLINE, NOON)
    offered = offer_draw(declined, GRAY, NOON)
    withdrawn = answer_draw(offered, GRAY, OfferAnswer.WITHDRAW, NOON)
    for user in (ORANGE, GRAY):
        with pytest.raises(DrawOfferedBefore):
            offer_draw(withdrawn, user, NOON)


def test_an_offer_does_not_change_the_draft() -> None:
    drafted = place(match(CHOICE), ORANGE, read_turn("Kc3"), NOON).match
    offered = offer_draw(drafted, GRAY, NOON)
    assert offered.draft == drafted.draft
    declined = answer_draw(offered, ORANGE, OfferAnswer.DECLINE, NOON)
    assert declined.draft == drafted.draft
    assert replace(declined, draws=NO_OFFERS).draws == drafted.draws
