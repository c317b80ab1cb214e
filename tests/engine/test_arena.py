"""`boop arena`: matches of levels, yardsticks and programs."""

import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner, Result

from bot.cli import boop
from bot.cli.arena import Pairing, Series, play_pair, results
from bot.cli.contestants import Command, LocalContestant, contestant_named
from bot.cli.errors import NoSuchContestant

pytestmark = pytest.mark.usefixtures("plain_python")

ROOT = Path(__file__).parents[2]


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(boop, ["arena", *arguments], prog_name="boop")


SERIES = Series(matches=4, opening=2, seed=3, processes=1)


def pairing(first: str, second: str, ruleset: str = "junior") -> Pairing:
    return Pairing(contestant_named(first), contestant_named(second), ruleset, SERIES)


@pytest.mark.parametrize(
    ("text", "contestant"),
    [
        ("level:5", LocalContestant("level", 5)),
        ("nodes:2000", LocalContestant("nodes", 2000)),
        ("guess:3", LocalContestant("guess", 3)),
        ("greedy", LocalContestant("greedy")),
        ("boop engine", Command(("boop", "engine"), "movetime 1000")),
        ("'my engine' --fast @ nodes 500", Command(("my engine", "--fast"), "nodes 500")),
    ],
)
def test_contestants_are_read(text: str, contestant: object) -> None:
    assert contestant_named(text) == contestant


@pytest.mark.parametrize("text", ["level:9", "level:0", "level:x", "nodes:", "guess:-1", "", "'a"])
def test_unknown_contestants_are_refused(text: str) -> None:
    with pytest.raises(NoSuchContestant):
        contestant_named(text)


def test_the_arena_prints_results_with_their_error() -> None:
    result = arena("level:4", "level:1", "--games", "4", "--parallel", "1", "--ruleset", "junior")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "level:4 against level:1, junior, 4 matches, seed 1"
    assert lines[1].startswith("won ")
    assert lines[2].startswith("95% confidence interval ")
    assert lines[3].startswith("Elo ")
    assert lines[4].startswith("Average length: ")
    assert result.stderr.splitlines()[-1].startswith("  4: ")


@pytest.mark.night
@pytest.mark.process
def test_results_do_not_depend_on_the_number_of_processes() -> None:
    versus = pairing("level:3", "greedy")
    openings = range(SERIES.openings)
    alone = list(results(versus, openings))
    spread = list(results(replace(versus, series=replace(SERIES, processes=2)), openings))
    assert sorted(map(repr, alone)) == sorted(map(repr, spread))


def test_a_pair_of_matches_has_the_same_result_each_time() -> None:
    result = play_pair(pairing("level:4", "level:4"), 0)
    assert result == play_pair(pairing("level:4", "level:4"), 0)


OURS = f"{shlex.quote(sys.executable)} -m bot engine @ level 4"


@pytest.mark.night
@pytest.mark.process
def test_another_program_plays_through_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = play_pair(pairing(OURS, "level:1"), 1)
    assert result.points == (1.0, 1.0)
    assert result.forfeits == ()


def program(does: str) -> str:
    """Return a program that greets, and runs this code when it is asked to move."""
    code = f"""
import sys
from dataclasses import replace
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {does}
"""
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("print('bestmove Cc3', flush=True)", "'Cc3' is no legal turn"),
        ("print('bestmove castle', flush=True)", "'castle' is no legal turn"),
        ("print('error no', flush=True)", "answers 'error no'"),
        ("sys.exit(0)", "has ended"),
    ],
)
def test_a_program_that_plays_no_legal_turn_forfeits_the_match(does: str, reason: str) -> None:
    result = play_pair(pairing(program(does), "level:1"), 0)
    assert result.points == (0.0, 0.0)
    assert len(result.forfeits) == 2
    assert reason in result.forfeits[0]


@pytest.mark.long
def test_a_program_that_stays_silent_forfeits_the_match() -> None:
    versus = pairing("level:1", program("pass"))
    silent = replace(versus, patience=0.5)
    result = play_pair(silent, 0)
    assert result.points == (1.0, 1.0)
    assert "in time" in result.forfeits[0]


def test_the_arena_reports_forfeits() -> None:
    result = arena(
        program("print('error no', flush=True)"),
        "level:1",
        "--games",
        "2",
        "--parallel",
        "1",
        "--ruleset",
        "junior",
    )
    assert result.exit_code == 0, result.output
    assert "won 0, drawn 0, lost 2" in result.stdout
    assert "  forfeit: " in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["level:9", "greedy"],
            "There is no contestant 'level:9'. Use level:1 to level:8, nodes:N, guess:N, greedy, "
            "or the command line of a program.",
        ),
        (
            ["/no/such/engine", "greedy", "--parallel", "1"],
            "Can't run /no/such/engine: No such file or directory.",
        ),
        (
            ["level:1", "greedy", "--games", "3"],
            "--games is 3, which is not an even number. See `boop arena --help`.",
        ),
        (
            ["level:1", "greedy", "--ruleset", "chess"],
            "There is no ruleset 'chess'. Choose classic, junior, rows, scarce or seam.",
        ),
    ],
)
def test_a_wrong_call_ends_with_one_sentence(arguments: list[str], sentence: str) -> None:
    result = arena(*arguments)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"boop: {sentence}"


@pytest.mark.night
@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_workers_end_when_their_arena_is_killed() -> None:
    # A worker is stuck in a search of a thousand million nodes and would never end by itself.
    arena = subprocess.Popen(
        [sys.executable, "-m", "bot", "arena", "nodes:1000000000", "greedy", "--parallel", "2"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert arena.stdout is not None
    assert arena.stdout.readline().startswith(b"nodes:1000000000 against greedy")
    workers = workers_of(arena.pid)
    arena.kill()
    arena.wait()
    # The workers hold the other end of the pipe, so it ends when the last worker has ended.
    assert arena.stdout.read() == b""
    arena.stdout.close()
    assert workers
    assert not [worker for worker in workers if is_running(worker)]


def workers_of(parent: int) -> list[int]:
    """Wait until the process has started its workers, and return their IDs."""
    until = monotonic() + 120
    while monotonic() < until:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        commands = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in children}
        workers = [each for each, command in commands.items() if b"spawn_main" in command]
        if len(workers) == 2:
            return workers
        sleep(0.05)
    raise AssertionError("the arena has not begun two workers")


def is_running(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
