"""What is pushed over the edge goes back to its owner's hand."""

from typing import Final

from bot.features.learning.goals import both, falls, loses_own, moves, without
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("off-the-edge"),
    N_("Off the edge"),
    (
        Exercise(
            read_position("6/6/k5/6/6/6 o 8,0 7,0"),
            about=N_("What falls off the edge goes back to its owner's hand."),
            task=N_("Push gray's kitten off the bed."),
            goal=Goal(falls("a3"), N_("It's still on the bed. Push it towards the edge.")),
            shown="Kb3",
            praise=N_("Off it goes! Gray has to place it again."),
            remarks=(
                Remark(moves("a3"), N_("It only slid along the edge. Push it straight over.")),
            ),
        ),
        Exercise(
            read_position("6/6/5K/5k/6/6 o 7,0 7,0"),
            about=N_("Yours can fall off too, so look at everything next to your piece."),
            task=N_("Push gray's kitten on f4 off the bed, but not your own."),
            goal=Goal(
                both(falls("f4"), without(loses_own)),
                N_("Gray's kitten on f4 has to go over the edge."),
            ),
            shown="Ke5",
            praise=N_("Gray's is off, yours isn't even next to it."),
            remarks=(
                Remark(
                    both(falls("f4"), loses_own),
                    N_("Yours fell off as well. Keep your distance from f3."),
                ),
                Remark(loses_own, N_("That was yours, not gray's. Keep your distance from f3.")),
            ),
        ),
    ),
)
