"""Opening the panel on which somebody chooses how to play the bot."""

from dataclasses import replace

import discord

from bot.app import BoopBot
from bot.game import newest_ruleset
from bot.host.practising import levels_offered
from bot.match.identity import GuildId, UserId
from cogs.ui.cats import cats_picture
from cogs.ui.practice_panel import practice_panel
from cogs.ui.practice_wanted import PracticeWanted
from cogs.ui.showing import show_panel
from cogs.ui.themes import private_theme


def own_id(bot: BoopBot) -> UserId:
    """Give the account by which the bot sits in matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(interaction: discord.Interaction[BoopBot], wanted: PracticeWanted) -> None:
    """Show the panel with these terms chosen, of the levels that this machine can play."""
    bot, user, offered = interaction.client, UserId(interaction.user.id), levels_offered()
    wanted = replace(wanted, level=min(wanted.level, offered[-1]))
    suggested = None
    ratings = bot.host.practice_ratings
    if any(stood.ruleset == wanted.ruleset for stood in await ratings.of(user)):
        ruleset = newest_ruleset(wanted.ruleset)
        suggested = await ratings.suggested_level(user, ruleset, offered)
    picture = await cats_picture(bot, await private_theme(interaction), wanted.level)
    await show_panel(interaction, practice_panel(wanted, suggested, picture), picture)


async def usual_terms(bot: BoopBot, user: UserId, guild: GuildId) -> PracticeWanted:
    """Give the terms of somebody who says nothing of them: as the server has it, and as before."""
    settings = await bot.host.settings.of(guild)
    level = await bot.host.habits.level_of(user, own_id(bot))
    return PracticeWanted(level, settings.ruleset, settings.home)
