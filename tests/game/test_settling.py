"""Settling: lines, choices, recalls and wins, one rule at a time."""

import pytest

from bot.game import (
    AmbiguousTurn,
    Kind,
    NoSuchOption,
    NotAWin,
    Placement,
    Pool,
    Position,
    Seat,
    Win,
    WinBy,
    complete,
    land,
    write_turn,
)
from tests.kit.drawing import draw, position, rows, square, square_names, squares, step_of

SEVEN_KITTENS = """
    K.K.K.
    ......
    K...K.
    ......
    K.K...
    ......
"""


def test_a_line_of_kittens_comes_back_as_cats() -> None:
    before = position("""
        ......
        .K....
        ......
        ...K..
        ......
        ......
    """)
    blocked = position("""
        K.....
        .K....
        ......
        ...K..
        ....K.
        ......
    """)
    assert step_of(before, "Kc3").turn.leaves == (), "both neighbours were booped away"
    step = step_of(blocked, "Kc3=b2c3d4")
    assert draw(step.after.bed) == rows("""
        K.....
        ......
        ......
        ......
        ....K.
        ......
    """)
    assert step.after.orange_pool == Pool(kittens=3, cats=3)


def test_a_run_of_four_is_two_lines_to_choose_from() -> None:
    before = position("""
        ......
        ......
        KK.KK.
        ......
        ......
        ......
    """)
    landing = land(before, Placement(Kind.KITTEN, square("c3")))
    assert landing.needs_choice
    assert [square_names(option) for option in landing.options] == ["a3b3c3", "b3c3d3", "c3d3e3"]
    step = complete(landing, squares("d3c3e3"))
    assert write_turn(step.turn) == "Kc3=c3d3e3"
    assert step.before is before


def test_only_option_is_carried_out_without_being_named() -> None:
    before = position("""
        ......
        ......
        .C.C..
        ......
        ......
        ......
    """)
    landing = land(before, Placement(Kind.KITTEN, square("c3")))
    assert not landing.needs_choice
    assert complete(landing) == step_of(before, "Kc3") == step_of(before, "Kc3=b3c3d3")


def test_the_eighth_piece_on_the_bed_recalls_a_kitten_as_a_cat() -> None:
    before = position(SEVEN_KITTENS)
    step = step_of(before, "Kf6=a1")
    assert step.after.bed.piece_at(square("a1")) is None
    assert step.after.orange_pool == Pool(kittens=0, cats=1)


def test_a_piece_just_placed_may_be_recalled() -> None:
    before = position(SEVEN_KITTENS)
    step = step_of(before, "Kf6=f6")
    assert step.after.bed == before.bed
    assert step.after.orange_pool == Pool(kittens=0, cats=1)


def test_seven_on_the_bed_recall_nothing() -> None:
    before = position("""
        K.K.K.
        ......
        K...K.
        ......
        K.....
        ......
    """)
    assert step_of(before, "Kf6").turn.leaves == ()


def test_eight_with_one_booped_off_recall_nothing() -> None:
    before = position(SEVEN_KITTENS)
    step = step_of(before, "Kb1")
    assert step.after.bed.piece_at(square("a1")) is None
    assert step.after.orange_pool == Pool(kittens=1, cats=0)
    assert step.turn.leaves == ()


def test_three_cats_in_a_line_win() -> None:
    before = position(
        """
        ......
        .C....
        ......
        ...C..
        ....k.
        C.....
        """,
        orange_cats=1,
    )
    blocked = position(
        """
        k.....
        .C....
        ......
        ...C..
        ....k.
        C.....
        """,
        orange_cats=1,
    )
    assert step_of(before, "Cc3").win is None, "b2 was booped to a1"
    step = step_of(blocked, "Cc3")
    assert step.win == Win(Seat.ORANGE, WinBy.LINE, squares("b2c3d4"))
    assert write_turn(step.turn) == "Cc3#"
    assert step.after.to_move is Seat.GRAY


def test_gray_wins_as_orange_does() -> None:
    before = position(
        """
        ......
        ......
        c.....
        c.....
        ......
        .....K
        """,
        to_move=Seat.GRAY,
        gray_cats=1,
    )
    step = step_of(before, "Ca5")
    assert step.win == Win(Seat.GRAY, WinBy.LINE, squares("a3a4a5"))
    assert step.after.to_move is Seat.ORANGE


def test_eight_cats_on_the_bed_win() -> None:
    before = position(
        """
        C.C.C.
        ......
        C...C.
        ......
        C.C...
        ......
        """,
        orange_cats=1,
    )
    step = step_of(before, "Cf6#")
    cats = squares("a1c1e1a3e3a5c5f6")
    assert step.win == Win(Seat.ORANGE, WinBy.FULL_BED, cats)
    assert step.turn.leaves == ()
    assert step.after.orange_pool == Pool(0, 0)


def test_a_line_of_cats_comes_before_eight_cats_as_the_reason() -> None:
    before = position(
        """
        CC.CC.
        ......
        ......
        C..C..
        ......
        ..C...
        """,
        orange_cats=1,
    )
    assert step_of(before, "Cc1").win == Win(Seat.ORANGE, WinBy.LINE, squares("a1b1c1d1e1"))


def test_a_choice_left_open_is_refused_with_the_options() -> None:
    before = position(SEVEN_KITTENS)
    with pytest.raises(AmbiguousTurn) as refused:
        step_of(before, "Kf6")
    assert [square_names(option) for option in refused.value.options] == [
        "a1",
        "c1",
        "e1",
        "a3",
        "e3",
        "a5",
        "c5",
        "f6",
    ]


def test_squares_that_are_not_an_option_are_refused() -> None:
    with pytest.raises(NoSuchOption) as refused:
        step_of(Position(), "Kc3=b2")
    assert (refused.value.chosen, refused.value.options) == (squares("b2"), ())


def test_a_false_claim_of_a_win_is_refused() -> None:
    with pytest.raises(NotAWin):
        step_of(Position(), "Kc3#")
