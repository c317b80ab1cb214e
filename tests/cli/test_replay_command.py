"""`boop replay`: every position of a recorded match, or one sentence if it cannot be read."""

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from bot.cli.rules import LONGEST
from bot.cli.sentences import sentence
from bot.errors import Refusal
from bot.game import RULESETS, Position, Ruleset, play, read_turn, write_position, write_turn
from bot.game.errors import NotAWin
from bot.match.identity import Ply
from bot.match.match import EndReason, Outcome
from bot.match.record import write_record
from bot.match.record_reader import (
    RecordContradicted,
    RecordTurnRefused,
    RecordTurnTooMany,
    RecordUnreadable,
    RulesetUnknown,
)
from bot.text import N_
from tests.kit.commands import call
from tests.kit.matches import shuttle_turns
from tests.kit.records import random_turns, record
from tests.kit.thoroughness import sampled

KNOWN = ("classic 1", "rows 1", "junior 1", "seam 1", "scarce 1")
FIVEFOLD = Outcome(EndReason.FIVEFOLD, None)
MATCH = write_record(record(*shuttle_turns(9)))
POSITIONS = (
    "0\t-\t6/6/6/6/6/6 o 8,0 8,0\n"
    "1\tKa2\t6/K5/6/6/6/6 g 7,0 8,0\n"
    "2\tKb1\t1k4/6/6/6/6/6 o 8,0 7,0\n"
    "3\tKa2\t6/K5/6/6/6/6 g 7,0 8,0\n"
    "4\tKb1\t1k4/6/6/6/6/6 o 8,0 7,0\n"
    "5\tKa2\t6/K5/6/6/6/6 g 7,0 8,0\n"
    "6\tKb1\t1k4/6/6/6/6/6 o 8,0 7,0\n"
    "7\tKa2\t6/K5/6/6/6/6 g 7,0 8,0\n"
    "8\tKb1\t1k4/6/6/6/6/6 o 8,0 7,0\n"
    "9\tKa2\t6/K5/6/6/6/6 g 7,0 8,0\n"
)


def replay_file(folder: Path, content: bytes) -> Result:
    file = folder / "match.txt"
    file.write_bytes(content)
    return call("replay", str(file))


def refusal_of(result: Result) -> str:
    """Return the sentence that refused a call."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("boop: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("boop: ").removesuffix("\n")


def test_the_start_and_the_position_after_each_turn_are_printed(tmp_path: Path) -> None:
    result = replay_file(tmp_path, MATCH.encode())
    assert (result.exit_code, result.stdout, result.stderr) == (0, POSITIONS, "")


def test_a_match_without_turns_prints_its_start(tmp_path: Path) -> None:
    result = replay_file(tmp_path, write_record(record()).encode())
    assert result.stdout == "0\t-\t6/6/6/6/6/6 o 8,0 8,0\n"


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
def test_whole_matches_of_every_ruleset_are_replayed(tmp_path: Path, ruleset: Ruleset) -> None:
    turns = random_turns(ruleset, Random(4), 300)
    whole = record(*map(write_turn, turns), ruleset=ruleset)
    lines = replay_file(tmp_path, write_record(whole).encode()).stdout.splitlines()
    assert len(lines) == 1 + len(turns)
    position = Position.start(ruleset)
    for line, turn in zip(lines[1:], whole.turns, strict=True):
        step = play(position, turn)
        _, text, shown = line.split("\t")
        assert read_turn(text) == turn
        won = f" {step.win.winner.name.lower()} wins" if step.win else ""
        assert shown == write_position(step.after) + won
        position = step.after
    assert lines[-1].endswith("wins") == (whole.outcome is not None and whole.turns[-1].wins)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "no such.txt"
    assert refusal_of(call("replay", str(missing))) == (
        f"Can't read {missing}: No such file or directory."
    )


def test_a_folder_is_not_a_record(tmp_path: Path) -> None:
    assert refusal_of(call("replay", str(tmp_path))) == f"Can't read {tmp_path}: Is a directory."


@pytest.mark.parametrize("content", [b"\xff\xfe[\x00", b'[Event "\xe9"]', b"\x89PNG\r\n\x1a\n"])
def test_a_file_that_is_not_text_is_refused(tmp_path: Path, content: bytes) -> None:
    error = refusal_of(replay_file(tmp_path, content))
    assert re.fullmatch(rf"Can't read {tmp_path}/match\.txt as UTF-8 text: byte \d is .*", error)


def test_standard_input_that_is_not_text_is_refused() -> None:
    error = refusal_of(call("replay", "-", given=b"\xff"))
    assert error == "Can't read standard input as UTF-8 text: byte 1 is invalid."


def test_a_very_long_file_is_refused_without_reading_all_of_it(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    with file.open("wb") as opened:
        opened.truncate(100 * LONGEST)
    assert refusal_of(call("replay", str(file))) == (
        f"{file} is too long for the record of a match: it has more than {LONGEST} bytes."
    )


def test_a_very_long_text_is_quoted_in_part(tmp_path: Path) -> None:
    error = refusal_of(replay_file(tmp_path, b"x" * LONGEST))
    assert error == sentence(RecordUnreadable(1, 0, "x", N_('[Event "…"]')))
    error = refusal_of(replay_file(tmp_path, MATCH.replace("Kb1", "K" * 900_000, 1).encode()))
    assert len(error) < 200


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ("9. Ka2", "9. Ka1#", RecordTurnRefused(14, Ply(9), "Ka1#", NotAWin())),
        ("classic 1", "chess 1", RulesetUnknown(5, "chess 1", KNOWN)),
        ("9. Ka2\n", "", RecordContradicted(7, FIVEFOLD, None)),
        ("9. Ka2\n", "9. Ka2 10. Kb1\n", RecordTurnTooMany(14, Ply(10), "Kb1", FIVEFOLD)),
    ],
)
def test_an_invalid_record_is_refused_before_anything_is_printed(
    tmp_path: Path, old: str, new: str, refusal: Refusal
) -> None:
    assert refusal_of(replay_file(tmp_path, MATCH.replace(old, new).encode())) == sentence(refusal)


def test_a_file_must_be_named() -> None:
    assert refusal_of(call("replay")) == "Missing argument 'FILE'. See `boop replay --help`."
