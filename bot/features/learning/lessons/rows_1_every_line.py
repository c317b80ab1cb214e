"""In rows, all lines graduate at once."""

from typing import Final

from bot.features.learning.goals import graduates
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import ROWS, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("rows-every-line"),
    N_("Every line at once"),
    (
        Exercise(
            read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0", ROWS),
            about=N_("As in classic, but **every** line of yours graduates at once."),
            task=N_("Graduate all five at once."),
            goal=Goal(graduates("a3", "b3", "c3", "d3", "e3"), N_("All five have to be in lines.")),
            shown="Kc3",
            praise=N_("Five kittens out, five cats in."),
            remarks=(
                Remark(graduates(), N_("Only three: fill the gap between the two pairs instead.")),
            ),
        ),
    ),
)
