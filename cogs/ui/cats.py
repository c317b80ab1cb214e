"""All the cats that the bot plays as: their picture, and a panel that tells who they are."""

from typing import Any

import discord

from bot.app import BoopBot
from bot.engine import LEVELS
from bot.host.practising import levels_offered
from bot.match.practice import LevelNumber
from cogs.core.actions import button
from cogs.ui.bed import Picture, gallery
from cogs.ui.levels import level_called, level_manner, level_name
from cogs.ui.panels import View
from cogs.ui.practice_wanted import PracticeWanted
from cogs.ui.rules import ACCENT
from cogs.ui.words import listed
from render.faces import Portrait, Portraits
from render.studio import NoPicture
from render.theme import Theme


async def cats_picture(
    bot: BoopBot, theme: Theme, chosen: LevelNumber | None = None
) -> Picture | None:
    """Draw the cats that can be played, one of them marked; none while much else is drawn."""
    offered = levels_offered()
    cats = tuple(Portrait(number, level_name(number)) for number in offered)
    try:
        png = await bot.studio.picture(Portraits(cats, chosen, theme))
    except NoPicture:
        return None
    words = f"The faces of my cats, the weakest first: {listed([cat.name for cat in cats])}."
    if chosen is not None:
        words += f" {level_name(chosen)} is chosen."
    return Picture(png, f"cats-{chosen or 0}.png", words)


def cats_panel(wanted: PracticeWanted, picture: Picture | None = None) -> View:
    """Tell of each level, with the way to play one by these terms."""
    offered = levels_offered()
    lines = [
        f"{level.number}. **{level_called(level.number)}** {level_manner(level.number)}"
        for level in LEVELS
    ]
    if missing := [level_called(each.number) for each in LEVELS if each.number not in offered]:
        thinks = "thinks" if len(missing) == 1 else "think"
        lines.append(f"-# {listed(missing)} {thinks} too hard for the machine that I run on.")
    lines.append("-# Matches with me count for your practice rating alone, and for no leaderboard.")
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("### I play boop too, as one of eight cats"))
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    play = button("Play me", discord.ButtonStyle.success, "practise", key="open", wanted=wanted)
    container.add_item(discord.ui.ActionRow(play))
    view = View(timeout=None)
    view.add_item(container)
    return view
