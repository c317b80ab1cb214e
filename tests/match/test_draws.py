"""Draws: by repetition, claimed or automatic, after 300 turns, and where neither seat can win."""

from dataclasses import replace
from random import Random

import pytest

from bot.game import (
    CLAIMED_AT,
    DRAWN_AT,
    MOST_TURNS,
    RULESETS,
    Pool,
    Position,
    Ruleset,
    Seat,
    Turn,
    legal_turns,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
)
from bot.game import (
    play as play_turn,
)
from bot.match.ending import claim_draw
from bot.match.errors import MatchOver, NotAPlayer, NothingToClaim
from bot.match.identity import Ply, Revision, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.playing import CompleteTurn, DraftedTurn, place, play, resign
from tests.kit.matches import (
    CHOICE,
    GRAY,
    LATER,
    LINE,
    NOON,
    ORANGE,
    SCARCE,
    SEAM,
    SEAM_CHOICE,
    SEAM_ROUND,
    STRANGER,
    match,
    match_after_shuttle,
    play_on,
    shuttle_turns,
)

NEARLY_DEAD = read_position("KK4/6/6/6/5k/5k o 1,0 0,0", SCARCE)
"""Both seats have few pieces left, and a kitten on c1 makes orange's three into one cat."""


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_two_kittens_on_an_edge_repeat_until_the_ninth_turn(ruleset: Ruleset) -> None:
    for turns in range(1, 9):
        current, past = match_after_shuttle(turns, ruleset)
        assert (
            current.repetitions == past.count(write_position(current.position)) == (turns + 1) // 2
        )
        assert current.outcome is None
        assert current.may_claim_draw == (turns >= 5)
    drawn, _ = match_after_shuttle(9, ruleset)
    assert (drawn.repetitions, drawn.ply) == (DRAWN_AT, 9)
    assert drawn.outcome == Outcome(EndReason.FIVEFOLD, None)
    assert (drawn.to_move, drawn.question, drawn.may_claim_draw) == (None, None, False)
    for user in (ORANGE, GRAY):
        with pytest.raises(MatchOver):
            play(drawn, user, read_turn("Kf6"), NOON)
        with pytest.raises(MatchOver):
            claim_draw(drawn, user, NOON)


@pytest.mark.parametrize("user", [ORANGE, GRAY])
@pytest.mark.parametrize("turns", range(5))
def test_a_draw_is_not_claimed_before_the_third_time(turns: int, user: UserId) -> None:
    current, _ = match_after_shuttle(turns)
    assert current.repetitions < CLAIMED_AT
    with pytest.raises(NothingToClaim) as caught:
        claim_draw(current, user, NOON)
    assert caught.value.match is current


@pytest.mark.parametrize("user", [ORANGE, GRAY])
@pytest.mark.parametrize(("turns", "repetitions"), [(5, 3), (6, 3), (7, 4), (8, 4)])
def test_either_player_claims_a_draw_at_the_third_and_fourth_time(
    turns: int, repetitions: int, user: UserId
) -> None:
    current, _ = match_after_shuttle(turns)
    assert current.repetitions == repetitions
    drawn = claim_draw(current, user, LATER)
    assert drawn == replace(
        current,
        outcome=Outcome(EndReason.REPETITION, None),
        revision=Revision(current.revision + 1),
        changed_at=LATER,
    )
    assert (drawn.to_move, drawn.may_claim_draw) == (None, False)
    for again in (ORANGE, GRAY):
        with pytest.raises(MatchOver):
            claim_draw(drawn, again, LATER)


def test_only_players_claim_a_draw() -> None:
    current, _ = match_after_shuttle(5)
    with pytest.raises(NotAPlayer):
        claim_draw(current, STRANGER, NOON)


def test_a_draw_can_no_longer_be_claimed_once_the_position_has_changed() -> None:
    current, past = match_after_shuttle(6)
    gone_on, _ = play_on(current, ["Kf6"], past)
    assert (gone_on.repetitions, gone_on.may_claim_draw) == (1, False)
    with pytest.raises(NothingToClaim):
        claim_draw(gone_on, ORANGE, NOON)


def test_a_match_that_was_resigned_is_not_claimed() -> None:
    current, _ = match_after_shuttle(5)
    with pytest.raises(MatchOver):
        claim_draw(resign(current, GRAY, NOON), ORANGE, NOON)


@pytest.mark.parametrize("user", [ORANGE, GRAY])
def test_a_draw_is_claimed_while_a_draft_waits(user: UserId) -> None:
    current, past = match_after_shuttle(6, SEAM)
    waiting = place(current, ORANGE, read_turn("Ka2"), NOON, past)
    assert isinstance(waiting, DraftedTurn)
    assert waiting.match.may_claim_draw
    drawn = claim_draw(waiting.match, user, LATER)
    assert (drawn.draft, drawn.question) == (None, None)
    assert drawn.outcome == Outcome(EndReason.REPETITION, None)
    assert (drawn.position, drawn.ply) == (current.position, 6)


def test_the_start_counts_as_the_first_occurrence() -> None:
    assert match().repetitions == 1
    past = [write_position(Position.start(SEAM))]
    current = match(Position.start(SEAM))
    for repetitions in (2, 3, 4):
        before, before_past = play_on(current, list(SEAM_ROUND[:-1]), past)
        assert before.repetitions == repetitions - 1
        current, past = play_on(before, [SEAM_ROUND[-1]], before_past)
        assert current.position == Position.start(SEAM)
        assert current.repetitions == repetitions
        assert current.may_claim_draw == (repetitions >= CLAIMED_AT)
    drawn, _ = play_on(current, list(SEAM_ROUND), past)
    assert (drawn.ply, drawn.repetitions) == (56, DRAWN_AT)
    assert drawn.outcome == Outcome(EndReason.FIVEFOLD, None)


