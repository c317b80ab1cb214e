"""Three cats in a line win."""

from typing import Final

from bot.features.learning.goals import graduates, places, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import Kind, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("three-cats"),
    N_("Three cats in a line win"),
    (
        Exercise(
            read_position("6/6/CC4/6/6/6 o 5,1 8,0"),
            about=N_("Three **cats** in a line win the game, at once."),
            task=N_("Win!"),
            goal=Goal(wins, N_("No three cats in a line yet.")),
            shown="Cc3",
            praise=N_("Three cats in a line: **you win!** The crowns mark the line."),
            remarks=(
                Remark(
                    graduates(),
                    N_("A line, but not of three cats: they only left the bed. Pick **Cat**."),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/3C2/2C1C1/6/6 o 4,1 8,0"),
            about=N_("Here too a boop can do it, and only a cat boops a cat."),
            task=N_("Win again."),
            goal=Goal(wins, N_("No three cats in a line yet.")),
            shown="Cd2",
            praise=N_(
                "Three cats in a line: **you win!** With a kitten in that line, all three would "
                "only have left the bed."
            ),
            remarks=(
                Remark(graduates(), N_("A line with a kitten in it only graduates. Pick **Cat**.")),
                Remark(places(Kind.KITTEN), N_("A kitten can't push cats. Pick **Cat**.")),
            ),
        ),
    ),
)
