"""The lessons, a module for each ruleset, in the order in which all are listed."""

from functools import cache
from importlib import import_module
from typing import Final

from bot.features.learning.lesson import Lesson, LessonName
from bot.game import RULESETS, Ruleset, newest_ruleset

_MODULES: Final = ("classic", "junior", "rows", "scarce", "seam")


@cache
def every_lesson() -> tuple[Lesson, ...]:
    """Return all lessons in order. The first call imports them: not for the event loop."""
    modules = (import_module(f"{__name__}.{name}") for name in _MODULES)
    return tuple(lesson for module in modules for lesson in module.LESSONS)


def lessons_of(ruleset: Ruleset) -> tuple[Lesson, ...]:
    """Return the lessons of a ruleset in order."""
    return tuple(each for each in every_lesson() if each.ruleset is ruleset)


def find_lesson(lesson: LessonName) -> Lesson | None:
    """Return a lesson by its name, if there is one."""
    return next((each for each in every_lesson() if each.name == lesson), None)


def rulesets_with_lessons() -> tuple[Ruleset, ...]:
    """List the newest of each ruleset that has lessons, in the order in which all are listed."""
    newest = dict.fromkeys(newest_ruleset(each.name) for each in RULESETS)
    return tuple(each for each in newest if lessons_of(each))
