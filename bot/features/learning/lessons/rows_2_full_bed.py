"""In rows, only kittens are recalled from a full bed."""

from typing import Final

from bot.features.learning.goals import loses_own, moves, recalls
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import ROWS, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("rows-full-bed"),
    N_("Only kittens come back"),
    (
        Exercise(
            read_position("4K1/2K3/K4K/3K2/6/C2K2 o 1,0 8,0", ROWS),
            about=N_("With all eight on the bed and no line, a **kitten** comes back as a cat."),
            task=N_("Get all eight onto the bed, and take back the kitten on e1."),
            goal=Goal(recalls("e1"), N_("That was another one. Choose the kitten on e1.")),
            shown="Kc4=e1",
            praise=N_("A kitten became a cat; your cat on a6 could not have come back."),
            remarks=(
                Remark(loses_own, N_("One of yours fell off, so only seven are on the bed.")),
                Remark(moves("e1"), N_("You booped the kitten away from e1. Place elsewhere.")),
            ),
        ),
    ),
)
