"""Results of matches in a file: runs are killed, continued, extended, and stopped early."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from bot.cli import boop
from bot.cli.contestants import LocalContestant, edition_of
from bot.cli.match_results import PairResult, ResultsFile, SeriesKey
from bot.engine import Work, levels, think
from bot.engine.lab import matching
from bot.engine.lab.ladder import Rung, read_ladders
from bot.engine.lab.matching import UNDECIDED_BELOW, undecided_opening
from bot.game import CLASSIC, JUNIOR, Position, play
from tests.engine.nets import random_net

pytestmark = pytest.mark.usefixtures("plain_python")

ROOT = Path(__file__).parents[2]
KEY = SeriesKey("level:2", "greedy", "junior 1", 4, undecided=False, editions="1 2")


def arena(file: Path, *options: str) -> list[str]:
    """Run a series, and return the lines that it prints after the first."""
    command = ["arena", "level:4", "level:1", "--ruleset", "junior", "--parallel", "1"]
    result = CliRunner().invoke(boop, [*command, "--results", str(file), *options])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[1:]


def test_a_killed_arena_continues_from_its_results(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    expected = arena(whole, "--games", "10")
    command = ["arena", "level:4", "level:1", "--ruleset", "junior", "--parallel", "1"]
    command += ["--games", "5000", "--results", str(killed)]
    running = subprocess.Popen(
        [sys.executable, "-m", "bot", *command], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    until = monotonic() + 300
    while monotonic() < until and not (killed.exists() and killed.read_bytes().count(b"\n") >= 2):
        sleep(0.01)
    running.kill()
    running.wait()
    # By now it may have played more than the whole run, or have been killed within a line.
    lines = killed.read_bytes().splitlines(keepends=True)[:4]
    lines[-1] = lines[-1][:40]
    killed.write_bytes(b"".join(lines))
    assert arena(killed, "--games", "10") == expected
    assert killed.read_bytes().startswith(b"".join(lines[:-1]))
    assert ResultsFile(killed).read() == ResultsFile(whole).read()
    before = killed.read_bytes()
    assert arena(killed, "--games", "10") == expected
    assert killed.read_bytes() == before, "all of it was played already"


def test_more_matches_and_other_seeds_add_up(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena(file, "--games", "4")
    arena(file, "--games", "6")
    assert count(file) == 3
    lines = arena(file, "--games", "4", "--seed", "2")
    assert count(file) == 5
    won, drawn, lost = [int(word.split()[-1]) for word in lines[0].split(":")[0].split(",")]
    assert won + drawn + lost == 10


def count(file: Path) -> int:
    return len(file.read_text().splitlines())


def test_results_of_other_terms_are_separate(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "results.jsonl")
    other = SeriesKey("level:2", "greedy", "junior 1", 4, undecided=False, editions="1 3")
    first, second = PairResult(1, 0, (1.0, 0.5), 40), PairResult(1, 0, (0.0, 0.5), 30, ("ended",))
    file.add(KEY, first)
    file.add(other, second)
    file.add(KEY, PairResult(1, 0, (0.0, 0.0), 9))
    assert file.read() == {KEY: [first], other: [second]}
    assert file.read_of(KEY) == [first], "an opening counts once"


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path)
    file.add(KEY, PairResult(1, 0, (1.0, 1.0), 40))
    path.write_bytes(path.read_bytes() * 2 + b'{"series": {"fir')
    assert len(file.read_of(KEY)) == 1
    file.add(KEY, PairResult(1, 1, (0.5, 1.0), 40))
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()] == [0, 0, 1]


def test_a_series_stops_once_its_interval_is_clear(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    lines = arena(file, "--games", "5000", "--stop-at", "0.5")
    assert count(file) == 10
    assert lines[0].startswith("won ")
    assert lines[1].startswith("95% confidence interval ")
    assert arena(file, "--games", "5000", "--stop-at", "0.5") == lines
    assert count(file) == 10, "the result was already clear"


@pytest.mark.parametrize("text", ["buy bread\n", "buy bread"])
def test_a_foreign_file_is_not_changed(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    result = CliRunner().invoke(boop, ["arena", "level:2", "level:1", "--results", str(file)])
    assert result.exit_code == 2
    assert "notes.txt isn't a file that `boop arena` wrote." in result.output
    assert file.read_text() == text


def test_undecided_openings_have_turns(tmp_path: Path) -> None:
    command = ["arena", "greedy", "greedy", "--undecided", "--opening", "0"]
    result = CliRunner().invoke(boop, [*command, "--results", str(tmp_path / "results.jsonl")])
    assert result.exit_code == 2
    assert "--undecided needs an --opening of 1 turn at least." in result.output


def test_a_ladder_continues_from_its_results(tmp_path: Path) -> None:
    results, file = tmp_path / "results.jsonl", tmp_path / "ladder.json"
    command = ["ladder", "junior", "--level", "2", "--parallel", "1", "--file", str(file)]
    command += ["--results", str(results)]
    for games in ("2", "6"):
        result = CliRunner().invoke(boop, [*command, "--games", games])
        assert result.exit_code == 0, result.output
    assert count(results) == 3
    rung = read_ladders(file.read_text())["junior 1"][2]
    assert rung.won + rung.drawn + rung.lost == 6
    assert isinstance(rung, Rung)


def test_a_search_finds_undecided_openings_level(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work(nodes=400)
    monkeypatch.setattr(matching, "UNDECIDED_WORK", work)
    for seed in range(4):
        position = Position.start(JUNIOR)
        for turn in undecided_opening(JUNIOR, 4, Random(seed)):
            position = play(position, turn).after
        assert abs(think(position, (), work).score) < UNDECIDED_BELOW


def test_an_edition_depends_on_what_the_contestant_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    highest, middle = LocalContestant("level", 8), LocalContestant("level", 6)
    before = [edition_of(each, CLASSIC) for each in (highest, middle)]
    assert edition_of(highest, JUNIOR) not in before
    assert edition_of(LocalContestant("greedy"), CLASSIC) == "-"
    monkeypatch.setattr(levels, "net_of", lambda _: random_net(1))
    after = [edition_of(each, CLASSIC) for each in (highest, middle)]
    assert after[0] != before[0]
    assert after[1] == before[1]
