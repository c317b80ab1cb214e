"""Learning a net from given positions and from matches, also after an interruption."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

np = pytest.importorskip("numpy", reason="numpy, of the extra `fast`, is not installed")

from bot.cli import boop  # noqa: E402
from bot.engine.evaluation import weights_of  # noqa: E402
from bot.engine.lab import net_learning  # noqa: E402
from bot.engine.lab.net_learning import (  # noqa: E402
    Examples,
    NetCourse,
    NetLearner,
    calibrate,
    inputs_of,
    learn_net,
    read_examples,
    scores_of,
    static_scores,
    write_whole,
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


def learner(rounds: int = ROUNDS) -> NetLearner:
    return NetLearner(CLASSIC.rules, weights_of(CLASSIC), examples(), rounds, 1)


def test_a_net_learns_what_the_evaluation_misjudges() -> None:
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


def test_given_positions_are_read_as_the_search_has_them(tmp_path: Path) -> None:
    read = read_examples([write_positions(tmp_path / "given.npz")])
    assert read.states[0].tolist() == [1, 1 << 35, 1 << 9, 0, 6, 1, 7, 0, -1, -1]
    assert read.targets[0] == pytest.approx(0.7 * 0.75 + 0.3)
    assert inputs_of(read.states, 0)[0, :HANDS_AT].sum() == 3


def test_matches_teach_a_net_that_an_interruption_does_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net_learning, "KEPT_TOGETHER", 1)
    course = NetCourse(matches=4, rounds=2, nodes=60)
    rounds: list[int] = []

    def record_round(number: int, count: int, fault: float) -> None:
        assert count > 0
        assert fault > 0
        rounds.append(number)

    def interrupt(number: int, count: int, fault: float) -> None:
        raise KeyboardInterrupt

    folders = [tmp_path / "whole", tmp_path / "begun"]
    for folder in folders:
        folder.mkdir()
    whole = learn_net(JUNIOR, course, 1, folders[0], record_round)
    assert rounds == [1, 2, 1, 2]
    with pytest.raises(KeyboardInterrupt):
        learn_net(JUNIOR, course, 1, folders[1], interrupt)
    assert learn_net(JUNIOR, course, 1, folders[1], record_round) == whole
    assert rounds == [1, 2, 1, 2, 2, 1, 2]
    assert isinstance(whole, Net)


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
    targets = 1 / (1 + 10 ** (-np.clip(honest, -3000, 3000) / 400))
    write_whole(tmp_path / "junior-calibration-0.npz", states=states, targets=targets)
    found = calibrate(JUNIOR, net, 1, 1, tmp_path)
    assert found.output == tuple(round(weight * 0.4) for weight in net.output)
    assert found.output_bias == round(net.output_bias * 0.4)
    assert found.inputs == net.inputs


def test_learn_command_calibrates_the_net_of_a_file(tmp_path: Path) -> None:
    file, folder = tmp_path / "nets.json", tmp_path / "state"
    command = ["learn", "junior", "--net", str(folder), "--calibrate", "2", "--file", str(file)]
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
    kept = (folder / "junior-calibration-0.npz").read_bytes()
    file.write_text(write_nets(before), encoding="utf-8")
    assert CliRunner().invoke(boop, command).exit_code == 0
    assert read_nets(file.read_text(encoding="utf-8")) == after
    assert (folder / "junior-calibration-0.npz").read_bytes() == kept, "it was played already"
    result = CliRunner().invoke(
        boop, [*command, "--positions", str(write_positions(tmp_path / "given.npz"))]
    )
    assert result.exit_code == 2
    assert "leave --positions out" in result.output


def test_learn_command_keeps_a_net_beside_the_others(tmp_path: Path) -> None:
    file, folder = tmp_path / "nets.json", tmp_path / "state"
    positions = ["--positions", str(write_positions(tmp_path / "given.npz"))]
    command = ["learn", "classic", "--net", str(folder), "--rounds", "2", "--file", str(file)]
    result = CliRunner().invoke(boop, [*command, *positions])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1].startswith("  round 1: 40 positions, error ")
    assert list(read_nets(file.read_text(encoding="utf-8"))) == ["classic 1"]
    again = CliRunner().invoke(boop, [*command, *positions])
    assert again.stdout.splitlines() == ["classic:"], "it was learned already"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["classic", "--positions", "FILE"], "--net is missing"),
        (["--net", "state", "--positions", "FILE"], "those of one ruleset"),
    ],
)
def test_learn_command_refuses_positions_of_no_one_ruleset(
    tmp_path: Path, options: list[str], words: str
) -> None:
    file = str(write_positions(tmp_path / "given.npz"))
    result = CliRunner().invoke(
        boop, ["learn", *(file if each == "FILE" else each for each in options)]
    )
    assert result.exit_code == 2
    assert words in result.output
