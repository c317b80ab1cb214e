"""Progress in lessons: what the bot records of which users."""

import pytest

from bot.features.learning.lesson import LessonName, MissedGoal, Right
from bot.features.learning.lessons import find_lesson, lessons_of
from bot.features.learning.service import LessonGone
from bot.game import CLASSIC, read_turn
from bot.services import Services
from tests.kit.matches import GRAY, ORANGE

BOOP = LessonName("boop")
RIGHT = ("Kb3", "Kb2", "Kd3")


async def test_a_right_turn_is_recorded_once_and_a_wrong_one_is_not(services: Services) -> None:
    lesson = find_lesson(BOOP)
    assert lesson is not None
    missed = await services.lessons.answer(ORANGE, BOOP, 1, read_turn("Kf6"))
    assert isinstance(missed.answer, MissedGoal)
    assert missed.progress.done_of(lesson) == 0
    for _ in range(2):
        right = await services.lessons.answer(ORANGE, BOOP, 1, read_turn("Kb3"))
        assert isinstance(right.answer, Right)
        assert right.progress.done_of(lesson) == 1
        assert right.progress.next_in(lesson) == 2
    assert (await services.lessons.progress(GRAY)).done_of(lesson) == 0


async def test_a_lesson_is_finished_with_all_its_exercises_in_any_order(
    services: Services,
) -> None:
    lessons = lessons_of(CLASSIC)
    for number in (3, 1, 2):
        before = await services.lessons.progress(ORANGE)
        assert before.next_of(lessons) is lessons[0]
        turn = read_turn(RIGHT[number - 1])
        answered = await services.lessons.answer(ORANGE, BOOP, number, turn)
    assert answered.progress.has_finished(lessons[0])
    assert answered.progress.next_of(lessons) is lessons[1]
    assert answered.progress.next_in(lessons[0]) == 1
    assert not answered.progress.has_finished_all(lessons)


@pytest.mark.parametrize(("lesson", "number"), [("sleeping", 1), ("boop", 0), ("boop", 4)])
async def test_a_lesson_that_no_longer_exists_is_refused(
    services: Services, lesson: str, number: int
) -> None:
    with pytest.raises(LessonGone):
        await services.lessons.answer(ORANGE, LessonName(lesson), number, read_turn("Kb3"))
