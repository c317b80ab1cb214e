"""`boop perft` and `boop turns`, which let other programs compare their rules with ours."""

import os
import subprocess
import sys

import pytest

from bot.cli.errors import NoSuchDepth, NoSuchRuleset
from bot.cli.sentences import sentence
from bot.errors import Refusal, StartRefusal
from bot.game import RULESETS, IllegalPosition, NotationError, Ruleset
from bot.game.perft import MOST_DEPTH
from bot.text import N_
from tests.game import referee
from tests.kit.commands import call
from tests.kit.compositions import for_rulesets
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.usefixtures("without_numba")

WINNING = "CC4/6/6/6/6/6 o 0,6 8,0"
MIDDLES = {
    "classic": "KKkK2/k5/K4k/5K/k4k/1K1k2 o 1,1 2,0",
    "rows": "C1kc2/1cC3/C4c/3C2/c4C/c2cCC o 0,1 0,1",
    "junior": "k3KK/6/2Kkk1/1K1K2/2k1k1/1K1K2 o 1,0 3,0",
    "seam": "4c1/3c2/1C1CC1/c2Kc1/K1c1cC/C1c3 o 0,1 0,1 12+3 34+3",
    "scarce": "c1CC2/K4c/C1c3/3C2/c4c/2cK2 o 0,0 0,0",
}
KNOWN = ("classic", "junior", "rows", "scarce", "seam")
each_ruleset = for_rulesets(*RULESETS)


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 36), (2, 1260), (3, 42900)])
def test_perft_prints_only_the_count(depth: int, count: int) -> None:
    result = call("perft", "classic", str(depth))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{count}\n", "")


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 3), ids=lambda each: each.name)
def test_perft_counts_in_each_ruleset_from_its_start_and_from_a_position(ruleset: Ruleset) -> None:
    start = 36 * 21 if ruleset.seams else 36
    assert call("perft", ruleset.name, "1").stdout == f"{start}\n"
    text = MIDDLES[ruleset.name]
    result = call("perft", ruleset.name, "2", "--position", text)
    expected = referee.perft(ruleset.name, 2, text)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{expected}\n", "")


@each_ruleset
def test_turns_prints_the_turns_and_positions_of_the_referee_separated_by_tabs(
    ruleset: Ruleset,
) -> None:
    for text in (referee.START[ruleset.name], MIDDLES[ruleset.name]):
        result = call("turns", ruleset.name, "--position", text)
        printed = [line.split("\t") for line in result.stdout.splitlines()]
        assert dict(printed) == referee.legal(ruleset.name, text)
        assert len(printed) == len(referee.legal(ruleset.name, text))
        assert (result.exit_code, result.stderr) == (0, "")


@each_ruleset
def test_turns_answers_each_line_like_a_single_position(ruleset: Ruleset) -> None:
    texts = [MIDDLES[ruleset.name], referee.START[ruleset.name], MIDDLES[ruleset.name]]
    result = call("turns", ruleset.name, "--stdin", given="".join(f"{text}\n" for text in texts))
    alone = [call("turns", ruleset.name, "--position", text).stdout for text in texts]
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "".join(f"{answer}\n" for answer in alone)


def test_turns_prints_nothing_for_empty_input() -> None:
    result = call("turns", "classic", "--stdin", given="")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.process
