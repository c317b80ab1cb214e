"""Learning the weights: features, the regression, and a short course of everything."""

import math
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from bot.cli import boop
from bot.engine import evaluation
from bot.engine.evaluation import (
    FEATURE_NAMES,
    HAND_WRITTEN,
    SURE,
    evaluate,
    laid_out,
    read_weights,
    weights_of,
    write_weights,
)
from bot.engine.lab.learning import (
    POINTS,
    Course,
    Generation,
    GenerationReport,
    course_of,
    fitted,
    learn,
    trial,
)
from bot.engine.tree import FEATURES, ROW, ROWS_AT, STAGES, STATE, WEIGHTS_AT
from bot.game import CLASSIC, JUNIOR, RULESETS, SEAM, Position, Ruleset, read_position
from bot.game.compiled import room
from bot.game.perft import state_of

SHORT = Course((Generation(2, 40), Generation(2, 60)), rounds=20)


def features(text: str, ruleset: Ruleset = CLASSIC) -> dict[str, int]:
    """Return the features that are not zero.

    Each is found by setting its weight to 1 and all others to 0.
    """
    memory = room(ROWS_AT + ROW)
    position = read_position(text, ruleset)
    memory[ROWS_AT : ROWS_AT + STATE] = state_of(position)[:STATE]
    found = {}
    for number, name in enumerate(FEATURE_NAMES):
        for stage in range(STAGES):
            memory[WEIGHTS_AT + stage * FEATURES + number] = 1
        found[name] = evaluate(memory, ROWS_AT, ruleset.rules)
        for stage in range(STAGES):
            memory[WEIGHTS_AT + stage * FEATURES + number] = 0
    return {name: value for name, value in found.items() if value}


def test_features_count_pieces_on_the_bed_and_in_hand() -> None:
    assert features("K5/6/2k3/6/6/5C o 5,1 7,0") == {
        "own kittens as on a1": 1,
        "own cats as on a1": 1,
        "their kittens as on c3": 1,
        "own cats: 2": 1,
        "their cats: 0": 1,
        "own in hand: 6": 1,
        "their in hand: 7": 1,
        "to move": 1,
        "own cats in hand": 1,
    }


def test_features_include_pairs_gaps_and_lines_of_both_seats() -> None:
    counts = features("KK4/6/k1k3/6/3ccc/6 o 6,0 1,2")
    assert counts["own open pairs"] == 1
    # a3 and c3 with b3 between them, and c3 and e5 with d4.
    assert counts["their gapped pairs"] == 2
    assert counts["their lines on the bed"] == 1
    assert counts["their open pairs that win"] == counts["their threat to win"] == 1


def test_features_include_seam_pieces() -> None:
    counts = features("6/6/6/6/6/6 o 8,0 8,0 - cd+4", SEAM)
    assert counts["own seam in hand"] == 1
    assert counts["their seam's steps"] == 4


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [("CC4/6/6/6/6/6 o 0,6 8,0", CLASSIC), ("KK4/6/6/6/6/6 o 6,0 8,0", JUNIOR)],
)
def test_open_pair_with_its_third_in_hand_is_a_sure_win(text: str, ruleset: Ruleset) -> None:
    assert set(features(text, ruleset).values()) == {SURE}


def test_the_regression_finds_the_weights_that_made_its_targets() -> None:
    chance = Random(5)
    states, targets = [], []
    for _ in range(150):
        mine, theirs = chance.randrange(9), chance.randrange(9)
        states.append((0, 0, 0, 0, 8 - mine, mine, 8 - theirs, theirs, -1, -1))
        targets.append(1 / (1 + math.exp(-(mine - theirs) / 3)))
    course = Course((), rounds=300, decay=0.0)
    found, fault = fitted(CLASSIC.rules, states, targets, course)
    memory = room(ROWS_AT + ROW)
    memory[WEIGHTS_AT : WEIGHTS_AT + len(found)] = found
    memory[ROWS_AT : ROWS_AT + STATE] = (0, 0, 0, 0, 2, 6, 6, 2, -1, -1)
    assert evaluate(memory, ROWS_AT, CLASSIC.rules) == pytest.approx(POINTS * 4 / 3, rel=0.05)
    assert fault < math.log(2)


def test_equal_seeds_learn_equal_weights_that_are_not_zero() -> None:
    reports: list[GenerationReport] = []
    first = learn(JUNIOR, SHORT, Random(2), reports.append)
    assert first == learn(JUNIOR, SHORT, Random(2), reports.append)
    assert any(first)
    assert [each.number for each in reports] == [1, 2, 1, 2]
    assert all(each.matches == 2 and each.fault < math.log(2) for each in reports)


def test_a_course_divides_its_matches() -> None:
    course = course_of(1000)
    assert [generation.matches for generation in course.generations] == [100, 200, 300, 400]


def test_a_trial_gives_the_points_of_all_matches() -> None:
    points = trial(JUNIOR, HAND_WRITTEN, 40, 2, Random(1))
    assert 0 <= points <= 2


def test_weights_are_read_as_they_were_written() -> None:
    stages = [[stage * 1000 + place for place in range(len(FEATURE_NAMES))] for stage in range(4)]
    values = laid_out(stages)
    assert read_weights(write_weights({"classic 1": values, "seam 1": HAND_WRITTEN})) == {
        "classic 1": values,
        "seam 1": HAND_WRITTEN,
    }


def test_every_ruleset_has_its_own_weights() -> None:
    learned = {weights_of(ruleset) for ruleset in RULESETS}
    assert len(learned) == len(RULESETS)
    assert all(len(values) == FEATURES * STAGES for values in learned)


def test_the_included_weights_are_in_the_format_of_the_program() -> None:
    text = evaluation.FILE.read_text(encoding="utf-8")
    assert write_weights(read_weights(text)) == text


@pytest.mark.long
def test_the_learn_command_stores_what_it_learns_beside_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "numba", None)
    file = tmp_path / "weights.json"
    file.write_text(write_weights({"classic 1": HAND_WRITTEN}), encoding="utf-8")
    result = CliRunner().invoke(
        boop, ["learn", "junior", "--matches", "4", "--trials", "1", "--file", str(file)]
    )
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "junior: 4 matches, seed 1"
    assert lines[1].startswith("  generation 1: ")
    assert " of 1 points with 2000 nodes a turn" in lines[-1]
    kept = read_weights(file.read_text(encoding="utf-8"))
    assert kept["classic 1"] == HAND_WRITTEN
    assert any(kept["junior 1"])


def test_the_start_is_worth_almost_nothing() -> None:
    memory = room(ROWS_AT + ROW)
    learned = weights_of(CLASSIC)
    memory[WEIGHTS_AT : WEIGHTS_AT + len(learned)] = learned
    memory[ROWS_AT : ROWS_AT + STATE] = state_of(Position())[:STATE]
    assert abs(evaluate(memory, ROWS_AT, CLASSIC.rules)) < 150
