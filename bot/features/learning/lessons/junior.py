"""The lessons of junior."""

from typing import Final

from bot.features.learning.goals import either, moves, places_on, stops_win, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import JUNIOR, read_position
from bot.text import N_

THREE: Final = Lesson(
    LessonName("junior-three"),
    N_("Three kittens win"),
    (
        Exercise(
            read_position("6/6/KK4/6/6/6 o 6,0 8,0", JUNIOR),
            about=N_("There are no cats here: the first **three kittens in a line** win."),
            task=N_("Win!"),
            goal=Goal(wins, N_("That makes no line of three.")),
            shown="Kc3",
            praise=N_("Three kittens in a line: **you win!**"),
            remarks=(
                Remark(
                    moves("b3"),
                    N_("You booped your own kitten away. Where can you place without moving it?"),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/1K1K2/6/3K2/6 o 5,0 8,0", JUNIOR),
            about=N_(
                "Lines count after the boops. So a boop can push your own kitten into its place."
            ),
            task=N_("Push your kitten from d3 into a line, and win."),
            goal=Goal(wins, N_("No line yet: b3 and d5 need one more between them, on c4.")),
            shown="Ke2",
            praise=N_("It went from d3 to c4: **you win!**"),
            remarks=(
                Remark(
                    places_on("c4"),
                    N_("You'd boop b3, d3 and d5 away from there. Push a kitten to c4 instead."),
                ),
                Remark(
                    either(moves("b3"), moves("d5")),
                    N_("b3 and d5 have to stay where they are. Boop only d3."),
                ),
            ),
        ),
    ),
)
"""In junior, three kittens in a line win."""

DEFENCE: Final = Lesson(
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
"""In junior, stopping a line of kittens."""

LESSONS: Final = (
    THREE,
    DEFENCE,
)
