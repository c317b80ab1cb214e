"""Choosing one of several lines."""

from typing import Final

from bot.features.learning.goals import graduates
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("which-three"),
    N_("Choose your three"),
    (
        Exercise(
            read_position("6/6/KK1C2/6/3k2/6 o 5,0 7,0"),
            about=N_(
                "Only one line leaves the bed, as cats. If there are several, choose "
                "one by its letter."
            ),
            task=N_("Place on c3, and make as many new cats as you can."),
            goal=Goal(graduates("a3", "b3", "c3"), N_("Place on c3: there are two lines then.")),
            shown="Kc3=a3b3c3",
            praise=N_("Three new cats, and the old one stays on the bed."),
            remarks=(
                Remark(
                    graduates("b3", "c3", "d3"),
                    N_("d3 was a cat already, so that makes only two new ones."),
                ),
            ),
        ),
    ),
)
