"""The lessons of the published game."""

from typing import Final

from bot.features.learning.goals import (
    both,
    either,
    falls,
    forces_win,
    graduates,
    loses_own,
    moves,
    moves_to,
    places,
    places_on,
    recalls,
    stays,
    stops_win,
    wins,
    without,
)
from bot.features.learning.lesson import Exercise, Goal, Lesson, LessonName, Remark
from bot.game import Kind, read_position
from bot.text import N_

BOOP: Final = Lesson(
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
"""Placing a piece, and how it boops its neighbours."""

CATS: Final = Lesson(
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
"""Kittens boop kittens, cats boop both."""

TWO_IN_A_ROW: Final = Lesson(
    LessonName("two-in-a-row"),
    N_("Two in a row don't move"),
    (
        Exercise(
            read_position("6/6/2kk2/6/6/6 o 8,0 6,0"),
            about=N_("A piece with another right behind it stays: two in a row are too heavy."),
            task=N_("Place next to c3 so that the kitten there doesn't move."),
            goal=Goal(stays("c3"), N_("It has to be next to c3, with d3 right behind.")),
            shown="Kb3",
            praise=N_(
                "d3 is right behind c3, so neither moves. And a booped piece doesn't boop anything."
            ),
            remarks=(
                Remark(moves("c3"), N_("It moved: from there, nothing was right behind it.")),
            ),
        ),
        Exercise(
            read_position("6/6/2kk2/6/6/6 o 8,0 6,0"),
            about=N_("Only what is right behind counts, seen from your piece."),
            task=N_("Now move both of them with one kitten."),
            goal=Goal(moves("c3", "d3"), N_("Both have to move.")),
            shown="Kc2",
            praise=N_("From there, both have a free square behind them."),
            remarks=(
                Remark(
                    either(moves("c3"), moves("d3")),
                    N_("That moved only one of them. Place yours next to both."),
                ),
                Remark(
                    either(stays("c3"), stays("d3")),
                    N_("Along the row, each is behind the other. Try from another side."),
                ),
            ),
        ),
    ),
)
"""Pieces that stay because another piece is right behind them."""

EDGE: Final = Lesson(
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
"""A piece pushed over the edge goes back to its owner's hand."""

THREE: Final = Lesson(
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
"""Three in a line graduate."""

WHICH_THREE: Final = Lesson(
    LessonName("which-three"),
    N_("Choose your three"),
    (
        Exercise(
            read_position("6/6/KK1C2/6/3k2/6 o 5,0 7,0"),
            about=N_(
                "Only one line leaves the bed, as cats. If there are several, choose "
                "one by its letter."
            ),
            task=N_("Place on c3, and make as many new cats as you can."),
            goal=Goal(graduates("a3", "b3", "c3"), N_("Place on c3: there are two lines then.")),
            shown="Kc3=a3b3c3",
            praise=N_("Three new cats, and the old one stays on the bed."),
            remarks=(
                Remark(
                    graduates("b3", "c3", "d3"),
                    N_("d3 was a cat already, so that makes only two new ones."),
                ),
            ),
        ),
    ),
)
"""Choosing one of several lines."""

EIGHT: Final = Lesson(
    LessonName("eight-on-the-bed"),
    N_("All eight on the bed"),
    (
        Exercise(
            read_position("4K1/2K3/K4K/3K2/6/K2K2 o 1,0 8,0"),
            about=N_(
                "With all eight on the bed, you take back **one of your choice**: a "
                "kitten as a **cat**."
            ),
            task=N_("Get all eight onto the bed, and take one back."),
            goal=Goal(recalls(), N_("One of yours fell off, so only seven are on the bed.")),
            shown="Ka1=d6",
            praise=N_("One kitten grew up without a line."),
        ),
    ),
)
"""Recalling a piece when all eight are on the bed."""

THREE_CATS: Final = Lesson(
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
"""Three cats in a line win."""

EIGHT_CATS: Final = Lesson(
    LessonName("eight-cats"),
    N_("Eight cats win too"),
    (
        Exercise(
            read_position("C2C2/6/3C2/C5/5C/C1C3 o 0,1 8,0"),
            about=N_("You also win with all eight of your cats on the bed, wherever they are."),
            task=N_("Win!"),
            goal=Goal(
                wins,
                N_(
                    "That's fewer than eight: you booped your own off the bed. Stay away from "
                    "those at the edge."
                ),
            ),
            shown="Cc4",
            praise=N_("Eight cats on one bed: **you win!**"),
        ),
    ),
)
"""All eight cats on the bed win."""

TRAP: Final = Lesson(
    LessonName("trap"),
    N_("Your first trap"),
    (
        Exercise(
            read_position("6/2C3/6/2C3/6/6 o 4,2 8,0"),
            about=N_("Two cats side by side with both ends free win: gray can block only one end."),
            task=N_("Push one of your cats next to the other."),
            goal=Goal(
                forces_win,
                N_("That doesn't bring them together. Push one of them next to the other."),
            ),
            shown="Cb1",
            praise=N_("Side by side, with both ends free: gray can block only one."),
            remarks=(
                Remark(places(Kind.KITTEN), N_("A kitten can't push cats. Pick **Cat**.")),
                Remark(
                    without(either(moves("c2"), moves("c4"))),
                    N_(
                        "Your two cats are still apart. Place a cat so that it pushes one of them "
                        "to the other."
                    ),
                ),
            ),
        ),
        Exercise(
            read_position("6/2C3/6/2C3/6/6 o 4,2 8,0"),
            about=N_(
                "The numbers are the order: in **1** you pushed c2 to d3, in **2** gray blocked e2."
            ),
            task=N_("Win at the other end."),
            goal=Goal(wins, N_("There's a win: d3 and c4 need a third cat.")),
            shown="Cb5",
            praise=N_("The trap has snapped shut: **you win!**"),
            remarks=(
                Remark(graduates(), N_("A line with a kitten in it only graduates. Pick **Cat**.")),
            ),
            played=(
                "Cb1",
                "Ke2",
            ),
        ),
    ),
)
"""Two threats at once."""

DEFENCE: Final = Lesson(
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
"""Stopping a line of the opponent."""

ARROWS: Final = Lesson(
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
"""How the pictures show the last turn."""

LESSONS: Final = (
    BOOP,
    CATS,
    TWO_IN_A_ROW,
    EDGE,
    THREE,
    WHICH_THREE,
    EIGHT,
    THREE_CATS,
    EIGHT_CATS,
    TRAP,
    DEFENCE,
    ARROWS,
)
