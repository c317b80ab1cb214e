"""The lessons of rows."""

from typing import Final

from bot.features.learning.goals import graduates, loses_own, moves, recalls, wins
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import ROWS, read_position
from bot.text import N_

EVERY_LINE: Final = Lesson(
    LessonName("rows-every-line"),
    N_("Every line at once"),
    (
        Exercise(
            read_position("6/6/KK1KK1/6/6/6 o 4,0 8,0", ROWS),
            about=N_("As in classic, but **every** line of yours graduates at once."),
            task=N_("Graduate all five at once."),
            goal=Goal(graduates("a3", "b3", "c3", "d3", "e3"), N_("All five have to be in lines.")),
            shown="Kc3",
            praise=N_("Five kittens out, five cats in."),
            remarks=(
                Remark(graduates(), N_("Only three: fill the gap between the two pairs instead.")),
            ),
        ),
    ),
)
"""In rows, all lines graduate at once."""

FULL_BED: Final = Lesson(
    LessonName("rows-full-bed"),
    N_("Only kittens come back"),
    (
        Exercise(
            read_position("4K1/2K3/K4K/3K2/6/C2K2 o 1,0 8,0", ROWS),
            about=N_("With all eight on the bed and no line, a **kitten** comes back as a cat."),
            task=N_("Get all eight onto the bed, and take back the kitten on e1."),
            goal=Goal(recalls("e1"), N_("That was another one. Choose the kitten on e1.")),
            shown="Kc4=e1",
            praise=N_("A kitten became a cat; your cat on a6 could not have come back."),
            remarks=(
                Remark(loses_own, N_("One of yours fell off, so only seven are on the bed.")),
                Remark(moves("e1"), N_("You booped the kitten away from e1. Place elsewhere.")),
            ),
        ),
    ),
)
"""In rows, only kittens are recalled from a full bed."""

CATS: Final = Lesson(
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
"""In rows, only a line of cats wins."""

LESSONS: Final = (
    EVERY_LINE,
    FULL_BED,
    CATS,
)
