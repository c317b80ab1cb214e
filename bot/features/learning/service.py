"""Answers to turns in lessons, and the progress of users."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.db.database import Database, Reading
from bot.db.tables import Table
from bot.features.learning.lesson import Answer, Exercise, Lesson, LessonName, Right, answer_to
from bot.features.learning.lessons import find_lesson
from bot.features.matches.errors import ServiceRefusal
from bot.game import Turn
from bot.jobs.clock import Clock
from bot.match.identity import Instant, UserId
from bot.text import N_


class LessonGone(ServiceRefusal):
    """The lesson no longer exists, or no longer has that many exercises."""

    message = N_("I no longer have that lesson. `/learn` lists all that I have.")


@dataclass(frozen=True, slots=True)
class ExerciseDone:
    """An exercise whose goal a user has reached; `exercise` counts from 1."""

    user: UserId
    lesson: LessonName
    exercise: int
    done_at: Instant


DONE: Final = Table("exercises_done", ExerciseDone, key=("user_id", "lesson", "exercise"))


@dataclass(frozen=True, slots=True)
class Progress:
    """The exercises that a user has done, by lesson."""

    done: Mapping[LessonName, frozenset[int]]

    def done_of(self, lesson: Lesson) -> int:
        """Return how many exercises of a lesson are done."""
        return len(self.done.get(lesson.name, frozenset()) & set(_numbers(lesson)))

    def done_in(self, lessons: Sequence[Lesson]) -> int:
        """Return how many exercises of some lessons are done."""
        return sum(map(self.done_of, lessons))

    def has_finished(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are done."""
        return self.done_of(lesson) == len(lesson.exercises)

    def has_finished_all(self, lessons: Sequence[Lesson]) -> bool:
        """Return whether all exercises of some lessons are done."""
        return all(map(self.has_finished, lessons))

    def next_of(self, lessons: Sequence[Lesson]) -> Lesson | None:
        """Return the first of some lessons that is not finished."""
        return next((each for each in lessons if not self.has_finished(each)), None)

    def next_in(self, lesson: Lesson) -> int:
        """Return the number of the first exercise not done yet, or 1 if the lesson is finished."""
        done = self.done.get(lesson.name, frozenset())
        return next((number for number in _numbers(lesson) if number not in done), 1)


def _numbers(lesson: Lesson) -> range:
    return range(1, len(lesson.exercises) + 1)


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """The answer to a turn, and the user's progress after it."""

    answer: Answer
    progress: Progress


def exercise_of(lesson: LessonName, number: int) -> tuple[Lesson, Exercise]:
    """Return an exercise and its lesson. Raise `LessonGone` if there is none with that number."""
    lesson_found = find_lesson(lesson)
    if lesson_found is None or number not in _numbers(lesson_found):
        raise LessonGone
    return lesson_found, lesson_found.exercises[number - 1]


class Lessons:
    """Answers turns in lessons, and records which exercises users have done."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def progress(self, user: UserId) -> Progress:
        """Return which exercises a user has done."""
        async with self._database.reading() as reading:
            return await _progress(reading, user)

    async def answer(
        self, user: UserId, lesson: LessonName, number: int, turn: Turn
    ) -> ExerciseResult:
        """Answer a turn in an exercise, and record that it is done if the turn is right.

        Raise `LessonGone`, and what `bot.game.play` raises for a turn that cannot be played.
        """
        _, exercise = exercise_of(lesson, number)
        answer = await asyncio.to_thread(answer_to, exercise, turn)
        if not isinstance(answer, Right):
            return ExerciseResult(answer, await self.progress(user))
        done = ExerciseDone(user, lesson, number, self._clock.now())
        async with self._database.writing() as writing:
            await DONE.insert_new(writing.connection, done)
            return ExerciseResult(answer, await _progress(writing, user))


async def _progress(reading: Reading, user: UserId) -> Progress:
    done: defaultdict[LessonName, set[int]] = defaultdict(set)
    for each in await DONE.find_all(reading.connection, user_id=user):
        done[each.lesson].add(each.exercise)
    return Progress({lesson: frozenset(numbers) for lesson, numbers in done.items()})
