"""Positions as one line of text, and the errors about other lines."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game import (
    CLASSIC,
    ENTRIES,
    RULESETS,
    SEAM,
    Entry,
    IllegalPosition,
    NotationError,
    Pool,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    read_position,
    write_position,
)
from bot.text import translate
from tests.kit.drawing import draw, rows

START = "6/6/6/6/6/6 o 8,0 8,0"
MIDDLE = "K5/1C4/2k3/6/4cK/k1C2K g 1,2 3,2"


def test_a_position_is_written_row_by_row_with_the_pools_of_orange_and_gray() -> None:
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
        ("6/6/6/6/6/6 ", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 w 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 O 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6  o 8,0 8,0", 12, "the side to move, o or g"),
        ("6/6/6/6/6/6 og 8,0 8,0", 13, "a space and orange's hand"),
        ("6/6/6/6/6/6 o x 8,0", 14, "a number of kittens"),
        ("6/6/6/6/6/6 o 8 8,0", 15, "a comma and a number of cats"),
        ("6/6/6/6/6/6 o 08,0 8,0", 15, "a comma and a number of cats"),
        ("6/6/6/6/6/6 o 8, 8,0", 16, "a number of cats"),
        ("6/6/6/6/6/6 o 8,-1 8,0", 16, "a number of cats"),
        ("6/6/6/6/6/6 o 8,0 ٨,0", 18, "a number of kittens"),
        ("6/6/6/6/6/6 o 8,00 8,0", 17, "a space and gray's hand"),
        ("6/6/6/6/6/6 o 8,0 8,0x", 21, "the end after gray's hand"),
    ],
)
def test_an_error_names_the_character_and_what_was_expected(
    text: str, at: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        read_position(text)
    assert refused.value.text == text
    assert (refused.value.at, translate(refused.value.expected)) == (at, expected)


@pytest.mark.parametrize(
    ("seams", "at", "expected"),
    [
        ("x -", 0, "a seam piece, '-' or an entry such as cd+ and a number"),
        ("+ -", 0, "a seam piece, '-' or an entry such as cd+ and a number"),
        ("fg+0 -", 0, "a seam piece, '-' or an entry such as cd+ and a number"),
        ("CD+0 -", 0, "a seam piece, '-' or an entry such as cd+ and a number"),
        ("67+0 -", 0, "a seam piece, '-' or an entry such as cd+ and a number"),
        ("c", 1, "'d'"),
        ("ce+0 -", 1, "'d'"),
        ("- 21-0", 3, "'3'"),
        ("cd", 2, "'+' or '-'"),
        ("cd0 -", 2, "'+' or '-'"),
        ("cd+", 3, "the number of steps of the seam piece, 0 to 5"),
        ("cd+- -", 3, "the number of steps of the seam piece, 0 to 5"),
        ("cd+00 -", 4, "a space and gray's seam piece"),
        ("-0 -", 1, "a space and gray's seam piece"),
        ("- -0", 3, "the end after gray's seam piece"),
        ("- cd+4+", 6, "the end after gray's seam piece"),
    ],
)
def test_an_error_in_a_seam_names_the_character_and_what_was_expected(
    seams: str, at: int, expected: str
) -> None:
    text = f"{START} {seams}"
    with pytest.raises(NotationError) as refused:
        read_position(text, SEAM)
    assert refused.value.text == text
    assert (refused.value.at, translate(refused.value.expected)) == (len(START) + 1 + at, expected)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_seam_piece_is_written_and_read_at_each_of_its_steps(entry: Entry) -> None:
    for advanced in range(6):
        text = f"{START} {entry.name}{advanced} -"
        read = read_position(text, SEAM)
        assert (read.orange_seam, read.gray_seam) == (SeamPiece(entry, advanced), None)
        assert write_position(read) == text
        other = f"{START} ab+0 {entry.name}{advanced}"
        assert read_position(other, SEAM).gray_seam == SeamPiece(entry, advanced)
        assert write_position(read_position(other, SEAM)) == other


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_start_of_each_ruleset_is_written_and_read(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    seams = " - -" if ruleset is SEAM else ""
    assert write_position(start) == START + seams
    assert read_position(START + seams, ruleset) == start


SEAMS = f"{MIDDLE} cd+4 12-0"
SAMPLES = [(START, CLASSIC), (MIDDLE, CLASSIC), (SEAMS, SEAM), (f"{START} - ef-5", SEAM)]


@given(st.sampled_from(SAMPLES), st.data())
def test_the_error_names_the_wrong_character(
    sample: tuple[str, Ruleset], data: st.DataObject
) -> None:
    text, ruleset = sample
    at = data.draw(st.integers(0, len(text)))
    wrong = data.draw(st.sampled_from("xX?é\n"))
    with pytest.raises(NotationError) as refused:
        read_position(text[:at] + wrong + text[at:], ruleset)
    assert refused.value.at == at


@given(st.sampled_from(SAMPLES), st.data())
def test_a_truncated_text_is_refused_at_its_end_or_for_the_missing_part(
    sample: tuple[str, Ruleset], data: st.DataObject
) -> None:
    text, ruleset = sample
    at = data.draw(st.integers(0, len(text) - 1))
    refusal = attempt(text[:at], ruleset)
    bed_ends = text.index(" ")
    if text[at] == " " and at >= bed_ends:
        assert isinstance(refusal, IllegalPosition)
        assert translate(refusal.reason).endswith("is missing")
    else:
        assert isinstance(refusal, NotationError)
        assert refusal.at == at


ANY_TEXT = st.text(alphabet="KCkc123456/ og,80-+abdef", max_size=40) | st.text(max_size=40)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@given(text=ANY_TEXT)
@example(text="6/6/6/6/6/6 o 8,0 8,0\n")
@example(text="²/6/6/6/6/6 o 8,0 8,0")
@example(text="6/6/6/6/6/6 o 8,0 8,0 cd+² -")
def test_any_text_is_a_position_or_refused_in_one_of_two_ways(text: str, ruleset: Ruleset) -> None:
    judge(text, ruleset)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@given(data=st.data())
def test_changed_text_is_a_position_or_refused_in_one_of_two_ways(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    text = SEAMS if ruleset.seams else MIDDLE
    at = data.draw(st.integers(0, len(text) - 1))
    judge(
        text[:at] + data.draw(st.sampled_from("KCkc123456/ og,0789x+-d")) + text[at + 1 :], ruleset
    )


def judge(text: str, ruleset: Ruleset) -> None:
    """Check that a text is either canonical or refused for its own reason."""
    read = attempt(text, ruleset)
    match read:
        case NotationError():
            assert (read.text, 0 <= read.at <= len(text)) == (text, True)
            assert read.expected
        case IllegalPosition():
            assert read.text == text
            assert read.reason
        case Position():
            assert write_position(read) == text
            assert read.ruleset == ruleset


def attempt(text: str, ruleset: Ruleset) -> Position | NotationError | IllegalPosition:
    try:
        return read_position(text, ruleset)
    except (NotationError, IllegalPosition) as refusal:
        return refusal
