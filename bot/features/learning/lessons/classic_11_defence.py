"""Stopping a line of the other side."""

from typing import Final

from bot.features.learning.goals import (
    both,
    either,
    moves,
    places,
    places_on,
    stays,
    stops_win,
    without,
)
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import Kind, read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("defence"),
    N_("Your first defence"),
    (
        Exercise(
            read_position("6/6/cc4/6/6/6 o 8,0 5,1"),
            about=N_("Gray has two cats side by side and a third in hand: on c3 it would win."),
            task=N_("Stop gray with a kitten."),
            goal=Goal(stops_win, N_("Gray would place a cat on c3 and win.")),
            shown="Kc3",
            praise=N_("That square is yours now, and gray can't push through."),
        ),
        Exercise(
            read_position("6/6/1cc3/6/6/6 o 7,1 5,1"),
            about=N_("Both ends are free here. You can't block both, but you have a cat."),
            task=N_("Stop gray."),
            goal=Goal(stops_win, N_("Gray can still win on a3 or d3.")),
            shown="Cc2",
            praise=N_("A good push is worth two blocks: their pair is broken up."),
            remarks=(
                Remark(
                    places_on("a3", "d3"),
                    N_("That blocks one end, and gray wins at the other. Push them apart."),
                ),
                Remark(
                    both(places(Kind.KITTEN), either(stays("b3"), stays("c3"))),
                    N_("A kitten can't push cats. Pick **Cat**."),
                ),
                Remark(
                    either(moves("b3"), moves("c3")),
                    N_(
                        "You moved one cat, but the two still stand side by side, with both ends "
                        "free."
                    ),
                ),
            ),
        ),
        Exercise(
            read_position("6/6/1cc3/3c2/6/6 o 7,1 5,0"),
            about=N_(
                "A line that you make for gray counts for gray, at the end of gray's next turn."
            ),
            task=N_("Boop gray's cat on d4, but make no line for gray."),
            goal=Goal(both(moves("d4"), stops_win), N_("Place your cat next to d4.")),
            shown="Ce3",
            praise=N_("No line for gray, and no win."),
            remarks=(
                Remark(
                    both(moves("d4"), without(stops_win)),
                    N_("Now gray has three cats in a line, and wins with the next turn."),
                ),
                Remark(
                    both(places(Kind.KITTEN), stays("d4")),
                    N_("A kitten can't push cats. Pick **Cat**."),
                ),
                Remark(
                    both(places(Kind.CAT), stays("d4")),
                    N_("From there c3 is right behind d4, so d4 stays."),
                ),
            ),
        ),
    ),
)
