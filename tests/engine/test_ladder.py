"""The ladder: the differences between the levels, and the command that measures them."""

import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import boop
from bot.cli.ladder import Contest, contests, keep
from bot.engine.lab.ladder import (
    ANCHOR,
    ANCHOR_POINTS,
    FILE,
    Rung,
    points_above,
    rating_of_level,
    ratings_from,
    ratings_in,
    read_ladders,
    write_ladders,
)
from bot.engine.lab.tally import Tally, elo
from bot.engine.levels import LEVELS
from bot.game import CLASSIC, JUNIOR, RULESETS, Ruleset

pytestmark = pytest.mark.usefixtures("plain_python")

EVEN = Rung(10, 0, 10)
PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def ladder(*arguments: str) -> Result:
    return CliRunner().invoke(boop, ["ladder", *arguments], prog_name="boop")


def test_points_are_elo_with_one_win_added_for_both() -> None:
    assert points_above(EVEN) == 0.0
    assert points_above(Rung(150, 0, 50)) == pytest.approx(elo(151 / 202))
    assert points_above(Rung(140, 20, 40)) == points_above(Rung(150, 0, 50))
    assert points_above(Rung(50, 0, 150)) == pytest.approx(-points_above(Rung(150, 0, 50)))


def test_the_lead_of_an_unbeaten_contestant_grows_with_the_matches() -> None:
    few, many = points_above(Rung(20, 0, 0)), points_above(Rung(200, 0, 0))
    assert 400 < few < many < 1000
    assert math.isfinite(points_above(Rung(0, 0, 20)))


def test_points_are_added_up_around_the_anchor() -> None:
    rungs = {level.number: EVEN for level in LEVELS[1:]}
    rungs[ANCHOR] = Rung(200, 0, 0)
    rungs[ANCHOR + 1] = Rung(150, 0, 50)
    points = ratings_from(rungs)
    assert list(points) == [level.number for level in LEVELS]
    assert points[ANCHOR] == ANCHOR_POINTS
    assert points[ANCHOR - 1] == pytest.approx(ANCHOR_POINTS - points_above(Rung(200, 0, 0)))
    assert points[8] == points[ANCHOR + 1]


def test_ladders_are_read_as_they_were_written() -> None:
    ladders = {"classic 1": {3: Rung(1, 2, 3), 2: EVEN}, "other 2": {2: Rung(0, 0, 2)}}
    assert read_ladders(write_ladders(ladders)) == ladders


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_level_was_measured_in_every_ruleset_and_is_above_the_one_below(
    ruleset: Ruleset,
) -> None:
    known = read_ladders(FILE.read_text(encoding="utf-8"))[ruleset.versioned_name]
    assert sorted(known) == [level.number for level in LEVELS[1:]]
    points = [rating_of_level(ruleset, level.number) for level in LEVELS]
    assert points == sorted(points)
    assert points[ANCHOR - 1] == ANCHOR_POINTS
    assert points[0] > 100


def test_an_incomplete_ladder_is_replaced_by_that_of_classic() -> None:
    whole = {level.number: EVEN for level in LEVELS[1:]}
    own = {**whole, 4: Rung(150, 0, 50)}
    both = {CLASSIC.versioned_name: whole, JUNIOR.versioned_name: own}
    assert ratings_in(both, JUNIOR) == ratings_from(own)
    assert ratings_in(both | {JUNIOR.versioned_name: {2: EVEN, 3: EVEN}}, JUNIOR) == ratings_from(
        whole
    )
    assert ratings_in({CLASSIC.versioned_name: whole}, JUNIOR) == ratings_from(whole)


def test_an_unknown_level_has_no_points() -> None:
    with pytest.raises(LookupError):
        rating_of_level(CLASSIC, 9)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_page_shows_the_stored_results(ruleset: Ruleset) -> None:
    known = read_ladders(FILE.read_text(encoding="utf-8"))[ruleset.versioned_name]
    column = RULESETS.index(ruleset)
    found = {}
    for number, cells in re.findall(r"\| `level:(\d)` against `level:\d` \| (.*–.*) \|", PAGE):
        won, drawn, lost, share = re.findall(r"[\d.]+", cells.split(" | ")[column])
        rung = Rung(int(won), int(drawn), int(lost))
        found[int(number)] = rung
        matches = rung.won + rung.drawn + rung.lost
        assert float(share) == pytest.approx(100 * (rung.won + rung.drawn / 2) / matches, abs=0.06)
    assert found == known


def test_the_page_states_the_points_of_the_levels() -> None:
    for level in LEVELS:
        points = " | ".join(f"{rating_of_level(each, level.number):.0f}" for each in RULESETS)
        assert f"| {level.name} | {points} |" in PAGE


def test_each_level_meets_the_next_and_the_first_and_last_meet_an_outsider() -> None:
    every = contests(())
    assert every[0] == Contest("level:1", "greedy")
    assert [each.rung for each in every[1:-1]] == list(range(2, 9))
    assert every[-1] == Contest("level:8", "guess:3")
    assert contests((4,)) == [Contest("level:4", "level:3", 4)]


def test_a_ladder_is_measured_printed_and_stored(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(write_ladders({"junior 1": {3: EVEN}}), encoding="utf-8")
    arguments = ["--level", "1", "--level", "2", "--games", "4", "--parallel", "1"]
    result = ladder("junior", *arguments, "--file", str(file))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "junior, 4 matches each, seed 1"
    assert lines[4].startswith("| `level:1` against `greedy` | ")
    assert lines[5].startswith("| `level:2` against `level:1` | ")
    assert result.stderr.splitlines()[-1] == "  level:2: 4"
    kept = read_ladders(file.read_text(encoding="utf-8"))["junior 1"]
    assert kept[3] == EVEN
    assert sorted(kept) == [2, 3]
    assert list(tmp_path.iterdir()) == [file]
    assert f"| {kept[2].won} | {kept[2].drawn} | {kept[2].lost} |" in lines[5]


def test_a_partial_ladder_does_not_replace_the_included_points(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "ladder.json"
    monkeypatch.setattr("bot.engine.lab.ladder.FILE", file)
    for part in (
        ["--games", "2"],
        ["--level", "2"],
        ["junior", "--level", "1", "--games", "2"],
        ["--undecided"],
        ["--stop-at", "0.65"],
    ):
        result = ladder(*part, "--parallel", "1")
        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1] == (
            "boop: --file is needed to measure some levels alone, by fewer than 200 matches, or "
            "with --undecided or --stop-at. See `boop ladder --help`."
        )
    assert not file.exists()


def test_an_interruption_while_writing_loses_no_results(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "ladder.json"
    before = write_ladders({CLASSIC.versioned_name: {2: EVEN}})
    file.write_text(before, encoding="utf-8")

    def interrupt(path: Path, content: bytes) -> None:
        path.write_text(content.decode()[:9], encoding="utf-8")
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupt)
    with pytest.raises(KeyboardInterrupt):
        keep(file, CLASSIC, Contest("level:3", "level:2", 3), Tally().with_pair(1.0, 0.5))
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no ruleset 'chess'. Choose classic, junior, rows, scarce or seam."),
        (
            ["--games", "3"],
            "--games is 3, which is not an even number. See `boop ladder --help`.",
        ),
        (["--level", "9"], "--level is 9; there is 1 to 8. See `boop ladder --help`."),
    ],
)
def test_a_wrong_call_ends_with_one_sentence(arguments: list[str], sentence: str) -> None:
    result = ladder(*arguments, "--parallel", "1")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"boop: {sentence}"
