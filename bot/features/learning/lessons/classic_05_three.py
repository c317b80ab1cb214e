"""Three in a line graduate."""

from typing import Final

from bot.features.learning.goals import either, graduates, moves, places_on
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("three-in-a-line"),
    N_("Three in a line grow up"),
    (
        Exercise(
            read_position("6/6/KK4/6/6/6 o 6,0 8,0"),
            about=N_("Three of yours in a line **graduate**: they come back to your hand as cats."),
            task=N_("Get three in a line."),
            goal=Goal(graduates(), N_("That makes no line of three.")),
            shown="Kc3",
            praise=N_(
                "b3 couldn't move, because a3 is right behind it. The stars mark who left: "
                "three kittens have become three cats!"
            ),
            remarks=(
                Remark(
                    moves("b3"),
                    N_("You booped your own kitten away. Where can you place without moving it?"),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/1K1K2/6/3K2/6 o 5,0 8,0"),
            about=N_(
                "Lines count after the boops. So a boop can push your own kitten into its place."
            ),
            task=N_("Push your kitten from d3 into a line with the other two."),
            goal=Goal(graduates(), N_("No line yet: b3 and d5 need one more between them, on c4.")),
            shown="Ke2",
            praise=N_("It went from d3 to c4: b3, c4, d5, a diagonal."),
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
