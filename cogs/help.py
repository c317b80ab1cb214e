"""`/help`: the game and the commands on one screen."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.help import help_view
from cogs.ui.presses import Deed, Press
from cogs.ui.rules import ruleset_here
from cogs.ui.rulesets import DEFAULT

Asked = discord.Interaction[BoopBot]


class HelpCog(commands.Cog, name="Help"):
    """Explains."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button below a bed does."""
        self.bot.presses[Deed.EXPLAIN.value] = self.explain_pressed

    @app_commands.command(name="help")
    async def help(self, interaction: Asked) -> None:
        """Explain boop and the commands."""
        await _explain(interaction, await ruleset_here(interaction))

    async def explain_pressed(self, interaction: Asked, press: Press) -> None:
        """Explain to the one who pressed, by the rules of the match they pressed it at."""
        await _explain(interaction, press.facts[0] if press.facts else DEFAULT.name)


async def _explain(interaction: Asked, ruleset: str) -> None:
    await interaction.response.send_message(view=help_view(ruleset), ephemeral=True)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HelpCog(bot))
