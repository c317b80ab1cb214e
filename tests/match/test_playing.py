"""Each action of a player in a match, and each refusal of it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.game import (
    AmbiguousTurn,
    NotAWin,
    Position,
    Seat,
    read_turn,
)
from bot.game import (
    play as play_turn,
)
from bot.match.ending import call_off, may_call_off
from bot.match.errors import MatchOver, NotAPlayer, NotYourTurn, TooLateToCallOff
from bot.match.identity import ChannelId, Ply, Revision, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import CompleteTurn, DraftedTurn, authorise_mover, place, play, resign
from bot.match.turn_builder import AskOption, TurnBuilder, TurnChoices
from tests.kit.drawing import squares, step_of
from tests.kit.matches import (
    CHOICE,
    FULL_BED,
    GRAY,
    LATER,
    LINE,
    MESSAGE,
    NOON,
    ORANGE,
    STRANGER,
    landing_of,
    match,
    match_after_shuttle,
)

OVER = Outcome(EndReason.RESIGNATION, Seat.GRAY)


def match_with_draft() -> Match:
    """Return a match whose draft waits for a choice."""
    return place(match(CHOICE), ORANGE, read_turn("Kc3"), NOON).match


def type_turn(current: Match, user: UserId) -> object:
    return place(current, user, read_turn("Ka1"), NOON)


def click_turn(current: Match, user: UserId) -> object:
    return play(current, user, read_turn("Kc3=a3b3c3"), NOON)


def give_up(current: Match, user: UserId) -> object:
    return resign(current, user, NOON)


Action = Callable[[Match, UserId], object]
EVERY_ACTION: tuple[Action, ...] = (type_turn, click_turn, give_up)


def test_a_new_match_has_orange_to_move_at_ply_0() -> None:
    new = match()
    assert (new.to_move, new.ply, new.revision) == (ORANGE, 0, 1)
    assert (new.last, new.draft, new.outcome) == (None, None, None)


def test_after_a_turn_the_opponent_is_to_move() -> None:
    before = match()
    done = play(before, ORANGE, read_turn("Kc3"), LATER)
    assert isinstance(done, CompleteTurn)
    assert done.step == play_turn(before.position, read_turn("Kc3"))
    assert done.match == replace(
        before,
        position=done.step.after,
        ply=Ply(1),
        last=done.step,
        revision=Revision(2),
        changed_at=LATER,
    )
    assert done.match.to_move == GRAY


@pytest.mark.parametrize("action", EVERY_ACTION)
def test_a_stranger_cannot_play_choose_or_resign(action: Action) -> None:
    waiting = match_with_draft()
    with pytest.raises(NotAPlayer) as caught:
        action(waiting, STRANGER)
    assert caught.value.match is waiting


@pytest.mark.parametrize("action", [type_turn, click_turn])
def test_other_player_cannot_play_or_choose(action: Action) -> None:
    waiting = match_with_draft()
    with pytest.raises(NotYourTurn) as caught:
        action(waiting, GRAY)
    assert caught.value.match is waiting


@pytest.mark.parametrize("action", EVERY_ACTION)
@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_a_match_that_is_over_takes_no_turn_choice_or_resignation(
    user: UserId, action: Action
) -> None:
    over = match(CHOICE, OVER)
    with pytest.raises(MatchOver) as caught:
        action(over, user)
    assert caught.value.match is over


def test_a_stranger_is_refused_as_not_a_player_even_when_the_match_is_over() -> None:
    with pytest.raises(NotAPlayer):
        resign(match(outcome=OVER), STRANGER, NOON)


def test_a_placement_with_several_options_waits_as_a_draft() -> None:
    before = match(CHOICE)
    done = place(before, ORANGE, read_turn("Kc3"), LATER)
    assert done == DraftedTurn(
        replace(before, draft=read_turn("Kc3"), revision=Revision(2), changed_at=LATER)
    )
    assert done.match.to_move == ORANGE
    assert landing_of(done.match).options == tuple(map(squares, ("a3b3c3", "b3c3d3", "c3d3e3")))


def test_a_draft_may_not_be_written_as_a_win() -> None:
    with pytest.raises(NotAWin):
        place(match(CHOICE), ORANGE, read_turn("Kc3#"), NOON)


def test_a_choice_completes_the_draft() -> None:
    waiting = match_with_draft()
    done = play(waiting, ORANGE, read_turn("Kc3=c3d3e3"), LATER)
    assert done.step == step_of(CHOICE, "Kc3=c3d3e3")
    assert done.match.draft is None
    assert (done.match.ply, done.match.revision) == (1, 3)
    assert done.match.changed_at == LATER
    assert done.match.to_move == GRAY


def test_a_choice_may_name_its_squares_in_any_order() -> None:
    done = play(match_with_draft(), ORANGE, read_turn("Kc3=e3c3d3"), LATER)
    assert done.step == step_of(CHOICE, "Kc3=c3d3e3")


def test_an_empty_choice_is_refused() -> None:
    with pytest.raises(AmbiguousTurn):
        play(match_with_draft(), ORANGE, read_turn("Kc3"), NOON)


def test_a_turn_that_names_its_option_needs_no_draft() -> None:
    done = place(match(CHOICE), ORANGE, read_turn("Kc3=b3c3d3"), NOON)
    assert isinstance(done, CompleteTurn)
    assert done.step == step_of(CHOICE, "Kc3=b3c3d3")


def test_placing_elsewhere_drops_the_draft() -> None:
    done = place(match_with_draft(), ORANGE, read_turn("Kf1"), LATER)
    assert isinstance(done, CompleteTurn)
    assert done.match.draft is None
    assert done.step == step_of(CHOICE, "Kf1")


def test_a_placement_elsewhere_replaces_the_draft() -> None:
    waiting = replace(match_with_draft(), draft=read_turn("Kf3"))
    done = place(waiting, ORANGE, read_turn("Kc3"), LATER)
    assert isinstance(done, DraftedTurn)
    assert (done.match.draft, done.match.revision) == (read_turn("Kc3"), waiting.revision + 1)


@pytest.mark.parametrize(
    ("current", "turn", "why"),
    [(LINE, "Cc1", EndReason.LINE), (FULL_BED, "Cf6#", EndReason.FULL_BED)],
)
def test_a_win_on_the_bed_ends_the_match(current: Position, turn: str, why: EndReason) -> None:
    done = play(match(current), ORANGE, read_turn(turn), NOON)
    assert isinstance(done, CompleteTurn)
    assert done.match.outcome == Outcome(why, Seat.ORANGE)
    assert done.match.to_move is None
    assert done.match.ply == 1


@pytest.mark.parametrize(("user", "winner"), [(ORANGE, Seat.GRAY), (GRAY, Seat.ORANGE)])
def test_either_player_may_resign_at_any_time_and_the_other_wins(
    user: UserId, winner: Seat
) -> None:
    waiting = match_with_draft()
    over = resign(waiting, user, LATER)
    assert over == replace(
        waiting,
        draft=None,
        outcome=Outcome(EndReason.RESIGNATION, winner),
        revision=Revision(waiting.revision + 1),
        changed_at=LATER,
    )
    assert over.to_move is None


def test_a_match_is_called_off_only_until_both_have_moved() -> None:
    one, both = (match_after_shuttle(turns)[0] for turns in (1, 2))
    assert call_off(one, GRAY, NOON).outcome == Outcome(EndReason.CALLED_OFF, None)
    assert not may_call_off(both)
    with pytest.raises(TooLateToCallOff):
        call_off(both, GRAY, NOON)


def test_only_the_player_to_move_may_choose_a_turn() -> None:
    authorise_mover(match(), ORANGE)
    for current, user, refusal in (
        (match(), STRANGER, NotAPlayer),
        (match(), GRAY, NotYourTurn),
        (match(outcome=OVER), ORANGE, MatchOver),
    ):
        with pytest.raises(refusal):
            authorise_mover(current, user)


def test_a_preview_equals_the_played_turn() -> None:
    current = match(LINE)
    done = play(current, ORANGE, read_turn("Kc3"), NOON)
    assert isinstance(done, CompleteTurn)
    assert next_question(current, "Kc3") == done.step


def test_a_preview_of_a_choice_equals_its_draft() -> None:
    question = next_question(match(CHOICE), "Kc3")
    assert isinstance(question, AskOption)
    assert question.landing == landing_of(match_with_draft())


def next_question(current: Match, text: str) -> object:
    return TurnBuilder(current.position, TurnChoices.read(text)).question


def test_players_know_their_seats_and_opponents() -> None:
    new = match()
    assert (new.seat_of(ORANGE), new.seat_of(GRAY)) == (Seat.ORANGE, Seat.GRAY)
    assert new.seat_of(STRANGER) is None
    assert (new.opponent_of(ORANGE), new.opponent_of(GRAY)) == (GRAY, ORANGE)
    assert tuple(new.seats) == (ORANGE, GRAY)
    assert [new.seats.user_of(seat) for seat in Seat] == [ORANGE, GRAY]


def test_a_venue_is_a_thread_only_if_it_is_not_the_channel_of_the_challenge() -> None:
    venue = match().venue
    assert not venue.is_thread
    assert not replace(venue, channel=venue.origin).is_thread
    assert replace(venue, channel=ChannelId(MESSAGE)).is_thread
