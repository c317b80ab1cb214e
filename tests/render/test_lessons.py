"""The pictures of the rules: each shows what its page says, and is on docs/rules.md."""

import re
from pathlib import Path

import pytest

from bot.game import (
    Booped,
    FellOff,
    Graduated,
    Landing,
    Placed,
    Stayed,
    Step,
    WinBy,
    Won,
    read_turn,
)
from render.bed import draw
from render.lessons import RulePicture, scene_of, turn_of
from render.scene import Ending
from tests.kit.drawing import draw as drawn
from tests.render.golden import LESSONS, compare, open_png

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")


@pytest.mark.parametrize("lesson", RulePicture)
def test_every_picture_of_the_rules_is_up_to_date(lesson: RulePicture) -> None:
    kept = (LESSONS / f"{lesson.value}.png").read_bytes()
    assert compare(open_png(kept), open_png(draw(scene_of(lesson)))).alike, (
        "if this is intended, run python -m tests.render.golden"
    )


def test_every_picture_of_the_rules_is_on_their_page_with_an_alt_text() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(pictures/rules/([\w-]+)\.png\)", PAGE)
    assert {name for _, name in shown} == {lesson.value for lesson in RulePicture}
    assert len(shown) == len(RulePicture)
    assert {path.stem for path in LESSONS.glob("*.png")} == {lesson.value for lesson in RulePicture}


@pytest.mark.parametrize(
    "lesson", [RulePicture.BOOP, RulePicture.BLOCK, RulePicture.FALL, RulePicture.GRADUATION]
)
def test_the_picture_shows_the_bed_that_is_drawn_as_text_below_it(lesson: RulePicture) -> None:
    below = PAGE[PAGE.index(f"rules/{lesson.value}.png") :]
    example = re.search(r"```text\n(.*?)```", below, re.DOTALL)
    assert example is not None
    lines = [line.split() for line in example[1].strip().splitlines()]
    step = turn_of(lesson)
    assert isinstance(step, Step)
    assert drawn(step.before.bed) == "\n".join(line[0] for line in lines)
    assert step.turn.placement == read_turn(lines[2][1]).placement
    assert drawn(step.after.bed) == "\n".join(line[-1] for line in lines)


def test_each_lesson_shows_what_it_is_named_for() -> None:
    events = {lesson: turn_of(lesson).events for lesson in RulePicture}
    assert sum(isinstance(event, Booped) for event in events[RulePicture.BOOP]) == 8
    assert [type(event) for event in events[RulePicture.BLOCK]] == [Placed, Stayed]
    assert isinstance(events[RulePicture.FALL][-1], FellOff)
    assert isinstance(events[RulePicture.GRADUATION][-1], Graduated)
    choice = turn_of(RulePicture.CHOICE)
    assert isinstance(choice, Landing)
    assert len(choice.options) == 2
    for lesson, by in ((RulePicture.LINE, WinBy.LINE), (RulePicture.FULL_BED, WinBy.FULL_BED)):
        won = events[lesson][-1]
        assert isinstance(won, Won)
        assert won.win.by is by
    assert {lesson for lesson in RulePicture if scene_of(lesson).ending is Ending.DRAWN} == {
        RulePicture.DRAWN
    }
