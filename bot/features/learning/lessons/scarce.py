"""The lessons of scarce."""

from typing import Final

from bot.features.learning.goals import either, graduates, recalls, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import SCARCE, read_position
from bot.text import N_

RUN: Final = Lesson(
    LessonName("scarce-run"),
    N_("Many kittens, one cat"),
    (
        Exercise(
            read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0", SCARCE),
            about=N_(
                "Three **or more** in a line leave whole, and their kittens become **one** cat."
            ),
            task=N_("Three kittens for a cat are better than five: graduate exactly three."),
            goal=Goal(graduates("d3", "e3", "f3"), N_("That makes no line of three.")),
            shown="Kf3",
            praise=N_("Three kittens, one cat, and two kittens are still on the bed."),
            remarks=(
                Remark(graduates(), N_("All five for one single cat! Use only one of the pairs.")),
            ),
        ),
    ),
)
"""In scarce, a run leaves whole and becomes one cat."""

CHOICE: Final = Lesson(
    LessonName("scarce-choice"),
    N_("Cats come back as cats"),
    (
        Exercise(
            read_position("6/6/KK4/2C3/2C3/6 o 4,0 8,0", SCARCE),
            about=N_("Cats that leave come back as they are. With several lines, you choose one."),
            task=N_("Place on c3 and choose the line that costs you no piece."),
            goal=Goal(graduates("c3", "c4", "c5"), N_("Place on c3: there are two lines then.")),
            shown="Kc3=c3c4c5",
            praise=N_("One kitten became one cat, and both cats came back."),
            remarks=(
                Remark(
                    graduates("a3", "b3", "c3"),
                    N_(
                        "Three kittens became one cat: two pieces fewer. The other line costs none."
                    ),
                ),
                Remark(
                    graduates(),
                    N_("That makes a different line. Place on c3, where two of them meet."),
                ),
            ),
        ),
    ),
)
"""In scarce, choosing the run that costs least."""

EMPTY_HAND: Final = Lesson(
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
"""In scarce, recalling a piece before placing."""

LESSONS: Final = (
    RUN,
    CHOICE,
    EMPTY_HAND,
)
