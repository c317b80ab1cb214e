"""Positions as one line of text, and what is said about a line that is none."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game import (
    IllegalPosition,
    NotationError,
    Pool,
    Position,
    Seat,
    read_position,
    write_position,
)
from tests.game.drawing import draw, played, rows

START = "6/6/6/6/6/6 o 8,0 8,0"
MIDDLE = "K5/1C4/2k3/6/4cK/k1C2K g 1,2 3,2"


def test_start_is_written_and_read() -> None:
    assert write_position(Position()) == START
    assert read_position(START) == Position()


def test_position_is_written_row_by_row_with_the_pools_of_orange_and_gray() -> None:
    position = read_position(MIDDLE)
    assert draw(position.bed) == rows("""
        K.....
        .C....
        ..k...
        ......
        ....cK
        k.C..K
    """)
    assert position.to_move is Seat.GRAY
    assert (position.orange_pool, position.gray_pool) == (Pool(1, 2), Pool(3, 2))
    assert write_position(position) == MIDDLE


def test_turns_are_told_by_the_text() -> None:
    assert write_position(played(Position(), "Kc3").after) == "6/6/2K3/6/6/6 g 7,0 8,0"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "K, C, k, c or a digit up to 6 in row 1"),
        ("hello", 0, "K, C, k, c or a digit up to 6 in row 1"),
        ("7/6/6/6/6/6 o 8,0 8,0", 0, "K, C, k, c or a digit up to 6 in row 1"),
        ("0K5/6/6/6/6/6 o 7,0 8,0", 0, "K, C, k, c or a digit up to 6 in row 1"),
        ("K6/6/6/6/6/6 o 7,0 8,0", 1, "K, C, k, c or a digit up to 5 in row 1"),
        ("6/5", 3, "K, C, k or c in row 2"),
        ("6/33/6/6/6/6 o 8,0 8,0", 3, "K, C, k or c in row 2"),
        ("6/K/6/6/6/6 o 7,0 8,0", 3, "K, C, k, c or a digit up to 5 in row 2"),
        ("6/KKKKK", 7, "K, C, k, c or 1 in row 2"),
        ("6/6K/6/6/6/6 o 7,0 8,0", 3, "'/'"),
        ("6/6/6/6/6 o 8,0 8,0", 9, "'/'"),
        ("6/6/6/6/6/6/6 o 8,0 8,0", 11, "a space and the side to move"),
        ("6/6/6/6/6/6", 11, "a space and the side to move"),
        ("6/6/6/6/6/6 ", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 w 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 O 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6  o 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 og 8,0 8,0", 13, "a space and orange's pool"),
        ("6/6/6/6/6/6 o", 13, "a space and orange's pool"),
        ("6/6/6/6/6/6 o 8,0", 17, "a space and gray's pool"),
        ("6/6/6/6/6/6 o x 8,0", 14, "a number of kittens"),
        ("6/6/6/6/6/6 o 8 8,0", 15, "a comma and a number of cats"),
        ("6/6/6/6/6/6 o 08,0 8,0", 15, "a comma and a number of cats"),
        ("6/6/6/6/6/6 o 8, 8,0", 16, "a number of cats"),
        ("6/6/6/6/6/6 o 8,-1 8,0", 16, "a number of cats"),
        ("6/6/6/6/6/6 o 8,0 ٨,0", 18, "a number of kittens"),
        ("6/6/6/6/6/6 o 8,00 8,0", 17, "a space and gray's pool"),
        ("6/6/6/6/6/6 o 8,0 8,0x", 21, "the end after gray's pool"),
        ("6/6/6/6/6/6 o 8,0 8,0 ", 21, "the end after gray's pool"),
        ("6/6/6/6/6/6 o 8,0 8,0 - -", 21, "the end after gray's pool"),
        ("CCC3/6/6/6/6/6 g 5,0 8,0 orange wins", 24, "the end after gray's pool"),
    ],
)
def test_error_names_the_character_and_what_was_expected(text: str, at: int, expected: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_position(text)
    assert refused.value.text == text
    assert (refused.value.at, refused.value.expected) == (at, expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "6/6/6/6/6/6 o 7,0 8,0",
            "orange has 7 pieces on the bed and in the pool, not 8",
        ),
        (
            "kC4/6/6/6/6/6 o 7,0 7,1",
            "gray has 9 pieces on the bed and in the pool, not 8",
        ),
        ("6/6/6/6/6/6 o 8,0 99,99", "gray has 198 pieces on the bed and in the pool, not 8"),
        (
            "K1K1K1/6/K1K1K1/6/K1K3/6 o 0,0 8,0",
            "orange is to move and has nothing in hand",
        ),
        (
            "k1k1k1/6/k1k1k1/6/c1c3/6 g 8,0 0,0",
            "gray is to move and has nothing in hand",
        ),
    ],
)
def test_position_that_cannot_stand_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        read_position(text)
    assert (refused.value.text, refused.value.reason) == (text, reason)


def test_seat_with_nothing_in_hand_may_wait() -> None:
    text = "K1K1K1/6/K1K1K1/6/K1K3/6 g 0,0 8,0"
    assert write_position(read_position(text)) == text


@given(st.sampled_from([START, MIDDLE]), st.data())
def test_wrong_character_is_the_one_that_is_named(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    wrong = data.draw(st.sampled_from("xX?é\n"))
    with pytest.raises(NotationError) as refused:
        read_position(text[:at] + wrong + text[at:])
    assert refused.value.at == at


@given(st.sampled_from([START, MIDDLE]), st.data())
def test_text_that_breaks_off_is_refused_at_its_end(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(NotationError) as refused:
        read_position(text[:at])
    assert refused.value.at == at


@given(st.text(alphabet="KCkc123456/ og,80-", max_size=40) | st.text(max_size=40))
@example("6/6/6/6/6/6 o 8,0 8,0\n")
@example("²/6/6/6/6/6 o 8,0 8,0")
def test_any_text_is_a_position_or_refused_in_one_of_two_ways(text: str) -> None:
    read = attempt(text)
    match read:
        case NotationError():
            assert (read.text, 0 <= read.at <= len(text)) == (text, True)
            assert read.expected
        case IllegalPosition():
            assert read.text == text
            assert read.reason
        case Position():
            assert write_position(read) == text


@given(st.data())
def test_changed_text_is_a_position_or_refused_in_one_of_two_ways(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(MIDDLE) - 1))
    changed = MIDDLE[:at] + data.draw(st.sampled_from("KCkc123456/ og,0789x")) + MIDDLE[at + 1 :]
    read = attempt(changed)
    assert not isinstance(read, Position) or write_position(read) == changed


def attempt(text: str) -> Position | NotationError | IllegalPosition:
    try:
        return read_position(text)
    except (NotationError, IllegalPosition) as refusal:
        return refusal
