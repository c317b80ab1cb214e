"""The referee on the seam piece: its way, its boop, when it leaves and when it is laid."""

import pytest

from tests.game.referee import legal
from tests.game.referee.drawn import position, turns_with

ENTRIES = [
    *("ab+", "ab-", "bc+", "bc-", "cd+", "cd-", "de+", "de-", "ef+", "ef-"),
    *("12+", "12-", "23+", "23-", "34+", "34-", "45+", "45-", "56+", "56-"),
]

# The squares beside a seam piece after its first, second … sixth advance, and where their pieces
# land.
WAYS = {
    "cd+": ["c1d1 b1e1", "c2d2 b2e2", "c3d3 b3e3", "c4d4 b4e4", "c5d5 b5e5", "c6d6 b6e6"],
    "cd-": ["c6d6 b6e6", "c5d5 b5e5", "c4d4 b4e4", "c3d3 b3e3", "c2d2 b2e2", "c1d1 b1e1"],
    "34+": ["a3a4 a2a5", "b3b4 b2b5", "c3c4 c2c5", "d3d4 d2d5", "e3e4 e2e5", "f3f4 f2f5"],
    "34-": ["f3f4 f2f5", "e3e4 e2e5", "d3d4 d2d5", "c3c4 c2c5", "b3b4 b2b5", "a3a4 a2a5"],
}


def bed_with(pieces: dict[str, str]) -> str:
    """Return a drawn bed with pieces given by their squares."""
    rows = ["".join(pieces.get(column + row, ".") for column in "abcdef") for row in "123456"]
    return "\n".join(rows)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("entry", WAYS)
def test_a_seam_piece_boops_the_pair_beside_it_at_each_step(entry: str, number: int) -> None:
    pair, landings = WAYS[entry][number].split()
    corner = "a1" if "f5" in landings or "e6" in landings else "f6"
    before = bed_with({pair[:2]: "k", pair[2:]: "C"})
    then = bed_with({landings[:2]: "k", landings[2:]: "C", corner: "K"})
    seam_then = "-" if number == 5 else f"{entry}{number + 1}"
    turns = legal("seam", position(before, f"o 7,0 7,0 {entry}{number} -"))
    assert turns_with(f"K{corner}", turns) == {
        f"K{corner}": position(then, f"g 6,0 7,0 {seam_then} -")
    }


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("entry", WAYS)
def test_a_seam_piece_does_not_move_the_pairs_of_its_other_steps(entry: str, number: int) -> None:
    others = [way[:2] for way in WAYS[entry]] + [way[2:4] for way in WAYS[entry]]
    on_bed = {square: "k" for square in others if square not in WAYS[entry][number]}
    eight = dict(list(on_bed.items())[number % 3 :][:8])
    turns = legal("seam", position(bed_with(eight), f"o 8,0 0,0 {entry}{number} -"))
    assert turns["Ka1"].split(" ")[0] == position(bed_with({**eight, "a1": "K"}), "").strip()


def test_seam_boops_slide_over_occupied_squares_to_the_first_empty_one() -> None:
    before = position(
        """
        ......
        ......
        .KkCk.
        ......
        ......
        ......
        """,
        "o 6,0 6,0 cd+2 -",
    )
    assert legal("seam", before)["Kf6"] == position(
        """
        ......
        ......
        kK..kC
        ......
        ......
        .....K
        """,
        "g 5,0 6,0 cd+3 -",
    )


def test_seam_boops_slide_over_several_squares_but_never_past_an_empty_one() -> None:
    before = position(
        """
        ..k...
        ......
        ..c...
        ..K...
        ..C...
        ......
        """,
        "o 6,0 6,0 34+2 -",
    )
    assert legal("seam", before)["Kf6"] == position(
        """
        ..k...
        ..c...
        ......
        ......
        ..C...
        ..K..K
        """,
        "g 5,0 6,0 34+3 -",
    )


def test_seam_boops_slide_off_the_bed_into_the_pools_of_their_owners() -> None:
    before = position(
        """
        ......
        ......
        KKcCkk
        ......
        ......
        ......
        """,
        "o 5,0 5,0 cd+2 -",
    )
    assert legal("seam", before)["Kf6"] == position(
        """
        ......
        ......
        KK..kk
        ......
        ......
        .....K
        """,
        "g 4,1 5,1 cd+3 -",
    )


