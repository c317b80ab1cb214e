"""In scarce, choosing the run that costs least."""

from typing import Final

from bot.features.learning.goals import graduates
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SCARCE, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("scarce-choice"),
    N_("Cats come back as cats"),
    (
        Exercise(
            read_position("6/6/KK4/2C3/2C3/6 o 4,0 8,0", SCARCE),
            about=N_("Cats that leave come back as they are. With several lines, you choose one."),
            task=N_("Place on c3 and choose the line that costs you no piece."),
            goal=Goal(graduates("c3", "c4", "c5"), N_("Place on c3: there are two lines then.")),
            shown="Kc3=c3c4c5",
            praise=N_("One kitten became one cat, and both cats came back."),
            remarks=(
                Remark(
                    graduates("a3", "b3", "c3"),
                    N_(
                        "Three kittens became one cat: two pieces fewer. The other line costs none."
                    ),
                ),
                Remark(
                    graduates(),
                    N_("That makes a different line. Place on c3, where two of them meet."),
                ),
            ),
        ),
    ),
)
