"""The seam piece of `seam`: where it is laid, how it travels, what it pushes, when it leaves."""

import pytest

from bot.game import (
    ENTRIES,
    SEAM,
    Entry,
    FellOff,
    Kind,
    NoSeamInHand,
    Piece,
    Placed,
    Position,
    SeamAdvanced,
    SeamLaid,
    SeamLeft,
    SeamPiece,
    Seat,
    Slid,
    Step,
    WinBy,
    entry_named,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
)
from tests.kit.drawing import square, squares, step_of

START = Position.start(SEAM)
ORANGE_KITTEN = Piece(Seat.ORANGE, Kind.KITTEN)
GRAY_CAT = Piece(Seat.GRAY, Kind.CAT)


def in_turn(before: Position, *turns: str) -> list[Step]:
    steps = []
    for turn in turns:
        steps.append(play(before, read_turn(turn)))
        before = steps[-1].after
    return steps


def test_a_seam_piece_is_laid_at_any_of_twenty_entries_or_kept() -> None:
    turns = [turn for turn in legal_turns(START) if turn.placement.square == square("c3")]
    assert [turn.seam for turn in turns] == [None, *ENTRIES]
    assert len(list(legal_turns(START))) == 36 * 21


def test_a_seam_piece_laid_this_turn_does_not_move_this_turn() -> None:
    step = step_of(START, "Kc3~cd+")
    assert step.after.orange_seam == SeamPiece(entry_named("cd+"), advanced=0)
    assert step.after.gray_seam is None
    assert step.events == (
        Placed(ORANGE_KITTEN, square("c3")),
        SeamLaid(Seat.ORANGE, entry_named("cd+")),
    )
    assert write_position(step.after) == "6/6/2K3/6/6/6 g 7,0 8,0 cd+0 -"


def test_a_seam_piece_stays_for_six_turns_of_its_owner_after_it_was_laid() -> None:
    turns = ["Ka1~de-", "Kf1", "Kc1", "Kf3", "Ka3", "Kf5", "Kc3", "Kc6", "Ka5", "Kc5"]
    steps = in_turn(START, *turns, "Ka6", "Kf6", "Kb6")
    texts = [write_position(step.after).split()[-2] for step in steps[::2]]
    assert texts == ["de-0", "de-1", "de-2", "de-3", "de-4", "de-5", "-"]
    steps_of_it = [
        event.piece.squares
        for step in steps
        for event in step.events
        if isinstance(event, SeamAdvanced)
    ]
    way = ["d6e6", "d5e5", "d4e4", "d3e3", "d2e2", "d1e1"]
    assert steps_of_it == [squares(pair) for pair in way]
    assert steps[-1].events[-1] == SeamLeft(Seat.ORANGE)


def test_a_seam_piece_moves_only_at_the_end_of_its_owners_turns() -> None:
    steps = in_turn(START, "Ka1~ab+", "Kf6~56-", "Ka3", "Kf4")
    assert [write_position(step.after)[-10:] for step in steps] == [
        " 8,0 ab+0 -"[-10:],
        " ab+0 56-0"[-10:],
        " ab+1 56-0"[-10:],
        " ab+1 56-1"[-10:],
    ]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_seam_piece_travels_straight_along_its_gap_from_the_end_where_it_entered(
    entry: Entry,
) -> None:
    along = "123456" if entry.lies_between_columns else "abcdef"
    along = along if entry.is_ascending else along[::-1]
    near, far = entry.name[0], entry.name[1]
    for step, place in enumerate(along):
        pair = (
            (near + place, far + place)
            if entry.lies_between_columns
            else (place + near, place + far)
        )
        assert SeamPiece(entry, step + 1).squares == squares("".join(pair))
    assert SeamPiece(entry, 0).squares is None


def test_a_seam_piece_pushes_kittens_and_cats_of_both_seats_beside_it_straight_away() -> None:
    before = read_position("6/6/2cK2/6/6/k5 o 7,0 6,0 cd+2 -", SEAM)
    step = step_of(before, "Ka1")
    assert write_position(step.after) == "K5/6/1c2K1/6/6/k5 g 6,0 6,0 cd+3 -"
    assert step.events[1:] == (
        SeamAdvanced(Seat.ORANGE, SeamPiece(entry_named("cd+"), 3)),
        Slid(GRAY_CAT, square("c3"), square("b3")),
        Slid(ORANGE_KITTEN, square("d3"), square("e3")),
    )


def test_a_seam_piece_pushes_a_piece_over_occupied_squares_to_the_first_empty_one() -> None:
    before = read_position("6/6/2KkKc/2k3/6/6 o 6,0 5,0 cd-3 -", SEAM)
    step = step_of(before, "Ka1")
    # On d3 the gray kitten slides over e3 and f3 and off the bed; the orange one on c3 slides to
    # b3.
    assert write_position(step.after) == "K5/6/1K2Kc/2k3/6/6 g 5,0 6,0 cd-4 -"
    before = read_position("3k2/3c2/3K2/6/6/6 o 7,0 5,1 23-2 -", SEAM)
    step = step_of(before, "Ka6")
    assert write_position(step.after) == "3k2/6/6/3K2/6/K5 g 6,0 5,2 23-3 -"
    assert step.events[-2:] == (
        FellOff(GRAY_CAT, square("d2")),
        Slid(ORANGE_KITTEN, square("d3"), square("d4")),
    )