def test_positions_that_differ_by_a_seam_piece_alone_are_not_the_same() -> None:
    current, past = match_after_shuttle(2, SEAM)
    laid, _ = play_on(current, ["Ka2~cd+"], past)
    assert laid.position.bed == play_on(current, ["Ka2"], past)[0].position.bed
    assert laid.repetitions == 1


def test_positions_that_differ_by_a_pool_alone_are_not_the_same() -> None:
    start = Position()
    richer = replace(start, orange_pool=Pool(7, 1))
    current, _ = play_on(
        match(start), ["Kc3"], [write_position(play_turn(richer, read_turn("Kc3")).after)]
    )
    assert current.repetitions == 1


def test_a_repetition_counts_in_every_way_of_playing_a_turn() -> None:
    text = "Kc3=b3c3d3"
    after = write_position(play_turn(SEAM_CHOICE, read_turn(text)).after)
    waiting = place(match(SEAM_CHOICE), ORANGE, read_turn(text), NOON).match
    assert play(waiting, ORANGE, read_turn(text), NOON, [after]).match.repetitions == 2
    after = write_position(play_turn(CHOICE, read_turn(text)).after)
    assert play(match(CHOICE), ORANGE, read_turn(text), NOON, [after]).match.repetitions == 2
    assert place(match(CHOICE), ORANGE, read_turn(text), NOON, [after]).match.repetitions == 2


def test_three_hundred_turns_are_a_draw() -> None:
    current, past = long_match()
    assert (current.ply, current.outcome) == (MOST_TURNS - 1, None)
    done = play(current, mover(current), quiet_turn(current, past, Random(1)), LATER, past)
    assert isinstance(done, CompleteTurn)
    assert done.match.ply == MOST_TURNS
    assert done.match.outcome == Outcome(EndReason.MOST_TURNS, None)
    assert done.match.to_move is None


def test_a_win_on_the_three_hundredth_turn_is_a_win() -> None:
    current = replace(match(LINE), ply=Ply(MOST_TURNS - 1))
    done = play(current, ORANGE, read_turn("Cc1"), NOON)
    assert (done.match.ply, done.match.outcome) == (300, Outcome(EndReason.LINE, Seat.ORANGE))


def test_a_fifth_repetition_on_the_three_hundredth_turn_is_the_reason() -> None:
    current, past = match_after_shuttle(8)
    current = replace(current, ply=Ply(MOST_TURNS - 1))
    drawn, _ = play_on(current, shuttle_turns(1), past)
    assert drawn.outcome == Outcome(EndReason.FIVEFOLD, None)


def test_a_win_comes_before_a_repetition() -> None:
    won = write_position(play_turn(LINE, read_turn("Cc1")).after)
    done = play(match(LINE), ORANGE, read_turn("Cc1"), NOON, [won] * DRAWN_AT)
    assert done.match.outcome == Outcome(EndReason.LINE, Seat.ORANGE)


def test_a_match_in_which_a_line_is_impossible_is_drawn() -> None:
    done = play(match(NEARLY_DEAD), ORANGE, read_turn("Kc1"), LATER)
    assert isinstance(done, CompleteTurn)
    assert write_position(done.match.position) == "6/6/6/6/5k/5k g 0,1 0,0"
    assert done.match.outcome == Outcome(EndReason.DEAD, None)
    assert done.match.to_move is None


@pytest.mark.parametrize("gray", ["1,0", "0,1"])
def test_a_match_in_which_one_seat_has_three_pieces_goes_on(gray: str) -> None:
    text = f"KK4/6/6/6/5k/5k o 1,0 {gray}"
    done = play(match(read_position(text, SCARCE)), ORANGE, read_turn("Kc1"), NOON)
    assert isinstance(done, CompleteTurn)
    assert done.match.outcome is None


def test_a_dead_match_on_the_three_hundredth_turn_has_that_reason() -> None:
    current = replace(match(NEARLY_DEAD), ply=Ply(MOST_TURNS - 1))
    done = play(current, ORANGE, read_turn("Kc1"), NOON)
    assert done.match.outcome == Outcome(EndReason.DEAD, None)


def test_drafting_the_last_possible_turn_does_not_end_the_match() -> None:
    current = replace(match(CHOICE), ply=Ply(MOST_TURNS - 1))
    done = place(current, ORANGE, read_turn("Kc3"), NOON)
    assert isinstance(done, DraftedTurn)
    assert done.match.outcome is None


def long_match() -> tuple[Match, list[str]]:
    """Return a match of 299 turns without a winner or a repeated position, and its positions."""
    chance = Random(0)  # a seed that never forces a win
    current = match(Position.start(ruleset_of("junior", 1)))
    past = [write_position(current.position)]
    for _ in range(MOST_TURNS - 1):
        turn = quiet_turn(current, past, chance)
        done = play(current, mover(current), turn, NOON, past)
        assert isinstance(done, CompleteTurn)
        current = done.match
        past.append(write_position(current.position))
    return current, past


def quiet_turn(current: Match, past: list[str], chance: Random) -> Turn:
    """Return a turn that does not win and leads to a new position."""
    turns = list(legal_turns(current.position))
    chance.shuffle(turns)
    for turn in turns:
        if not turn.wins and write_position(play_turn(current.position, turn).after) not in past:
            return turn
    raise AssertionError("every turn wins or repeats")


def mover(current: Match) -> UserId:
    user = current.to_move
    assert user is not None
    return user
