"""The lessons, one module per ruleset, in the order of the list."""

from functools import cache
from importlib import import_module
from typing import Final

from bot.features.learning.lesson import Lesson, LessonName
from bot.game import RULESETS, Ruleset, newest_of_each, newest_ruleset

_MODULES: Final = ("classic", "junior", "rows", "scarce", "seam")


@cache
def every_lesson() -> tuple[Lesson, ...]:
    """Return all lessons in order.

    The first call imports them: do not make it on the event loop.
    """
    modules = (import_module(f"{__name__}.{name}") for name in _MODULES)
    return tuple(lesson for module in modules for lesson in module.LESSONS)


def lessons_of(ruleset: Ruleset) -> tuple[Lesson, ...]:
    """Return the lessons of a ruleset in order."""
    return tuple(each for each in every_lesson() if each.ruleset is ruleset)


def find_lesson(lesson: LessonName) -> Lesson | None:
    """Return a lesson by its name, if there is one."""
    return next((each for each in every_lesson() if each.name == lesson), None)


def rulesets_with_lessons() -> tuple[Ruleset, ...]:
    """List each ruleset with lessons, in its newest version that has some, in the usual order."""
    return tuple(newest_of_each(each for each in RULESETS if lessons_of(each)).values())


def ruleset_with_lessons(name: str) -> Ruleset:
    """Return the newest version of a ruleset with lessons, or its newest if none has lessons."""
    with_lessons = {each.name: each for each in rulesets_with_lessons()}
    return with_lessons.get(name) or newest_ruleset(name)
