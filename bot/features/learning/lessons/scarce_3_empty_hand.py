"""In scarce, recalling a piece before placing."""

from typing import Final

from bot.features.learning.goals import either, recalls, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SCARCE, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("scarce-empty-hand"),
    N_("An empty hand"),
    (
        Exercise(
            read_position("3K1K/6/CC3K/4K1/6/1K1K2 o 0,0 8,0", SCARCE),
            about=N_(
                "Hand empty? First take one of yours back, a kitten as a **cat**; then place."
            ),
            task=N_("Take one back, and win with it."),
            goal=Goal(wins, N_("No three cats in a line yet.")),
            shown="d1>Cc3",
            praise=N_("A kitten grew up just in time: **you win!**"),
            remarks=(
                Remark(
                    either(recalls("a3"), recalls("b3")),
                    N_("You need both cats where they are. Take a kitten back."),
                ),
            ),
        ),
    ),
)
