"""Turns and squares as text: what may be left out, and what is said about the rest."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game import (
    EVERY_SQUARE,
    Kind,
    NotationError,
    Placement,
    Turn,
    column_of,
    name_of,
    play,
    read_square,
    read_turn,
    row_of,
    square_named,
    write_turn,
)
from tests.game.drawing import played, position, square, squares

Read = TypeVar("Read")

CHOICE = """
    ......
    ......
    KK.KK.
    ......
    ......
    ......
"""


def test_squares_are_named_by_column_from_the_left_and_row_from_the_top() -> None:
    corners = [name_of(EVERY_SQUARE[at]) for at in (0, 5, 30, 35)]
    assert corners == ["a1", "f1", "a6", "f6"]
    assert [name_of(at) for at in EVERY_SQUARE[:7]] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2"]
    assert (column_of(square("c5")), row_of(square("c5"))) == (2, 4)
    assert all(square_named(name_of(at)) == at for at in EVERY_SQUARE)
    with pytest.raises(KeyError):
        square_named("g1")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Kc3", Turn(Placement(Kind.KITTEN, square("c3")))),
        ("Cf6", Turn(Placement(Kind.CAT, square("f6")))),
        ("Kc3=b2c3d4", Turn(Placement(Kind.KITTEN, square("c3")), squares("b2c3d4"))),
        ("Kf6=a1", Turn(Placement(Kind.KITTEN, square("f6")), squares("a1"))),
        ("Ca1#", Turn(Placement(Kind.CAT, square("a1")), wins=True)),
    ],
)
def test_canonical_turn_reads_and_writes(text: str, turn: Turn) -> None:
    assert read_turn(text) == turn
    assert write_turn(turn) == text


@pytest.mark.parametrize("text", ["kc3=d4b2c3", "KC3=C3D4B2", "kC3=b2D4c3"])
def test_letters_may_be_small_or_capital_and_squares_in_any_order(text: str) -> None:
    assert write_turn(read_turn(text)) == "Kc3=b2c3d4"


def test_only_option_may_be_left_out_and_is_written() -> None:
    before = position("""
        ......
        ......
        .C.C..
        ......
        ......
        ......
    """)
    assert write_turn(played(before, "kc3").turn) == "Kc3=b3c3d3"


def test_sign_of_a_win_may_be_left_out_and_is_written() -> None:
    before = position(
        """
        CC....
        ......
        ......
        ......
        ......
        ......
        """,
        orange_cats=1,
    )
    assert write_turn(played(before, "cc1").turn) == "Cc1#"
    assert played(before, "Cc1") == played(before, "Cc1#")


def test_choice_is_the_same_in_any_order() -> None:
    before = position(CHOICE)
    step = played(before, "Kc3=d3b3c3")
    assert write_turn(step.turn) == "Kc3=b3c3d3"
    assert play(before, step.turn) == step


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a piece, K or C"),
        ("c", 1, "a column, a to f"),
        ("Xc3", 0, "a piece, K or C"),
        (" Kc3", 0, "a piece, K or C"),
        ("K", 1, "a column, a to f"),
        ("Kg3", 1, "a column, a to f"),
        ("K3c", 1, "a column, a to f"),
        ("Kc", 2, "a row, 1 to 6"),
        ("Kc7", 2, "a row, 1 to 6"),
        ("Kc٣", 2, "a row, 1 to 6"),
        ("Kc3x", 3, "'=', '#' or the end"),
        ("Kc3 ", 3, "'=', '#' or the end"),
        ("Kc3=", 4, "a column, a to f"),
        ("Kc3=#", 4, "a column, a to f"),
        ("Kc3=b", 5, "a row, 1 to 6"),
        ("Kc3=b2c", 7, "a row, 1 to 6"),
        ("Kc3=b2,c3", 6, "a column, a to f, '#' or the end"),
        ("Kc3=b2=", 6, "a column, a to f, '#' or the end"),
        ("Kc3=b2c3b2", 8, "a square that is not named yet"),
        ("Kc3##", 4, "the end"),
        ("Kc3#=b2", 4, "the end"),
        ("b2>Kc3", 0, "a piece, K or C"),
        ("Kc3~cd+", 3, "'=', '#' or the end"),
    ],
)
def test_error_names_the_character_and_what_was_expected(text: str, at: int, expected: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_turn(text)
    assert refused.value.text == text
    assert (refused.value.at, refused.value.expected) == (at, expected)


@pytest.mark.parametrize("text", ["c3", "C3", "3c", "3C", "  c3 ", "\t3C\n"])
def test_square_is_read_as_people_type_it(text: str) -> None:
    assert read_square(text) == square("c3")


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a column, a to f"),
        ("  ", 2, "a column, a to f"),
        ("g3", 0, "a column, a to f"),
        ("  g3", 2, "a column, a to f"),
        ("c", 1, "a row, 1 to 6"),
        ("c7", 1, "a row, 1 to 6"),
        (" c7 ", 2, "a row, 1 to 6"),
        ("3", 1, "a column, a to f"),
        ("3g", 1, "a column, a to f"),
        (" 33", 2, "a column, a to f"),
        ("c33", 2, "the end"),
        ("3cc", 2, "the end"),
        (" c 3", 2, "a row, 1 to 6"),
    ],
)
def test_error_in_a_square_names_the_character_as_it_was_typed(
    text: str, at: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        read_square(text)
    assert refused.value.text == text
    assert (refused.value.at, refused.value.expected) == (at, expected)


@given(st.sampled_from(["Kc3=b2c3d4", "Cf6#", "kf6=A1", "Kc3"]), st.data())
def test_wrong_character_is_the_one_that_is_named(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    wrong = data.draw(st.sampled_from("xG70?é\n"))
    with pytest.raises(NotationError) as refused:
        read_turn(text[:at] + wrong + text[at:])
    assert refused.value.at == at


TYPED = st.text(alphabet="KCkcabcdefABCF123456=#~>+ ", max_size=12) | st.text(max_size=12)


@given(TYPED)
@example("İ")
@example("KİI3")
@example("K\ud800")
def test_any_text_is_a_turn_or_a_notation_error(text: str) -> None:
    read = attempt(read_turn, text)
    if isinstance(read, NotationError):
        assert points_into(read, text)
    else:
        assert read_turn(write_turn(read)) == read


@given(TYPED)
@example("İ")
@example(" İ3")
def test_any_text_is_a_square_or_a_notation_error(text: str) -> None:
    read = attempt(read_square, text)
    if isinstance(read, NotationError):
        assert points_into(read, text)
    else:
        assert sorted(text.strip().lower()) == sorted(name_of(read))


def attempt(read: Callable[[str], Read], text: str) -> Read | NotationError:
    try:
        return read(text)
    except NotationError as error:
        return error


def points_into(error: NotationError, text: str) -> bool:
    return error.text == text and 0 <= error.at <= len(text) and error.expected != ""
