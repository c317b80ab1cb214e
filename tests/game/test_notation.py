"""Turns and squares as text: the optional parts, and the errors about other texts."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    Entry,
    Kind,
    NotationError,
    Placement,
    Turn,
    column_of,
    entry_named,
    name_of,
    read_square,
    read_turn,
    row_of,
    square_named,
    write_turn,
)
from bot.text import translate
from tests.kit.drawing import square, squares
from tests.kit.thoroughness import quick_or_thorough

Read = TypeVar("Read")


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
        ("b2>Cc3", Turn(Placement(Kind.CAT, square("c3")), recall=square("b2"))),
        ("b2>Cb2", Turn(Placement(Kind.CAT, square("b2")), recall=square("b2"))),
        (
            "b2>Cc3=c3d3e3f3",
            Turn(Placement(Kind.CAT, square("c3")), squares("c3d3e3f3"), recall=square("b2")),
        ),
        ("b2>Cc3#", Turn(Placement(Kind.CAT, square("c3")), wins=True, recall=square("b2"))),
        ("Kc3~cd+", Turn(Placement(Kind.KITTEN, square("c3")), seam=entry_named("cd+"))),
        ("Kc3~56-", Turn(Placement(Kind.KITTEN, square("c3")), seam=entry_named("56-"))),
        (
            "Kc3=b2c3d4~ab-",
            Turn(Placement(Kind.KITTEN, square("c3")), squares("b2c3d4"), seam=entry_named("ab-")),
        ),
    ],
)
def test_a_canonical_turn_reads_and_writes(text: str, turn: Turn) -> None:
    assert read_turn(text) == turn
    assert write_turn(turn) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("kc3=d4b2c3", "Kc3=b2c3d4"),
        ("KC3=C3D4B2", "Kc3=b2c3d4"),
        ("kC3=b2D4c3", "Kc3=b2c3d4"),
        ("B2>cC3", "b2>Cc3"),
        ("kc3~CD+", "Kc3~cd+"),
        ("KC3=D4C3B2~cD-", "Kc3=b2c3d4~cd-"),
    ],
)
def test_letters_may_be_small_or_capital_and_squares_in_any_order(text: str, written: str) -> None:
    assert write_turn(read_turn(text)) == written


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_each_of_the_twenty_entries_is_written_and_read(entry: Entry) -> None:
    turn = Turn(Placement(Kind.KITTEN, square("c3")), seam=entry)
    assert write_turn(turn) == f"Kc3~{entry.name}"
    assert read_turn(f"Kc3~{entry.name}") == turn


def test_entries_are_named_with_the_end_they_are_entered_from() -> None:
    names = {entry.name for entry in ENTRIES}
    gaps = ("ab", "bc", "cd", "de", "ef", "12", "23", "34", "45", "56")
    assert names == {gap + sign for gap in gaps for sign in "+-"}
    assert len(ENTRIES) == 20
    first = {name: entry_named(name).squares_at(0) for name in ("cd+", "cd-", "34+", "34-")}
    assert first == {
        "cd+": squares("c1d1"),
        "cd-": squares("c6d6"),
        "34+": squares("a3a4"),
        "34-": squares("f3f4"),
    }
    with pytest.raises(KeyError):
        entry_named("dc+")


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
        ("Kc3x", 3, "'=', '~', '#' or the end"),
        ("Kc3 ", 3, "'=', '~', '#' or the end"),
        ("Kc3=", 4, "a column, a to f"),
        ("Kc3=#", 4, "a column, a to f"),
        ("Kc3=b", 5, "a row, 1 to 6"),
        ("Kc3=b2c", 7, "a row, 1 to 6"),
        ("Kc3=b2,c3", 6, "a column, a to f, '~', '#' or the end"),
        ("Kc3=b2=", 6, "a column, a to f, '~', '#' or the end"),
        ("Kc3=b2c3b2", 8, "a square that is not named yet"),
        ("Kc3##", 4, "the end"),
        ("Kc3#=b2", 4, "the end"),
        ("b2Kc3", 0, "a piece, K or C"),
        (">Kc3", 0, "a column, a to f"),
        ("b>Kc3", 1, "a row, 1 to 6"),
        ("Kb2>Kc3", 0, "a column, a to f"),
        ("b2 >Kc3", 2, "'>' after the recalled square"),
        ("b2c3>Kc3", 2, "'>' after the recalled square"),
        ("b2>", 3, "a piece, K or C"),
        ("b2>c3", 4, "a column, a to f"),
        ("b2>>Kc3", 3, "a piece, K or C"),
        ("b2>Kc3>", 6, "'=', '~', '#' or the end"),
        ("Kc3>b2", 0, "a column, a to f"),
        ("Kc3~", 4, "a seam, ab to ef or 12 to 56"),
        ("Kc3~+", 4, "a seam, ab to ef or 12 to 56"),
        ("Kc3~fg+", 4, "a seam, ab to ef or 12 to 56"),
        ("Kc3~67+", 4, "a seam, ab to ef or 12 to 56"),
        ("Kc3~01+", 4, "a seam, ab to ef or 12 to 56"),
        ("Kc3~ce+", 5, "d, beside c"),
        ("Kc3~dc+", 5, "e, beside d"),
        ("Kc3~c4+", 5, "d, beside c"),
        ("Kc3~2", 5, "3, beside 2"),
        ("Kc3~21-", 5, "3, beside 2"),
        ("Kc3~cd", 6, "'+' or '-', the end at which the seam is entered"),
        ("Kc3~cd0", 6, "'+' or '-', the end at which the seam is entered"),
        ("Kc3~cd+~de+", 7, "'#' or the end"),
        ("Kc3~cd+=b2", 7, "'#' or the end"),
        ("Kc3~cd+4", 7, "'#' or the end"),
        ("Kc3#~cd+", 4, "the end"),
    ],
)
def test_an_error_names_the_character_and_what_was_expected(
    text: str, at: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        read_turn(text)
    assert refused.value.text == text
    assert (refused.value.at, translate(refused.value.expected)) == (at, expected)


@pytest.mark.parametrize("text", ["c3", "C3", "3c", "3C", "  c3 ", "\t3C\n"])
def test_a_square_is_read_as_people_type_it(text: str) -> None:
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
def test_an_error_in_a_square_names_the_character_as_it_was_typed(
    text: str, at: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        read_square(text)
    assert refused.value.text == text
    assert (refused.value.at, translate(refused.value.expected)) == (at, expected)


SAMPLES = ["Kc3=b2c3d4", "Cf6#", "kf6=A1", "Kc3", "b2>Cc3", "Kc3=b2c3d4~cd+", "Kc3~34-"]


@given(st.sampled_from(SAMPLES), st.data())
def test_the_error_names_the_wrong_character(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    wrong = data.draw(st.sampled_from("xG70?é\n"))
    with pytest.raises(NotationError) as refused:
        read_turn(text[:at] + wrong + text[at:])
    assert refused.value.at == at


TYPED = st.text(alphabet="KCkcabcdefABCF123456=#~>+ ", max_size=12) | st.text(max_size=12)


@pytest.mark.long
@settings(max_examples=quick_or_thorough(10, 100))
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
    return error.text == text and 0 <= error.at <= len(text) and translate(error.expected) != ""
