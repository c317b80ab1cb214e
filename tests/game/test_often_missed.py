"""The points that other programs get wrong, each by name."""

from random import Random

from bot.game import (
    EVERY_SQUARE,
    Kind,
    Placement,
    Pool,
    Position,
    Seat,
    Win,
    WinBy,
    land,
    legal_turns,
    play,
    write_turn,
)
from bot.game.kernel_settling import MOST_OPTIONS
from tests.game.drawing import draw, names, played, position, rows, square, squares


def options(before: Position, kind: Kind, name: str) -> list[str]:
    return [names(option) for option in land(before, Placement(kind, square(name))).options]


def test_win_is_looked_at_before_graduation() -> None:
    """`K C C C` in a row is a win, not a choice between two lines."""
    before = position(
        """
        ......
        ......
        ......
        ......
        ......
        KCC...
        """,
        orange_cats=1,
    )
    landing = land(before, Placement(Kind.CAT, square("d6")))
    assert draw(landing.position.bed).endswith("KCCC..")
    assert landing.win == Win(Seat.ORANGE, WinBy.LINE, squares("b6c6d6"))
    assert landing.options == ()


def test_lining_up_the_cats_of_the_other_seat_wins_nothing_now() -> None:
    before = position(
        """
        ......
        ......
        .cc...
        ....c.
        ......
        K.....
        """,
        orange_cats=1,
    )
    step = played(before, "Cf5")
    assert draw(step.after.bed) == rows("""
        ......
        ......
        .ccc..
        ......
        .....C
        K.....
    """)
    assert step.win is None
    assert step.turn.leaves == ()


def test_line_made_for_the_other_seat_counts_when_it_still_stands_after_their_boops() -> None:
    before = position(
        """
        ......
        ......
        .ccc..
        ......
        .....C
        K.....
        """,
        to_move=Seat.GRAY,
        gray_cats=1,
    )
    stands = played(before, "Kf1")
    assert stands.win == Win(Seat.GRAY, WinBy.LINE, squares("b3c3d3"))
    broken = played(before, "Cc4")
    assert broken.win is None
    assert draw(broken.after.bed) == rows("""
        ......
        c.c.c.
        ......
        ..c...
        .....C
        K.....
    """)


def test_line_of_kittens_made_for_the_other_seat_does_not_graduate_now() -> None:
    before = position("""
        ......
        ......
        .kk...
        ....k.
        ......
        ......
    """)
    step = played(before, "Kf5")
    assert draw(step.after.bed).splitlines()[2] == ".kkk.."
    assert step.turn.leaves == ()
    assert played(step.after, "Ka6").turn.leaves == squares("b3c3d3")


def test_with_lines_of_both_seats_at_once_the_mover_wins() -> None:
    before = position(
        """
        ......
        ......
        .cc..C
        ....cC
        ......
        ......
        """,
        orange_cats=1,
    )
    step = played(before, "Cf5")
    assert draw(step.after.bed) == rows("""
        ......
        ......
        .ccc.C
        .....C
        .....C
        ......
    """)
    assert step.win == Win(Seat.ORANGE, WinBy.LINE, squares("f3f4f5"))


LINE_AND_EIGHT = """
    K.C.K.
    ......
    kK.Kk.
    ......
    K.C...
    ......
"""


def test_with_a_line_and_all_eight_on_the_bed_the_player_chooses_between_them() -> None:
    found = options(position(LINE_AND_EIGHT), Kind.KITTEN, "c3")
    assert found == ["b3c3d3", "a1", "c1", "e1", "b3", "c3", "d3", "a5", "c5"]


def test_with_eight_on_the_bed_a_cat_may_be_recalled() -> None:
    step = played(position(LINE_AND_EIGHT), "Kc3=c1")
    assert step.after.bed.piece_at(square("c1")) is None
    assert step.after.orange_pool == Pool(kittens=0, cats=1)


def test_lines_that_cross_in_one_square_are_named_by_all_their_squares() -> None:
    before = position("""
        ..k...
        ..K...
        kK.Kk.
        ..K...
        ..k...
        ......
    """)
    assert options(before, Kind.KITTEN, "c3") == ["c2c3c4", "b3c3d3"]
    assert draw(played(before, "Kc3=c2c3c4").after.bed) == rows("""
        ..k...
        ......
        kK.Kk.
        ......
        ..k...
        ......
    """)


def test_eight_pieces_leave_fourteen_options_at_the_most() -> None:
    before = position("""
        ......
        ..KK..
        ..KK..
        .KKK..
        ......
        ......
    """)
    found = options(before, Kind.KITTEN, "b2")
    assert len(found) == MOST_OPTIONS == 14
    assert sum(len(option) == 6 for option in found) == 6
    assert sum(len(option) == 2 for option in found) == 8


def test_kitten_between_two_own_cats_boops_neither_so_the_three_graduate() -> None:
    before = position("""
        ......
        ......
        .C.C..
        ......
        ......
        ......
    """)
    step = played(before, "Kc3")
    assert write_turn(step.turn) == "Kc3=b3c3d3"
    assert step.after.orange_pool == Pool(kittens=5, cats=3)


def test_two_kittens_at_a_corner_can_knock_each_other_off_for_ever() -> None:
    """The position after the first turn stands for the fifth time after the ninth."""
    reached = []
    now = Position()
    for _ in range(5):
        for turn in ("Ka2", "Kb1"):
            now = played(now, turn).after
            reached.append(now)
    assert reached[0] == reached[2] == reached[4] == reached[6] == reached[8]
    assert reached[1] == reached[3] == reached[5] == reached[7] == reached[9]
    assert now.orange_pool == Pool(8, 0)


def test_player_to_move_always_has_a_piece_to_place_and_the_bed_never_fills() -> None:
    chance = Random(3)
    most = 0
    for _ in range(60):
        now = Position()
        for _ in range(200):
            assert now.pool_of(now.to_move).kinds
            most = max(most, len(EVERY_SQUARE) - len(now.empty_squares))
            step = play(now, chance.choice(list(legal_turns(now))))
            if step.win is not None:
                break
            now = step.after
    assert 8 < most <= 15
