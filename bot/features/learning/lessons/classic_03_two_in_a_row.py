"""What stays because something is right behind it."""

from typing import Final

from bot.features.learning.goals import either, moves, stays
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("two-in-a-row"),
    N_("Two in a row don't move"),
    (
        Exercise(
            read_position("6/6/2kk2/6/6/6 o 8,0 6,0"),
            about=N_("A piece with another right behind it stays: two in a row are too heavy."),
            task=N_("Place next to c3 so that the kitten there doesn't move."),
            goal=Goal(stays("c3"), N_("It has to be next to c3, with d3 right behind.")),
            shown="Kb3",
            praise=N_(
                "d3 is right behind c3, so neither moves. And a booped piece doesn't boop anything."
            ),
            remarks=(
                Remark(moves("c3"), N_("It moved: from there, nothing was right behind it.")),
            ),
        ),
        Exercise(
            read_position("6/6/2kk2/6/6/6 o 8,0 6,0"),
            about=N_("Only what is right behind counts, seen from your piece."),
            task=N_("Now move both of them with one kitten."),
            goal=Goal(moves("c3", "d3"), N_("Both have to move.")),
            shown="Kc2",
            praise=N_("From there, both have a free square behind them."),
            remarks=(
                Remark(
                    either(moves("c3"), moves("d3")),
                    N_("That moved only one of them. Place yours next to both."),
                ),
                Remark(
                    either(stays("c3"), stays("d3")),
                    N_("Along the row, each is behind the other. Try from another side."),
                ),
            ),
        ),
    ),
)
