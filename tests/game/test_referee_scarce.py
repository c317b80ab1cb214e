"""The referee on the changes of `scarce`."""

import pytest

from tests.game.referee import is_dead, legal
from tests.game.referee.drawn import position, turns_with

EIGHT_WITHOUT_A_LINE = """
    {0}.{0}.{1}.
    ......
    ......
    {0}...{0}.
    ......
    {1}.{0}...
"""


def test_scarce_run_graduates_whole_and_its_kittens_become_one_cat() -> None:
    before = position(
        """
        KK.CKk
        ......
        ......
        ......
        ......
        ......
        """,
        "o 3,0 7,0",
    )
    turns = legal("scarce", before)
    assert turns_with("Kc1", turns) == {"Kc1=a1b1c1d1e1": "5k/6/6/6/6/6 g 2,2 7,0"}


def test_scarce_player_chooses_one_of_several_runs() -> None:
    before = position(
        """
        ..K...
        ..K...
        KK....
        ......
        ......
        ..KKK.
        """,
        "o 1,0 8,0",
    )
    assert turns_with("Kc3", legal("scarce", before)) == {
        "Kc3=a3b3c3": "2K3/2K3/6/6/6/2KKK1 g 0,1 8,0",
        "Kc3=c1c2c3": "6/6/KK4/6/6/2KKK1 g 0,1 8,0",
        "Kc3=c6d6e6": "2K3/2K3/KKK3/6/6/6 g 0,1 8,0",
    }


def test_scarce_diagonal_runs_go_both_ways() -> None:
    before = position(
        """
        .....k
        ....K.
        ......
        ..C...
        .K....
        ......
        """,
        "o 5,0 7,0",
    )
    turns = legal("scarce", before)
    assert turns_with("Kd3", turns) == {"Kd3=e2d3c4b5": "5k/6/6/6/6/6 g 4,2 7,0"}


def test_scarce_has_no_recall_after_the_turn() -> None:
    before = position(EIGHT_WITHOUT_A_LINE.format("K", "C"), "o 1,0 8,0")
    turns = turns_with("Kf6", legal("scarce", before))
    assert turns == {"Kf6": "K1K1C1/6/6/K3K1/6/C1K2K g 0,0 8,0"}


TWO_LEFT = """
    ......
    .K....
    ......
    ......
    ....C.
    ......
"""


def test_scarce_empty_pool_recalls_one_piece_before_placing() -> None:
    turns = legal("scarce", position(TWO_LEFT, "o 0,0 8,0"))
    assert len(turns) == 2 * 35
    assert {turn[:4] for turn in turns} == {"b2>C", "e5>C"}
    assert turns["b2>Ca6"] == "6/6/6/6/4C1/C5 g 0,0 8,0"
    assert turns["e5>Ca6"] == "6/1K4/6/6/6/C5 g 0,0 8,0"


def test_scarce_places_on_the_square_just_recalled() -> None:
    turns = legal("scarce", position(TWO_LEFT, "o 0,0 8,0"))
    assert turns["b2>Cb2"] == "6/1C4/6/6/4C1/6 g 0,0 8,0"
    assert turns["e5>Ce5"] == "6/1K4/6/6/4C1/6 g 0,0 8,0"


def test_scarce_gray_recalls_its_own_pieces_only() -> None:
    turns = legal("scarce", position(TWO_LEFT.replace("C", "k"), "g 7,0 0,0"))
    assert {turn[:4] for turn in turns} == {"e5>C"}
    assert turns["e5>Ce5"] == "6/1K4/6/6/4c1/6 o 7,0 0,0"


def test_scarce_recalled_square_is_empty_for_the_boop() -> None:
    before = position(
        """
        ......
        .K....
        ..K...
        ......
        ......
        ......
        """,
        "o 0,0 8,0",
    )
    turns = legal("scarce", before)
    assert turns["c3>Ca1"] == "C5/6/2K3/6/6/6 g 0,0 8,0"
    assert turns["b2>Ca1"] == "C5/6/2K3/6/6/6 g 0,0 8,0"


def test_scarce_offers_no_recall_with_a_piece_in_the_pool() -> None:
    turns = legal("scarce", position(TWO_LEFT, "o 0,1 8,0"))
    assert not any(">" in turn for turn in turns)
    assert len(turns) == 34


def test_scarce_run_and_recall_can_be_in_one_turn() -> None:
    before = position(
        """
        KK....
        ......
        ......
        ......
        ......
        .....K
        """,
        "o 0,0 8,0",
    )
    turns = legal("scarce", before)
    assert turns_with("f6>Cc1", turns) == {"f6>Cc1=a1b1c1": "6/6/6/6/6/6 g 0,2 8,0"}


def test_scarce_recalled_kitten_can_win_at_once() -> None:
    before = position(
        """
        CC....
        ......
        ......
        ......
        ......
        .....K
        """,
        "o 0,0 8,0",
    )
    turns = legal("scarce", before)
    won = "CCC3/6/6/6/6/6 g 0,0 8,0 orange wins"
    assert turns_with("f6>Cc1", turns) == {"f6>Cc1#": won}


def test_scarce_recall_can_put_the_eighth_cat_on_the_bed() -> None:
    seven_and_a_kitten = EIGHT_WITHOUT_A_LINE.format("C", "C").replace("C...\n", "C..K\n")
    turns = legal("scarce", position(seven_and_a_kitten, "o 0,0 8,0"))
    assert set(turns_with("f6>Cf6", turns)) == {"f6>Cf6#"}
    assert set(turns_with("a1>Ca1", turns)) == {"a1>Ca1"}


def test_scarce_all_cats_on_the_bed_are_not_a_win_where_they_are_fewer_than_eight() -> None:
    turns = legal("scarce", position(TWO_LEFT.replace("K", "C"), "o 0,1 8,0"))
    assert set(turns_with("Ca6", turns)) == {"Ca6"}


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 o 1,1 0,2",
        "K5/6/6/6/6/6 o 0,1 0,2",
        "K5/6/6/6/6/cc4 g 0,1 0,0",
    ],
)
def test_scarce_is_dead_when_neither_seat_has_three_pieces_left(text: str) -> None:
    assert is_dead(text)


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 o 8,0 8,0",
        "6/6/6/6/6/6 o 1,1 0,3",
        "K5/6/6/6/6/6 o 0,2 0,2",
        "K5/6/6/6/6/ccc3 g 0,0 0,0",
    ],
)
def test_scarce_is_not_dead_while_a_seat_has_three_pieces_in_bed_and_pool(text: str) -> None:
    assert not is_dead(text)
