"""The rules of each ruleset, in short and page by page, worded as in docs/rules.md.

Text that rulesets share is written once.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.match.terms import RULESET_NAMES
from bot.text import N_, Message, translate
from render.lessons import RulePicture


class TurnPicture(Enum):
    """How the picture of a page shows its turn."""

    STILL = auto()
    MOVING = auto()
    """As an animation, if the rule is about pieces that move or leave the bed."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """One page of the rules: a heading and paragraphs, with a picture."""

    heading: Message
    paragraphs: tuple[Message, ...]
    lesson: RulePicture
    shown: TurnPicture = TurnPicture.STILL

    @property
    def title(self) -> str:
        """The heading in the current language."""
        return translate(self.heading)

    @property
    def text(self) -> str:
        """The paragraphs in the current language, a line each."""
        return _lines(self.paragraphs)


def _lines(paragraphs: tuple[Message, ...]) -> str:
    return "\n".join(map(translate, paragraphs))


_BOOP: Final = RulePage(
    N_("Boop!"),
    (
        N_(
            "Each player has eight kittens, and orange goes first. Place one piece on an empty "
            "square: each piece next to it, diagonals and your own included, is pushed one square "
            "away from it, in a straight line."
        ),
    ),
    RulePicture.BOOP,
    TurnPicture.MOVING,
)
_BLOCK: Final = RulePage(
    N_("What stays put"),
    (
        N_(
            "A piece with something right behind it doesn't move: two in a row are too heavy. "
            "Kittens can't boop cats; a cat boops both. And a booped piece doesn't boop anything "
            "itself."
        ),
    ),
    RulePicture.BLOCK,
)
_FALL: Final = RulePage(
    N_("Off the bed"),
    (
        N_(
            "A piece that is pushed over the edge falls off the bed and goes back to its owner's "
            "hand as what it was: a kitten as a kitten, a cat as a cat."
        ),
    ),
    RulePicture.FALL,
    TurnPicture.MOVING,
)
_WHOSE_LINES: Final = N_(
    "On your turn, only your own lines count. One that you make for your opponent counts after "
    "their next boops, if it's still there."
)
_GRADUATION: Final = RulePage(
    N_("Growing up"),
    (
        N_(
            "When everything has landed, three of yours in a line (a row, a column or a diagonal, "
            "kittens and cats in any mix) **graduate**: all three leave the bed and come back to "
            "your hand as cats."
        ),
        _WHOSE_LINES,
    ),
    RulePicture.GRADUATION,
    TurnPicture.MOVING,
)
_CHOICE: Final = RulePage(
    N_("When you may choose"),
    (
        N_(
            "Only one line leaves the bed in a turn. A row of four holds two lines of three, and "
            "lines can cross: choose one with the button that has its letter."
        ),
        N_(
            "With all eight of your pieces on the bed you may instead take one of them back, a "
            "**recall**: a kitten comes back to your hand as a cat, a cat as a cat."
        ),
    ),
    RulePicture.CHOICE,
)
_LINE: Final = RulePage(
    N_("Three cats in a line"),
    (
        N_(
            "Three of *your cats* in a line? **You win.** This comes first: a winning turn leaves "
            "nothing to graduate and nothing to choose."
        ),
    ),
    RulePicture.LINE,
)
_FULL_BED: Final = RulePage(
    N_("Eight cats on the bed"),
    (N_("All eight of your cats on the bed? **You win** as well, wherever they are."),),
    RulePicture.FULL_BED,
)
_DRAW: Final = N_(
    "The published rules have no draw. Here you may **agree** on one at any time: **Offer draw** "
    "is behind **More** below the board. When the very same position comes up for the **third** "
    "time, either of you may press **Claim draw**. At the **fifth** time the match is a draw by "
    "itself, and so it is after **300 turns** of both together."
)
_DRAW_BY_PIECES: Final = N_(
    "The published rules have no draw. Here you may **agree** on one at any time: **Offer draw** "
    "is behind **More** below the board. When the very same position comes up for the **third** "
    "time, either of you may press **Claim draw**. At the **fifth** time the match is a draw by "
    "itself, and so it is after **300 turns** together, or once neither of you has three pieces "
    "left."
)
_AND_TIME: Final = N_(
    "**Time** is an amount per move, a bank that grows a little with each move, or unlimited, as "
    "the challenge says. When four fifths of yours are used, you get a reminder, unless your "
    "`/preferences` say otherwise; the player who runs out of time loses. Until both of you have "
    "placed, the match is called off instead. Time in which the bot was offline doesn't count."
)
_HOW_TO_BEGIN: Final = N_("`/challenge` starts a match, and `/place c3` places a piece.")

_DRAWN: Final = RulePage(N_("Draws and time"), (_DRAW, _AND_TIME, _HOW_TO_BEGIN), RulePicture.DRAWN)

_ROWS: Final = RulePage(
    N_("{ruleset}: every line at once").filled(ruleset=RULESET_NAMES["rows"]),
    (
        N_(
            "As in the published game, but you never choose among lines: **every** line of yours "
            "leaves the bed at once, and all of its kittens are cats from then on."
        ),
        N_(
            "With all eight of your pieces on the bed and no line, you take one **kitten** back as "
            "a cat; a cat only if all eight are cats. Eight cats on the bed do **not** win here: "
            "only three cats in a line do."
        ),
    ),
    RulePicture.ROWS,
    TurnPicture.MOVING,
)
_JUNIOR: Final = RulePage(
    N_("{ruleset}: kittens only").filled(ruleset=RULESET_NAMES["junior"]),
    (
        N_(
            "A first game of boop for the youngest, and a quick one for everybody else. There are "
            "no cats. The first to have **three kittens in a line** after their own boops "
            "**wins**. A line that you make for your opponent counts for them after their next "
            "boops, if it's still there."
        ),
        N_(
            "With all eight of your kittens on the bed and no line, you take one back; it stays a "
            "kitten."
        ),
        N_(
            "Between strong players, the first move is a big advantage. To be fair, choose **each "
            "once** in `/challenge`: you play two matches, and each of you begins one."
        ),
    ),
    RulePicture.JUNIOR,
)
_SEAM: Final = RulePage(
    N_("{ruleset}: a piece that travels").filled(ruleset=RULESET_NAMES["seam"]),
    (
        N_(
            "As in the published game, and each side has a **seam piece**, a mouse in the "
            "pictures. At the end of your turn, unless it's on the bed, you may lay it in a gap "
            "between two columns or two rows, at either end: `cd+` enters between c and d at the "
            "top, `cd-` at the bottom, `34+` at the left, `34-` at the right."
        ),
        N_(
            "At the end of each of your later turns it moves on one step and pushes what is on "
            "either side straight away from it, kittens and cats, yours too. What it pushes slides "
            "over other pieces to the first empty square, or off the bed. After six steps you have "
            "it back. Lines that it makes count after their owner's next boops."
        ),
    ),
    RulePicture.SEAM,
    TurnPicture.MOVING,
)
_SCARCE: Final = RulePage(
    N_("{ruleset}: fewer and fewer").filled(ruleset=RULESET_NAMES["scarce"]),
    (
        N_(
            "As in the published game, but a row of three or more leaves the bed **whole**, and "
            "its kittens together become **one** cat; its cats come back as they are. If you have "
            "several such rows, choose one."
        ),
        _WHOSE_LINES,
        N_(
            "You take nothing back at the end of a turn. If your hand is empty when your turn "
            "begins, you first take one of your pieces back, a kitten as a cat, and then place. If "
            "neither side has three pieces left, the match is a draw."
        ),
    ),
    RulePicture.SCARCE,
    TurnPicture.MOVING,
)

_BY_SQUARES: Final = N_(
    "Squares are named by column and row: `a1` is top left, `f6` bottom right. `/place c3` is all "
    "that you ever have to type, and the buttons below the board do without it."
)
_ONE_WORD: Final = N_(
    "A whole turn can be typed in one word too, in `/place`, `/plan` and `/puzzle today`, and "
    "that's how `/export` writes it:"
)
_KIND_AND_SQUARE: Final = N_("• `Kc3` places a kitten on c3, `Cc3` a cat.")
_LEAVING: Final = N_("• `Kc3=b3c3d3` also names the squares whose pieces leave the bed.")
_WINNING: Final = N_("• `Cc3#`: a `#` at the end marks a win. You may leave it out.")

_NOTATION: Final = RulePage(
    N_("Writing turns down"),
    (_BY_SQUARES, _ONE_WORD, _KIND_AND_SQUARE, _LEAVING, _WINNING),
    RulePicture.GRADUATION,
)

PAGES: Final = {
    "classic": (
        _BOOP,
        _BLOCK,
        _FALL,
        _GRADUATION,
        _CHOICE,
        _LINE,
        _FULL_BED,
        _DRAWN,
        _NOTATION,
    ),
    "rows": (
        _ROWS,
        _BOOP,
        _BLOCK,
        _FALL,
        replace(
            _GRADUATION,
            paragraphs=(
                N_(
                    "When everything has landed, look at your own pieces. Three of them in a line "
                    "(a row, a column or a diagonal, kittens and cats in any mix) **graduate**, "
                    "and so do all your other lines: they leave the bed, and each piece is a cat "
                    "in your hand from now on."
                ),
                _WHOSE_LINES,
            ),
        ),
        _LINE,
        _DRAWN,
        _NOTATION,
    ),
    "junior": (
        _JUNIOR,
        _BOOP,
        replace(
            _BLOCK,
            paragraphs=(
                N_(
                    "A kitten with something right behind it doesn't move: two in a row are too "
                    "heavy. And a booped kitten doesn't boop anything itself."
                ),
            ),
        ),
        replace(
            _FALL,
            paragraphs=(
                N_(
                    "A kitten that is pushed over the edge falls off the bed and goes back to its "
                    "owner's hand."
                ),
            ),
        ),
        _DRAWN,
        replace(
            _NOTATION,
            paragraphs=(
                _BY_SQUARES,
                _ONE_WORD,
                N_("• `Kc3` places a kitten on c3."),
                N_("• `Kf6=a1` also recalls the kitten on a1, if you have to recall one."),
                N_("• `Kc3#`: a `#` at the end marks a win. You may leave it out."),
            ),
            lesson=RulePicture.BOOP,
        ),
    ),
    "seam": (
        _SEAM,
        _BOOP,
        _BLOCK,
        _FALL,
        _GRADUATION,
        _CHOICE,
        _LINE,
        _FULL_BED,
        _DRAWN,
        replace(
            _NOTATION,
            paragraphs=(
                *_NOTATION.paragraphs,
                N_("• `Kc3~cd+` also lays your seam piece between c and d, at the top."),
            ),
        ),
    ),
    "scarce": (
        _SCARCE,
        _BOOP,
        _BLOCK,
        _FALL,
        _LINE,
        _FULL_BED,
        replace(_DRAWN, paragraphs=(_DRAW_BY_PIECES, _AND_TIME, _HOW_TO_BEGIN)),
        replace(
            _NOTATION,
            paragraphs=(
                _BY_SQUARES,
                _ONE_WORD,
                _KIND_AND_SQUARE,
                N_("• `Kc3=a3b3c3d3e3` also names the squares whose pieces leave the bed."),
                N_("• `b2>Cc3` first recalls the piece on b2."),
                _WINNING,
            ),
            lesson=RulePicture.SCARCE,
        ),
    ),
}
"""The pages of each ruleset by its name; those of a variant begin with what it changes."""

_SHARED: Final = (
    N_(
        "Two players share a 6×6 bed. Each has 8 kittens in hand and, in turn, places one piece "
        "on an empty square."
    ),
    N_(
        "• **Boop!** A placed piece pushes every neighbour, yours too, one square away from it, in "
        "a straight line. A piece with another right behind it stays; one that is pushed off the "
        "edge goes back to its owner's hand."
    ),
)
_BOTH_KINDS: Final = N_("• A **kitten** pushes only kittens. A **cat** pushes both.")
_GROW: Final = N_(
    "• **Three of yours in a line** leave the bed after your move and come back to your hand as "
    "**cats**. If there are several lines, you choose one."
)
_FULL: Final = N_(
    "• All eight of yours on the bed, and no win? Take one back (a kitten comes back as a cat), or "
    "a line if you have one."
)
_WIN: Final = N_("• **You win** with three cats in a line, or with eight cats on the bed.")

IN_SHORT: Final = {
    "classic": (*_SHARED, _BOTH_KINDS, _GROW, _FULL, _WIN),
    "rows": (
        *_SHARED,
        _BOTH_KINDS,
        N_(
            "• **Every line of three** of yours leaves the bed at once after your move, and all of "
            "it comes back to your hand as **cats**."
        ),
        N_(
            "• All eight of yours on the bed and no line? One kitten comes back as a cat; a cat "
            "only if all eight are cats."
        ),
        N_("• **You win** with three cats in a line. Eight cats on the bed don't win."),
    ),
    "junior": (
        *_SHARED,
        N_("• All eight of yours on the bed and no line? Take one back; it stays a kitten."),
        N_("• **You win** with three kittens in a line after your move. There are no cats."),
    ),
    "seam": (
        *_SHARED,
        _BOTH_KINDS,
        _GROW,
        _FULL,
        N_(
            "• Each side has a **seam piece**, a mouse. At the end of a turn you may lay it in a "
            "gap between two columns or rows. At the end of each later turn it moves on one step "
            "and pushes what is on either side, over other pieces or off the bed."
        ),
        _WIN,
    ),
    "scarce": (
        *_SHARED,
        _BOTH_KINDS,
        N_(
            "• **A line of three or more** of yours leaves the bed **whole** after your move. Its "
            "kittens together come back to your hand as **one cat**, its cats as cats. If there "
            "are several lines, you choose one."
        ),
        N_(
            "• Your hand is empty when your turn begins? First take one piece back, a kitten as a "
            "cat, then place."
        ),
        _WIN,
    ),
}
"""A summary of each ruleset in a few lines, by its name."""

_BOTH_LINES: Final = N_(
    "Place a kitten, and it boops its neighbours away. Three of yours in a line grow up to be "
    "cats; three cats in a line win."
)
IN_A_SENTENCE: Final = {
    "classic": _BOTH_LINES,
    "rows": _BOTH_LINES,
    "junior": N_("Place a kitten, and it boops its neighbours away. Three of yours in a line win."),
    "seam": N_(
        "Place a kitten, and it boops its neighbours away. Three of yours in a line grow up to be "
        "cats; three cats in a line win. A seam piece travels between the squares and pushes too."
    ),
    "scarce": N_(
        "Place a kitten, and it boops its neighbours away. Three of yours in a line become one "
        "cat; three cats in a line win."
    ),
}
"""What each ruleset is about, by its name."""


def in_a_few_lines(ruleset: str) -> str:
    """Return the summary of a ruleset. Raise `LookupError` if there is none of that name."""
    return _lines(IN_SHORT[ruleset])
