"""The page of rules for players shows what the engine does."""

import re
from pathlib import Path

import pytest

from bot.game import Position, legal_turns, read_position, read_turn, write_position, write_turn
from tests.game.drawing import draw, played, position

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
EXAMPLES = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def test_page_has_examples() -> None:
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("example", EXAMPLES)
def test_bed_on_the_right_is_the_bed_on_the_left_after_the_turn(example: str) -> None:
    lines = [line.split() for line in example.strip().splitlines()]
    before = position("\n".join(line[0] for line in lines))
    step = played(before, lines[2][1])
    assert draw(step.after.bed) == "\n".join(line[-1] for line in lines)


def test_turns_and_positions_on_the_page_are_written_as_they_are_read() -> None:
    turns = re.findall(r"^\| `([KC]\S+)` \|", PAGE, re.MULTILINE)
    assert len(turns) == 5
    assert [write_turn(read_turn(turn)) for turn in turns] == turns
    positions = re.findall(r"[\w/]+ [og] \d,\d \d,\d", PAGE)
    assert positions[-1] == write_position(Position())
    for text in positions:
        assert write_position(read_position(text)) == text
        assert list(legal_turns(read_position(text)))
