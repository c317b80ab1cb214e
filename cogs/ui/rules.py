"""The rules on a screen: in short with one picture, and page by page with a picture each.

The pages are of `classic`; what another ruleset changes is a page in front of them.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.app import BoopBot
from cogs.ui.alt_text import alt_text
from cogs.ui.bed import Picture
from cogs.ui.presses import Deed, PressButton, button
from cogs.ui.rulesets import DEFAULT
from render.lessons import Lesson, scene_of
from render.theme import Theme

ACCENT: Final = 0xF0913A

View = discord.ui.LayoutView

IN_SHORT: Final = """### How to play boop
Two players share a 6×6 bed. Each has 8 kittens and, in turn, places one piece on an empty square.
• **Boop!** A placed piece pushes every neighbour one square straight away, yours too. Two pieces \
in a row block each other; who is pushed off the edge goes back to its owner's pool.
• A **kitten** pushes only kittens. A **cat** pushes both.
• **Three of yours in a line** leave the bed after your move and come back to your pool as \
**cats**.
• All eight of yours on the bed and no cat row? Take one back: a kitten becomes a cat.
• **You win** with three cats in a line, or with eight cats on the bed."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules, in the words of docs/rules.md."""

    title: str
    text: str
    lesson: Lesson


PAGES: Final = (
    Page(
        "Boop!",
        "Two players share a bed, six squares by six. Each has a pool of eight kittens, and orange "
        "goes first. In your turn you place one piece on any empty square. Each piece next to it, "
        "diagonals included, is pushed one square straight away from it. It does not matter whose "
        "piece it is.",
        Lesson.BOOP,
    ),
    Page(
        "What stays put",
        "A piece with something right behind it does not move: two in a row are too heavy. Kittens "
        "cannot boop cats; a cat boops both. And a booped piece does not boop anything itself.",
        Lesson.BLOCK,
    ),
    Page(
        "Off the bed",
        "A piece that is pushed over the edge falls off the bed and goes back to its owner's pool "
        "as what it was: a kitten as a kitten, a cat as a cat.",
        Lesson.FALL,
    ),
    Page(
        "Growing up",
        "When everything has landed, look at your own pieces. Three of them in a line, be it a "
        "row, a column or a diagonal, kittens and cats mixed as you like, **graduate**: all three "
        "leave the bed, and every one of them is a cat in your pool from now on.\n"
        "Only the player who has just placed settles. A line that you make for your opponent "
        "counts for them after their own boops, if it still stands.",
        Lesson.GRADUATION,
    ),
    Page(
        "When you may choose",
        "You take exactly one thing off the bed in a turn. A row of four holds two lines of three, "
        "and lines can cross: choose one, by the button with its letter.\n"
        "With all eight of your pieces on the bed you may also lift one of them off, a **recall**: "
        "a kitten comes back to your pool as a cat, a cat as a cat.",
        Lesson.CHOICE,
    ),
    Page(
        "Three cats in a line",
        "Three of *your cats* in a line? **You win.** This is looked at first: a winning turn "
        "leaves nothing to graduate and nothing to choose.",
        Lesson.LINE,
    ),
    Page(
        "Eight cats on the bed",
        "All eight of your cats on the bed? **You win** as well, wherever they stand.\n"
        "`/challenge` begins a match, and `/place c3` places a piece.",
        Lesson.FULL_BED,
    ),
)


VARIANTS: Final = {
    "rows": Page(
        "rows: every line at once",
        "As in the published game, but there is never a choice among lines: **every** line of "
        "yours leaves the bed at once, and all of its kittens are cats from then on.\n"
        "With all eight of your pieces on the bed and no line, you take one **kitten** back as a "
        "cat; a cat only where all eight are cats. Eight cats on the bed do **not** win here: "
        "only three cats in a line do.",
        Lesson.ROWS,
    ),
    "junior": Page(
        "junior: kittens only",
        "The first game of boop, for the youngest and for a quick one. There are no cats. Whoever "
        "first has **three kittens in a line** after their own boops **wins**.\n"
        "With all eight of your kittens on the bed and no line, you take one back; it stays a "
        "kitten.",
        Lesson.JUNIOR,
    ),
    "seam": Page(
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
    ),
    "scarce": Page(
        "scarce: fewer and fewer",
        "As in the published game, but a row of three or more leaves the bed **whole**, and its "
        "kittens together become **one** cat; its cats come back as they are. With several such "
        "rows you choose one.\n"
        "There is no recall at the end of a turn. If nothing is left in your hand when your turn "
        "begins, you first take one of your pieces back, a kitten as a cat, and then place. If "
        "neither side has three pieces left, the match is a draw.",
        Lesson.SCARCE,
    ),
}
"""What each other ruleset changes, by its name, in the words of docs/rules.md."""


def pages_of(ruleset: str) -> tuple[Page, ...]:
    """List the pages of a ruleset's rules, what it changes first."""
    return (VARIANTS[ruleset], *PAGES) if ruleset in VARIANTS else PAGES


async def rules_page(
    bot: BoopBot, number: int, ruleset: str, theme: Theme
) -> tuple[View, discord.File]:
    """Draw a page, the first being 0; one that is not there becomes the nearest that is."""
    pages = pages_of(ruleset)
    number = min(max(number, 0), len(pages) - 1)
    picture = await _picture(bot, pages[number].lesson, theme)
    return page_view(number, ruleset, picture), picture.file()


async def welcome_screen(bot: BoopBot, theme: Theme) -> tuple[View, discord.File]:
    """Draw the rules in short, for somebody new to the game."""
    picture = await _picture(bot, Lesson.BOOP, theme)
    return welcome_view(picture), picture.file()


def page_view(number: int, ruleset: str, picture: Picture) -> View:
    """Lay out a page, with the ways to those beside it."""
    pages = pages_of(ruleset)
    page = pages[number]
    text = f"### {page.title}\n{page.text}\n-# Page {number + 1} of {len(pages)}"
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        _turning("Back", number - 1, ruleset), _turning("Next", number + 1, ruleset)
    )
    return _screen(text, picture, row)


def welcome_view(picture: Picture) -> View:
    """Lay out the rules in short, with the way to all of them."""
    text = f"{IN_SHORT}\n-# New to boop? Here are the rules, once."
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "All rules with pictures", discord.ButtonStyle.secondary, Deed.RULES, 0, DEFAULT.name
        )
    )
    return _screen(text, picture, row)


def _turning(label: str, number: int, ruleset: str) -> PressButton:
    """Give a button that leads to a page, pale where there is none: buttons keep their place."""
    there = 0 <= number < len(pages_of(ruleset))
    fact = str(number) if there else "none"
    turning = button(label, discord.ButtonStyle.secondary, Deed.RULES, fact, ruleset)
    turning.item.disabled = not there
    return turning


def _screen(text: str, picture: Picture, row: discord.ui.ActionRow[Any]) -> View:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{picture.name}", description=picture.words)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(text))
    container.add_item(gallery)
    view = View(timeout=None)
    view.add_item(container)
    view.add_item(row)
    return view


async def _picture(bot: BoopBot, lesson: Lesson, theme: Theme) -> Picture:
    scene = replace(scene_of(lesson), theme=theme)
    return Picture(await bot.studio.picture(scene), f"rules-{lesson.value}.png", alt_text(scene))
