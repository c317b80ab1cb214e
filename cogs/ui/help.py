"""The screen of `/help` and of the button below a bed: the game and the commands."""

from enum import Enum
from typing import Any, Final

import discord

from cogs.ui.rules import ACCENT, all_rules, in_short

_PLACE: Final = """\
**Place** below the bed, or `/place`: a column `a`–`f`, a row `1`–`6`; `a1` is top left
**More** below the bed: a draw, a turn back, a day more, and the rest
`/plan`: your answer to a turn that may come"""
_LEARN: Final = """### Learn
`/rules`: all of them, with pictures
`/hint`: your best turn, thrice in a casual match
`/puzzle`: one a day, with one way to win
`/replay`: a match turn by turn, or as a film
`/analyse`: what turned a match, and what was better
`/export`: a match as a text file"""
_LOOKED_AFTER: Final = """`/games`: all of them
`/next`: one that waits for you
`/board`: the bed again; `text:true` in words
`/match`: all about one, hints included
`/watch`: hear how a match of others ends
`/resign`: asks, then gives up
`/preferences`: how I tell you, and when not
`/privacy`: what I keep about you"""
_COMMANDS: Final = f"""### Play
`/practice`: play me, as one of eight cats; a child beats the first
`/challenge`: a friend, or anyone here
`/challenges`: what is open
{_PLACE}
### Your matches
{_LOOKED_AFTER}
`/vacation`: lets your clocks rest
{_LEARN}
### Server
`/leaderboard show`: who leads
`/season`: who won the last one
`/profile`: how somebody plays
`/history`: what was played
`/block`: who may not challenge you
`/settings`, `/moderate`: for those who run the server
-# Take your time: one move a day is fine. Who runs out of time loses, after a reminder."""
_IN_PERSON: Final = f"""### Play
{_PLACE}
### Your matches
{_LOOKED_AFTER}
{_LEARN}
-# Who runs out of time loses, after a reminder. People are challenged in a server that we share; \
a match here belongs to the one in which it was asked for. `/help` there lists the others."""


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
