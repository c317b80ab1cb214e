"""In junior, stopping a line of kittens."""

from typing import Final

from bot.features.learning.goals import either, moves, places_on, stops_win
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import JUNIOR, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("junior-defence"),
    N_("Hold gray off"),
    (
        Exercise(
            read_position("6/6/1kk3/6/6/6 o 8,0 6,0", JUNIOR),
            about=N_("Gray has two kittens side by side, and a third at either end would win."),
            task=N_("Stop gray."),
            goal=Goal(stops_win, N_("Gray can still win on a3 or d3.")),
            shown="Kc2",
            praise=N_("Pushed apart: no line for gray."),
            remarks=(
                Remark(
                    places_on("a3", "d3"),
                    N_("That blocks one end, and gray wins at the other. Push them apart."),
                ),
                Remark(
                    either(moves("b3"), moves("c3")),
                    N_(
                        "You moved one kitten, but the two still stand side by side, with both "
                        "ends free."
                    ),
                ),
            ),
        ),
    ),
)
