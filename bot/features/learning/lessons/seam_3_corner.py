"""In seam, pushing a cat off the bed."""

from typing import Final

from bot.features.learning.goals import either, keeps_seam, lays
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SEAM, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("seam-corner"),
    N_("Out of the corner"),
    (
        Exercise(
            read_position("c5/6/6/6/6/6 o 8,0 7,0 - -", SEAM),
            about=N_("The mouse pushes cats too, over others to an empty square, or off the bed."),
            task=N_("Lay your mouse where its first step pushes the cat off a1."),
            goal=Goal(
                either(lays("ab+"), lays("12+")),
                N_("From there its first step doesn't push a1 over an edge."),
            ),
            shown="Kd4~ab+",
            praise=N_("One more turn, and the cat is off the bed."),
            remarks=(Remark(keeps_seam, N_("You kept it in hand.")),),
        ),
    ),
)
