"""Taking one back when all eight are on the bed."""

from typing import Final

from bot.features.learning.goals import recalls
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("eight-on-the-bed"),
    N_("All eight on the bed"),
    (
        Exercise(
            read_position("4K1/2K3/K4K/3K2/6/K2K2 o 1,0 8,0"),
            about=N_(
                "With all eight on the bed, you take back **one of your choice**: a "
                "kitten as a **cat**."
            ),
            task=N_("Get all eight onto the bed, and take one back."),
            goal=Goal(recalls(), N_("One of yours fell off, so only seven are on the bed.")),
            shown="Ka1=d6",
            praise=N_("One kitten grew up without a line."),
        ),
    ),
)
