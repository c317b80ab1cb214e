"""What is kept of people, in plain words, and the questions before it is deleted."""

from typing import Any, Final

import discord

from bot.features.privacy.queries import Kept
from cogs.core.actions import button
from cogs.core.panels import View, asking, note_panel
from cogs.core.words import counted, listed

_WHAT: Final = """### What I keep about you
**Games**, to play them and look back: challenges with their notes, matches, each turn and its \
time, what you plan, what you watch; puzzles that you tried.
**Choices**, to do as you like: `/preferences` with your time zone and quiet hours, whom you \
block, your vacations.
**Standings**: ratings, titles, badges and sums, under a number of mine.
**In servers**, so that matches end and rules hold: that you play there or left, what moderators \
did to you, or you as one.
**What I told you** and where, that you know the rules, that your direct messages are closed.
I know you by your Discord number. I keep no name but in the titles of threads, and none of your \
messages."""

_WHO: Final = """**Who sees it?** Matches, results and ratings: everybody in their server, and on \
the web if the server wants it so; `/preferences` takes you off leaderboards. Notes: who sees \
their message. Vacations: your opponents. What moderators did: they alone. Plans, blocks and \
preferences: you alone. Whoever hosts me can read all of it.
**For how long?** Until you delete it."""

_AFTER: Final = """**If you delete it**, it goes at once, out of my files too. Your opponents \
keep the matches, with *a former player* in your seat, and their ratings. A bar by a moderator \
goes as well.
**What stays:** my older messages here in Discord, in which you may be named; I change those of \
the last day. And **backups**: copies made by whoever hosts me with `boop backup`, and databases \
that `boop restore` set aside. Ask them."""

NOTHING: Final = "I keep nothing about you, so there is nothing to delete."
DELETING: Final = "I delete all that I keep about you …"
DELETED: Final = (
    "Done: nothing that leads to you is left in my database. Play again whenever you like; you "
    "would begin as somebody new."
)
KEPT: Final = "Good. Everything stays as it is."


def privacy_panel() -> View:
    """Say what is kept, why, for how long and who sees it, and offer both ways on."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Send me my data", discord.ButtonStyle.primary, "privacy-export"),
        button("Delete me", discord.ButtonStyle.danger, "privacy-delete"),
    )
    view = note_panel(_WHAT)
    for text in (_WHO, _AFTER):
        view.add_item(discord.ui.Separator())
        view.add_item(discord.ui.TextDisplay(text))
    view.add_item(row)
    return view


def first_question() -> View:
    """Ask whether somebody means it who asked for it at once, before it is said what goes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Delete me", discord.ButtonStyle.danger, "privacy-delete"),
        button("Keep it", discord.ButtonStyle.secondary, "privacy-keep"),
    )
    return asking(f"### Do you want to be deleted?\n{_AFTER}", row)


def delete_panel(kept: Kept) -> View:
    """Ask once more, and name what goes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("Delete all of it", discord.ButtonStyle.danger, "privacy-really-delete"),
        button("Keep it", discord.ButtonStyle.secondary, "privacy-keep"),
    )
    goes = "\n".join(f"- {line}" for line in _going(kept))
    return asking(
        f"### Delete all that I keep about you?\n{goes}\n"
        "**This cannot be undone.** Your opponents keep the matches, with *a former player*.",
        row,
    )


def too_large(size: int) -> str:
    """Say that a file is more than Discord takes."""
    return (
        f"Your data is {size / 1e6:.0f} MB when packed, and Discord takes 10. Ask whoever hosts me "
        "to give it to you."
    )


def _going(kept: Kept) -> list[str]:
    lines = []
    if kept.live:
        lines.append(
            f"You resign **{_matches(kept.live, 'live')}**, and lose; one in which not both have "
            "moved is called off."
        )
    offers = [
        *([f"{counted(kept.open_made, 'challenge')} of yours cancelled"] if kept.open_made else []),
        *([f"{counted(kept.open_got, 'challenge')} to you declined"] if kept.open_got else []),
    ]
    if offers:
        lines.append(f"{listed(offers)}.")
    over = kept.matches - kept.live
    if over:
        lines.append(f"Your name in {_matches(over, 'finished')}.")
    lines.append("Your ratings, titles and badges: nobody will know that they were yours.")
    lines.append("Your preferences, plans, puzzles, vacations, blocks and what you watch.")
    lines.append("Your number where others wrote it in a note or a reason.")
    return lines


def _matches(number: int, which: str) -> str:
    return f"{number} {which} {'match' if number == 1 else 'matches'}"
