"""`boop puzzles` makes puzzles, stores each at once, and proves the stored ones."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import boop
from bot.engine.lab import puzzle_making
from bot.engine.puzzles import TO_HOLD, id_of, puzzles_of, read_puzzles, write_puzzles
from bot.game import CLASSIC, JUNIOR


@pytest.fixture(autouse=True)
def wins_in_one(without_numba: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make only puzzles of one turn, which are quick to prove."""
    monkeypatch.setattr(puzzle_making, "MOST_OF_GOAL", {TO_HOLD: 0.0, 1: 1.0, 2: 0.0, 3: 0.0})


def run(*arguments: str) -> Result:
    return CliRunner().invoke(boop, ["puzzles", *arguments], prog_name="boop")


def write_file(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_new_puzzles_are_added_to_the_existing_ones(tmp_path: Path) -> None:
    first = list(puzzles_of(JUNIOR)[:60])
    before = {CLASSIC: list(puzzles_of(CLASSIC)[:2]), JUNIOR: first}
    file = write_file(tmp_path / "puzzles.txt", write_puzzles(before))
    made = run("make", "--ruleset", "junior", "--count", "1", "--seed", "4", "--file", file)
    assert made.exit_code == 0, made.output
    assert made.output.startswith("junior: 60 puzzles, making 1 more, seed 4\n")
    assert " matches, 1 found, " in made.output
    after = read_puzzles(Path(file).read_text(encoding="utf-8"))
    assert after[CLASSIC] == before[CLASSIC]
    assert after[JUNIOR][:60] == first
    assert after[JUNIOR][60].id == "junior-0061"
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles.txt"]


def test_finding_too_few_puzzles_is_reported(tmp_path: Path) -> None:
    file = write_file(tmp_path / "puzzles.txt", write_puzzles({JUNIOR: puzzles_of(JUNIOR)[:60]}))
    made = run("make", "--ruleset", "junior", "--count", "9", "--matches", "1", "--file", file)
    assert made.exit_code == 1
    assert "of 9 puzzles; try another seed." in made.output


def test_good_puzzles_are_proved_and_counted(tmp_path: Path) -> None:
    short = [each for each in puzzles_of(JUNIOR) if each.turns < 3][:3]
    numbered = tuple(
        replace(each, id=id_of(JUNIOR, number)) for number, each in enumerate(short, 1)
    )
    file = write_file(tmp_path / "puzzles.txt", write_puzzles({JUNIOR: numbered}))
    proved = run("verify", "--file", file)
    assert proved.exit_code == 0, proved.output
    assert proved.output.startswith("junior: 3 of 3, ")


def test_each_faulty_puzzle_is_named_with_its_flaw(tmp_path: Path) -> None:
    file = write_file(
        tmp_path / "puzzles.txt",
        "classic 1\n"
        "classic-0001 | 1 | 1 | CC2CC/6/6/6/6/6 o 0,4 8,0 | Cc1#\n"
        "classic-0007 | 1 | 1 | 6/6/CC4/6/6/1k3k o 2,4 6,0 | Cc3#\n",
    )
    proved = run("verify", "--ruleset", "classic", "--file", file)
    assert proved.exit_code == 1
    assert proved.output.splitlines()[:2] == [
        "  classic-0001, turn 1: another turn wins too",
        "  classic-0007: it is not numbered in turn",
    ]
    assert "2 puzzles are wrong." in proved.output


def test_a_file_without_puzzles_is_refused(tmp_path: Path) -> None:
    file = write_file(tmp_path / "puzzles.txt", "classic 1\nKa1\n")
    refused = run("verify", "--file", file)
    assert refused.exit_code == 2
    assert refused.output == "boop: Line 2 of the puzzles isn't a puzzle: 'Ka1'.\n"
    (tmp_path / "bytes").write_bytes(b"\xff")
    assert "byte 1 is invalid" in run("verify", "--file", str(tmp_path / "bytes")).output


def test_an_unknown_ruleset_is_refused() -> None:
    for command in ("make", "verify"):
        refused = run(command, "--ruleset", "chess")
        assert refused.exit_code == 2
        assert refused.output.startswith("boop: There is no ruleset 'chess'. Choose classic,")
