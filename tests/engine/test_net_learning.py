"""Learning a net from given positions and from matches, also after an interruption."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

np = pytest.importorskip("numpy", reason="numpy, of the extra `fast`, is not installed")

from bot.cli import boop  # noqa: E402
from bot.engine.evaluation import SURE, weights_of  # noqa: E402
from bot.engine.lab import net_examples  # noqa: E402
from bot.engine.lab.net_examples import (  # noqa: E402
    Examples,
    PlayedPositions,
    read_examples,
    read_played,
    write_whole,
)
from bot.engine.lab.net_learning import (  # noqa: E402
    NetCourse,
    NetLearner,
    OtherStateError,
    calibration,
    inputs_of,
    learn_from,
    learn_net,
    scaled,
    scores_of,
    static_scores,
)
from bot.engine.net import HANDS_AT, Net, read_nets, write_nets  # noqa: E402
from bot.engine.symmetry import EVERY_WAY, turned_position  # noqa: E402
from bot.engine.tree import STATE  # noqa: E402
from bot.game import CLASSIC, JUNIOR, SEAM  # noqa: E402
from bot.game.perft import state_of  # noqa: E402
from tests.engine.nets import random_net  # noqa: E402
from tests.engine.positions import random_positions  # noqa: E402
from tests.engine.test_net import score_of  # noqa: E402

ROUNDS = 6


def examples(count: int = 300) -> Examples:
    """Return positions in which more kittens in hand are better, unlike in the evaluation."""
    chance = Random(4)
    states, targets = [], []
    for _ in range(count):
        mine, theirs = chance.randrange(1, 9), chance.randrange(1, 9)
        states.append((1 << chance.randrange(36), 0, 0, 0, mine, 0, theirs, 0, -1, -1))
        targets.append(0.5 + (mine - theirs) / 20)
    return Examples(np.array(states, np.int64), np.array(targets, np.float32))


def run_in_order(function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
    for arguments in calls:
        function(*arguments)


def learner(rounds: int = ROUNDS) -> NetLearner:
    return NetLearner(CLASSIC.rules, weights_of(CLASSIC), examples(), rounds, 1)


def test_a_net_learns_to_correct_the_evaluation() -> None:
    learning = learner(60)
    faults = [learning.learn_round() for _ in range(60)]
    assert faults[-1] < faults[0]
    assert learning.is_done
    assert any(learning.net.output)


def test_an_interrupted_learner_learns_the_same(tmp_path: Path) -> None:
    whole, begun = learner(), learner()
    for _ in range(ROUNDS):
        whole.learn_round()
    begun.learn_round()
    begun.learn_round()
    begun.keep(tmp_path / "kept.npz")
    again = learner()
    again.take_up(tmp_path / "kept.npz")
    while not again.is_done:
        again.learn_round()
    assert again.net == whole.net


def test_inputs_are_those_of_the_turned_position() -> None:
    for position in (*random_positions(CLASSIC, 2, 6), *random_positions(SEAM, 2, 20)):
        states = [state_of(turned_position(position, way))[:STATE] for way in EVERY_WAY]
        plain = {tuple(inputs_of(np.array([state], np.int64), 0)[0]) for state in states}
        own = np.array([states[0]], np.int64)
        assert plain == {tuple(inputs_of(own, way)[0]) for way in EVERY_WAY}


def write_positions(file: Path) -> Path:
    """Write positions in another engine's format: first both seats' kittens, then their cats."""
    masks = np.zeros((40, 4, 5), np.uint8)
    masks[:, 0, 0] = 1
    masks[:, 1, 1] = 2
    masks[:, 2, 4] = 8
    hands = np.full((40, 4), (6, 7, 1, 0), np.uint8)
    value, result = np.full(40, 500, np.int16), np.full(40, 2, np.int8)
    np.savez(file, masks=masks, hands=hands, value=value, result=result)
    return file


def test_given_positions_are_read_as_the_search_represents_them(tmp_path: Path) -> None:
    read = read_examples([write_positions(tmp_path / "given.npz")])
    assert read.states[0].tolist() == [1, 1 << 35, 1 << 9, 0, 6, 1, 7, 0, -1, -1]
    assert read.targets[0] == pytest.approx(0.7 * 0.75 + 0.3)
    assert inputs_of(read.states, 0)[0, :HANDS_AT].sum() == 3


def test_a_net_learned_from_matches_does_not_depend_on_interruptions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_examples, "KEPT_TOGETHER", 1)
    course = NetCourse(matches=4, rounds=2, nodes=60)
    rounds: list[int] = []
    played: list[int] = []

    def record_round(number: int, count: int, fault: float) -> None:
        assert count > 0
        assert fault > 0
        rounds.append(number)

    def interrupt(number: int, count: int, fault: float) -> None:
        raise KeyboardInterrupt

    def run_one(function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        run_in_order(function, calls[:1])
        raise KeyboardInterrupt

    def run_rest(function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        played.append(len(calls))
        run_in_order(function, calls)

    folders = [tmp_path / "whole", tmp_path / "begun"]
    for folder in folders:
        folder.mkdir()
    whole = learn_net(JUNIOR, course, 1, folders[0], record_round, run_in_order)
    assert rounds == [1, 1, 2]
    with pytest.raises(KeyboardInterrupt):
        learn_net(JUNIOR, course, 1, folders[1], record_round, run_one)
    with pytest.raises(KeyboardInterrupt):
        learn_net(JUNIOR, course, 1, folders[1], interrupt, run_rest)
    assert learn_net(JUNIOR, course, 1, folders[1], record_round, run_rest) == whole
    assert played == [1, 0, 2], "only the matches that were in no file were played"
    assert rounds == [1, 1, 2, 1, 2]
    assert isinstance(whole, Net)


def test_positions_whose_result_is_certain_are_worth_all_or_nothing(tmp_path: Path) -> None:
    course = NetCourse(matches=4, rounds=1, nodes=300)
    learn_net(JUNIOR, course, 1, tmp_path, lambda *_: None, run_in_order)
    played = read_played(tmp_path.glob("junior-course-?-0.npz"))
    won = static_scores(JUNIOR.rules, weights_of(JUNIOR), played.states) == SURE
    assert won.any()
    assert (played.values[won] == 1).all()
    lost = played.values == 0
    assert lost.any()
    assert played.results[lost].mean() < played.results.mean() < played.results[won].mean()


def test_a_folder_belongs_to_one_course(tmp_path: Path) -> None:
    def learn(course: NetCourse, seed: int) -> Net:
        return learn_net(JUNIOR, course, seed, tmp_path, lambda *_: None, run_in_order)

    course = NetCourse(matches=2, rounds=1, nodes=60)
    learned = learn(course, 1)
    for other, seed in (
        (course, 2),
        (replace(course, matches=4), 1),
        (replace(course, rounds=2), 1),
    ):
        with pytest.raises(OtherStateError):
            learn(other, seed)
    assert learn(course, 1) == learned
    given = tmp_path / "given"
    given.mkdir()
    learn_from(CLASSIC, examples(), 1, 1, given, lambda *_: None)
    with pytest.raises(OtherStateError):
        learn_from(CLASSIC, examples(200), 1, 1, given, lambda *_: None)
    calibration(JUNIOR, learned, 2, 1, tmp_path, run_in_order)
    with pytest.raises(OtherStateError):
        calibration(JUNIOR, random_net(1), 2, 1, tmp_path, run_in_order)


def test_scores_of_a_search_are_multiplied_by_what_predicts_results_best() -> None:
    # 60 % of the points were won where 55 % were expected, and 40 % where 45 % were.
    values = np.array([0.55] * 100 + [0.45] * 100 + [1.0])
    results = np.array([1.0] * 60 + [0.0] * 40 + [1.0] * 40 + [0.0] * 60 + [0.0], np.float32)
    played = PlayedPositions(np.zeros((201, STATE), np.int64), values, results)
    targets = played.examples().targets
    assert targets[0] == pytest.approx(0.7 * 0.6 + 0.3, abs=0.002)
    assert targets[199] == pytest.approx(0.7 * 0.4, abs=0.002)
    assert targets[200] == pytest.approx(0.7), "a certain value stays as it is"


def test_no_value_is_certain_after_one_match() -> None:
    played = PlayedPositions(
        np.zeros((2, STATE), np.int64), np.array([0.6, 0.4]), np.array([1.0, 0.0], np.float32)
    )
    assert 0.7 < played.examples().targets[0] < 1


def test_scores_of_many_positions_are_those_of_a_search() -> None:
    net = random_net(3)
    states = [state_of(position)[:STATE] for position in random_positions(CLASSIC, 4, 25)]
    assert scores_of(net, np.array(states, np.int64)).tolist() == [
        score_of(net, state) for state in states
    ]


def test_a_net_that_is_too_sure_is_calibrated(tmp_path: Path) -> None:
    net = random_net(5)
    played = [state_of(position)[:STATE] for position in random_positions(JUNIOR, 9, 10)] * 8
    states = np.array(played, np.int64)
    honest = static_scores(JUNIOR.rules, weights_of(JUNIOR), states) + scores_of(net, states) * 0.4
    results = 1 / (1 + 10 ** (-np.clip(honest, -3000, 3000) / 400))
    values = np.full(len(states), 0.5)
    # Positions whose result is certain don't count, even if the match ended otherwise.
    values[::3] = results[::3] < 0.5
    results[::3] = 1 - values[::3]

    def write(function: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> None:
        write_whole(calls[0][-1], states=states, values=values, results=results)

    assert calibration(JUNIOR, net, 1, 1, tmp_path, write) == 0.4
    found = scaled(net, 0.4)
    assert found.output == tuple(round(weight * 0.4) for weight in net.output)
    assert found.output_bias == round(net.output_bias * 0.4)
    assert found.inputs == net.inputs


@pytest.mark.night
def test_the_learn_command_calibrates_the_net_of_a_file(tmp_path: Path) -> None:
    file, folder = tmp_path / "nets.json", tmp_path / "state"
    command = ["learn", "junior", "--net", str(folder), "--calibrate", "2", "--file", str(file)]
    command += ["--parallel", "1"]
    result = CliRunner().invoke(boop, command)
    assert result.exit_code == 2
    assert "no net of junior to calibrate" in result.output
    before = {"classic 1": random_net(1), "junior 1": random_net(2)}
    file.write_text(write_nets(before), encoding="utf-8")
    result = CliRunner().invoke(boop, command)
    assert result.exit_code == 0, result.output
    after = read_nets(file.read_text(encoding="utf-8"))
    assert after["classic 1"] == before["classic 1"]
    assert after["junior 1"].inputs == before["junior 1"].inputs
    assert result.stdout.splitlines()[1].startswith("  scores multiplied by ")
    kept = (folder / "junior-calibration-0.npz").read_bytes()
    file.write_text(write_nets(before), encoding="utf-8")
    assert CliRunner().invoke(boop, command).exit_code == 0
    assert read_nets(file.read_text(encoding="utf-8")) == after
    assert (folder / "junior-calibration-0.npz").read_bytes() == kept, "it was played already"
    result = CliRunner().invoke(
        boop, [*command, "--positions", str(write_positions(tmp_path / "given.npz"))]
    )
    assert result.exit_code == 2
    assert "learns nothing" in result.output


def test_the_learn_command_stores_a_net_beside_the_others(tmp_path: Path) -> None:
    file, folder = tmp_path / "nets.json", tmp_path / "state"
    positions = ["--positions", str(write_positions(tmp_path / "given.npz"))]
    command = ["learn", "classic", "--net", str(folder), "--rounds", "2", "--file", str(file)]
    result = CliRunner().invoke(boop, [*command, *positions])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1].startswith("  round 1: 40 positions, error ")
    assert list(read_nets(file.read_text(encoding="utf-8"))) == ["classic 1"]
    again = CliRunner().invoke(boop, [*command, *positions])
    assert again.stdout.splitlines() == ["classic:"], "it was learned already"


@pytest.mark.night
@pytest.mark.long
@pytest.mark.process
def test_the_learn_command_gives_the_same_result_for_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_examples, "KEPT_TOGETHER", 1)
    learned = []
    for processes in ("1", "2"):
        file, folder = tmp_path / f"{processes}.json", tmp_path / processes
        command = ["learn", "junior", "--net", str(folder), "--matches", "4", "--rounds", "1"]
        command += ["--parallel", processes, "--file", str(file)]
        result = CliRunner().invoke(boop, command)
        assert result.exit_code == 0, result.output
        assert result.stderr.splitlines() == ["  50 %", "  100 %"] * 2
        learned.append(file.read_text(encoding="utf-8"))
    assert learned[0] == learned[1]


def test_the_learn_command_reports_obstacles_before_it_plays(tmp_path: Path) -> None:
    def refusal(*options: str) -> str:
        result = CliRunner().invoke(boop, ["learn", "junior", "--net", str(tmp_path), *options])
        assert result.exit_code == 2
        return result.stderr.splitlines()[-1]

    nowhere = tmp_path / "nowhere" / "nets.json"
    assert "its folder doesn't exist" in refusal("--file", str(nowhere))
    other = tmp_path / "weights.json"
    other.write_text("{}]", encoding="utf-8")
    assert "isn't a file that `boop learn` wrote" in refusal("--file", str(other))
    (tmp_path / "junior-given-net.npz").touch()
    file, given = tmp_path / "nets.json", write_positions(tmp_path / "given.npz")
    assert "Name another folder." in refusal("--file", str(file), "--positions", str(given))
    assert not file.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--parallel", "2"], "--net is missing"),
        (["classic", "--positions", "FILE"], "--net is missing"),
        (["--rounds", "2"], "--net is missing"),
        (["--net", "state", "--positions", "FILE"], "those of one ruleset"),
        (["--net", "state", "--positions", "FILE", "--matches", "8"], "no matches are played"),
        (["--net", "state", "--positions", "FILE", "--parallel", "2"], "no matches are played"),
        (["--net", "state", "--calibrate", "8", "--matches", "8"], "learns nothing"),
        (["--net", "state", "--calibrate", "8", "--rounds", "2"], "learns nothing"),
    ],
)
def test_the_learn_command_refuses_options_that_do_not_fit(
    tmp_path: Path, options: list[str], words: str
) -> None:
    file = str(write_positions(tmp_path / "given.npz"))
    result = CliRunner().invoke(
        boop, ["learn", *(file if each == "FILE" else each for each in options)]
    )
    assert result.exit_code == 2
    assert words in result.output
