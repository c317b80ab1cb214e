"""Every turn of every lesson has an answer; some turns reach the goal, but not all."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.engine.reasons import outlook
from bot.features.learning import lessons
from bot.features.learning.lesson import (
    MOST_EXERCISES,
    Exercise,
    Lesson,
    LessonName,
    MissedGoal,
    Right,
    answer_to,
)
from bot.features.learning.lessons import (
    every_lesson,
    find_lesson,
    lessons_of,
    ruleset_with_lessons,
    rulesets_with_lessons,
)
from bot.game import CLASSIC, RULESETS, Seat, legal_turns, read_turn, square_named

EXERCISES = [
    pytest.param(exercise, id=f"{lesson.name}-{number}")
    for lesson in every_lesson()
    for number, exercise in enumerate(lesson.exercises, 1)
]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_turn_has_an_answer_and_some_of_them_reach_the_goal(exercise: Exercise) -> None:
    answers = [answer_to(exercise, turn) for turn in legal_turns(exercise.position)]
    kinds = Counter(map(type, answers))
    assert kinds[Right]
    assert kinds[MissedGoal]
    remarks = {each.why for each in answers if isinstance(each, MissedGoal)}
    assert {each.message for each in exercise.remarks} <= remarks
    assert exercise.goal.missed in remarks


@pytest.mark.parametrize(
    ("lesson", "number", "turns", "expected"),
    [
        ("defence", 2, "Ca2 Cd2 Ca4 Cd4", "You moved one cat, but the two still stand side by"),
        ("junior-defence", 1, "Ka2 Kd2 Ka4 Kd4", "You moved one kitten, but the two still stand"),
        ("trap", 1, "Cb2 Cd2 Cb3 Cc3 Cd3 Cb4 Cd4", "That doesn't bring them together."),
        ("three-in-a-line", 2, "Ka2 Ke4", "b3 and d5 have to stay where they are."),
        ("junior-three", 2, "Ka2 Ke4", "b3 and d5 have to stay where they are."),
        ("junior-three", 2, "Kc4", "You'd boop b3, d3 and d5 away from there."),
        ("defence", 3, "Ce5", "From there c3 is right behind d4"),
        ("off-the-edge", 2, "Ke2", "That was yours, not gray's."),
        ("off-the-edge", 2, "Ke3 Ke4", "Yours fell off as well."),
        ("rows-full-bed", 1, "Kd1=f1 Kf1=d1", "You booped the kitten away from e1."),
    ],
)
def test_the_reply_to_a_wrong_answer_says_what_the_turn_did(
    lesson: str, number: int, turns: str, expected: str
) -> None:
    lesson_found = find_lesson(LessonName(lesson))
    assert lesson_found is not None
    for turn in turns.split():
        answer = answer_to(lesson_found.exercises[number - 1], read_turn(turn))
        assert isinstance(answer, MissedGoal)
        assert answer.why.text.startswith(expected)


@pytest.mark.long
def test_the_squares_on_which_gray_is_said_to_win_are_those_on_which_it_does() -> None:
    checked = set()
    for exercise in (each for lesson in every_lesson() for each in lesson.exercises):
        if re.match("Gray (can still win|would)", exercise.goal.missed.text):
            for turn in legal_turns(exercise.position):
                answer = answer_to(exercise, turn)
                if isinstance(answer, MissedGoal) and answer.why is exercise.goal.missed:
                    named = set(map(square_named, re.findall(r"\b[a-f][1-6]\b", answer.why.text)))
                    after = answer.step.after
                    assert set(outlook(after, after.to_move).wins_on) == named
                    checked.add(answer.why.text)
    assert len(checked) == 2


@pytest.mark.parametrize("exercise", EXERCISES)
def test_shown_turns_are_correct(exercise: Exercise) -> None:
    assert isinstance(answer_to(exercise, read_turn(exercise.shown)), Right)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_learner_always_plays_orange(exercise: Exercise) -> None:
    assert exercise.position.to_move is Seat.ORANGE


@pytest.mark.parametrize("lesson", every_lesson(), ids=lambda lesson: lesson.name)
def test_a_lesson_is_short_and_in_one_ruleset(lesson: Lesson) -> None:
    assert 1 <= len(lesson.exercises) <= MOST_EXERCISES
    assert {each.position.ruleset for each in lesson.exercises} == {lesson.ruleset}


def test_every_ruleset_has_lessons_and_no_two_have_one_name() -> None:
    assert rulesets_with_lessons() == RULESETS
    assert len(lessons_of(CLASSIC)) == 12
    assert len({each.name for each in every_lesson()}) == len(every_lesson())


def test_a_new_version_of_a_ruleset_keeps_the_lessons_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    newer = (*RULESETS, replace(CLASSIC, version=CLASSIC.version + 1, pieces=7))
    monkeypatch.setattr(lessons, "RULESETS", newer)
    assert rulesets_with_lessons() == RULESETS
    assert ruleset_with_lessons(CLASSIC.name) is CLASSIC


@pytest.mark.parametrize("exercise", EXERCISES)
def test_tasks_contain_no_bold_marks_of_their_own(exercise: Exercise) -> None:
    assert "**" not in exercise.task.text
