"""The rules of each ruleset in words: in short, and page by page, in the words of docs/rules.md.

What rulesets have in common is written once; nothing that is told of one contradicts it.
"""

from dataclasses import dataclass, replace
from typing import Final

from render.lessons import Lesson


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules."""

    title: str
    text: str
    lesson: Lesson


_BOOP: Final = Page(
    "Boop!",
    "Two players share a bed, six squares by six. Each has a pool of eight kittens, and orange "
    "goes first. In your turn you place one piece on any empty square. Each piece next to it, "
    "diagonals included, is pushed one square straight away from it. It does not matter whose "
    "piece it is.",
    Lesson.BOOP,
)
_BLOCK: Final = Page(
    "What stays put",
    "A piece with something right behind it does not move: two in a row are too heavy. Kittens "
    "cannot boop cats; a cat boops both. And a booped piece does not boop anything itself.",
    Lesson.BLOCK,
)
_FALL: Final = Page(
    "Off the bed",
    "A piece that is pushed over the edge falls off the bed and goes back to its owner's pool "
    "as what it was: a kitten as a kitten, a cat as a cat.",
    Lesson.FALL,
)
_WHO_SETTLES: Final = (
    "Only the player who has just placed settles. A line that you make for your opponent "
    "counts for them after their own boops, if it still stands."
)
_GRADUATION: Final = Page(
    "Growing up",
    "When everything has landed, look at your own pieces. Three of them in a line, be it a "
    "row, a column or a diagonal, kittens and cats mixed as you like, **graduate**: all three "
    f"leave the bed, and every one of them is a cat in your pool from now on.\n{_WHO_SETTLES}",
    Lesson.GRADUATION,
)
_CHOICE: Final = Page(
    "When you may choose",
    "You take exactly one thing off the bed in a turn. A row of four holds two lines of three, "
    "and lines can cross: choose one, by the button with its letter.\n"
    "With all eight of your pieces on the bed you may also lift one of them off, a **recall**: "
    "a kitten comes back to your pool as a cat, a cat as a cat.",
    Lesson.CHOICE,
)
_LINE: Final = Page(
    "Three cats in a line",
    "Three of *your cats* in a line? **You win.** This is looked at first: a winning turn "
    "leaves nothing to graduate and nothing to choose.",
    Lesson.LINE,
)
_FULL_BED: Final = Page(
    "Eight cats on the bed",
    "All eight of your cats on the bed? **You win** as well, wherever they stand.",
    Lesson.FULL_BED,
)
_AND_TIME: Final = (
    "**Time** is so much for each move, or a bank that grows a little with each, or without a "
    "limit, as the challenge says. When four fifths of what you have are used, you are reminded, "
    "unless your `/preferences` say otherwise; who runs out of time loses. Before both have placed "
    "once, the match is called off instead. Time in which the bot was away does not count.\n"
    "`/challenge` begins a match, and `/place c3` places a piece."
)


def _drawn(and_when: str) -> Page:
    """Return the last page, with what else makes a draw."""
    return Page(
        "When nobody wins, and time",
        "The published rules know no draw. Here you may **agree** on one at any time: **Offer "
        "draw** is below the bed. When the very same position stands for the **third** time, "
        "either of you may press **Claim draw**. At the **fifth** time the match is a draw by "
        f"itself, and so it is after **300 turns** of both together{and_when}.\n{_AND_TIME}",
        Lesson.DRAWN,
    )


_ROWS: Final = Page(
    "rows: every line at once",
    "As in the published game, but there is never a choice among lines: **every** line of "
    "yours leaves the bed at once, and all of its kittens are cats from then on.\n"
    "With all eight of your pieces on the bed and no line, you take one **kitten** back as a "
    "cat; a cat only where all eight are cats. Eight cats on the bed do **not** win here: "
    "only three cats in a line do.",
    Lesson.ROWS,
)
_JUNIOR: Final = Page(
    "junior: kittens only",
    "The first game of boop, for the youngest and for a quick one. There are no cats. Whoever "
    "first has **three kittens in a line** after their own boops **wins**. A line that you make "
    "for your opponent counts for them after their own boops, if it still stands.\n"
    "With all eight of your kittens on the bed and no line, you take one back; it stays a "
    "kitten.",
    Lesson.JUNIOR,
)
_SEAM: Final = Page(
    "seam: a piece that travels",
    "As in the published game, and each side has a **seam piece**, a mouse in the pictures. At "
    "the end of your turn, if it is in your hand, you may lay it in a gap between two columns "
    "or two rows, at either end: `cd+` enters between c and d at the top, `cd-` at the bottom, "
    "`34+` at the left, `34-` at the right.\n"
    "At the end of each of your later turns it moves on one step and pushes what stands on "
    "either side straight away from it, kittens and cats, yours too. What it pushes slides "
    "over other pieces to the first empty square, or off the bed. After six steps it is in "
    "your hand again. Lines that it makes count when their owner next settles.",
    Lesson.SEAM,
)
_SCARCE: Final = Page(
    "scarce: fewer and fewer",
    "As in the published game, but a row of three or more leaves the bed **whole**, and its "
    "kittens together become **one** cat; its cats come back as they are. With several such "
    f"rows you choose one. {_WHO_SETTLES}\n"
    "There is no recall at the end of a turn. If nothing is left in your hand when your turn "
    "begins, you first take one of your pieces back, a kitten as a cat, and then place. If "
    "neither side has three pieces left, the match is a draw.",
    Lesson.SCARCE,
)

PAGES: Final = {
    "classic": (_BOOP, _BLOCK, _FALL, _GRADUATION, _CHOICE, _LINE, _FULL_BED, _drawn("")),
    "rows": (
        _ROWS,
        _BOOP,
        _BLOCK,
        _FALL,
        replace(
            _GRADUATION,
            text="When everything has landed, look at your own pieces. Three of them in a line, be "
            "it a row, a column or a diagonal, kittens and cats mixed as you like, **graduate**, "
            "and so do all your other lines: they leave the bed, and every one of them is a cat "
            f"in your pool from now on.\n{_WHO_SETTLES}",
        ),
        _LINE,
        _drawn(""),
    ),
    "junior": (
        _JUNIOR,
        _BOOP,
        replace(
            _BLOCK,
            text="A kitten with something right behind it does not move: two in a row are too "
            "heavy. And a booped kitten does not boop anything itself.",
        ),
        replace(
            _FALL,
            text="A kitten that is pushed over the edge falls off the bed and goes back to its "
            "owner's pool.",
        ),
        _drawn(""),
    ),
    "seam": (_SEAM, _BOOP, _BLOCK, _FALL, _GRADUATION, _CHOICE, _LINE, _FULL_BED, _drawn("")),
    "scarce": (
        _SCARCE,
        _BOOP,
        _BLOCK,
        _FALL,
        _LINE,
        _FULL_BED,
        _drawn(", or once neither of you has three pieces left"),
    ),
}
"""The pages of each ruleset by its name; those of the others begin with what they change."""

_SHARED: Final = (
    "Two players share a 6×6 bed. Each has 8 kittens and, in turn, places one piece on an empty "
    "square.\n"
    "• **Boop!** A placed piece pushes every neighbour one square straight away, yours too. A "
    "piece with another right behind it stays; one that is pushed off the edge goes back to its "
    "owner's pool."
)
_BOTH_KINDS: Final = "• A **kitten** pushes only kittens. A **cat** pushes both."
_GROW: Final = (
    "• **Three of yours in a line** leave the bed after your move and come back to your pool as "
    "**cats**; of several lines you choose one."
)
_FULL: Final = (
    "• All eight of yours on the bed, and no win? Choose one to take back, a kitten as a cat, or a "
    "line if you have one."
)
_WIN: Final = "• **You win** with three cats in a line, or with eight cats on the bed."

IN_SHORT: Final = {
    "classic": "\n".join((_SHARED, _BOTH_KINDS, _GROW, _FULL, _WIN)),
    "rows": "\n".join(
        (
            _SHARED,
            _BOTH_KINDS,
            "• **Every line of three** of yours leaves the bed at once after your move, and all of "
            "it comes back to your pool as **cats**.",
            "• All eight of yours on the bed and no line? One kitten comes back as a cat; a cat "
            "only where all eight are cats.",
            "• **You win** with three cats in a line. Eight cats on the bed do not win.",
        )
    ),
    "junior": "\n".join(
        (
            _SHARED,
            "• All eight of yours on the bed and no line? Take one back; it stays a kitten.",
            "• **You win** with three kittens in a line after your move. There are no cats.",
        )
    ),
    "seam": "\n".join(
        (
            _SHARED,
            _BOTH_KINDS,
            _GROW,
            _FULL,
            "• Each side has a **seam piece**, a mouse. At the end of a turn you may lay it in a "
            "gap between two columns or rows. At the end of each later turn it runs on one step "
            "and pushes what stands on either side, over other pieces or off the bed.",
            _WIN,
        )
    ),
    "scarce": "\n".join(
        (
            _SHARED,
            _BOTH_KINDS,
            "• **A line of three or more** of yours leaves the bed **whole** after your move. Its "
            "kittens together come back to your pool as **one cat**, its cats as cats; of several "
            "lines you choose one.",
            "• Nothing in hand when your turn begins? First take one piece back, a kitten as a "
            "cat, then place.",
            _WIN,
        )
    ),
}
"""Each ruleset in a few lines, by its name."""
