"""What the pictures show of the last turn."""

from typing import Final

from bot.features.learning.goals import places_on
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName
from bot.game import read_position
from bot.text import N_

LESSON: Final = Lesson(
    LessonName("arrows"),
    N_("Read arrows and ghosts"),
    (
        Exercise(
            read_position("6/6/2K3/6/6/6 g 7,0 8,0"),
            about=N_("An **arrow** shows what gray pushed, a **ghost** where it stood before."),
            task=N_("Place a kitten where yours was before gray pushed it."),
            goal=Goal(places_on("c3"), N_("Follow the arrow back to where it begins.")),
            shown="Kc3",
            praise=N_("There it was."),
            played=("Kd4",),
        ),
        Exercise(
            read_position("6/6/K5/6/4K1/6 g 6,0 8,0"),
            about=N_("An arrow over the edge means that the piece fell off."),
            task=N_("Place a kitten where the fallen one stood."),
            goal=Goal(
                places_on("a3"), N_("Look for the arrow over the edge, and go to where it begins.")
            ),
            shown="Ka3",
            praise=N_("Back on the bed. Now you know all that you need."),
            played=("Kb3",),
        ),
    ),
)
