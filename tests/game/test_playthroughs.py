"""For the engine and for the referee, each playthrough follows from its turns."""

from pathlib import Path

import pytest

from bot.game import (
    RULESETS,
    Step,
    WinBy,
)
from tests.game import referee
from tests.game.playthrough import files, rewrite, ruleset_in, steps, turns_in
from tests.kit.thoroughness import sampled

every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)


def steps_of(name: str) -> list[Step]:
    (text,) = (file.read_text("utf-8") for file in files() if file.stem == name)
    return list(steps(turns_in(text), ruleset_in(text)))


def test_every_ruleset_has_a_playthrough() -> None:
    rulesets = {ruleset_in(file.read_text("utf-8")) for file in files()}
    assert rulesets == set(RULESETS)
    assert {file.stem for file in files()} == {
        "choices",
        "eight_cats",
        "junior",
        "line",
        "rows",
        "scarce",
        "seam",
    }


@every_file
def test_a_playthrough_is_reproduced_exactly(file: Path) -> None:
    text = file.read_text("utf-8")
    assert rewrite(text) == text, "python -m tests.game.playthrough writes it again"


@pytest.mark.parametrize("file", sampled(files(), 0, 2, 5), ids=lambda file: file.stem)
def test_the_referee_sees_the_same_match(file: Path) -> None:
    text = file.read_text("utf-8")
    name = ruleset_in(text).name
    seen = [referee.START[name]]
    for turn in turns_in(text):
        seen.append(referee.legal(name, seen[-1])[turn])
    positions = [line for line in text.splitlines() if line.count("/") == 5]
    assert positions == seen


@every_file
def test_a_playthrough_ends_in_a_win(file: Path) -> None:
    match = steps_of(file.stem)
    assert match[-1].win is not None
    assert (match[-1].win.by is WinBy.FULL_BED) == (file.stem == "eight_cats")
    assert len(match) >= 15
