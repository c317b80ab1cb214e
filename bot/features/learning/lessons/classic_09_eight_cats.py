"""All eight cats on the bed win."""

from typing import Final

from bot.features.learning.goals import wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("eight-cats"),
    N_("Eight cats win too"),
    (
        Exercise(
            read_position("C2C2/6/3C2/C5/5C/C1C3 o 0,1 8,0"),
            about=N_("You also win with all eight of your cats on the bed, wherever they are."),
            task=N_("Win!"),
            goal=Goal(
                wins,
                N_(
                    "That's fewer than eight: you booped your own off the bed. Stay away from "
                    "those at the edge."
                ),
            ),
            shown="Cc4",
            praise=N_("Eight cats on one bed: **you win!**"),
        ),
    ),
)
