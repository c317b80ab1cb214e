"""What answers when something goes wrong, and the buttons and forms that outlive a restart."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from cogs.core.forms import answer_form
from cogs.core.items import ITEMS
from cogs.core.options import check_options
from cogs.core.router import answer_error, run
from cogs.core.translating import CommandTranslator


class Answering(commands.Cog):
    """Makes sure that nobody is left without an answer."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer for every command and action, and take up the buttons of all earlier messages."""
        await self.bot.tree.set_translator(CommandTranslator())
        self.bot.tree.error(answer_error)
        self.bot.check_options = check_options
        self.bot.run_action = run
        self.bot.add_dynamic_items(*ITEMS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[BoopBot]) -> None:
        """Read a form that was sent; discord.py would know only those of this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            await answer_form(interaction)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(Answering(bot))
