"""The rules of `scarce`: whole runs leave, kittens become one cat, and empty hands recall."""

import pytest

from bot.game import (
    SCARCE,
    Graduated,
    Kind,
    NotRecallable,
    Piece,
    Placed,
    Pool,
    Recalled,
    RecallFirst,
    Seat,
    Win,
    WinBy,
    land,
    legal_turns,
    read_position,
    read_turn,
    to_recall,
    write_position,
    write_turn,
)
from tests.kit.drawing import position, square, square_names, squares, step_of


def test_a_run_of_four_leaves_whole_and_its_kittens_become_one_cat() -> None:
    before = position(
        """
        ......
        ......
        KK.KK.
        ......
        ......
        ......
        """,
        ruleset=SCARCE,
    )
    step = step_of(before, "Kc3")
    assert write_turn(step.turn) == "Kc3=a3b3c3d3e3"
    assert step.after.bed == position("......\n" * 6, ruleset=SCARCE).bed
    assert step.after.orange_pool == Pool(kittens=3, cats=1)
    graduated = step.events[-1]
    assert isinstance(graduated, Graduated)
    assert (len(graduated.pieces), graduated.returned) == (5, Pool(kittens=0, cats=1))


@pytest.mark.parametrize(
    ("run", "hand", "returned"),
    [
        ("KK.K", 2, Pool(0, 1)),
        ("CK.K", 2, Pool(0, 2)),
        ("CC.K", 2, Pool(0, 3)),
        ("KC.C", 2, Pool(0, 3)),
    ],
)
def test_cats_of_a_run_come_back_beside_the_one_that_its_kittens_become(
    run: str, hand: int, returned: Pool
) -> None:
    before = position(
        f"......\n......\n.{run}k\n......\n......\n......", orange_kittens=hand, ruleset=SCARCE
    )
    step = step_of(before, "Kd3")
    assert step.turn.leaves == squares("b3c3d3e3")
    assert step.after.orange_pool == Pool(hand - 1, returned.cats)


def test_a_diagonal_run_leaves_as_far_as_it_goes_in_both_directions() -> None:
    step = step_of(read_position("5k/4K1/6/2C3/1K4/6 o 5,0 7,0", SCARCE), "Kd3")
    assert write_turn(step.turn) == "Kd3=e2d3c4b5"
    assert write_position(step.after) == "5k/6/6/6/6/6 g 4,2 7,0"


def test_one_of_several_runs_is_chosen_by_all_its_squares() -> None:
    before = position(
        """
        ..k...
        ..K...
        KK.KK.
        ..K...
        ..k...
        ......
        """,
        orange_kittens=1,
        ruleset=SCARCE,
    )
    landing = land(before, read_turn("Kc3").placement)
    assert [square_names(option) for option in landing.options] == ["c2c3c4", "a3b3c3d3e3"]


def test_a_seat_with_an_empty_hand_recalls_one_piece_and_then_places() -> None:
    before = read_position("K1C3/6/K5/6/6/6 o 0,0 8,0", SCARCE)
    assert to_recall(before) == squares("a1c1a3")
    with pytest.raises(RecallFirst) as refused:
        step_of(before, "Kf6")
    assert refused.value.squares == squares("a1c1a3")
    step = step_of(before, "a1>Cf6")
    assert write_position(step.after) == "2C3/6/K5/6/6/5C g 0,0 8,0"
    assert step.events == (
        Recalled(Piece(Seat.ORANGE, Kind.KITTEN), square("a1"), returned=Pool(0, 1)),
        Placed(Piece(Seat.ORANGE, Kind.CAT), square("f6")),
    )


def test_a_recalled_piece_may_be_placed_on_its_own_square_again() -> None:
    before = read_position("6/1K4/6/6/6/5k o 0,0 7,0", SCARCE)
    step = step_of(before, "b2>Cb2")
    assert write_turn(step.turn) == "b2>Cb2"
    assert write_position(step.after) == "6/1C4/6/6/6/5k g 0,0 7,0"
    assert len(list(legal_turns(before))) == 35


def test_a_piece_behind_a_recalled_one_is_free_to_be_booped() -> None:
    before = read_position("6/6/2KkK1/6/6/6 o 0,0 7,0", SCARCE)
    assert write_position(step_of(before, "c3>Cc3").after) == "6/6/2CkK1/6/6/6 g 0,0 7,0"
    assert write_position(step_of(before, "e3>Cc2").after) == "6/2C3/6/2K1k1/6/6 g 0,0 7,0"


@pytest.mark.parametrize("recalled", ["b2", "f6", "c3"])
def test_only_own_pieces_are_recalled_and_only_from_an_empty_hand(recalled: str) -> None:
    empty_handed = read_position("K1C3/6/K5/6/6/5k o 0,0 7,0", SCARCE)
    with pytest.raises(NotRecallable) as refused:
        step_of(empty_handed, f"{recalled}>Cd4")
    assert refused.value.squares == squares("a1c1a3")
    with_one = read_position("K1C3/6/K5/6/6/5k o 1,0 7,0", SCARCE)
    with pytest.raises(NotRecallable) as refused:
        step_of(with_one, "a1>Kd4")
    assert refused.value.squares == ()


def test_a_line_of_cats_wins_after_a_recall() -> None:
    before = read_position("C5/C5/6/k5/K5/6 o 0,0 7,0", SCARCE)
    step = step_of(before, "a5>Ca3#")
    assert step.win == Win(Seat.ORANGE, WinBy.LINE, squares("a1a2a3"))
    assert step.before.orange_pool == step.after.orange_pool == Pool(0, 0)


def test_eight_cats_on_the_bed_win() -> None:
    before = read_position("C1C1C1/6/C3C1/6/C1C3/6 o 0,1 3,0", SCARCE)
    step = step_of(before, "Cf6")
    assert step.win is not None
    assert (step.win.by, len(step.win.squares)) == (WinBy.FULL_BED, 8)


def test_a_recalled_kitten_may_become_the_eighth_cat() -> None:
    before = read_position("C1C1C1/6/6/C3C1/6/C1C2K o 0,0 8,0", SCARCE)
    assert write_turn(step_of(before, "f6>Cf6").turn) == "f6>Cf6#"
    assert write_turn(step_of(before, "a1>Ca1").turn) == "a1>Ca1"


def test_a_run_graduates_in_the_turn_of_a_recall() -> None:
    step = step_of(read_position("KK4/6/6/6/6/5K o 0,0 8,0", SCARCE), "f6>Cc1")
    assert write_turn(step.turn) == "f6>Cc1=a1b1c1"
    assert step.after.orange_pool == Pool(0, 2)


def test_seven_cats_that_are_all_a_seat_has_do_not_win() -> None:
    before = read_position("C1C1C1/6/C3C1/6/C5/6 o 0,1 3,0", SCARCE)
    step = step_of(before, "Cf6")
    assert (step.win, step.turn.leaves) == (None, ())
