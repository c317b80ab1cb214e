"""Taking turns back: who may ask when, the answers, and the state of the match after them."""

from dataclasses import replace

import pytest

from bot.game import Seat, write_position
from bot.match.clock import DAY, Bank, PerMove, TurnClock
from bot.match.ending import answer_draw, offer_draw
from bot.match.errors import (
    AnsweredOwnOffer,
    MatchOver,
    NoTakebackOffered,
    NotAPlayer,
    NothingToTakeBack,
    TakebackAsked,
    TakebackAskedBefore,
    WithdrewOthersOffer,
)
from bot.match.identity import Instant, Ply, Seconds, UserId
from bot.match.match import Match, OfferAnswer, TakebackState
from bot.match.playing import resign
from bot.match.takebacks import (
    Earlier,
    accept_takeback,
    ask_takeback,
    may_ask_takeback,
    ply_before_last_turn_of,
    settle_takeback,
)
from tests.kit.matches import GRAY, LATER, NOON, ORANGE, STRANGER, match, play_on


def match_after_turns(*turns: str) -> Match:
    """Return a match after these turns."""
    start = match()
    return play_on(start, turns, [write_position(start.position)])[0]


def earlier(*turns: str) -> Earlier:
    """Return the facts about a match after these turns."""
    before = match_after_turns(*turns)
    return Earlier(before.ply, before.last, before.repetitions)


@pytest.mark.parametrize(
    ("turns", "orange", "gray"),
    [
        ((), None, None),
        (("Kc3",), 0, None),
        (("Kc3", "Kd5"), 0, 1),
        (("Kc3", "Kd5", "Ka1"), 2, 1),
        (("Kc3", "Kd5", "Ka1", "Kf6"), 2, 3),
    ],
)
def test_a_takeback_returns_to_before_the_players_last_turn(
    turns: tuple[str, ...], orange: int | None, gray: int | None
) -> None:
    current = match_after_turns(*turns)
    for seat, ply in ((Seat.ORANGE, orange), (Seat.GRAY, gray)):
        assert ply_before_last_turn_of(seat, current.ply) == ply
        assert may_ask_takeback(current, seat) == (ply is not None)


def test_a_user_who_has_played_no_turn_has_none_to_take_back() -> None:
    for current, user in (
        (match_after_turns(), ORANGE),
        (match_after_turns(), GRAY),
        (match_after_turns("Kc3"), GRAY),
    ):
        with pytest.raises(NothingToTakeBack):
            ask_takeback(current, user, NOON)


def test_a_takeback_request_changes_nothing_else_of_the_match() -> None:
    current = match_after_turns("Kc3", "Kd5")
    requested = ask_takeback(current, ORANGE, LATER)
    assert requested.takeback_asked_by is Seat.ORANGE
    assert requested.revision == current.revision + 1
    unchanged = replace(requested, takeback=None, revision=current.revision, changed_at=NOON)
    assert unchanged == current


def test_only_players_of_a_live_match_ask_and_answer() -> None:
    current = ask_takeback(match_after_turns("Kc3"), ORANGE, NOON)
    over = resign(current, GRAY, NOON)
    assert over.takeback_asked_by is None
    for found, user, refusal in ((current, STRANGER, NotAPlayer), (over, ORANGE, MatchOver)):
        with pytest.raises(refusal):
            ask_takeback(found, user, NOON)
        with pytest.raises(refusal):
            settle_takeback(found, user, OfferAnswer.DECLINE, NOON)
        with pytest.raises(refusal):
            accept_takeback(found, user, earlier(), NOON)


@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_there_is_one_offer_at_a_time(user: UserId) -> None:
    requested = ask_takeback(match_after_turns("Kc3", "Kd5"), ORANGE, NOON)
    with pytest.raises(TakebackAsked):
        ask_takeback(requested, user, NOON)


@pytest.mark.parametrize("reply", [OfferAnswer.DECLINE, OfferAnswer.WITHDRAW])
def test_a_declined_or_withdrawn_request_may_be_repeated_only_after_a_turn(
    reply: OfferAnswer,
) -> None:
    requested = ask_takeback(match_after_turns("Kc3", "Kd5"), ORANGE, NOON)
    answering = GRAY if reply is OfferAnswer.DECLINE else ORANGE
    settled = settle_takeback(requested, answering, reply, NOON)
    assert settled.takeback_asked_by is None
    assert settled.position == requested.position
    with pytest.raises(TakebackAskedBefore):
        ask_takeback(settled, ORANGE, NOON)
    others = ask_takeback(settled, GRAY, NOON)
    declined = settle_takeback(others, ORANGE, OfferAnswer.DECLINE, NOON)
    for user in (ORANGE, GRAY):
        with pytest.raises(TakebackAskedBefore):
            ask_takeback(declined, user, NOON)
    moved_on, _ = play_on(declined, ["Ka1"], [])
    assert moved_on.takeback is None
    assert ask_takeback(moved_on, ORANGE, NOON).takeback_asked_by is Seat.ORANGE


