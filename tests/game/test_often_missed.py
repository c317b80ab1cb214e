"""The rules that other programs often get wrong, each by name, for the rulesets they concern."""

from random import Random

from bot.game import (
    CLASSIC,
    EVERY_SQUARE,
    JUNIOR,
    ROWS,
    RULESETS,
    SCARCE,
    SEAM,
    Kind,
    Placement,
    Pool,
    Position,
    Ruleset,
    Seat,
    Win,
    WinBy,
    land,
    legal_turns,
    play,
    to_recall,
    write_turn,
)
from tests.kit.compositions import for_rulesets
from tests.kit.drawing import draw, position, rows, square, squares, step_of
from tests.kit.thoroughness import quick_or_thorough

with_cats = for_rulesets(CLASSIC, ROWS, SEAM, SCARCE)


@with_cats
def test_a_win_is_checked_before_graduation(ruleset: Ruleset) -> None:
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
        ruleset=ruleset,
    )
    landing = land(before, Placement(Kind.CAT, square("d6")))
    assert draw(landing.position.bed).endswith("KCCC..")
    assert landing.win == Win(Seat.ORANGE, WinBy.LINE, squares("b6c6d6"))
    assert landing.options == ()


def test_a_win_in_junior_is_checked_before_a_recall() -> None:
    before = position(
        """
        K.K.K.
        ......
        kK.Kk.
        ......
        K.K...
        ......
        """,
        ruleset=JUNIOR,
    )
    landing = land(before, Placement(Kind.KITTEN, square("c3")))
    assert landing.win == Win(Seat.ORANGE, WinBy.LINE, squares("b3c3d3"))
    assert landing.options == ()


@with_cats
def test_lining_up_the_cats_of_the_other_seat_wins_nothing_now(ruleset: Ruleset) -> None:
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
        ruleset=ruleset,
    )
    step = step_of(before, "Cf5")
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


def test_lining_up_the_kittens_of_the_other_seat_wins_nothing_now_in_junior() -> None:
    before = position(
        """
        ......
        ......
        .kk...
        ....k.
        ......
        K.....
        """,
        ruleset=JUNIOR,
    )
    step = step_of(before, "Kf5")
    assert draw(step.after.bed).splitlines()[2] == ".kkk.."
    assert step.win is None
    after_turn = step_of(step.after, "Kf1")
    assert after_turn.win == Win(Seat.GRAY, WinBy.LINE, squares("b3c3d3"))
    assert step_of(step.after, "Kc4").win is None, "the boop has broken the line"


@with_cats
def test_a_line_made_for_the_other_seat_counts_if_it_is_left_after_their_boops(
    ruleset: Ruleset,
) -> None:
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
        ruleset=ruleset,
    )
    after_turn = step_of(before, "Kf1")
    assert after_turn.win == Win(Seat.GRAY, WinBy.LINE, squares("b3c3d3"))
    broken = step_of(before, "Cc4")
    assert broken.win is None
    assert draw(broken.after.bed) == rows("""
        ......
        c.c.c.
        ......
        ..c...
        .....C
        K.....
    """)


@with_cats
def test_a_line_of_kittens_made_for_the_other_seat_does_not_graduate_now(ruleset: Ruleset) -> None:
    before = position(
        """
        ......
        ......
        .kk...
        ....k.
        ......
        ......
        """,
        ruleset=ruleset,
    )
    step = step_of(before, "Kf5")
    assert draw(step.after.bed).splitlines()[2] == ".kkk.."
    assert step.turn.leaves == ()
    assert step_of(step.after, "Ka6").turn.leaves == squares("b3c3d3")


@with_cats
def test_with_lines_of_both_seats_at_once_the_mover_wins(ruleset: Ruleset) -> None:
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
        ruleset=ruleset,
    )
    step = step_of(before, "Cf5")
    assert draw(step.after.bed) == rows("""
        ......
        ......
        .ccc.C
        .....C
        .....C
        ......
    """)
    assert step.win == Win(Seat.ORANGE, WinBy.LINE, squares("f3f4f5"))


@with_cats
def test_a_kitten_between_two_own_cats_boops_neither_so_the_three_graduate(
    ruleset: Ruleset,
) -> None:
    before = position(
        """
        ......
        ......
        .C.C..
        ......
        ......
        ......
        """,
        ruleset=ruleset,
    )
    step = step_of(before, "Kc3")
    assert write_turn(step.turn) == "Kc3=b3c3d3"
    assert step.after.orange_pool == Pool(kittens=5, cats=3)


@for_rulesets(*RULESETS)
def test_two_kittens_at_a_corner_can_knock_each_other_off_for_ever(ruleset: Ruleset) -> None:
    """After the ninth turn, the position after the first turn occurs for the fifth time."""
    reached = []
    now = Position.start(ruleset)
    for _ in range(5):
        for turn in ("Ka2", "Kb1"):
            now = step_of(now, turn).after
            reached.append(now)
    assert reached[0] == reached[2] == reached[4] == reached[6] == reached[8]
    assert reached[1] == reached[3] == reached[5] == reached[7] == reached[9]
    assert now.orange_pool == Pool(8, 0)


@for_rulesets(*RULESETS)
def test_the_player_to_move_always_has_a_piece_to_place_and_the_bed_never_fills(
    ruleset: Ruleset,
) -> None:
    chance = Random(3)
    most = 0
    for _ in range(quick_or_thorough(2, 12)):
        now = Position.start(ruleset)
        for _ in range(200):
            assert now.pool_of(now.to_move).kinds or to_recall(now)
            most = max(most, len(EVERY_SQUARE) - len(now.empty_squares))
            step = play(now, chance.choice(list(legal_turns(now))))
            if step.win is not None:
                break
            now = step.after
    assert 8 < most <= (15 if ruleset is not SCARCE else 16)


def test_sixteen_pieces_on_the_bed_can_stand_in_scarce() -> None:
    before = position(
        """
        K.k.K.
        k.K.k.
        K.k.K.
        k.K.k.
        K.k...
        ......
        """,
        ruleset=SCARCE,
        orange_kittens=1,
        gray_kittens=1,
    )
    after = step_of(step_of(before, "Ke6").after, "Ka6").after
    assert len(after.empty_squares) == 36 - 16
    assert not after.orange_pool.kinds
    assert to_recall(after) == squares("a1e1c2a3e3c4a5e6")