def test_turns_answers_each_line_before_the_next_is_sent() -> None:
    """Another program may talk to it, so no answer may wait until the input ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "turns", "scarce", "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for text in (MIDDLES["scarce"], referee.START["scarce"]):
            program.stdin.write(f"{text}\n")
            program.stdin.flush()
            answer = {}
            while line := program.stdout.readline().rstrip("\n"):
                turn, after = line.split("\t")
                answer[turn] = after
            assert answer == referee.legal("scarce", text)
        program.stdin.close()
        assert program.wait(30) == 0


@pytest.mark.night
@pytest.mark.process
def test_turns_answers_invalid_bytes_with_a_sentence() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "turns", "classic", "--stdin"],
        input=b"\xff\xfe\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert (ran.returncode, ran.stdout) == (2, b"\n")
    assert ran.stderr.startswith(rb"boop: Line 1: I can't read '\xff\xfe': at character 1 there ")
    assert ran.stderr.count(b"\n") == 1


def test_turns_says_who_has_won() -> None:
    lines = call("turns", "classic", "--position", WINNING).stdout.splitlines()
    assert "Cc1#\tCCC3/6/6/6/6/6 g 0,5 8,0 orange wins" in lines


def test_turns_reads_one_position_per_line() -> None:
    given = f"{WINNING}\n6/6/6/6/6/6 o 8,0 8,0\r\n"
    answers = call("turns", "classic", "--stdin", given=given).stdout.split("\n\n")
    assert [len(answer.splitlines()) for answer in answers] == [34, 36, 0]


def illegal_call(ruleset: str, position: str, reason: str) -> tuple[list[str], IllegalPosition]:
    """Return a call with an illegal position, and its refusal."""
    return ["turns", ruleset, "--position", position], IllegalPosition(position, N_(reason))


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["turns", "chess"], NoSuchRuleset("chess", KNOWN)),
        illegal_call(
            *("classic", "6/6/6/6/6/6 o 9,0 8,0"),
            "orange has 9 pieces on the bed and in hand, not 8",
        ),
        illegal_call("seam", "6/6/6/6/6/6 o 8,0 8,0", "orange's seam piece is missing"),
        (
            ["perft", "seam", "2", "--position", "6/6/6/6/6/6 o 8,0 8,0 ce+0 -"],
            NotationError("6/6/6/6/6/6 o 8,0 8,0 ce+0 -", 23, N_("'d'")),
        ),
        *[
            (["perft", "classic", depth], NoSuchDepth(depth, 12))
            for depth in ("many", "-1", "13", "2.5", "٣")
        ],
        (["perft", "classic", "-13", "--position", "x"], NoSuchDepth("-13", 12)),
        (
            ["perft", "classic", "1", "--position", "\udcff\udcfe"],
            "I can't read '\\xff\\xfe': at character 1 there should be K, C, k, c or a digit up "
            "to 6 in row 1.",
        ),
        (
            ["turns", "\udcff\\udcff", "--position", "x"],
            "There is no ruleset '\\xff\\\\udcff'. Choose classic, junior, rows, scarce or seam.",
        ),
        (
            ["turns", "classic", "--stdin", "--position", "x"],
            "--position and --stdin cannot both be given. See `boop turns --help`.",
        ),
        (
            ["perft", "classic", "1", "--postion", "x"],
            "No such option '--postion'. Did you mean '--position'? See `boop perft --help`.",
        ),
        (["perft", "classic"], "Missing argument 'DEPTH'. See `boop perft --help`."),
        (["chess"], "No such command 'chess'. See `boop --help`."),
    ],
)
def test_a_wrong_call_ends_with_status_two_and_one_sentence(
    arguments: list[str], refusal: Refusal | StartRefusal | str
) -> None:
    expected = refusal if isinstance(refusal, str) else sentence(refusal)
    result = call(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"boop: {expected}\n")


@each_ruleset
@pytest.mark.parametrize(
    "wrong", ["", "nonsense", "6/6/6/6/6/6 o 9,0 8,0", "6/6/6/6/6/6 x 8,0 8,0"]
)
def test_a_line_that_cannot_be_answered_has_a_sentence_and_an_empty_answer(
    ruleset: Ruleset, wrong: str
) -> None:
    given = f"{MIDDLES[ruleset.name]}\n{wrong}\n{MIDDLES[ruleset.name]}\n"
    result = call("turns", ruleset.name, "--stdin", given=given)
    alone = call("turns", ruleset.name, "--position", MIDDLES[ruleset.name]).stdout
    assert (result.exit_code, result.stdout) == (2, f"{alone}\n\n{alone}\n")
    assert result.stderr.startswith("boop: Line 2: ")
    assert result.stderr.endswith(".\n")
    assert result.stderr.count("\n") == 1
    assert repr(wrong) in result.stderr


def test_the_command_and_the_rules_allow_the_same_depth() -> None:
    refused = call("perft", "classic", str(MOST_DEPTH + 1))
    assert f"0 to {MOST_DEPTH}." in refused.stderr
