"""Two threats at once."""

from typing import Final

from bot.features.learning.goals import either, forces_win, graduates, moves, places, wins, without
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import Kind, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("trap"),
    N_("Your first trap"),
    (
        Exercise(
            read_position("6/2C3/6/2C3/6/6 o 4,2 8,0"),
            about=N_("Two cats side by side with both ends free win: gray can block only one end."),
            task=N_("Push one of your cats next to the other."),
            goal=Goal(
                forces_win,
                N_("That doesn't bring them together. Push one of them next to the other."),
            ),
            shown="Cb1",
            praise=N_("Side by side, with both ends free: gray can block only one."),
            remarks=(
                Remark(places(Kind.KITTEN), N_("A kitten can't push cats. Pick **Cat**.")),
                Remark(
                    without(either(moves("c2"), moves("c4"))),
                    N_(
                        "Your two cats are still apart. Place a cat so that it pushes one of them "
                        "to the other."
                    ),
                ),
            ),
        ),
        Exercise(
            read_position("6/2C3/6/2C3/6/6 o 4,2 8,0"),
            about=N_(
                "The numbers are the order: in **1** you pushed c2 to d3, in **2** gray blocked e2."
            ),
            task=N_("Win at the other end."),
            goal=Goal(wins, N_("There's a win: d3 and c4 need a third cat.")),
            shown="Cb5",
            praise=N_("The trap has snapped shut: **you win!**"),
            remarks=(
                Remark(graduates(), N_("A line with a kitten in it only graduates. Pick **Cat**.")),
            ),
            played=(
                "Cb1",
                "Ke2",
            ),
        ),
    ),
)
