"""Opening the panel on which somebody chooses how to play the bot."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.app import BoopBot
from bot.game import newest_ruleset
from bot.host.habits import FIRST_LEVEL
from bot.host.practising import levels_offered
from bot.match.identity import GuildId, UserId
from cogs.ui.cats import cats_picture
from cogs.ui.practice_panel import practice_panel
from cogs.ui.practice_wanted import PracticeWanted
from cogs.ui.showing import show_panel
from cogs.ui.themes import private_theme
from cogs.ui.words import listed


def own_id(bot: BoopBot) -> UserId:
    """Give the account by which the bot sits in matches."""
    if bot.user is None:
        raise AssertionError("nothing is asked of a bot that is not logged in")
    return UserId(bot.user.id)


async def open_practice(
    interaction: discord.Interaction[BoopBot],
    wanted: PracticeWanted,
    left_out: Sequence[str] = (),
) -> None:
    """Show the panel with these terms chosen, of the levels that this machine can play.

    `left_out` are options that somebody has named, and that say nothing of such a match.
    """
    bot, user, offered = interaction.client, UserId(interaction.user.id), levels_offered()
    wanted = replace(wanted, level=min(wanted.level, offered[-1]))
    ruleset = newest_ruleset(wanted.ruleset)
    suggested = await bot.host.practice_ratings.suggested_level(user, ruleset, offered)
    picture = await cats_picture(bot, await private_theme(interaction), wanted.level)
    panel = practice_panel(wanted, suggested, picture)
    if left_out:
        panel.add_item(discord.ui.TextDisplay(_left_out(left_out)))
    await show_panel(interaction, panel, picture)


def _left_out(names: Sequence[str]) -> str:
    named = listed([f"`{name}`" for name in names], "or")
    return f"-# A match with me is casual and begins at once, so it does not heed {named}."


async def usual_terms(bot: BoopBot, user: UserId, guild: GuildId) -> PracticeWanted:
    """Give the terms of somebody who says nothing of them: as before, and as the server has it."""
    settings = await bot.host.settings.of(guild)
    last = await bot.host.habits.last(user, own_id(bot))
    if last is None:
        return PracticeWanted(FIRST_LEVEL, settings.ruleset, settings.home)
    before = last.practice
    return PracticeWanted(
        before.level, last.ruleset, settings.home, pace=before.pace, measured=before.measured
    )
