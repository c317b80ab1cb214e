"""The screen of `/help` and of the button below a bed: the game and the commands."""

from enum import Enum
from typing import Any, Final

import discord

from cogs.ui.rules import ACCENT, all_rules, in_short

_COMMANDS: Final = """### The commands
`/challenge` a friend, or anyone here; they press **Accept**, and a thread opens for the match. \
**Other terms…** answers with terms of one's own. `/challenges` lists what is open; `/block` keeps \
somebody from challenging you.
`/practice`: play me at once, as one of eight cats; a child beats the first.
**Place** below the bed, or `/place c3`, places a piece. Squares are a column `a`–`f` and a row \
`1`–`6`; `a1` is top left. If a move leaves you a choice, press the button with its letter.
`/games` lists your matches; **Next**, or `/next`, leads to one that waits for you.
`/board` shows the bed again, `text:true` in letters and words. `/replay` looks back at a match, \
`/analyse` shows what turned it, `/export` sends it as a text file. `/watch` tells you how a match \
of others ends.
`/puzzle` is the puzzle of the day: find the one way to win.
`/leaderboard show` lists who leads here, `/season` who won the last season. \
`/profile` shows how somebody plays here, `/history` what was played, `/match` one match.
`/plan`, or **Plan a reply** behind **More**: your answer to a turn that may come.
`/hint`: your best turn in a casual match, thrice; `/match` counts the hints of both.
`/preferences`: how I tell you, and when not; whether **Place** plays at once. `/privacy`: what I \
keep about you. `/resign` asks, then gives up.
**More** below the bed offers a draw, takes a turn back if both agree, gives a day, resigns and \
explains; **Claim draw** stands beside it while a position stands for the third time. Who runs \
out of time loses, after a reminder. `/vacation` lets your clocks rest.
`/rules` shows all the rules, with pictures. `/settings` and `/moderate` are for those who run the \
server.
-# Take your time: one move a day is fine."""


_IN_PERSON: Final = """### The commands, in direct messages
**Place** below the bed, or `/place c3`, places a piece. Squares are a column `a`–`f` and a row \
`1`–`6`; `a1` is top left. If a move leaves you a choice, press the button with its letter.
`/games` lists your matches; **Next**, or `/next`, leads to one that waits for you.
`/board` shows the bed again, `text:true` in letters and words. `/replay` looks back at a match, \
`/analyse` shows what turned it, `/export` sends it as a text file, `/match` tells all about it.
`/plan`, or **Plan a reply** behind **More**: your answer to a turn that may come.
`/hint`: your best turn in a casual match, thrice; `/match` counts the hints of both.
`/preferences`: how I tell you, and when not; whether **Place** plays at once. `/privacy`: what I \
keep about you. `/resign` asks, then gives up.
**More** below the bed offers a draw, takes a turn back if both agree, gives a day, resigns and \
explains; **Claim draw** stands beside it while a position stands for the third time. Who runs \
out of time loses, after a reminder. `/rules` shows all the rules, with pictures.
`/puzzle` is a puzzle for each day: find the one way to win.
-# People are challenged in a server that we share. A match here belongs to the server in which it \
was asked for, and there its other commands work, and `/help` lists them."""


class Where(Enum):
    """Where somebody asks, for not every command works everywhere."""

    SERVER = "server"
    DIRECT = "direct"


def short_view(ruleset: str) -> discord.ui.LayoutView:
    """Lay out a ruleset in short, with the ways to more."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    text = f"{in_short(ruleset)}\n-# `/help` lists the commands."
    container.add_item(discord.ui.TextDisplay(text))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view


def help_view(ruleset: str, where: Where = Where.SERVER) -> discord.ui.LayoutView:
    """Lay out a ruleset in short and the commands, with the way to all of its rules."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(in_short(ruleset)))
    container.add_item(discord.ui.Separator())
    commands = _COMMANDS if where is Where.SERVER else _IN_PERSON
    container.add_item(discord.ui.TextDisplay(commands))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.add_item(all_rules(ruleset))
    return view
