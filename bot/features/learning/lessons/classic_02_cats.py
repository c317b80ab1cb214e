"""Kittens boop kittens, cats boop both."""

from typing import Final

from bot.features.learning.goals import both, moves, places, stays
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import Kind, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("cats-stay"),
    N_("Kittens can't boop cats"),
    (
        Exercise(
            read_position("6/6/2c3/6/6/6 o 7,1 7,0"),
            about=N_("A **cat** boops both kinds, a **kitten** only kittens. Choose **Cat**."),
            task=N_("Boop gray's cat on c3."),
            goal=Goal(moves("c3"), N_("Place a cat right next to c3.")),
            shown="Cb3",
            praise=N_("Only a cat can move a cat."),
            remarks=(
                Remark(
                    both(stays("c3"), places(Kind.KITTEN)),
                    N_("A kitten is too small for that. Pick **Cat** first."),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/1k1c2/6/6/6 o 7,1 6,0"),
            about=N_("What a kitten can't move may be just what you want."),
            task=N_("Boop gray's kitten on b3, and let gray's cat next to you stay on d3."),
            goal=Goal(
                both(moves("b3"), stays("d3")), N_("Place your piece next to both b3 and d3.")
            ),
            shown="Kc3",
            praise=N_("The kitten went, the cat didn't care."),
            remarks=(
                Remark(
                    both(moves("b3"), moves("d3")),
                    N_("A cat moves both. Which piece is too small to move a cat?"),
                ),
            ),
        ),
    ),
)
