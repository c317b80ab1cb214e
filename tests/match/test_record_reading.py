"""Errors in a record's text are precise: line, character, and what was expected."""

import re
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.game import AmbiguousTurn, GameRefusal, NoSuchOption, NotAWin, NotInPool, Seat, SquareTaken
from bot.match.match import EndReason, Outcome
from bot.match.record import Record, breaks_a_line, write_record
from bot.match.record_reader import (
    RecordContradicted,
    RecordRefusal,
    RecordTurnRefused,
    RecordTurnTooMany,
    RecordUnreadable,
    RulesetUnknown,
    read_record,
)
from bot.text import translate
from tests.kit.matches import SEAM, shuttle_turns
from tests.kit.records import ANY_TIME, record, records
from tests.kit.thoroughness import quick_or_thorough

RESIGNED = write_record(
    record("Kc3", "Kd4", "Ka1", outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
)
"""Eight headers, an empty line, and three turns in lines 10 and 11."""

GOES_ON = write_record(record("Kc3", "Kd4", "Ka1"))
REPEATED = write_record(record(*shuttle_turns(9)))


def with_change(text: str, old: str, new: str) -> str:
    """Return the text with one part changed."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {text}"
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "line", "at", "found", "expected"),
    [
        ('[Event "', '[Site "', 1, 1, "S", '[Event "…"]'),
        ("[Event", "[event", 1, 1, "e", '[Event "…"]'),
        ('[Event "Match #12"]\n', "", 1, 1, "D", '[Event "…"]'),
        ('[Event "M', "[Event M", 1, 7, "M", '[Event "…"]'),
        ('[Event "', '[Event x"', 1, 7, "x", '[Event "…"]'),
        ('#12"]', "#12]", 1, 18, "", "'\"', which ends the text"),
        ('#12"]', '#12"', 1, 18, "", "']'"),
        ('#12"]', '#12"] x', 1, 20, "x", '[Date "…"]'),
        ("Match", "Ma\\tch", 1, 11, "t", "'\"' or a backslash after a backslash"),
        ("Match", "Ma\x00ch", 1, 10, "\x00", "a character that can stand in a line"),
        ("2026-08-14", "2026-02-30", 2, 7, "2026-02-30", "a day such as 2026-08-14"),
        ("2026-08-14", "today", 2, 7, "today", "a day such as 2026-08-14"),
        ('[Gray "Bob"]\n', "", 4, 1, "R", '[Gray "…"]'),
        (
            *("classic 1", "classic", 5, 10, "classic"),
            "a ruleset and the version of its rules, such as classic 1",
        ),
        ('0-1"]', '2-1"]', 7, 9, "2-1", "1-0, 0-1, 1/2-1/2 or *"),
        (
            *('"resignation"', '"line of three"', 8, 6, "line of three"),
            "line, full bed, resignation, time, left or forfeit, since the result is 0-1",
        ),
        (
            *('"resignation"', '"dead"', 8, 6, "dead"),
            "line, full bed, resignation, time, left or forfeit, since the result is 0-1",
        ),
        ('[Why "resignation"]\n', "", 9, 0, "1", '[Why "…"]'),
        ("1. Kc3", "1 Kc3", 10, 0, "1", "'1.' or the result, 0-1"),
        ("1. Kc3", "Kc3", 10, 0, "Kc3", "'1.' or the result, 0-1"),
        ("1. Kc3", "1.Kz3", 10, 3, "z", "a column, a to f"),
        ("1. Kc3", "2.Kc3", 10, 0, "2.", "'1.' or the result, 0-1"),
        ("2. Kd4", "1... Kd4", 10, 7, "1...", "'2.' or the result, 0-1"),
        ("3. Ka1", "4. Ka1", 11, 0, "4.", "'3.' or the result, 0-1"),
        ("3. Ka1", "3. ", 12, 0, "0", "a piece, K or C"),
        ("Kd4", "Kg4", 10, 11, "g", "a column, a to f"),
        ("Kd4", "Kd", 10, 12, "", "a row, 1 to 6"),
        ("Kd4", "Kd4!", 10, 13, "!", "'=', '~', '#' or the end"),
        ("0-1\n", "", 12, 0, "", "'4.' or the result, 0-1"),
        ("\n0-1\n", "\n1-0\n", 12, 0, "1-0", "'4.' or the result, 0-1"),
        ("\n0-1\n", "\n0-1 *\n", 12, 4, "*", "the end after the result"),
        ("\n0-1\n", "\n0-1\n\n4. Ka6\n", 14, 0, "4.", "the end after the result"),
    ],
)
def test_an_unreadable_record_is_refused_by_line_and_character(
    old: str, new: str, line: int, at: int, found: str, expected: str
) -> None:
    with pytest.raises(RecordUnreadable) as caught:
        read_record(with_change(RESIGNED, old, new))
    error = caught.value
    assert (error.line, error.at, error.found) == (line, at, found)
    assert translate(error.expected) == expected


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\r\n"])
def test_an_empty_record_lacks_its_first_header(text: str) -> None:
    with pytest.raises(RecordUnreadable) as caught:
        read_record(text)
    assert (caught.value.found, translate(caught.value.expected)) == ("", '[Event "…"]')


def test_a_record_that_breaks_off_in_its_headers_lacks_the_next() -> None:
    for count in range(1, 8):
        text = "".join(RESIGNED.splitlines(keepends=True)[:count])
        with pytest.raises(RecordUnreadable) as caught:
            read_record(text)
        assert (caught.value.line, caught.value.found) == (count + 1, "")


def test_a_reason_for_no_result_can_only_be_that_it_was_aborted() -> None:
    text = with_change(GOES_ON, '[Result "*"]\n', '[Result "*"]\n[Why "time"]\n')
    with pytest.raises(RecordUnreadable) as caught:
        read_record(text)
    assert translate(caught.value.expected) == (
        "aborted, called off, both left, ended by a moderator, bot gone or both forfeit, "
        "since the result is *"
    )


@pytest.mark.parametrize("named", ["chess 1", "classic 2", "seam 0", "classic 01"])
def test_an_unknown_ruleset_is_named_beside_those_that_are_known(named: str) -> None:
    with pytest.raises(RulesetUnknown) as caught:
        read_record(with_change(RESIGNED, "classic 1", named))
    assert (caught.value.line, caught.value.named) == (5, named)
    assert caught.value.known == ("classic 1", "rows 1", "junior 1", "seam 1", "scarce 1")


@pytest.mark.parametrize(
    ("old", "new", "line", "ply", "refused"),
    [
        ("1. Kc3", "1. Cc3", 10, 1, NotInPool),
        ("2. Kd4", "2. Kc3", 10, 2, SquareTaken),
        ("3. Ka1", "3. Ka1=a1b2c3", 11, 3, NoSuchOption),
        ("3. Ka1", "3. Ka1#", 11, 3, NotAWin),
    ],
)
def test_an_illegal_turn_is_refused_by_its_number_and_its_line(
    old: str, new: str, line: int, ply: int, refused: type[GameRefusal]
) -> None:
    with pytest.raises(RecordTurnRefused) as caught:
        read_record(with_change(RESIGNED, old, new))
    error = caught.value
    assert (error.line, error.ply, error.text) == (line, ply, new.split()[1])
    assert isinstance(error.refusal, refused)


def test_a_turn_that_leaves_a_choice_open_is_refused() -> None:
    turns = ("Kc2", "Kb1", "Kb4", "Ka5", "Kd4", "Ke1", "Ka1=b2c3d4")
    text = write_record(record(*turns))
    with pytest.raises(RecordTurnRefused) as caught:
        read_record(with_change(text, "Ka1=b2c3d4", "Ka1"))
    assert caught.value.ply == 7
    assert isinstance(caught.value.refusal, AmbiguousTurn)


def test_no_turn_comes_after_the_one_that_ended_the_match() -> None:
    text = with_change(REPEATED, "9. Ka2\n", "9. Ka2 10. Kb1\n")
    with pytest.raises(RecordTurnTooMany) as caught:
        read_record(text)
    error = caught.value
    assert (error.line, error.ply, error.text) == (14, 10, "Kb1")
    assert error.outcome == Outcome(EndReason.FIVEFOLD, None)


@pytest.mark.parametrize(
    ("turns", "claimed"),
    [
        (9, Outcome(EndReason.RESIGNATION, Seat.ORANGE)),
        (9, Outcome(EndReason.REPETITION, None)),
        (9, Outcome(EndReason.ABORTED, None)),
        (8, Outcome(EndReason.FIVEFOLD, None)),
        (8, Outcome(EndReason.LINE, Seat.ORANGE)),
        (8, Outcome(EndReason.FULL_BED, Seat.GRAY)),
        (8, Outcome(EndReason.MOST_TURNS, None)),
        (8, Outcome(EndReason.DEAD, None)),
        (4, Outcome(EndReason.REPETITION, None)),
        (0, Outcome(EndReason.REPETITION, None)),
    ],
)
def test_a_result_that_the_turns_do_not_lead_to_is_refused(turns: int, claimed: Outcome) -> None:
    text = write_record(record(*shuttle_turns(turns), outcome=claimed))
    with pytest.raises(RecordContradicted) as caught:
        read_record(text)
    error = caught.value
    assert (error.line, error.written) == (7, claimed)
    assert error.found == (Outcome(EndReason.FIVEFOLD, None) if turns == 9 else None)


def test_a_match_that_has_ended_cannot_go_on() -> None:
    text = with_change(REPEATED, '"1/2-1/2"]\n[Why "fivefold repetition"]', '"*"]')
    with pytest.raises(RecordContradicted) as caught:
        read_record(with_change(text, "\n1/2-1/2\n", "\n*\n"))
    assert (caught.value.written, caught.value.found) == (None, Outcome(EndReason.FIVEFOLD, None))


@given(records(), st.data())
@settings(ANY_TIME, max_examples=quick_or_thorough(40, 300))
def test_a_record_with_a_changed_character_is_read_or_refused(
    any_record: Record, data: st.DataObject
) -> None:
    text = write_record(any_record)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(
        st.sampled_from(['"', "\\", "[", "]", "", " ", "\n", "\r", "1", "K", "é", "\0"])
    )
    expect_read_or_refused(text[:at] + new + text[at + 1 :])


@given(st.text())
@settings(deadline=None)
@example('[Event "')
@example('[Event "\\')
@example("[Event")
def test_any_text_is_read_or_refused(text: str) -> None:
    expect_read_or_refused(text)


def expect_read_or_refused(text: str) -> None:
    """Check that an error names an existing line and a place in it."""
    refusal = None
    try:
        read_record(text)
    except RecordRefusal as refused:
        refusal = refused
    lines = re.split("\r\n|[\n\r\x85\u2028\u2029]", text)
    assert refusal is None or 1 <= refusal.line <= len(lines)
    if isinstance(refusal, RecordUnreadable):
        assert 0 <= refusal.at <= len(lines[refusal.line - 1])
        assert refusal.expected


def test_a_seam_piece_that_is_not_in_hand_is_refused_with_its_turn() -> None:
    text = write_record(record("Kc3~cd+", "Kd4~ab-", "Ka1", ruleset=SEAM))
    with pytest.raises(RecordTurnRefused) as caught:
        read_record(with_change(text, "3. Ka1", "3. Ka1~ab+"))
    assert caught.value.ply == 3


def test_a_long_header_is_not_read_character_by_character() -> None:
    calls = 0

    def count(_frame: object, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        with pytest.raises(RecordUnreadable) as caught:
            read_record('[Event "' + "x" * (1 << 16))
    finally:
        sys.setprofile(None)
    assert (caught.value.at, caught.value.found) == (8 + (1 << 16), "")
    assert calls < 1_000


@pytest.mark.parametrize("codes", [range(0x3000), range(0xD7F0, 0xE010), range(0x1F600, 0x1F700)])
def test_a_header_takes_every_character_that_can_stand_in_a_line(codes: range) -> None:
    for code in codes:
        character = chr(code)
        if character in '"\\\n':
            continue
        with pytest.raises(RecordUnreadable) as caught:
            read_record(f'[Event "{character}"]')
        # A permitted character is skipped, and the next header is reported as missing.
        is_taken = translate(caught.value.expected) == '[Date "…"]'
        assert is_taken is not breaks_a_line(character), hex(code)
