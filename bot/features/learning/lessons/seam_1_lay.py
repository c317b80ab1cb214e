"""In seam, laying the seam piece."""

from typing import Final

from bot.features.learning.goals import keeps_seam, lays
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SEAM, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("seam-lay"),
    N_("Lay your seam piece"),
    (
        Exercise(
            read_position("6/6/6/6/6/6 o 8,0 8,0 - -", SEAM),
            about=N_(
                "After placing, you may lay your **seam piece**, a mouse: tap a letter at the edge."
            ),
            task=N_("Place a kitten anywhere, then lay your mouse between c and d, at the top."),
            goal=Goal(lays("cd+"), N_("Lay it between c and d, at the top.")),
            shown="Ka6~cd+",
            praise=N_("It waits outside the bed, and goes in at the end of your next turn."),
            remarks=(Remark(keeps_seam, N_("You kept it in hand.")),),
        ),
    ),
)