def test_seam_boops_at_the_edge_go_off_at_once() -> None:
    before = position(
        """
        k.....
        K.....
        ......
        ......
        ......
        ......
        """,
        "o 7,0 7,0 12+0 -",
    )
    assert legal("seam", before)["Kf6"] == position(
        """
        ......
        ......
        K.....
        ......
        ......
        .....K
        """,
        "g 6,0 8,0 12+1 -",
    )


def test_gray_and_orange_each_move_their_own_seam_piece() -> None:
    before = position(
        """
        ......
        ..k...
        ...K..
        ......
        ......
        ......
        """,
        "g 7,0 7,0 cd+1 cd-3",
    )
    assert legal("seam", before)["Kf6"] == position(
        """
        ......
        ..k...
        ....K.
        ......
        ......
        .....k
        """,
        "o 7,0 6,0 cd+1 cd-4",
    )


def test_two_seam_pieces_may_be_in_one_seam_at_one_place() -> None:
    empty = "6/6/6/6/6/6 o 8,0 8,0 cd+2 cd+3"
    assert legal("seam", empty)["Ka1"] == "K5/6/6/6/6/6 g 7,0 8,0 cd+3 cd+3"
    laid = "6/6/6/6/6/6 o 8,0 8,0 - cd+0"
    assert legal("seam", laid)["Ka1~cd+"] == "K5/6/6/6/6/6 g 7,0 8,0 cd+0 cd+0"


def test_a_seam_piece_in_hand_may_be_kept_or_laid_at_twenty_entries() -> None:
    turns = turns_with("Kc3", legal("seam", "6/6/6/6/6/6 o 8,0 8,0 - -"))
    assert turns["Kc3"] == "6/6/2K3/6/6/6 g 7,0 8,0 - -"
    for entry in ENTRIES:
        assert turns[f"Kc3~{entry}"] == f"6/6/2K3/6/6/6 g 7,0 8,0 {entry}0 -"
    assert len(turns) == 21


def test_a_seam_piece_laid_this_turn_neither_moves_nor_boops() -> None:
    before = position(
        """
        ..kk..
        ......
        ......
        ......
        ......
        ......
        """,
        "o 8,0 6,0 - -",
    )
    turns = legal("seam", before)
    assert turns["Kf6~cd+"] == "2kk2/6/6/6/6/5K g 7,0 6,0 cd+0 -"


def test_a_seam_piece_stays_until_the_sixth_turn_after_it_was_laid_and_can_be_laid_again() -> None:
    text = legal("seam", "6/6/6/6/6/6 o 8,0 8,0 - -")["Ka1~ef-"]
    seen = [text.split(" ")[4]]
    for _ in range(6):
        text = after_turn_without_seam(text)
        assert not any("~" in turn for turn in legal("seam", text))
        text = after_turn_without_seam(text)
        seen.append(text.split(" ")[4])
    assert seen == ["ef-0", "ef-1", "ef-2", "ef-3", "ef-4", "ef-5", "-"]
    text = after_turn_without_seam(text)
    assert {after.split(" ")[4] for turn, after in legal("seam", text).items() if "~" in turn} == {
        f"{entry}0" for entry in ENTRIES
    }


def after_turn_without_seam(text: str) -> str:
    """Return the position after the first legal turn that lays no seam piece and does not win."""
    turns = legal("seam", text)
    return next(after for turn, after in turns.items() if turn[-1] != "#" and "~" not in turn)


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_seam_piece_is_not_laid_on_the_turn_on_which_it_left(entry: str) -> None:
    turns = legal("seam", f"6/6/6/6/6/6 o 8,0 8,0 {entry}5 -")
    assert len(turns) == 36
    assert not any("~" in turn for turn in turns)
    assert all(after.endswith(" - -") for after in turns.values())


