"""Lessons as values: positions with a goal, and an answer to each turn that can be played."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NewType

from bot.game import Position, Ruleset, Step, Turn, play, read_turn
from bot.text import Message

LessonName = NewType("LessonName", str)
"""The name of a lesson, such as `off-the-bed`. Users' progress is stored by it: never change it."""

Predicate = Callable[[Step], bool]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a turn must do, and the answer to a turn that does not do it."""

    is_reached_by: Predicate
    missed: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """An answer to turns that miss the goal in one particular way."""

    fits: Predicate
    message: Message


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which the user has to find a turn.

    `about` explains, `task` says what to do, and `praise` says what a right turn has shown. `shown`
    is a right turn in notation. The picture shows the turns in `played`, in notation, which lead
    from `start` to the exercise. The first of `remarks` that fits a wrong turn answers it, or else
    the goal does.
    """

    start: Position
    about: Message
    task: Message
    goal: Goal
    shown: str
    praise: Message
    remarks: tuple[Remark, ...] = ()
    played: tuple[str, ...] = ()
    recent: tuple[Step, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        position, steps = self.start, list[Step]()
        for turn in self.played:
            steps.append(play(position, read_turn(turn)))
            position = steps[-1].after
        object.__setattr__(self, "recent", tuple(steps))

    @property
    def position(self) -> Position:
        """The position in which the user chooses a turn."""
        return self.recent[-1].after if self.recent else self.start

    @property
    def solution(self) -> Step:
        """A right turn, shown to users who ask for it."""
        return play(self.position, read_turn(self.shown))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few exercises about one thing, in one ruleset."""

    name: LessonName
    title: Message
    exercises: tuple[Exercise, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the lesson."""
        return self.exercises[0].position.ruleset


@dataclass(frozen=True, slots=True)
class Right:
    """The turn reached the goal."""

    step: Step
    praise: Message


@dataclass(frozen=True, slots=True)
class MissedGoal:
    """The turn is legal but misses the goal; `why` says how."""

    step: Step
    why: Message


Answer = Right | MissedGoal

MOST_EXERCISES: Final = 9
"""How many exercises a lesson may have; their numbers are in custom ids."""


def answer_to(exercise: Exercise, turn: Turn) -> Answer:
    """Answer a turn. This may take some milliseconds: do not call it on the event loop.

    Raise what `bot.game.play` raises for a turn that cannot be played.
    """
    step = play(exercise.position, turn)
    if exercise.goal.is_reached_by(step):
        return Right(step, exercise.praise)
    for remark in exercise.remarks:
        if remark.fits(step):
            return MissedGoal(step, remark.message)
    return MissedGoal(step, exercise.goal.missed)
