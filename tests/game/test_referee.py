"""The referee itself, on the rules of all rulesets: counts, placing, booping, `classic`."""

import re
from itertools import islice
from pathlib import Path

import pytest

from tests.game.referee import classic, legal, perft
from tests.game.referee.drawn import position, turns_with
from tests.game.referee.positions import positions
from tests.kit.thoroughness import quick_or_thorough

THREE = [36, 1260, 42900]
COUNTED = [
    ("classic", quick_or_thorough(THREE[:2], THREE)),
    *quick_or_thorough([], [("rows", THREE), ("junior", THREE), ("scarce", THREE)]),
    ("seam", quick_or_thorough([756], [756, 555660])),
]


def test_the_referee_shares_nothing_with_the_engine() -> None:
    modules = list(Path(classic.__file__).parent.glob("*.py"))
    assert len(modules) > 5
    for module in modules:
        imported = re.findall(r"^\s*(?:from|import) (\S+)", module.read_text(), re.MULTILINE)
        assert not [
            name
            for name in imported
            if name.split(".")[0] in ("bot", "cogs", "playground", "render")
        ]


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "counts"), COUNTED)
def test_sequences_are_as_many_as_the_rules_page_counts(ruleset: str, counts: list[int]) -> None:
    assert [perft(ruleset, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.long
def test_classic_is_as_the_older_referee_knows_it() -> None:
    for text in islice(positions("classic", 1), quick_or_thorough(40, 120)):
        assert legal("classic", text) == {
            word: classic.position_text(after) for word, after in classic.turns(classic.read(text))
        }


@pytest.mark.parametrize("ruleset", ["classic", "rows", "seam", "scarce"])
def test_a_kitten_boops_kittens_of_both_seats_but_no_cat_and_not_onto_a_piece(ruleset: str) -> None:
    seams = " - -" if ruleset == "seam" else ""
    before = position(
        """
        ......
        .kKc..
        .C.k..
        .C.k..
        ....K.
        ......
        """,
        "o 4,0 4,0" + seams,
    )
    assert legal(ruleset, before)["Kc3"] == position(
        """
        k.K...
        ...c..
        .CK.k.
        .C.k..
        ....K.
        ......
        """,
        "g 3,0 4,0" + seams,
    )


@pytest.mark.parametrize("ruleset", ["classic", "rows", "seam", "scarce"])
def test_a_cat_boops_cats_too_and_pieces_off_the_bed_return_unchanged(ruleset: str) -> None:
    seams = " - -" if ruleset == "seam" else ""
    before = position(
        """
        c.k...
        KCc...
        ...C..
        ......
        ......
        ......
        """,
        "o 4,1 4,1" + seams,
    )
    assert legal(ruleset, before)["Cb1"] == position(
        """
        .C.k..
        ..c...
        .C.C..
        ......
        ......
        ......
        """,
        "g 5,0 4,2" + seams,
    )


WINNING_LINE = """
    ......
    ......
    KCC...
    ......
    ......
    ......
"""


@pytest.mark.parametrize("ruleset", ["classic", "rows", "seam", "scarce"])
def test_a_win_is_checked_before_graduation(ruleset: str) -> None:
    seams = " - -" if ruleset == "seam" else ""
    turns = legal(ruleset, position(WINNING_LINE, "o 4,1 8,0" + seams))
    won = position(
        """
        ......
        ......
        KCCC..
        ......
        ......
        ......
        """,
        "g 4,0 8,0" + seams + " orange wins",
    )
    assert turns_with("Cd3", turns) == {"Cd3#": won}


TWO_CATS_LINING_THEM_UP = """
    .c.c..
    ..c...
    CC....
    ......
    ......
    ......
"""


ONE_CAT_LINING_THEM_UP = """
    .c.c..
    ..c...
    .C....
    ......
    ......
    ......
"""


@pytest.mark.parametrize("ruleset", ["classic", "rows", "seam", "scarce"])
def test_only_the_seat_that_placed_is_settled_and_the_other_when_it_has_placed(
    ruleset: str,
) -> None:
    seams = " - -" if ruleset == "seam" else ""
    before = position(ONE_CAT_LINING_THEM_UP, "o 6,1 5,0" + seams)
    lined_up = legal(ruleset, before)["Cc3"]
    assert lined_up == position(
        """
        .ccc..
        ......
        C.C...
        ......
        ......
        ......
        """,
        "g 6,0 5,0" + seams,
    )
    assert legal(ruleset, lined_up)["Kf6#"].endswith(" gray wins")


@pytest.mark.parametrize("ruleset", ["classic", "rows", "seam", "scarce"])
def test_the_player_who_moves_wins_if_both_have_a_line(ruleset: str) -> None:
    seams = " - -" if ruleset == "seam" else ""
    turns = legal(ruleset, position(TWO_CATS_LINING_THEM_UP, "o 5,1 5,0" + seams))
    won = position(
        """
        .ccc..
        ......
        CCC...
        ......
        ......
        ......
        """,
        "g 5,0 5,0" + seams + " orange wins",
    )
    assert turns_with("Cc3", turns) == {"Cc3#": won}


def test_a_line_of_kittens_and_cats_comes_back_as_cats() -> None:
    before = position(
        """
        ......
        ......
        .C.C..
        ......
        ......
        ......
        """,
        "o 6,0 8,0",
    )
    turns = legal("classic", before)
    assert turns_with("Kc3", turns) == {"Kc3=b3c3d3": "6/6/6/6/6/6 g 5,3 8,0"}


SEVEN_AND_A_LINE_TO_COME = """
    KC....
    ......
    ......
    K.K.K.
    ......
    K...K.
"""
SEVEN = ["a1", "b1", "a4", "c4", "e4", "a6", "e6"]


@pytest.mark.parametrize("ruleset", ["classic", "seam"])
def test_the_player_chooses_between_a_line_and_each_piece_with_all_eight_on_the_bed(
    ruleset: str,
) -> None:
    seams = " ab+5 -" if ruleset == "seam" else ""
    turns = legal(ruleset, position(SEVEN_AND_A_LINE_TO_COME, "o 1,0 8,0" + seams))
    singles = {f"Kc1={square}" for square in [*SEVEN, "c1"]}
    assert set(turns_with("Kc1", turns)) == singles | {"Kc1=a1b1c1"}


def test_a_cat_is_recalled_as_a_cat_and_a_kitten_graduates() -> None:
    turns = legal("classic", position(SEVEN_AND_A_LINE_TO_COME, "o 1,0 8,0"))
    assert turns["Kc1=b1"] == "K1K3/6/6/K1K1K1/6/K3K1 g 0,1 8,0"
    assert turns["Kc1=c1"] == "KC4/6/6/K1K1K1/6/K3K1 g 0,1 8,0"


def test_a_run_of_four_holds_two_lines_and_crossing_lines_are_named_by_all_their_squares() -> None:
    before = position(
        """
        ..K...
        ..K...
        KK.Kk.
        ......
        ......
        ......
        """,
        "o 3,0 7,0",
    )
    turns = legal("classic", before)
    assert set(turns_with("Kc3", turns)) == {
        "Kc3=a3b3c3",
        "Kc3=b3c3d3",
        "Kc3=c1c2c3",
    }


@pytest.mark.parametrize("ruleset", ["classic", "seam", "scarce"])
def test_eight_cats_on_the_bed_win(ruleset: str) -> None:
    seams = " cd+2 -" if ruleset == "seam" else ""
    before = position(
        """
        C.C...
        ......
        ......
        C.C.C.
        ......
        C...C.
        """,
        "o 0,1 8,0" + seams,
    )
    turns = legal(ruleset, before)
    won = "C1C2C/6/6/C1C1C1/6/C3C1 g 0,0 8,0" + seams + " orange wins"
    assert turns_with("Cf1", turns) == {"Cf1#": won}
