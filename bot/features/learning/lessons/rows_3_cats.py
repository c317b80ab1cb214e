"""In rows, only a line of cats wins."""

from typing import Final

from bot.features.learning.goals import recalls, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import ROWS, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("rows-cats"),
    N_("Eight cats don't win"),
    (
        Exercise(
            read_position("3C1C/2C3/5C/C3C1/6/5C o 0,1 8,0", ROWS),
            about=N_("Eight cats on the bed do **not** win here. Only three cats in a line do."),
            task=N_("Win!"),
            goal=Goal(wins, N_("No three cats in a line yet.")),
            shown="Cb3",
            praise=N_("Three cats in a line: **you win!**"),
            remarks=(
                Remark(recalls(), N_("Eight cats on the bed don't win here: one came back.")),
            ),
        ),
    ),
)
