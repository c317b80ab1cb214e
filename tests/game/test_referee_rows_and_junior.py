"""The referee on the changes of `rows` and `junior`."""

from tests.game.referee import legal
from tests.game.referee.drawn import position, turns_with

LINES_THAT_CROSS = """
    ..K...
    ..K...
    KK.Kk.
    ......
    ......
    .....K
"""
EIGHT_WITHOUT_A_LINE = """
    {0}.{0}.{1}.
    ......
    ......
    {0}...{0}.
    ......
    {1}.{0}...
"""


def test_rows_graduate_the_union_of_all_lines_at_once() -> None:
    turns = legal("rows", position(LINES_THAT_CROSS, "o 2,0 7,0"))
    left = position(
        """
        ......
        ......
        ....k.
        ......
        ......
        .....K
        """,
        "g 1,6 7,0",
    )
    assert turns_with("Kc3", turns) == {"Kc3=c1c2a3b3c3d3": left}


def test_rows_graduate_lines_that_do_not_touch_together() -> None:
    before = position(
        """
        KK....
        ......
        ......
        ......
        ......
        .KKK..
        """,
        "o 3,0 8,0",
    )
    turns = legal("rows", before)
    assert turns_with("Kc1", turns) == {"Kc1=a1b1c1b6c6d6": "6/6/6/6/6/6 g 2,6 8,0"}


def test_rows_offer_no_recall_beside_a_line() -> None:
    before = position(
        """
        KC....
        ......
        ......
        K.K.K.
        ......
        K...K.
        """,
        "o 1,0 8,0",
    )
    assert set(turns_with("Kc1", legal("rows", before))) == {"Kc1=a1b1c1"}
    assert len(turns_with("Kc1", legal("classic", before))) == 9


def test_rows_recall_kittens_only() -> None:
    before = position(EIGHT_WITHOUT_A_LINE.format("K", "C"), "o 1,0 8,0")
    turns = turns_with("Kf2", legal("rows", before))
    assert set(turns) == {f"Kf2={square}" for square in ("a1", "c1", "a4", "e4", "c6", "f2")}
    assert turns["Kf2=a1"] == "2K1C1/5K/6/K3K1/6/C1K3 g 0,1 8,0"


def test_rows_recall_the_only_kitten_among_eight_pieces() -> None:
    before = position(EIGHT_WITHOUT_A_LINE.format("C", "K"), "o 0,1 8,0")
    assert set(turns_with("Cd3", legal("rows", before))) == {"Cd3=e1", "Cd3=a6"}
    before = position(EIGHT_WITHOUT_A_LINE.format("C", "C"), "o 1,0 8,0")
    assert set(turns_with("Kd3", legal("rows", before))) == {"Kd3=d3"}


def test_rows_do_not_let_eight_cats_win_but_recall_any_of_them() -> None:
    before = position(EIGHT_WITHOUT_A_LINE.format("C", "C"), "o 0,1 8,0")
    cats = ("a1", "c1", "e1", "a4", "e4", "a6", "c6", "f6")
    assert set(turns_with("Cf6", legal("rows", before))) == {f"Cf6={square}" for square in cats}
    assert set(turns_with("Cf6", legal("classic", before))) == {"Cf6#"}


def test_rows_are_won_by_a_line_of_three_cats() -> None:
    before = position(
        """
        C.C.C.
        C.....
        ......
        C...C.
        ......
        ......
        """,
        "o 0,2 8,0",
    )
    assert turns_with("Ca3", legal("rows", before)) == {
        "Ca3#": "C1C1C1/C5/C5/4C1/C5/6 g 0,1 8,0 orange wins"
    }


def test_junior_is_won_by_a_line_of_three_kittens() -> None:
    before = position(
        """
        KK....
        ......
        ......
        ......
        ......
        ......
        """,
        "o 6,0 8,0",
    )
    turns = legal("junior", before)
    assert turns_with("Kc1", turns) == {"Kc1#": "KKK3/6/6/6/6/6 g 5,0 8,0 orange wins"}


def test_junior_looks_at_the_line_after_the_boops() -> None:
    before = position(
        """
        K.K...
        ......
        ......
        ......
        ......
        ......
        """,
        "o 6,0 8,0",
    )
    turns = legal("junior", before)
    assert turns_with("Kb1", turns) == {"Kb1": "1K1K2/6/6/6/6/6 g 6,0 8,0"}


def test_junior_lines_made_for_the_other_seat_win_only_when_it_has_placed() -> None:
    before = position(
        """
        k.k...
        .k....
        ......
        ......
        ......
        ......
        """,
        "o 8,0 5,0",
    )
    lined_up = legal("junior", before)["Kb3"]
    assert lined_up == "kkk3/6/1K4/6/6/6 g 7,0 5,0"
    assert legal("junior", lined_up)["Kf6#"] == "kkk3/6/1K4/6/6/5k o 7,0 4,0 gray wins"


def test_junior_recalls_a_kitten_that_stays_a_kitten() -> None:
    before = position(EIGHT_WITHOUT_A_LINE.format("K", "K"), "o 1,0 8,0")
    turns = turns_with("Kf6", legal("junior", before))
    kittens = ("a1", "c1", "e1", "a4", "e4", "a6", "c6", "f6")
    assert set(turns) == {f"Kf6={square}" for square in kittens}
    assert turns["Kf6=a1"] == "2K1K1/6/6/K3K1/6/K1K2K g 1,0 8,0"


def test_junior_wins_by_a_line_with_all_eight_on_the_bed_too() -> None:
    before = position(
        """
        KK....
        ......
        ......
        K.K.K.
        ......
        K...K.
        """,
        "o 1,0 8,0",
    )
    assert set(turns_with("Kc1", legal("junior", before))) == {"Kc1#"}
