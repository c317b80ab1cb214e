"""What answers when something goes wrong, and the buttons and forms that outlive a restart."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.failing import answer_failure
from cogs.ui.forms import answer_form
from cogs.ui.presses import PressButton, PressMenu
from cogs.ui.server_menus import PressChannelMenu, PressRoleMenu


class Answering(commands.Cog):
    """Makes sure that nobody is left without an answer."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer for every command, and take up the buttons of all earlier messages."""
        self.bot.tree.error(_answer)
        self.bot.add_dynamic_items(PressButton, PressMenu, PressChannelMenu, PressRoleMenu)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Read a form that was sent; discord.py would know only those of this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            await answer_form(interaction)


async def _answer(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await answer_failure(interaction, error)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(Answering(bot))
