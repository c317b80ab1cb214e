"""The events of a step, with their facts, in the order in which they happened."""

from bot.game import (
    Booped,
    FellOff,
    Graduated,
    Kind,
    Piece,
    Placed,
    Placement,
    Pool,
    Position,
    Recalled,
    Seat,
    Stayed,
    Stays,
    Win,
    WinBy,
    Won,
    complete,
    land,
)
from tests.kit.drawing import position, square, squares, step_of

ORANGE_KITTEN = Piece(Seat.ORANGE, Kind.KITTEN)
ORANGE_CAT = Piece(Seat.ORANGE, Kind.CAT)
GRAY_KITTEN = Piece(Seat.GRAY, Kind.KITTEN)
GRAY_CAT = Piece(Seat.GRAY, Kind.CAT)


def test_a_placement_alone_is_one_event() -> None:
    assert step_of(Position(), "Kc3").events == (Placed(ORANGE_KITTEN, square("c3")),)


def test_boops_follow_the_placement_by_row_and_then_by_column() -> None:
    before = position(
        """
        .k....
        K.c...
        .C....
        ......
        ......
        ......
        """,
        orange_cats=1,
    )
    assert step_of(before, "Cb2").events == (
        Placed(ORANGE_CAT, square("b2")),
        FellOff(GRAY_KITTEN, square("b1")),
        FellOff(ORANGE_KITTEN, square("a2")),
        Booped(GRAY_CAT, square("c2"), square("d2")),
        Booped(ORANGE_CAT, square("b3"), square("b4")),
    )


def test_neighbours_that_do_not_move_have_an_event_with_the_reason() -> None:
    before = position("""
        ......
        ......
        .c.kk.
        .C....
        k.....
        ......
    """)
    assert step_of(before, "Kc3").events == (
        Placed(ORANGE_KITTEN, square("c3")),
        Stayed(GRAY_CAT, square("b3"), Stays.TOO_LARGE),
        Stayed(GRAY_KITTEN, square("d3"), Stays.BLOCKED),
        Stayed(ORANGE_CAT, square("b4"), Stays.TOO_LARGE),
    )


def test_a_cat_that_a_cat_does_not_move_is_blocked() -> None:
    before = position(
        """
        ......
        ......
        .c.kk.
        .C....
        k.....
        ......
        """,
        orange_cats=1,
    )
    assert step_of(before, "Cc3").events == (
        Placed(ORANGE_CAT, square("c3")),
        Booped(GRAY_CAT, square("b3"), square("a3")),
        Stayed(GRAY_KITTEN, square("d3"), Stays.BLOCKED),
        Stayed(ORANGE_CAT, square("b4"), Stays.BLOCKED),
    )


def test_a_graduation_follows_the_boops_and_names_each_piece() -> None:
    before = position("""
        ......
        .k....
        .C.C..
        ......
        ......
        ......
    """)
    assert step_of(before, "Kc3").events == (
        Placed(ORANGE_KITTEN, square("c3")),
        Booped(GRAY_KITTEN, square("b2"), square("a1")),
        Stayed(ORANGE_CAT, square("b3"), Stays.TOO_LARGE),
        Stayed(ORANGE_CAT, square("d3"), Stays.TOO_LARGE),
        Graduated(
            (
                (square("b3"), ORANGE_CAT),
                (square("c3"), ORANGE_KITTEN),
                (square("d3"), ORANGE_CAT),
            ),
            returned=Pool(kittens=0, cats=3),
        ),
    )


def test_a_recall_names_the_piece_as_it_stood_and_what_came_back() -> None:
    before = position("""
        K.C.K.
        ......
        K...K.
        ......
        K.K...
        ......
    """)
    assert step_of(before, "Kf6=c1").events == (
        Placed(ORANGE_KITTEN, square("f6")),
        Recalled(ORANGE_CAT, square("c1"), returned=Pool(0, 1)),
    )
    returned_as_cat = Recalled(ORANGE_KITTEN, square("f6"), returned=Pool(0, 1))
    assert step_of(before, "Kf6=f6").events[-1] == returned_as_cat


def test_the_win_is_the_last_event_and_equals_the_steps_win() -> None:
    before = position(
        """
        ......
        ......
        ......
        ......
        ....k.
        .CC...
        """,
        orange_cats=1,
    )
    step = step_of(before, "Cd6")
    win = Win(Seat.ORANGE, WinBy.LINE, squares("b6c6d6"))
    assert step.events == (
        Placed(ORANGE_CAT, square("d6")),
        Booped(GRAY_KITTEN, square("e5"), square("f4")),
        Stayed(ORANGE_CAT, square("c6"), Stays.BLOCKED),
        Won(win),
    )
    assert step.win == win


def test_a_landing_has_all_events_before_the_choice() -> None:
    before = position("""
        ......
        ......
        KK.KK.
        ......
        ......
        ......
    """)
    landing = land(before, Placement(Kind.KITTEN, square("c3")))
    assert landing.events == (
        Placed(ORANGE_KITTEN, square("c3")),
        Stayed(ORANGE_KITTEN, square("b3"), Stays.BLOCKED),
        Stayed(ORANGE_KITTEN, square("d3"), Stays.BLOCKED),
    )
    assert landing.before == before
    assert landing.position.to_move is Seat.ORANGE
    step = complete(landing, squares("a3b3c3"))
    line = tuple((at, ORANGE_KITTEN) for at in squares("a3b3c3"))
    assert step.events == (*landing.events, Graduated(line, returned=Pool(0, 3)))
