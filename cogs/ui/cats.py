"""All the cats that the bot plays as, on one panel, for whoever asks who it is."""

from typing import Any

import discord

from bot.engine import LEVELS
from bot.host.practising import levels_offered
from cogs.ui.levels import level_called, level_manner
from cogs.ui.panels import View
from cogs.ui.practice_wanted import PracticeWanted
from cogs.ui.presses import Deed, button
from cogs.ui.rules import ACCENT


def cats_panel(wanted: PracticeWanted) -> View:
    """Tell of each level, with the way to play one by these terms."""
    offered = levels_offered()
    lines = ["### I play boop too, as one of eight cats"]
    lines += [
        f"{level.number}. **{level_called(level.number)}** {level_manner(level.number)}"
        for level in LEVELS
    ]
    if missing := [level_called(each.number) for each in LEVELS if each.number not in offered]:
        lines.append(f"-# {' and '.join(missing)} thinks too hard for the machine that I run on.")
    lines.append("-# I have no rating and stand on no leaderboard: what you play with me is yours.")
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    play = button("Play me", discord.ButtonStyle.success, Deed.PRACTISE, *wanted.facts(), "open")
    container.add_item(discord.ui.ActionRow(play))
    view = View(timeout=None)
    view.add_item(container)
    return view
