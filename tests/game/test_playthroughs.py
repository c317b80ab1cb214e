"""Each playthrough is what its turns make of it, for the engine and for the referee."""

from pathlib import Path

import pytest

from bot.game import Graduated, Recalled, WinBy, land
from tests.game import referee
from tests.game.playthrough import files, rewritten, ruleset_in, steps, turns_in

every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)


def test_there_are_a_win_by_line_one_by_eight_cats_and_one_with_choices() -> None:
    assert [file.stem for file in files()] == ["choices", "eight_cats", "line"]


@every_file
def test_playthrough_is_made_again_as_it_stands(file: Path) -> None:
    text = file.read_text("utf-8")
    assert rewritten(text) == text, "python -m tests.game.playthrough writes it again"


@every_file
def test_referee_sees_the_same_match(file: Path) -> None:
    text = file.read_text("utf-8")
    table = referee.start()
    seen = [referee.position_text(table)]
    for turn in turns_in(text):
        table = referee.play(table, turn)
        seen.append(referee.position_text(table))
    positions = [line for line in text.splitlines() if line.count("/") == 5]
    assert positions == seen


def test_playthroughs_show_what_their_names_say() -> None:
    texts = {file.stem: file.read_text("utf-8") for file in files()}
    played = {name: list(steps(turns_in(text), ruleset_in(text))) for name, text in texts.items()}
    wins = {name: match[-1].win for name, match in played.items()}
    assert {name: win.by for name, win in wins.items() if win} == {
        "choices": WinBy.LINE,
        "eight_cats": WinBy.FULL_BED,
        "line": WinBy.LINE,
    }
    choices = [
        step for step in played["choices"] if land(step.before, step.turn.placement).needs_choice
    ]
    assert len(choices) >= 3
    left = {type(step.events[-1]) for match in played.values() for step in match}
    assert {Graduated, Recalled} <= left
