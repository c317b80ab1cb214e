"""The choice of a turn in an exercise, and its form in custom ids."""

import re
from dataclasses import dataclass, replace
from typing import Annotated, Final, Self

from bot.features.learning.lesson import MOST_EXERCISES, Exercise, Lesson, LessonName
from bot.features.learning.service import exercise_of
from bot.game import Step, Turn
from bot.match.turn_builder import NOTHING_CHOSEN, AskPlacement, TurnBuilder, TurnChoices
from bot.text import gettext
from cogs.board.turn_controls import BelowSquares, Style, TurnControls
from cogs.board.turn_panels import scene_of_turn, typing_label
from cogs.core.codecs import Bounds, register
from cogs.core.components import ActionButton, button
from render.scene import Scene

_NAME: Final = re.compile(r"[a-z]+(?:-[a-z]+)*", re.ASCII)
_LONGEST_NAME: Final = 20

ExerciseNumber = Annotated[int, Bounds(1, MOST_EXERCISES)]
"""The number of an exercise in its lesson, from 1."""


def _lesson_name(text: str) -> str:
    if len(text) > _LONGEST_NAME or _NAME.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a name of a lesson")
    return text


register(LessonName, _lesson_name, _lesson_name, example="boop")


@dataclass(frozen=True, slots=True)
class ExercisePlace:
    """An exercise and the choices of a turn in it, as custom ids hold them."""

    lesson: LessonName
    exercise: ExerciseNumber
    choices: TurnChoices = NOTHING_CHOSEN


@dataclass(frozen=True, slots=True)
class ExerciseAttempt:
    """An exercise, and the choices of a turn in it."""

    lesson: Lesson
    number: int
    choices: TurnChoices = NOTHING_CHOSEN

    @classmethod
    def at(cls, place: ExercisePlace) -> Self:
        """Return the exercise of a custom id. Raise `LessonGone`."""
        lesson, _ = exercise_of(place.lesson, place.exercise)
        return cls(lesson, place.exercise, place.choices)

    @property
    def exercise(self) -> Exercise:
        """The exercise."""
        return self.lesson.exercises[self.number - 1]

    @property
    def is_last(self) -> bool:
        """Whether it is the last exercise of its lesson."""
        return self.number == len(self.lesson.exercises)

    @property
    def place(self) -> ExercisePlace:
        """The exercise and the choices, as custom ids hold them."""
        return ExercisePlace(self.lesson.name, self.number, self.choices)

    @property
    def builder(self) -> TurnBuilder:
        """The turn that is being chosen."""
        return TurnBuilder(self.exercise.position, self.choices)

    @property
    def controls(self) -> TurnControls:
        """The actions of the buttons of a turn."""

        def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
            return button(label, style, "lesson-turn", place=self.with_choices(choices).place)

        def complete(label: str, style: Style, turn: Turn) -> ActionButton:
            place = self.with_choices(NOTHING_CHOSEN).place
            return button(label, style, "lesson-answer", place=place, turn=turn)

        return TurnControls(
            choose, complete, gettext("Confirm"), BelowSquares.NOTHING, short_ways=True
        )

    @property
    def type_button(self) -> ActionButton:
        """The button that opens the form for the turn."""
        place = self.with_choices(NOTHING_CHOSEN).place
        return button(typing_label(), Style.primary, "lesson-type", place=place)

    def with_choices(self, choices: TurnChoices) -> Self:
        """Return the attempt with other choices."""
        return replace(self, choices=choices)

    def numbered(self, number: int) -> Self:
        """Return an attempt at another exercise of the lesson, with nothing chosen."""
        return replace(self, number=number, choices=NOTHING_CHOSEN)

    @property
    def scene(self) -> Scene:
        """The picture's scene: the bed with the turns before it, or with the turn's choices."""
        exercise = self.exercise
        scene = scene_of_turn(self.builder, Scene(exercise.position, recent=exercise.recent))
        if isinstance(self.builder.question, AskPlacement):
            # The exercise is about the turns before, so they stay while a square is chosen.
            return replace(scene, recent=exercise.recent)
        return scene


def scene_of_step(step: Step) -> Scene:
    """Return the scene of a turn that was played in an exercise."""
    return Scene(step.after, recent=step, win=step.win)
