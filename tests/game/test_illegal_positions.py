"""Position texts that can be read but are illegal in their ruleset, and the stated reason."""

import pytest

from bot.game import (
    CLASSIC,
    JUNIOR,
    ROWS,
    SCARCE,
    SEAM,
    IllegalPosition,
    Ruleset,
    read_position,
    write_position,
)
from bot.text import translate

START = "6/6/6/6/6/6 o 8,0 8,0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "6/6/6/6/6/6 o 7,0 8,0",
            "orange has 7 pieces on the bed and in hand, not 8",
        ),
        (
            "kC4/6/6/6/6/6 o 7,0 7,1",
            "gray has 9 pieces on the bed and in hand, not 8",
        ),
        ("6/6/6/6/6/6 o 8,0 99,99", "gray has 198 pieces on the bed and in hand, not 8"),
        ("6/6/6/6/6/6 o 8,0 1,0", "gray has 1 piece on the bed and in hand, not 8"),
        (
            "K1K1K1/6/K1K1K1/6/K1K3/6 o 0,0 8,0",
            "orange is to move and has nothing in hand",
        ),
        (
            "k1k1k1/6/k1k1k1/6/c1c3/6 g 8,0 0,0",
            "gray is to move and has nothing in hand",
        ),
        ("6/6/6/6/6/6", "the side to move is missing"),
        ("6/6/6/6/6/6 o", "orange's hand is missing"),
        ("6/6/6/6/6/6 o 8,0", "gray's hand is missing"),
        (f"{START} ", "unexpected ' ' after gray's hand"),
        (f"{START} - -", "unexpected ' - -' after gray's hand"),
        (
            "CCC3/6/6/6/6/6 g 0,5 8,0 orange wins",
            "unexpected ' orange wins' after gray's hand",
        ),
    ],
)
def test_an_illegal_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason_against(text, CLASSIC) == reason


@pytest.mark.parametrize("ruleset", [CLASSIC, ROWS, JUNIOR, SEAM])
def test_every_ruleset_but_scarce_wants_eight_pieces_of_each_seat(ruleset: Ruleset) -> None:
    seams = " - -" if ruleset is SEAM else ""
    text = f"6/6/6/6/6/6 o 7,0 8,0{seams}"
    assert reason_against(text, ruleset) == "orange has 7 pieces on the bed and in hand, not 8"
    text = f"6/6/6/6/6/6 o 8,0 9,0{seams}"
    assert reason_against(text, ruleset) == "gray has 9 pieces on the bed and in hand, not 8"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "6/6/6/6/6/6 o 0,0 8,0",
            "orange has 0 pieces on the bed and in hand, not 1 to 8",
        ),
        (
            "6/6/6/6/6/6 o 8,0 0,0",
            "gray has 0 pieces on the bed and in hand, not 1 to 8",
        ),
        (
            "K5/6/6/6/6/6 o 7,1 8,0",
            "orange has 9 pieces on the bed and in hand, not 1 to 8",
        ),
    ],
)
def test_scarce_wants_one_to_eight_pieces_of_each_seat(text: str, reason: str) -> None:
    assert reason_against(text, SCARCE) == reason


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 o 1,0 0,1",
        "K5/6/6/6/6/6 o 0,0 8,0",
        "C5/6/6/6/6/k5 g 0,0 0,0",
        "K1K1K1/6/K1K1K1/6/K1K3/6 o 0,0 8,0",
    ],
)
def test_scarce_reads_few_pieces_and_an_empty_hand(text: str) -> None:
    assert write_position(read_position(text, SCARCE)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("C5/6/6/6/6/6 o 7,0 8,0", "orange has 1 cat, but this ruleset has only kittens"),
        ("6/6/6/6/6/6 o 8,0 6,2", "gray has 2 cats, but this ruleset has only kittens"),
    ],
)
def test_junior_reads_no_cats(text: str, reason: str) -> None:
    assert reason_against(text, JUNIOR) == reason


@pytest.mark.parametrize(
    ("seams", "reason"),
    [
        ("", "orange's seam piece is missing"),
        (" -", "gray's seam piece is missing"),
        (" cd+0", "gray's seam piece is missing"),
        (" - - -", "unexpected ' -' after gray's seam piece"),
        (" cd+6 -", "orange's seam piece cannot have advanced 6 times, but 0 to 5"),
        (" - 12-10", "gray's seam piece cannot have advanced 10 times, but 0 to 5"),
    ],
)
def test_seam_requires_two_seam_pieces_on_their_way(seams: str, reason: str) -> None:
    assert reason_against(START + seams, SEAM) == reason


def reason_against(text: str, ruleset: Ruleset) -> str:
    with pytest.raises(IllegalPosition) as refused:
        read_position(text, ruleset)
    assert refused.value.text == text
    return translate(refused.value.reason)


@pytest.mark.parametrize("ruleset", [CLASSIC, ROWS, SEAM])
def test_a_seat_with_nothing_in_hand_may_wait(ruleset: Ruleset) -> None:
    seams = " - -" if ruleset is SEAM else ""
    text = f"K1K1K1/6/K1K1K1/6/K1K3/6 g 0,0 8,0{seams}"
    assert write_position(read_position(text, ruleset)) == text
    turned = text.replace(" g ", " o ")
    assert reason_against(turned, ruleset) == "orange is to move and has nothing in hand"
