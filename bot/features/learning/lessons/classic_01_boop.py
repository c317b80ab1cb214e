"""Placing a piece, and how it boops its neighbours."""

from typing import Final

from bot.features.learning.goals import either, moves, moves_to
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("boop"),
    N_("Place and boop"),
    (
        Exercise(
            read_position("6/6/2k3/6/6/6 o 8,0 7,0"),
            about=N_(
                "You're orange: your piece **boops** its neighbours one square away. Tap a column, "
                "then a square."
            ),
            task=N_("Boop gray's kitten on c3."),
            goal=Goal(moves("c3"), N_("Place yours on one of the eight squares around c3.")),
            shown="Kb3",
            praise=N_(
                "Boop! One square straight away from yours: the **arrow** shows where to, the "
                "pale **ghost** where from."
            ),
        ),
        Exercise(
            read_position("6/6/2k3/6/6/6 o 8,0 7,0"),
            about=N_("A boop always pushes straight away from your piece."),
            task=N_("Push gray's kitten from c3 to d4."),
            goal=Goal(moves_to("c3", "d4"), N_("Gray's kitten has to land on d4.")),
            shown="Kb2",
            praise=N_("From b2 straight through c3 to d4."),
            remarks=(
                Remark(
                    moves("c3"),
                    N_("It moved, but to another square. Push from the side opposite d4."),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/2k1K1/6/6/6 o 7,0 7,0"),
            about=N_("Your own pieces are booped too."),
            task=N_("Boop both kittens, gray's and yours, with one piece."),
            goal=Goal(moves("c3", "e3"), N_("Both have to move.")),
            shown="Kd3",
            praise=N_("One piece, two boops. Mind your own kittens!"),
            remarks=(
                Remark(
                    either(moves("c3"), moves("e3")),
                    N_("That moved only one of them. Place yours next to both."),
                ),
            ),
        ),
    ),
)
