"""The page about records shows what is written and read, and is complete."""

import re
from pathlib import Path

from click.testing import CliRunner

from bot.cli import boop
from bot.game import RULESETS
from bot.match.match import EndReason
from bot.match.record import results_of, write_record
from bot.match.record_reader import read_record

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
RECORD, LAST_LINES = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_is_written_as_it_is_read() -> None:
    record = read_record(RECORD)
    assert write_record(record) == RECORD
    assert record.gray == 'Bob "the cat"'


def test_the_examples_last_lines_are_those_that_replay_prints() -> None:
    result = CliRunner().invoke(boop, ("replay", "-"), input=RECORD)
    assert result.exit_code == 0
    assert result.stdout.endswith("\n" + LAST_LINES)


def test_the_page_lists_the_headers_in_order() -> None:
    rows = PAGE.split("| header |")[1].split("\n\n")[0].splitlines()[2:]
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert names == re.findall(r"^\[(\w+) ", RECORD, re.M)


def test_the_page_lists_every_reason_with_its_results() -> None:
    outcomes = re.findall(r"^\| `([a-z ]+)` \| (.+?) \|", PAGE, re.M)
    assert dict(outcomes) == {
        why.value: " or ".join(f"`{result.value}`" for result in results_of(why))
        for why in EndReason
    }


def test_the_page_lists_every_ruleset() -> None:
    assert all(f"`{ruleset.versioned_name}`" in PAGE for ruleset in RULESETS)
