"""The lessons of seam."""

from typing import Final

from bot.features.learning.goals import either, keeps_seam, lays, moves, seam_pushes
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SEAM, Seat, read_position
from bot.text import N_

LAY: Final = Lesson(
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
"""In seam, laying the seam piece."""

PUSH: Final = Lesson(
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
"""In seam, which pieces the seam piece pushes."""

CORNER: Final = Lesson(
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
"""In seam, pushing a cat off the bed."""

LESSONS: Final = (
    LAY,
    PUSH,
    CORNER,
)
