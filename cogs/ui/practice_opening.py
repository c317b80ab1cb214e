"""Opening the panel on which somebody chooses how to play the bot."""

from dataclasses import replace

import discord

from bot.app import BoopBot
from bot.host.practising import levels_offered
from bot.match.identity import UserId
from cogs.ui.practice_panel import practice_panel
from cogs.ui.practice_wanted import PracticeWanted
from cogs.ui.showing import show_panel


def own_id(bot: BoopBot) -> UserId:
    """Give the account by which the bot sits in matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(interaction: discord.Interaction[BoopBot], wanted: PracticeWanted) -> None:
    """Show the panel with these terms chosen, of the levels that this machine can play."""
    level = min(wanted.level, levels_offered()[-1])
    await show_panel(interaction, practice_panel(replace(wanted, level=level)))