def test_a_seam_piece_does_not_move_after_a_win() -> None:
    before = position(
        """
        CC....
        ......
        ..kk..
        ......
        ......
        ......
        """,
        "o 5,1 6,0 cd+2 ab-0",
    )
    won = "CCC3/6/2kk2/6/6/6 g 5,0 6,0 cd+2 ab-0 orange wins"
    assert turns_with("Cc1", legal("seam", before)) == {"Cc1#": won}


def test_a_seam_piece_is_not_laid_after_a_win() -> None:
    before = "CC4/6/6/6/6/6 o 5,1 8,0 - -"
    won = "CCC3/6/6/6/6/6 g 5,0 8,0 - - orange wins"
    assert turns_with("Cc1", legal("seam", before)) == {"Cc1#": won}


def test_a_line_of_cats_that_a_seam_piece_makes_wins_only_when_its_owner_next_settles() -> None:
    before = position(
        """
        .C....
        .C....
        ..C...
        ......
        ......
        ......
        """,
        "o 5,0 8,0 cd+2 -",
    )
    after = legal("seam", before)["Kf6"]
    assert after == position(
        """
        .C....
        .C....
        .C....
        ......
        ......
        .....K
        """,
        "g 4,0 8,0 cd+3 -",
    )
    still_standing = legal("seam", after)["Kf1"]
    won = still_standing.replace("6/6/5K o 4,0", "6/6/K4K g 3,0") + " orange wins"
    assert turns_with("Ka6", legal("seam", still_standing)) == {"Ka6#": won}


def test_a_line_that_a_seam_piece_makes_does_not_count_if_it_is_broken() -> None:
    lined_up = position(
        """
        .C....
        .C....
        .C....
        ......
        ......
        .....K
        """,
        "g 4,0 7,1 cd+3 -",
    )
    broken = legal("seam", lined_up)["Ca2"]
    assert broken == "6/c1C3/6/2C3/6/5K o 4,1 7,0 cd+3 -"
    assert turns_with("Ka6", legal("seam", broken)) == {
        "Ka6": "6/c1C3/6/1C4/6/K4K g 3,1 7,0 cd+4 -"
    }


def test_a_line_made_for_the_other_seat_by_a_seam_piece_graduates_when_that_seat_settles() -> None:
    before = position(
        """
        .k....
        .k....
        ..k...
        ......
        ......
        ......
        """,
        "o 8,0 5,0 cd+2 -",
    )
    after = legal("seam", before)["Kf6"]
    assert after == "1k4/1k4/1k4/6/6/5K g 7,0 5,0 cd+3 -"
    turns = turns_with("Kf1", legal("seam", after))
    assert turns["Kf1=b1b2b3"] == "5k/6/6/6/6/5K o 7,0 4,3 cd+3 -"
    assert {turn.partition("~")[0] for turn in turns} == {"Kf1=b1b2b3"}


def test_a_seam_piece_moves_after_the_choice_and_after_graduated_pieces_have_left() -> None:
    before = position(
        """
        ......
        ......
        KK.kkk
        ......
        ......
        ......
        """,
        "o 6,0 5,0 cd+2 -",
    )
    assert turns_with("Kc3", legal("seam", before)) == {
        "Kc3=a3b3c3": "6/6/4kk/6/6/6 g 5,3 6,0 cd+3 -"
    }


def test_each_choice_in_settling_goes_with_each_way_to_lay_the_seam() -> None:
    turns = turns_with("Kc3", legal("seam", "6/6/KK1Kk1/6/6/6 o 5,0 7,0 - -"))
    assert len(turns) == 2 * 21
    assert turns["Kc3=b3c3d3~56-"] == "6/6/K3k1/6/6/6 g 4,3 7,0 56-0 -"
    assert turns["Kc3=a3b3c3"] == "6/6/3Kk1/6/6/6 g 4,3 7,0 - -"


def test_a_placed_piece_ignores_seam_pieces_and_is_booped_by_its_own() -> None:
    turns = legal("seam", "6/6/6/6/6/6 o 8,0 8,0 34+2 -")
    assert turns["Kc3"] == "6/2K3/6/6/6/6 g 7,0 8,0 34+3 -"
    assert turns["Kc4"] == "6/6/6/6/2K3/6 g 7,0 8,0 34+3 -"
