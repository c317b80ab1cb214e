"""`boop tournament simulate`: made-up players on the real rules and clocks."""

import re

import pytest
from click.testing import CliRunner, Result

from bot.cli.ladder_simulation import in_order
from bot.cli.tournament import command

QUICK = ("--ruleset", "junior", "--levels", "1", "2")
"""Matches of junior are short."""


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["simulate", *QUICK, *arguments])


@pytest.mark.long
def test_a_league_prints_its_standings_and_is_the_same_for_the_same_seed() -> None:
    arguments = ("--entrants", "4", "--leaving", "0", "--seed", "5", "--answers", "1", "2")
    done = simulate(*arguments)
    assert done.exit_code == 0, done.output
    heading, how, *lines = done.stdout.splitlines()
    assert re.fullmatch(
        r"League: half of the matches over after [\d.]+ days, all after [\d.]+ days\."
        r" Matches: 6, turns: \d+",
        heading,
    )
    assert how == "  6 played to the end"
    assert len(lines) == 4
    assert lines[0].strip().startswith("1. Player ")
    assert sum(float(points) for points in re.findall(r"([\d.]+) points?", done.stdout)) == 6
    assert simulate(*arguments).stdout == done.stdout


@pytest.mark.night
@pytest.mark.long
def test_withdrawals_are_simulated_and_several_runs_are_summed_up() -> None:
    done = simulate("--entrants", "4", "--leaving", "100", "--runs", "2", "--bank", "1", "0.1", "1")
    assert done.exit_code == 0, done.output
    assert re.search(r"out by losses on time after [\d.]+ days|left after [\d.]+ days", done.stdout)
    assert "Tournaments played to the end: 2 of 2" in done.stdout
    assert re.search(r"entrants: \d+% ", done.stdout)


@pytest.mark.night
@pytest.mark.long
def test_a_cup_and_the_seasons_of_a_league_are_played() -> None:
    cup = simulate("--format", "cup", "--entrants", "3", "--leaving", "0")
    assert cup.exit_code == 0, cup.output
    assert cup.stdout.startswith("Cup: half of the matches over after ")
    league = simulate("--entrants", "3", "--seasons", "2", "--leaving", "0")
    assert league.exit_code == 0, league.output
    assert "Season 1: half of the matches" in league.stdout
    assert "Season 2: half of the matches" in league.stdout


@pytest.mark.night
@pytest.mark.long
def test_a_ladder_prints_its_moves_and_the_share_of_pairs_in_the_order_of_their_strength() -> None:
    arguments = ("--format", "ladder", "--entrants", "5", "--weeks", "4", "--leaving", "40")
    done = simulate(*arguments, "--challenges", "2", "5", "--bank", "1", "0.2", "1")
    assert done.exit_code == 0, done.output
    heading, states, moves, waits, resting, order, *lines = done.stdout.splitlines()
    parsed = re.fullmatch(
        r"Ladder, weeks: 4\. Challenges that are over: (\d+), matches: (\d+), turns: \d+", heading
    )
    assert parsed is not None
    challenges, matches = map(int, parsed.groups())
    assert 5 < matches <= challenges
    assert sum(map(int, re.findall(r"(\d+) ", states))) == challenges
    assert re.fullmatch(r"  Challengers: .+\. Lost on time: \d+\. Places gained: \d+", moves)
    assert re.fullmatch(r"  Accepted after [\d.]+ days, matches over after .+ \(medians\)", waits)
    assert re.fullmatch(r"  Resting: [\d.]+ on average, \d at some time", resting)
    assert re.match(r"  Pairs in the order of their strength, by weeks: 0: \d+%, 1: ", order)
    assert len(lines) == 5
    assert lines[0].strip().startswith("1. Player ")


@pytest.mark.parametrize(
    ("pairs", "share"), [((3, 2, 1), 1.0), ((1, 2, 3), 0.0), ((2, 2), 0.5), ((2, 1, 2), 0.5)]
)
def test_pairs_of_equal_strength_are_left_out_of_the_order(
    pairs: tuple[int, ...], share: float
) -> None:
    assert in_order(pairs) == share


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--answers", "9", "2"], "--answers takes the lower number first, not 9.0 and 2.0."),
        (["--format", "cup", "--seasons", "2"], "--seasons is for a league."),
        (["--format", "ladder", "--seasons", "2"], "--seasons is for a league."),
        (["--challenges", "9", "2"], "--challenges takes the lower number first, not 9.0 and 2.0."),
        (["--format", "cup", "--entrants", "17"], "A cup has 16 players at most."),
    ],
)
def test_impossible_simulations_are_refused_with_a_sentence(
    arguments: list[str], error: str
) -> None:
    done = simulate(*arguments)
    assert done.exit_code == 2
    assert error in done.stderr