def test_only_the_opponent_answers_a_request() -> None:
    requested = ask_takeback(match_after_turns("Kc3", "Kd5"), ORANGE, NOON)
    with pytest.raises(AnsweredOwnOffer):
        accept_takeback(requested, ORANGE, earlier(), NOON)
    with pytest.raises(AnsweredOwnOffer):
        settle_takeback(requested, ORANGE, OfferAnswer.DECLINE, NOON)
    with pytest.raises(WithdrewOthersOffer):
        settle_takeback(requested, GRAY, OfferAnswer.WITHDRAW, NOON)


@pytest.mark.parametrize("reply", [OfferAnswer.DECLINE, OfferAnswer.WITHDRAW])
def test_an_answer_without_an_open_request_is_refused(reply: OfferAnswer) -> None:
    current = match_after_turns("Kc3", "Kd5")
    withdrawn = settle_takeback(
        ask_takeback(current, ORANGE, NOON), ORANGE, OfferAnswer.WITHDRAW, NOON
    )
    for found in (current, withdrawn):
        with pytest.raises(NoTakebackOffered):
            settle_takeback(found, GRAY, reply, NOON)
        with pytest.raises(NoTakebackOffered):
            accept_takeback(found, GRAY, earlier(), NOON)


def test_playing_on_withdraws_a_request() -> None:
    requested = ask_takeback(match_after_turns("Kc3"), ORANGE, NOON)
    moved_on, _ = play_on(requested, ["Kd5"], [])
    assert moved_on.takeback is None


def test_accepting_goes_back_to_before_the_turn_and_its_reply() -> None:
    requested = ask_takeback(match_after_turns("Ka1", "Kf6", "Kc3", "Kd5"), ORANGE, NOON)
    back = accept_takeback(requested, GRAY, earlier("Ka1", "Kf6"), LATER)
    then = match_after_turns("Ka1", "Kf6")
    assert back.takeback is not None
    assert back.takeback.state is TakebackState.ACCEPTED
    assert (back.revision, back.changed_at) == (requested.revision + 1, LATER)
    assert replace(back, takeback=None, revision=then.revision, changed_at=NOON) == then


def test_a_takeback_to_another_ply_is_an_error() -> None:
    requested = ask_takeback(match_after_turns("Kc3", "Kd5"), ORANGE, NOON)
    with pytest.raises(ValueError, match="go back to 0, not to 1"):
        accept_takeback(requested, GRAY, earlier("Kc3"), NOON)
    with pytest.raises(ValueError, match="goes back to somewhere"):
        settle_takeback(requested, GRAY, OfferAnswer.ACCEPT, NOON)


def test_a_takeback_closes_a_draw_offer_that_may_be_repeated_after_the_next_turn() -> None:
    current = offer_draw(match_after_turns("Kc3", "Kd5", "Ka1"), ORANGE, NOON)
    requested = ask_takeback(current, GRAY, NOON)
    back = accept_takeback(requested, ORANGE, earlier("Kc3"), NOON)
    assert back.draw_offered_by is None
    assert back.draws.orange_at == 1
    assert not back.draws.may_offer(Seat.ORANGE, back.ply)
    moved_on, _ = play_on(back, ["Ke5", "Ka1"], [])
    assert moved_on.draws.may_offer(Seat.ORANGE, moved_on.ply)


def test_a_draw_by_agreement_leaves_no_takeback_open() -> None:
    both = offer_draw(ask_takeback(match_after_turns("Kc3", "Kd5"), ORANGE, NOON), ORANGE, NOON)
    drawn = answer_draw(both, GRAY, OfferAnswer.ACCEPT, NOON)
    assert drawn.takeback_asked_by is None
    assert not may_ask_takeback(drawn, Seat.ORANGE)


def test_the_clock_of_the_player_to_move_is_restarted() -> None:
    per_move = PerMove(Seconds(DAY))
    current = replace(
        match_after_turns("Kc3", "Kd5"), clock=TurnClock(per_move, NOON, Instant(NOON + DAY))
    )
    requested = ask_takeback(current, GRAY, LATER)
    back = accept_takeback(requested, ORANGE, earlier("Kc3"), LATER)
    assert back.position.to_move is Seat.GRAY
    assert (back.clock.began_at, back.clock.deadline) == (LATER, LATER + DAY)


def test_a_takeback_does_not_change_banks() -> None:
    bank = Bank(Seconds(3 * DAY), Seconds(0), Seconds(3 * DAY))
    clock = TurnClock(bank, NOON, Instant(NOON + DAY), Seconds(DAY), Seconds(2 * DAY))
    requested = ask_takeback(replace(match_after_turns("Kc3", "Kd5"), clock=clock), GRAY, LATER)
    back = accept_takeback(requested, ORANGE, earlier("Kc3"), LATER)
    assert (back.clock.orange_bank, back.clock.gray_bank) == (DAY, 2 * DAY)
    assert (back.clock.began_at, back.clock.deadline) == (LATER, LATER + 2 * DAY)


def test_a_request_names_the_ply_to_which_the_match_would_go_back() -> None:
    requested = ask_takeback(match_after_turns("Kc3", "Kd5", "Ka1"), ORANGE, NOON)
    assert requested.takeback is not None
    assert requested.takeback.ply == Ply(2)
