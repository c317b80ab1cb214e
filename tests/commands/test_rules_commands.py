"""`boop perft` and `boop turns`, which hold other programs of the rules to this one."""

import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from bot.commands import boop

WINNING = "CC4/6/6/6/6/6 o 0,6 8,0"


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave numba to programs of their own, for it would stay in this one."""
    monkeypatch.setitem(sys.modules, "numba", None)


def call(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(boop, arguments, prog_name="boop", input=given)


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 36), (2, 1260), (3, 42900)])
def test_perft_prints_the_count_alone(depth: int, count: int) -> None:
    result = call("perft", "classic", str(depth))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{count}\n", "")


def test_perft_counts_from_a_position() -> None:
    assert call("perft", "classic", "1", "--position", "6/6/2K3/6/6/6 g 7,0 8,0").stdout == "35\n"


@pytest.mark.process
def test_perft_counts_the_same_as_a_program_of_its_own() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "bot", "perft", "classic", "3"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "42900\n", "")


def test_turns_prints_each_turn_and_the_position_after_it() -> None:
    lines = call("turns", "classic").stdout.splitlines()
    assert len(lines) == 36
    assert lines[14] == "Kc3\t6/6/2K3/6/6/6 g 7,0 8,0"


def test_turns_says_who_has_won() -> None:
    lines = call("turns", "classic", "--position", WINNING).stdout.splitlines()
    assert "Cc1#\tCCC3/6/6/6/6/6 g 0,5 8,0 orange wins" in lines


def test_turns_answers_one_position_a_line() -> None:
    given = f"{WINNING}\n6/6/6/6/6/6 o 8,0 8,0\r\n"
    answers = call("turns", "classic", "--stdin", given=given).stdout.split("\n\n")
    assert [len(answer.splitlines()) for answer in answers] == [34, 36, 0]


def test_turns_answers_what_it_can_before_a_line_that_does_not_read() -> None:
    result = call("turns", "classic", "--stdin", given="6/6/6/6/6/6 o 8,0 8,0\nnonsense\n")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 37
    assert result.stderr.startswith("boop: 'nonsense' does not read: at character 1 stands 'n'")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["turns", "chess"],
            "there is no ruleset 'chess'; there is classic, junior, rows, scarce, seam.",
        ),
        (
            ["turns", "classic", "--position", "6/6/6/6/6/6 o 9,0 8,0"],
            "the position '6/6/6/6/6/6 o 9,0 8,0' cannot stand: "
            "orange has 9 pieces on the bed and in the pool, not 8.",
        ),
        (
            ["turns", "classic", "--stdin", "--position", "x"],
            "--position and --stdin cannot both be given. See `boop turns --help`.",
        ),
        (
            ["perft", "classic", "many"],
            "Invalid value for 'DEPTH': 'many' is not a valid integer range. "
            "See `boop perft --help`.",
        ),
        (["perft", "classic"], "Missing argument 'DEPTH'. See `boop perft --help`."),
        (["chess"], "No such command 'chess'. See `boop --help`."),
    ],
)
def test_a_wrong_call_ends_with_status_two_and_one_sentence(
    arguments: list[str], sentence: str
) -> None:
    result = call(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"boop: {sentence}\n")
