"""The record of a match as text: there is one way to write it, and it reads back unchanged."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import RULESETS, Position, Seat, land, write_position, write_turn
from bot.match.match import EndReason, Outcome
from bot.match.record import Record, Result, result_of, results_of, write_record
from bot.match.record_reader import read_record
from tests.kit.matches import SCARCE, SEAM, SEAM_ROUND, shuttle_turns
from tests.kit.records import ANY_TIME, record, records
from tests.kit.thoroughness import quick_or_thorough

WON = ("Ke6", "Kc3", "Kc5", "Kf6", "Kb4=b4c5d6")


def test_a_record_has_this_format() -> None:
    text = write_record(
        record("Kc3", "Kd4", "Ka1", outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
    )
    assert text == (
        '[Event "Match #12"]\n'
        '[Date "2026-08-14"]\n'
        '[Orange "Ada"]\n'
        '[Gray "Bob"]\n'
        '[Ruleset "classic 1"]\n'
        '[Terms "3 days per move"]\n'
        '[Result "0-1"]\n'
        '[Why "resignation"]\n'
        "\n"
        "1. Kc3 2. Kd4\n"
        "3. Ka1\n"
        "0-1\n"
    )


def test_a_match_that_goes_on_has_no_reason_and_a_star() -> None:
    text = write_record(record())
    assert text.endswith('[Result "*"]\n\n*\n')
    assert "Why" not in text
    assert read_record(text) == record()


def test_an_aborted_match_has_a_reason_and_a_star() -> None:
    aborted = record("Kc3", outcome=Outcome(EndReason.ABORTED, None))
    text = write_record(aborted)
    assert '[Result "*"]\n[Why "aborted"]\n' in text
    assert read_record(text) == aborted


def test_two_kittens_on_an_edge_end_in_an_automatic_draw() -> None:
    drawn = record(*shuttle_turns(9))
    assert drawn.outcome == Outcome(EndReason.FIVEFOLD, None)
    text = write_record(drawn)
    assert '[Result "1/2-1/2"]\n[Why "fivefold repetition"]\n\n1. Ka2 2. Kb1\n' in text
    assert text.endswith("\n9. Ka2\n1/2-1/2\n")
    assert read_record(text) == drawn


@pytest.mark.parametrize("turns", [5, 6, 7, 8])
def test_a_claimed_draw_is_read_where_it_could_be_claimed(turns: int) -> None:
    drawn = record(*shuttle_turns(turns), outcome=Outcome(EndReason.REPETITION, None))
    assert read_record(write_record(drawn)) == drawn


def test_every_part_of_a_turn_is_in_a_record() -> None:
    laid = record(*SEAM_ROUND, ruleset=SEAM)
    text = write_record(laid)
    assert "1. Ka6~ab- 2. Kb6~ef-\n" in text
    assert read_record(text) == laid
    assert [write_position(step.after) for step in laid.steps()][-1] == write_position(
        Position.start(SEAM)
    )


def test_turns_are_written_in_full_even_if_parts_were_omitted_when_read() -> None:
    full = record(*WON)
    text = write_record(full)
    assert "5. Kb4=b4c5d6\n" in text
    assert read_record(text.replace("=b4c5d6", "").replace("Kc3", "kC3")) == full


def test_a_record_may_have_other_whitespace_and_line_ends() -> None:
    full = record(*WON)
    text = write_record(full)
    for other in (
        text.replace("\n", "\r\n"),
        text.replace("\n\n", "\n\n \t\n"),
        "\n" + text + "\n \n",
        text.replace("]\n", "] \t\n"),
        text.replace("1. Ke6 2.", "1.\n\tKe6\n\n 2."),
        text.removesuffix("\n"),
        text.replace("\n", "\r"),
        text.replace("\n[", "\n\t ["),
        text.replace("1. Ke6", "1.Ke6"),
        text.replace('t "classic 1', 't\u00a0"classic\u00a01').replace(". ", ".\u00a0"),
        text.replace("\n[", "["),
        "\ufeff" + text,
    ):
        assert read_record(other) == full


ENDS = st.sampled_from(["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\n\n", "\n \t\n"])
SPACES = st.text(st.sampled_from(" \t\u00a0\u3000\u202f\u2003\v\f\u200b\ufeff"), max_size=3)


@pytest.mark.long
@given(records(), st.data())
@settings(ANY_TIME, max_examples=quick_or_thorough(15, 400))
def test_a_record_is_read_with_any_spaces_and_line_ends(full: Record, data: st.DataObject) -> None:
    """It is rewritten with different spaces wherever docs/record.md allows them."""

    def spaces() -> str:
        return data.draw(SPACES)

    def gap() -> str:
        return data.draw(ENDS) + spaces() if data.draw(st.booleans()) else spaces() + " " + spaces()

    headers, played = write_record(full).split("]\n\n")
    parts = [spaces()]
    for header in (headers + "]").split("\n"):
        name, text = header[1:-1].split(" ", 1)
        parts += ["[", spaces(), name, spaces(), text, spaces(), "]", spaces() + data.draw(ENDS)]
    for each in played.split():
        is_turn = each[-1] != "." and each != full.result.value
        written = data.draw(st.sampled_from([each, each.lower(), each.replace("#", "")]))
        # A number may stand directly before its turn.
        between = data.draw(st.sampled_from(["", gap()])) if each[-1] == "." else gap()
        parts += [written if is_turn else each, between]
    assert read_record("".join(parts)) == full


@given(records())
@settings(ANY_TIME, max_examples=quick_or_thorough(20, 200))
def test_omitted_parts_of_turns_are_restored(full: Record) -> None:
    """The optional parts are `#`, and the squares after `=` if there is only one option."""
    headers, _ = write_record(full).split("]\n\n")
    turns = list[str]()
    for ply, step in enumerate(full.steps(), 1):
        options = land(step.before, step.turn.placement, step.turn.recall).options
        leaves = step.turn.leaves if len(options) > 1 else ()
        turns.append(f"{ply}. {write_turn(replace(step.turn, leaves=leaves, wins=False))}")
    text = f"{headers}]\n\n{' '.join(turns)} {full.result.value}"
    assert read_record(text) == full


@pytest.mark.parametrize(
    "name", ['"', "\\", '\\"', 'a"]', "]", "[", "", " ", "Zoë 🐈‍⬛", "‮eert", "{}%s", "1-0", "\\\\n"]
)
def test_any_name_is_read_as_it_was_written(name: str) -> None:
    named = replace(record("Kc3"), orange=name, gray=name[::-1], event=name, terms=name)
    text = write_record(named)
    assert len(text.splitlines()) == 10
    assert read_record(text) == named


def test_quotation_marks_and_backslashes_are_escaped_as_in_pgn() -> None:
    text = write_record(replace(record(), orange='Ada "the \\ cat"'))
    assert '\n[Orange "Ada \\"the \\\\ cat\\""]\n' in text


@pytest.mark.parametrize("broken", ["a\nb", "\r", "\x00", "\x7f", "\x85", "\u2028", "\ud800"])
def test_a_header_of_several_lines_is_refused(broken: str) -> None:
    plain = record()
    with pytest.raises(ValueError, match="is not one line of text"):
        replace(plain, event=broken)
    with pytest.raises(ValueError, match="is not one line of text"):
        replace(plain, orange=broken)
    with pytest.raises(ValueError, match="is not one line of text"):
        replace(plain, gray=broken)
    with pytest.raises(ValueError, match="is not one line of text"):
        replace(plain, terms=broken)


@pytest.mark.long
@given(records())
@settings(ANY_TIME, max_examples=quick_or_thorough(15, 200))
def test_any_record_is_read_as_it_was_written(any_record: Record) -> None:
    text = write_record(any_record)
    assert read_record(text) == any_record
    assert write_record(read_record(text)) == text
    text.encode("utf-8")


@given(records())
@settings(ANY_TIME, max_examples=quick_or_thorough(15, 60))
def test_the_steps_of_a_record_are_those_of_its_turns(any_record: Record) -> None:
    steps = list(any_record.steps())
    assert tuple(step.turn for step in steps) == any_record.turns
    assert all(before.after == after.before for before, after in pairwise(steps))
    assert not steps or steps[0].before == Position.start(any_record.ruleset)


@pytest.mark.parametrize("why", EndReason)
def test_every_reason_has_its_results(why: EndReason) -> None:
    results = results_of(why)
    if results == (Result.ORANGE_WON, Result.GRAY_WON):
        assert [result_of(Outcome(why, seat)) for seat in Seat] == list(results)
    else:
        assert len(results) == 1
        assert result_of(Outcome(why, None)) is results[0]


def test_every_ruleset_is_named_with_the_version_of_its_rules() -> None:
    for ruleset in RULESETS:
        text = write_record(record("Kc3", ruleset=ruleset))
        assert f'[Ruleset "{ruleset.versioned_name}"]\n' in text
        assert read_record(text).ruleset is ruleset
    assert '"scarce 1"' in write_record(record(ruleset=SCARCE))
