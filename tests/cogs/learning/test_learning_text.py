"""What lessons say about a turn."""

import pytest

from bot.features.learning.lesson import LessonName
from bot.features.learning.lessons import find_lesson
from bot.game import play, read_turn
from cogs.learning.views import what_happened


@pytest.mark.parametrize(
    ("turn", "stays"),
    [
        ("Kb3", "the gray cat on c3 stays put: a kitten can't push a cat"),
        ("Kf6", "nothing is next to it, so nothing moves"),
    ],
)
def test_a_turn_that_moves_nothing_is_explained(turn: str, stays: str) -> None:
    lesson = find_lesson(LessonName("cats-stay"))
    assert lesson is not None
    text = what_happened(play(lesson.exercises[0].position, read_turn(turn)))
    assert text.startswith("What happened: ")
    assert text.endswith(f"{stays}.")
