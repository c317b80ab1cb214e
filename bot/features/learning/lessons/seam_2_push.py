"""In seam, what the seam piece pushes."""

from typing import Final

from bot.features.learning.goals import moves, seam_pushes
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SEAM, Seat, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("seam-push"),
    N_("It pushes sideways"),
    (
        Exercise(
            read_position("6/3k2/6/6/6/6 o 8,0 7,0 cd+2 -", SEAM),
            about=N_("Each turn your mouse runs on and pushes what is beside it: next, c3 and d3."),
            task=N_("Boop gray's kitten so that your mouse pushes it too."),
            goal=Goal(
                seam_pushes(Seat.GRAY), N_("It has to be on c3 or d3 when your mouse arrives.")
            ),
            shown="Kd1",
            praise=N_("Booped and pushed in one turn!"),
            remarks=(
                Remark(moves("d2"), N_("It moved, but not to c3 or d3, so the mouse ran past it.")),
            ),
        ),
    ),
)
