"""In scarce, a run leaves whole and becomes one cat."""

from typing import Final

from bot.features.learning.goals import graduates
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SCARCE, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("scarce-run"),
    N_("Many kittens, one cat"),
    (
        Exercise(
            read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0", SCARCE),
            about=N_(
                "Three **or more** in a line leave whole, and their kittens become **one** cat."
            ),
            task=N_("Three kittens for a cat are better than five: graduate exactly three."),
            goal=Goal(graduates("d3", "e3", "f3"), N_("That makes no line of three.")),
            shown="Kf3",
            praise=N_("Three kittens, one cat, and two kittens are still on the bed."),
            remarks=(
                Remark(graduates(), N_("All five for one single cat! Use only one of the pairs.")),
            ),
        ),
    ),
)
