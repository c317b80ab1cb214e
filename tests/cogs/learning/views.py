"""Every panel of lessons: each path, each question of each exercise, and each answer."""

from collections.abc import Iterator
from functools import cache

import discord

from bot.features.learning.lesson import Answer, Exercise, answer_to
from bot.features.learning.lessons import every_lesson, lessons_of, rulesets_with_lessons
from bot.features.learning.service import Progress
from bot.game import legal_turns, read_turn
from bot.match.turn_builder import NOTHING_CHOSEN
from cogs.core.outgoing import Picture
from cogs.learning.exercising import ExerciseAttempt
from cogs.learning.views import answer_panel, exercise_panel, path_panel, shown_panel
from tests.cogs.conditional.views import parts_of

BEGUN = Progress({each.name: frozenset({1}) for each in every_lesson()})
DONE = Progress(
    {each.name: frozenset(range(1, len(each.exercises) + 1)) for each in every_lesson()}
)


def views_of_lessons(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield one of each panel, and one of each question and answer on them."""
    for ruleset in rulesets_with_lessons():
        for progress in (Progress({}), BEGUN, DONE):
            yield path_panel(ruleset, progress)
            yield path_panel(ruleset, progress, picture)
        for lesson in lessons_of(ruleset):
            for number, exercise in enumerate(lesson.exercises, 1):
                exercising = ExerciseAttempt(lesson, number)
                for choices in (NOTHING_CHOSEN, *parts_of(read_turn(exercise.shown))):
                    yield exercise_panel(exercising.with_choices(choices), picture)
                just_done = Progress({lesson.name: frozenset({number})})
                for answer in answers(exercise):
                    yield answer_panel(exercising, answer, just_done, picture)
                    yield answer_panel(exercising, answer, DONE, picture)
                yield shown_panel(exercising, picture)


@cache
def answers(exercise: Exercise) -> tuple[Answer, ...]:
    """Return one answer of each sort to a turn, and the right answer."""
    every = list(legal_turns(exercise.position))
    laid = [
        turn for turn in every if turn.seam is not None and turn.placement == every[0].placement
    ]
    turns = [*(turn for turn in every if turn.seam is None), *laid]
    found = [answer_to(exercise, turn) for turn in [*turns, read_turn(exercise.shown)]]
    return tuple({getattr(each, "why", None): each for each in found}.values())