def test_a_piece_at_the_edge_falls_off_at_once() -> None:
    before = read_position("6/6/6/K5/k5/6 o 7,0 7,0 45+0 -", SEAM)
    step = step_of(before, "Kf1")
    assert write_position(step.after) == "5K/6/K5/6/6/k5 g 6,0 7,0 45+1 -"
    before = read_position("Kk4/6/6/6/6/6 o 7,0 7,0 ab+0 -", SEAM)
    assert write_position(step_of(before, "Kf6").after) == "2k3/6/6/6/6/5K g 7,0 7,0 ab+1 -"


def test_a_seam_piece_that_left_may_be_laid_again_from_the_next_turn_on() -> None:
    before = read_position("6/6/6/6/6/6 o 8,0 8,0 cd+5 -", SEAM)
    assert {turn.seam for turn in legal_turns(before)} == {None}
    with pytest.raises(NoSeamInHand):
        step_of(before, "Ka1~ab+")
    steps = in_turn(before, "Ka1", "Kf6", "Ka6~12+")
    assert write_position(steps[0].after).endswith(" - -")
    assert write_position(steps[2].after).endswith(" 12+0 -")


def test_a_seam_piece_on_its_way_cannot_be_laid_elsewhere() -> None:
    before = read_position("6/6/6/6/6/6 o 8,0 8,0 cd+0 -", SEAM)
    with pytest.raises(NoSeamInHand):
        step_of(before, "Ka1~ef-")


def test_a_line_that_a_seam_piece_makes_counts_when_its_owner_next_settles() -> None:
    before = read_position("6/6/1C4/2C3/1C4/6 o 3,2 8,0 bc+3 -", SEAM)
    pushed = step_of(before, "Kf1")
    assert write_position(pushed.after) == "5K/6/1C4/3C2/1C4/6 g 2,2 8,0 bc+4 -"
    before = read_position("6/6/1C4/1C4/2C3/K5 o 2,2 8,0 cd+4 -", SEAM)
    made = step_of(before, "Kf1")
    assert write_position(made.after) == "5K/6/1C4/1C4/1C4/K5 g 1,2 8,0 cd+5 -"
    assert (made.win, made.turn.leaves) == (None, ())
    waiting = step_of(made.after, "Kf6")
    won = step_of(waiting.after, "Kd1")
    assert won.win is not None
    assert (won.win.by, won.win.squares) == (WinBy.LINE, squares("b3b4b5"))


def test_a_seam_piece_does_not_move_after_a_win() -> None:
    before = read_position("CC4/6/6/6/6/2kk2 o 5,1 6,0 cd-0 -", SEAM)
    step = step_of(before, "Cc1")
    assert step.win is not None
    assert write_position(step.after) == "CCC3/6/6/6/6/2kk2 g 5,0 6,0 cd-0 -"
    before = read_position("CC4/6/6/6/6/6 o 5,1 8,0 - -", SEAM)
    with pytest.raises(NoSeamInHand):
        step_of(before, "Cc1~cd-")


def test_both_seam_pieces_may_be_in_one_seam_and_pass_each_other() -> None:
    before = read_position("6/6/6/6/6/6 o 8,0 8,0 cd+3 cd-3", SEAM)
    steps = in_turn(before, "Ka1", "Kf6", "Ka3", "Kf4")
    assert [write_position(step.after).split()[-2:] for step in steps] == [
        ["cd+4", "cd-3"],
        ["cd+4", "cd-4"],
        ["cd+5", "cd-4"],
        ["cd+5", "cd-5"],
    ]


def test_a_choice_is_made_before_the_seam_piece_moves_or_is_laid() -> None:
    before = read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0 - -", SEAM)
    step = step_of(before, "Kc3=a3b3c3~23+")
    assert write_position(step.after) == "6/6/3KK1/6/6/6 g 3,3 8,0 23+0 -"
    before = read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0 34+3 -", SEAM)
    step = step_of(before, "Kc3=a3b3c3")
    assert write_position(step.after) == "6/3K2/4K1/6/6/6 g 3,3 8,0 34+4 -"


def test_a_line_made_for_the_other_seat_graduates_when_that_seat_settles() -> None:
    step = step_of(read_position("1k4/1k4/2k3/6/6/6 o 8,0 5,0 cd+2 -", SEAM), "Kf6")
    assert write_position(step.after) == "1k4/1k4/1k4/6/6/5K g 7,0 5,0 cd+3 -"
    assert step_of(step.after, "Kf1").turn.leaves == squares("b1b2b3")


def test_a_placed_piece_ignores_seam_pieces_and_is_pushed_by_its_own() -> None:
    before = read_position("6/6/6/6/6/6 o 8,0 8,0 34+2 -", SEAM)
    assert write_position(step_of(before, "Kc3").after) == "6/2K3/6/6/6/6 g 7,0 8,0 34+3 -"
    assert write_position(step_of(before, "Kc4").after) == "6/6/6/6/2K3/6 g 7,0 8,0 34+3 -"
